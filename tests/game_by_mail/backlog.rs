//! The way out is closed for many moves of many games, and some readers' addresses never open.

use std::fs;
use std::time::Instant;

use boardpost::game::{Eye, Lang, Seat};
use boardpost::notice::compose::board;
use boardpost::store::Store;
use rusqlite::Connection;

use super::house::{House, IDLE_TLS, PATIENCE};
use super::player::Player;
use crate::mailstack::Stack;

/// What the two players of each game write while nothing can leave, in turn.
const ROUNDS: [(Seat, &str); 7] = [
    (Seat::One, "ew@A3"),
    (Seat::Two, "ns@C1"),
    (Seat::One, "ew@B3"),
    (Seat::Two, "say Good game!"),
    (Seat::Two, "ns@C2"),
    (Seat::One, "new@C3"),
    (Seat::Two, "sw@D3"),
];

/// Who plays, by game. The server refuses `gone` for good and `tempfail` for now, and their letters are the first.
const GAMES: [[&str; 2]; 5] = [["p6", "gone"], ["p7", "tempfail"], ["p1", "p2"], ["p3", "p4"], ["p1", "p5"]];

/// Lays a letter without references into the server's mailbox: whoever hears nothing writes to the address that he has.
fn lay(stack: &Stack, store: &Store, game: usize, round: usize) {
    let (seat, words) = ROUNDS[round];
    let number = i64::try_from(game).unwrap() + 1;
    let token = store.ask().keys().token(number, seat, 0);
    let from = GAMES[game][usize::from(seat.number()) - 1];
    let bytes = format!(
        "From: {from}@game.test\r\nTo: game+{token}@game.test\r\nSubject: move\r\n\
         Message-ID: <g{game}.r{round}@client.game.test>\r\nDate: Mon, 30 Nov 2026 09:14:00 +0000\r\n\r\n{words}\r\n"
    );
    stack.lay("game", &format!("{round}.{game}.laid.test"), bytes.as_bytes());
}

/// Waits until a question to the database has an answer.
fn wait(db: &Connection, query: &str, wanted: usize) {
    let start = Instant::now();
    let count = || usize::try_from(db.query_row(query, [], |r| r.get::<_, i64>(0)).unwrap()).unwrap();
    while count() != wanted {
        assert!(start.elapsed() < PATIENCE, "{} and not {wanted}: {query}", count());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// The states of a game's letters to one seat, oldest first, without those that no other may replace.
fn states(db: &Connection, game: usize, seat: usize) -> Vec<String> {
    let query = "SELECT state FROM outbox WHERE msgid GLOB ?1 AND msgid NOT GLOB '*.opening.*'
                 AND msgid NOT GLOB '*.unreachable.*' ORDER BY id";
    let mut rows = db.prepare(query).unwrap();
    let names = format!("<g{}.p*.s{seat}.*", game + 1);
    rows.query_map([names], |r| r.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn after_an_outage_each_player_hears_once_how_each_game_stands() {
    let mut stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    for [one, two] in GAMES {
        house.start(&format!("{one}@game.test:en"), &format!("{two}@game.test:en"));
    }
    // p1 plays two games; p6 hears that letters to `gone` come back
    let mut players: Vec<(Player, usize)> =
        [("p1", 2), ("p2", 1), ("p3", 1), ("p4", 1), ("p5", 1), ("p6", 2), ("p7", 1)]
            .map(|(user, letters)| (Player::new(&stack, user), letters))
            .into();
    let mut daemon = house.daemon();
    players.iter_mut().for_each(|(player, letters)| player.expect(*letters));
    let (store, db) = (Store::existing(&house.path("games.db")).unwrap(), house.path("games.db"));
    let db = Connection::open(db).unwrap();
    wait(&db, "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending')", 1);

    stack.kill("postfix");
    // the first letter finds out that the way is closed
    lay(&stack, &store, 0, 0);
    wait(&db, "SELECT count(*) FROM meta WHERE key = 'shut'", 1);
    for round in 0..ROUNDS.len() {
        let letters = GAMES.len() * (round + 1);
        (usize::from(round == 0)..GAMES.len()).for_each(|game| lay(&stack, &store, game, round));
        wait(&db, "SELECT count(*) FROM inbox WHERE state = 'done'", letters);
    }
    daemon.wait_log("failure to send", |log| log.contains("ERROR"));
    for game in 0..GAMES.len() {
        for seat in [1, 2] {
            let states = states(&db, game, seat);
            let (last, older) = states.split_last().unwrap();
            assert_eq!((states.len(), last.as_str()), (ROUNDS.len(), "ready"), "{states:?}");
            assert!(older.iter().all(|s| s == "superseded"), "{states:?}");
        }
    }

    stack.revive();
    for (player, letters) in &mut players {
        // one for each game, whatever happened in it
        *letters += GAMES.iter().filter(|names| names.contains(&player.user)).count();
        // `gone` has written meanwhile, so that his address does not work is news again
        *letters += usize::from(player.user == "p6");
        player.expect(*letters);
    }
    // the dead address is dead again, and the busy one waits, but nobody else
    wait(&db, "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending') AND rcpt NOT LIKE 'tempfail@%'", 0);
    wait(&db, "SELECT count(*) FROM outbox WHERE state = 'dead' AND rcpt = 'gone@game.test'", 2);
    wait(&db, "SELECT count(*) FROM outbox WHERE state = 'ready' AND last_error LIKE '%450%'", 2);
    daemon.stop();
    for (game, names) in GAMES.iter().enumerate() {
        let number = i64::try_from(game).unwrap() + 1;
        let row = store.ask().game(number).unwrap().unwrap();
        let table = store.ask().table(&row).unwrap().unwrap();
        assert_eq!(table.turns().len(), ROUNDS.len() - 1);
        for (seat, name) in [Seat::One, Seat::Two].into_iter().zip(names) {
            let Some((player, letters)) = players.iter_mut().find(|(p, _)| p.user == *name) else { continue };
            assert_eq!((player.look().unwrap(), player.distinct()), (*letters, *letters), "{name}: nothing doubled");
            let about = |raw: &[u8]| String::from_utf8_lossy(raw).contains(&format!("X-Boardpost-Game: {number}\r\n"));
            let last =
                player.letters.iter().rfind(|l| about(&l.raw) && !l.message_id.contains(".unreachable.")).unwrap();
            // one board, that of today, and all words that were not heard
            let now: Vec<String> = board(&table, Eye::Seat(seat), Lang::En, None);
            let flat = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
            let shown = flat(last.told());
            assert!(flat(&last.text).windows(now.len()).any(|w| w == flat(&now.join("\n"))), "{}", last.text);
            assert!(shown.iter().any(|l| l.contains("+---+")));
            assert!(last.text.contains("Good game!"), "{}", last.text);
            assert!(last.text.contains("ns@C2") && last.text.contains("new@C3"), "{}", last.text);
        }
        let log = house.good(&["log", &number.to_string()]);
        assert_eq!(log.matches("Boardpost-Sent: superseded").count(), 2 * (ROUNDS.len() - 1), "game {number}");
    }
    house.good(&["verify"]);
    assert!(fs::read_to_string(house.path("daemon.log")).unwrap().contains("takes the place"));
}
