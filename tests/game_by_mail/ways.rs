//! The same game under every other protection, and without IDLE.

use super::house::{House, Way};
use super::player::{Player, Style};
use crate::mailstack::{Port, Stack};

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn plain_and_starttls_carry_a_game() {
    let stack = Stack::start();
    let ways = [
        (Way { port: Port::Imap, tls: "none", idle: true, poll: 3600 }, ["p1", "p2"]),
        (Way { port: Port::Imap, tls: "starttls", idle: false, poll: 1 }, ["p3", "p4"]),
    ];
    let mut written = 0;
    for (way, users) in ways {
        let house = House::new(&stack, way);
        let mut players = users.map(|u| Player::new(&stack, u));
        house.start(&format!("{}@game.test:hu", users[0]), &format!("{}@game.test:ru", users[1]));
        let daemon = house.daemon();
        for (n, text) in ["", "kn@A3", "сю@C1", "lépés B3.jb"].iter().enumerate() {
            if n > 0 {
                players[(n + 1) % 2].reply(&stack, text, Style::Gmail);
                written += 1;
            }
            players.iter_mut().for_each(|p| p.expect(n + 1));
        }
        assert!(players[1].last().text.contains("вз@B3"), "{}", players[1].last().text);
        let log = daemon.stop();
        assert!(!log.contains("ERROR") && !log.contains("pw-game"), "{log}");
        assert_eq!(house.turns(1), 3);
        house.check_clean(&stack, written);
    }
}
