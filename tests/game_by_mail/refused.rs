//! A wrong password.

use super::house::{House, IDLE_TLS};
use super::player::{Player, Style};
use crate::mailstack::{Port, Stack};
use boardpost::post::Inbox;
use std::time::{Duration, Instant};

/// Refused logins of the server's account that Dovecot has logged.
fn refusals(stack: &Stack) -> usize {
    let log = stack.log("dovecot");
    log.lines()
        .filter(|l| l.contains("imap-login") && l.contains("auth failed") && l.contains("<game@game.test>"))
        .count()
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_wrong_password_is_told_waited_out_and_corrected() {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    house.imap_password("s3cret-of-another");
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    house.start("p1@game.test:hu", "p2@game.test:ru");

    let once = house.run(&["run", "--once"]);
    assert_eq!(once.code, Some(1), "{}", once.err);
    let place = format!("localhost:{}: login as game@game.test", stack.port(Port::Imaps));
    assert!(once.err.contains(&place), "{}", once.err);
    assert!(!once.err.contains("s3cret"), "{}", once.err);
    // what could be sent was
    players.iter_mut().for_each(|p| p.expect(1));
    players[0].reply(&stack, "kn@A3", Style::Bare);
    let before = refusals(&stack);
    assert!(before >= 1, "{}", stack.log("dovecot"));

    let mut daemon = house.daemon();
    daemon.wait_log("refused login", |l| l.contains(&place));
    std::thread::sleep(Duration::from_secs(8));
    assert_eq!(refusals(&stack), before + 1, "{}", daemon.log());
    let told = stack.letters("p9", 1);
    let told = boardpost::letter::text(&told[0]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(&place) && !told.contains("s3cret"), "{told}");
    assert_eq!(house.turns(1), 0);

    let corrected = Instant::now();
    house.imap_password("pw-game");
    players.iter_mut().for_each(|p| p.expect(2));
    // far less than was left to wait
    assert!(corrected.elapsed() < Duration::from_secs(40), "{:?}", corrected.elapsed());
    assert_eq!(house.turns(1), 1);
    let log = daemon.stop();
    assert!(!log.contains("s3cret") && !log.contains("pw-game"), "{log}");
    assert_eq!(stack.inbox("p9").list().unwrap().len(), 1, "told once");
    house.check_clean(&stack, 1);
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_refused_login_ends_at_once_when_told_to_stop() {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    for name in ["imap.password", "smtp.password"] {
        std::fs::write(house.path(name), "wrong\n").unwrap();
    }
    house.start("p1@game.test:hu", "p2@game.test:ru");
    let mut daemon = house.daemon();
    daemon.wait_log("two refused logins", |l| l.matches("login as game@game.test").count() >= 2);
    let start = Instant::now();
    daemon.stop();
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    // corrected: what waited goes out
    for name in ["imap.password", "smtp.password"] {
        std::fs::write(house.path(name), "pw-game\n").unwrap();
    }
    house.good(&["run", "--once"]);
    house.check_clean(&stack, 0);
    assert_eq!(stack.letters("p1", 1).len(), 1);
}
