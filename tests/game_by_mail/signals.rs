//! The daemon ended while letters flow: told to stop, and killed.

use super::house::{Daemon, House, IDLE_TLS, PATIENCE};
use super::player::{Player, Style};
use crate::mailstack::Stack;
use boardpost::config::Config;
use boardpost::daemon::{StartArgs, start};
use boardpost::post::Outgoing;
use boardpost::store::Store;
use std::time::{Duration, Instant};

const GAMES: usize = 30;

/// Many games between two players, their opening letters read.
fn open(stack: &Stack, house: &House) -> [Player; 2] {
    let config = Config::load(Some(&house.path("config.toml"))).unwrap();
    let mut store = Store::open(&config.store).unwrap();
    let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect();
    let args = StartArgs {
        game: "thoughtwave".to_owned(),
        players: words(&["p1@game.test:hu", "p2@game.test:ru"]),
        options: vec![("size".to_owned(), "5".to_owned())],
    };
    for _ in 0..GAMES {
        start(&mut store, &config, &args, boardpost::daemon::now()).unwrap().unwrap();
    }
    drop(store);
    let mut players = [Player::new(stack, "p1"), Player::new(stack, "p2")];
    house.good(&["run", "--once"]);
    players.iter_mut().for_each(|p| p.expect(GAMES));
    players
}

/// The first move of every game.
fn moves(player: &mut Player) -> Vec<Outgoing> {
    (0..GAMES).map(|n| player.letter(n, "kn@A3", Style::Gmail)).collect()
}

/// Runs what is left to its end; then every move must have been counted once, and both boards of each be there.
fn finish(stack: &Stack, house: &House, players: &mut [Player; 2]) {
    house.good(&["run", "--once"]);
    house.check_clean(stack, GAMES);
    for game in 1..=GAMES {
        assert_eq!(house.turns(game as i64), 1, "game {game}");
    }
    for player in players {
        // Postfix may still be handing the last ones over
        let start = Instant::now();
        while player.distinct() < 2 * GAMES && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(50));
            player.look().unwrap();
        }
        assert_eq!(player.distinct(), 2 * GAMES, "{}", player.user);
    }
}

/// How far the daemons have come: letters ruled on, and letters sent.
fn done(log: &str) -> (usize, usize) {
    let count = |mark: &str| log.lines().filter(|l| l.contains(mark)).count();
    (count(": ruled "), count(": sent "))
}

fn wait(daemon: &mut Daemon, ruled: usize, sent: usize) {
    let what = format!("{ruled} ruled on and {sent} sent");
    daemon.wait_log(&what, |log| done(log).0 >= ruled && done(log).1 >= sent);
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn told_to_stop_it_finishes_the_letter_in_hand() {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    let mut players = open(&stack, &house);
    stack.send_all(&moves(&mut players[0]));
    let mut daemon = house.daemon();
    wait(&mut daemon, 4, 2);
    let (ruled, sent) = done(&daemon.stop());
    eprintln!("stopped with {ruled} of {GAMES} ruled on, {sent} of {} sent", 2 * GAMES);
    assert!(ruled < GAMES || sent < 2 * GAMES, "it was stopped in the middle");
    // no half: a letter ruled on has its answers in the outbox, and its turn in the log
    house.good(&["verify"]);
    let turns: usize = (1..=GAMES).map(|g| house.turns(g as i64)).sum();
    assert_eq!((turns, house.json(&["outbox"]).len()), (ruled, 2 * ruled - sent));
    finish(&stack, &house, &mut players);
    for player in &players {
        assert_eq!(player.letters.len(), 2 * GAMES, "nothing was sent twice");
    }
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn killed_at_any_moment_it_counts_each_move_once() {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    let mut players = open(&stack, &house);
    stack.send_all(&moves(&mut players[0]));
    // a kill can swallow the log line of a letter that was ruled on: the last wait leaves room for four of them
    let mut kills = 0;
    for (ruled, sent) in [(1, 0), (6, 2), (12, 14), (20, 30), (GAMES - 4, 45)] {
        let mut daemon = house.daemon();
        wait(&mut daemon, ruled, sent);
        let chance = u64::from(getrandom::u32().unwrap() % 60);
        std::thread::sleep(Duration::from_millis(chance));
        daemon.kill();
        kills += 1;
        house.good(&["verify"]);
    }
    finish(&stack, &house, &mut players);
    // the one letter in flight on each of the four lines at a kill may have come twice, the same to the byte
    let doubled: usize = players.iter().map(|p| p.letters.len() - p.distinct()).sum();
    eprintln!("{doubled} letters came twice after {kills} kills");
    assert!(doubled <= 4 * kills, "{doubled}");
}
