//! Servers that die in mid-game and come back.

use super::house::{House, IDLE_TLS};
use super::player::{Player, Style};
use crate::mailstack::Stack;

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_game_goes_on_when_servers_come_back() {
    let mut stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    house.start("p1@game.test:hu", "p2@game.test:ru");
    let mut daemon = house.daemon();
    players.iter_mut().for_each(|p| p.expect(1));
    players[0].reply(&stack, "kn@A3", Style::Gmail);
    players.iter_mut().for_each(|p| p.expect(2));

    // the mailbox dies in the middle of an IDLE; the letter waits at Postfix
    stack.kill("dovecot");
    daemon.wait_log("lost mailbox", |l| l.contains("ERROR"));
    players[1].reply(&stack, "сю@C1", Style::Outlook);
    stack.revive();
    players.iter_mut().for_each(|p| p.expect(3));

    // the way out dies; the letter is in the mailbox already
    let errors = daemon.log().matches("ERROR").count();
    stack.kill("postfix");
    let letter = players[0].letter(2, "kn@B3", Style::Gmail);
    stack.lay("game", "1.laid.test", &letter.bytes);
    daemon.wait_log("failure to send", |l| l.matches("ERROR").count() > errors);
    assert_eq!(house.turns(1), 3, "ruled on while nothing can be sent");
    stack.revive();
    players.iter_mut().for_each(|p| p.expect(4));

    // both at once
    stack.kill("dovecot");
    stack.kill("postfix");
    let errors = daemon.log().matches("ERROR").count();
    daemon.wait_log("lost mailbox", |l| l.matches("ERROR").count() > errors);
    stack.revive();
    players[1].reply(&stack, "сю@C2", Style::Gmail);
    players.iter_mut().for_each(|p| p.expect(5));
    daemon.stop();
    assert_eq!(house.turns(1), 4);
    house.check_clean(&stack, 4);
    for player in &mut players {
        assert_eq!((player.look().unwrap(), player.distinct()), (5, 5), "nothing doubled");
    }
}
