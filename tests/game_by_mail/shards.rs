//! More games than one machine holds: two daemons with a database each, and one mail system that hands each reply to the
//! daemon whose game it is about. Games are independent, so nothing else is needed.

use super::house::{House, IDLE_TLS};
use super::player::{Player, Style};
use crate::mailstack::Stack;

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn two_daemons_share_the_games_by_reply_address() {
    let stack = Stack::start();
    // the address of a shard is that of its mailbox; the MTA drops what stands behind the plus
    let shards = ["p19", "p20"].map(|user| House::of(&stack, IDLE_TLS, user));
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    let mut daemons = Vec::from([shards[0].daemon(), shards[1].daemon()]);
    // the games of both have the same numbers, and the same people play them
    for (n, shard) in shards.iter().enumerate() {
        assert_eq!(shard.start("p1@game.test:hu", "p2@game.test:ru"), 1);
        players.iter_mut().for_each(|p| p.expect(n + 1));
    }
    for player in &players {
        for (letter, user) in player.letters.iter().zip(["p19", "p20"]) {
            assert!(letter.reply_to.starts_with(&format!("{user}+")), "{}", letter.reply_to);
        }
    }
    let turns = |game: [usize; 2]| assert_eq!([shards[0].turns(1), shards[1].turns(1)], game);
    // the first player moves in both, otherwise in each
    let moves = [players[0].letter(0, "kn@A3", Style::Gmail), players[0].letter(1, "kn@B2", Style::Gmail)];
    stack.send_all(&moves);
    players.iter_mut().for_each(|p| p.expect(4));
    turns([1, 1]);
    // one shard dies: the other does not notice
    daemons.remove(0).kill();
    let of = |player: &Player, user: &str| {
        player.letters.iter().rposition(|l| l.reply_to.starts_with(&format!("{user}+"))).unwrap()
    };
    let (first, second) = (of(&players[1], "p19"), of(&players[1], "p20"));
    let moves = [players[1].letter(first, "сю@C1", Style::Gmail), players[1].letter(second, "сю@D1", Style::Gmail)];
    stack.send_all(&moves);
    players.iter_mut().for_each(|p| p.expect(5));
    turns([1, 2]);
    // it comes back, and so does what was written to it
    daemons.push(shards[0].daemon());
    players.iter_mut().for_each(|p| p.expect(6));
    turns([2, 2]);
    for daemon in daemons {
        let log = daemon.stop();
        assert!(!log.contains("ERROR"), "{log}");
    }
    for shard in &shards {
        shard.check_clean(&stack, 2);
    }
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_second_daemon_on_the_same_mailbox_is_refused() {
    let stack = Stack::start();
    let (one, two) = (House::of(&stack, IDLE_TLS, "p18"), House::of(&stack, IDLE_TLS, "p18"));
    let mut daemon = one.daemon();
    daemon.wait_log("the start", |log| log.contains("running"));
    let refused = two.run(&["run", "--once"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("another boardpost runs on the inbox p18@game.test"), "{}", refused.err);
    daemon.stop();
    two.good(&["run", "--once"]);
}
