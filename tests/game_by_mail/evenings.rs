//! The evenings of the games with secrets, played letter by letter over the real servers: from `start` to the end, both
//! fleets hidden until then.

use std::fs;
use std::path::Path;
use std::time::Instant;

use boardpost::judge::Event;
use boardpost::store::Store;

use super::house::{House, IDLE_TLS, PATIENCE};
use super::player::{Player, Style};
use crate::mailstack::Stack;

/// The script of an evening.
struct Script {
    start: Vec<String>,
    /// Who writes (0 or 1), with what, and what.
    letters: Vec<(usize, Style, String)>,
}

fn script(name: &str) -> Script {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/evenings").join(name).with_extension("toml");
    let script: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let text = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut start = vec!["start".to_owned(), text(&script["game"])];
    for (n, player) in script["players"].as_array().unwrap().iter().enumerate() {
        // the same people, at the mailboxes that are there
        let player = text(player);
        let (name, lang) = (player.split('<').next().unwrap().trim(), player.rsplit(':').next().unwrap());
        start.push(format!("{name} <p{}@game.test>:{lang}", n + 1));
    }
    let options = script.get("options").and_then(toml::Value::as_table);
    start.extend(options.into_iter().flatten().map(|(key, value)| format!("{key}={}", text(value))));
    let letters = script["letter"].as_array().unwrap().iter().map(|letter| {
        let style = match letter.get("client").map(text).as_deref() {
            Some("bare") => Style::Bare,
            Some("outlook") => Style::Outlook,
            Some("gmail-html") => Style::Html,
            _ => Style::Gmail,
        };
        (usize::try_from(letter["from"].as_integer().unwrap()).unwrap() - 1, style, text(&letter["text"]))
    });
    Script { letters: letters.collect(), start }
}

/// Waits until so many letters were ruled on and all answers are out; gives how many letters each seat got.
fn settled(house: &House, letters: usize) -> [usize; 2] {
    let store = Store::existing(&house.path("games.db")).unwrap();
    let start = Instant::now();
    loop {
        let log = store.ask().log(1).unwrap();
        let ruled = log.iter().filter(|l| l.kind == "in").count();
        if ruled == letters && store.ask().undelivered().unwrap().is_empty() {
            return [1, 2].map(|seat| log.iter().filter(|l| l.kind != "in" && l.seat.number() == seat).count());
        }
        assert!(start.elapsed() < PATIENCE, "{ruled} of {letters} letters ruled on");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// The rows of the fleets as the log has them, by seat.
fn fleets(house: &House) -> Vec<(usize, Vec<String>)> {
    let store = Store::existing(&house.path("games.db")).unwrap();
    let events = store.ask().events(1).unwrap();
    let turns = events.iter().filter_map(|(_, event)| match event {
        Event::Turn(seat, turn) => Some((usize::from(seat.number()) - 1, turn.clone())),
        _ => None,
    });
    let placed = turns.filter_map(|(seat, turn)| {
        let grid = turn.strip_prefix("place ").or_else(|| turn.strip_prefix("replace "))?;
        Some((seat, grid.split('/').filter(|row| row.chars().any(|c| c != '.')).map(str::to_owned).collect()))
    });
    placed.collect()
}

fn evening(name: &str) {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    let script = script(name);
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    let args: Vec<&str> = script.start.iter().map(String::as_str).collect();
    assert_eq!(house.good(&args), "1\n", "{args:?}");
    let daemon = house.daemon();
    let mut running = [0, 0];
    for n in 0..=script.letters.len() {
        if n > 0 {
            let (who, style, text) = &script.letters[n - 1];
            players[*who].reply(&stack, text, *style);
        }
        let counts = settled(&house, n);
        for (player, count) in players.iter_mut().zip(counts) {
            player.expect(count);
        }
        if house.json(&["games"]).len() == 1 {
            running = counts;
        }
    }
    let log = daemon.stop();
    assert!(!log.contains("ERROR"), "{log}");
    let placed = fleets(&house);
    assert_eq!(placed.iter().map(|p| p.0).collect::<std::collections::BTreeSet<_>>().len(), 2, "both hid something");
    for (owner, rows) in &placed {
        let other = &players[1 - owner];
        // what somebody guesses he knows, and what he has himself
        let guessed = |row: &String| script.letters.iter().any(|(who, _, text)| *who != *owner && text.contains(row));
        let shared = |row: &String| placed.iter().any(|(seat, rows)| seat != owner && rows.contains(row));
        for row in rows.iter().filter(|row| !guessed(row) && !shared(row)) {
            assert!(!log.contains(row), "{row} in the log");
            for letter in &other.letters[..running[1 - owner]] {
                assert!(!letter.everything().contains(row), "{} reads {row}:\n{}", other.user, letter.text);
            }
        }
    }
    let games = house.json(&["games", "--all"]);
    assert!(games[0]["state"] == "won" || games[0]["state"] == "drawn", "{games:?}");
    house.check_clean(&stack, script.letters.len());
    fs::write(house.path("game.mbox"), house.good(&["log", "1"])).unwrap();
    let replayed = house.json(&["replay", "game.mbox"]);
    assert!(replayed.iter().all(|l| l["ok"] == true));
    let got: usize = players.iter().map(|p| p.letters.len()).sum();
    assert_eq!(replayed.len(), got + script.letters.len(), "what was logged is what they wrote and got");
    // when it is over both see both fleets
    let public = house.good(&["show", "1", "--as", "public"]);
    let all = house.good(&["show", "1", "--as", "all"]);
    assert_eq!(public, all);
    // the evening in the examples ends in the same position: the letters' way made no difference
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).with_extension("mbox");
    let told = |path: &str| -> Vec<(String, Vec<String>)> {
        let steps = boardpost::replay::file(&fs::read(path).unwrap()).unwrap();
        let letters = steps.iter().filter(|s| s.kind == boardpost::store::record::Kind::In);
        letters.map(|s| (s.verdict.to_owned(), s.commands.clone())).collect()
    };
    assert_eq!(told(house.path("game.mbox").to_str().unwrap()), told(example.to_str().unwrap()));
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn an_evening_of_battleship_is_played_by_real_mail() {
    evening("battleship");
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn an_evening_of_pentomino_is_played_by_real_mail() {
    evening("pentomino");
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_duel_of_smyoz_is_played_by_real_mail() {
    evening("smyoz-duel");
}
