//! The sender's lines: several at a time, to servers that count connections and letters.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;

use crate::post_smtp::{Letters, PIPELINING, session};
use crate::scripted::{Fake, Talk};
use boardpost::config::Config;
use boardpost::daemon::{StartArgs, serve, start};
use boardpost::post::{Stop, Tls};
use boardpost::store::Store;

const GAMES: usize = 30;

/// A server whose outbox holds two letters of each of many games.
fn house(fake: &Fake) -> (tempfile::TempDir, Config) {
    let dir = tempfile::tempdir().unwrap();
    let port = fake.server(Tls::None, None).port;
    let text = format!(
        "[server]\naddress = \"game@post.example\"\n[inbox]\nkind = \"maildir\"\npath = \"in\"\ndone = \"done\"\n\
         [outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\n[limits]\ndot_seconds = 2\n"
    );
    fs::write(dir.path().join("config.toml"), text).unwrap();
    let config = Config::load(Some(&dir.path().join("config.toml"))).unwrap();
    let mut store = Store::open(&config.store).unwrap();
    for n in 0..GAMES {
        let args = StartArgs {
            game: "thoughtwave".to_owned(),
            players: vec![format!("a{n}@x.example"), format!("b{n}@y.example")],
            options: vec![("size".to_owned(), "5".to_owned())],
        };
        start(&mut store, &config, &args, 1_790_000_000).unwrap().unwrap();
    }
    (dir, config)
}

/// How often each reader got a letter.
fn counts(letters: &Letters) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (to, _) in letters.lock().unwrap().iter() {
        *counts.entry(to.clone()).or_default() += 1;
    }
    counts
}

fn waiting(config: &Config) -> usize {
    Store::existing(&config.store).unwrap().ask().undelivered().unwrap().len()
}

type Answer<'a> = dyn FnMut(&str, &str, &mut Talk) -> Option<bool> + 'a;

fn usual(_: &str, answer: &str, talk: &mut Talk) -> Option<bool> {
    talk.say(answer);
    Some(answer.starts_with(['2', '3']))
}

/// Drains against a server whose connections answer as `of` says, by number.
fn drain(
    of: impl Fn(usize) -> std::boxed::Box<Answer<'static>> + Send + Sync + 'static,
) -> (Fake, Letters, Config, bool) {
    let letters = Letters::default();
    let taken = Letters::clone(&letters);
    let fake = Fake::serve(move |number, talk| session(PIPELINING, talk, &taken, &mut *of(number)));
    let (dir, config) = house(&fake);
    let good = serve(&config, true, &Stop::default()).unwrap();
    let _ = dir.keep();
    (fake, letters, config, good)
}

#[test]
fn every_letter_goes_once_over_at_most_four_lines() {
    let (fake, letters, config, good) = drain(|_| std::boxed::Box::new(usual));
    assert!(good);
    assert_eq!((counts(&letters).len(), letters.lock().unwrap().len()), (2 * GAMES, 2 * GAMES));
    assert_eq!(waiting(&config), 0);
    let lines = fake.count("[");
    assert!((2..=4).contains(&lines), "{lines}");
    assert_eq!(fake.count("QUIT"), lines);
}

#[test]
fn a_server_that_ends_a_line_after_some_letters_is_called_again() {
    let (fake, letters, config, good) = drain(|_| {
        let mut count = 0;
        std::boxed::Box::new(move |verb, answer, talk| {
            count += usize::from(verb == "MAIL");
            if count > 5 {
                talk.say("421 4.7.0 enough for one connection\r\n");
                return None;
            }
            usual(verb, answer, talk)
        })
    });
    // 421 to MAIL puts off the letter that it answers; none is lost or doubled
    let counts = counts(&letters);
    assert!(counts.values().all(|n| *n == 1), "{counts:?}");
    assert_eq!(counts.len() + waiting(&config), 2 * GAMES);
    assert!(counts.len() >= 2 * GAMES * 4 / 5, "{}", counts.len());
    assert!(!good || waiting(&config) == 0);
    assert!(fake.count("[") > 4);
}

#[test]
fn a_server_for_one_line_at_a_time_gets_all_over_it() {
    let letters = Letters::default();
    let taken = Letters::clone(&letters);
    let fake = Fake::serve(move |number, talk| {
        if number > 0 {
            return talk.say("421 4.7.0 one connection at a time\r\n");
        }
        session(PIPELINING, talk, &taken, &mut usual);
    });
    let (_dir, config) = house(&fake);
    assert!(serve(&config, true, &Stop::default()).unwrap(), "that others were refused is no fault");
    assert_eq!((counts(&letters).len(), letters.lock().unwrap().len()), (2 * GAMES, 2 * GAMES));
    assert_eq!(waiting(&config), 0);
}

#[test]
fn a_line_that_breaks_after_the_dot_leaves_one_letter_unknown() {
    let broken = Mutex::new(false);
    let broken: &'static Mutex<bool> = std::boxed::Box::leak(std::boxed::Box::new(broken));
    let (_, letters, config, good) = drain(move |_| {
        std::boxed::Box::new(move |verb, answer, talk| {
            if verb == "dot" && !std::mem::replace(&mut *broken.lock().unwrap(), true) {
                return None;
            }
            usual(verb, answer, talk)
        })
    });
    assert!(!good);
    let rows = Store::existing(&config.store).unwrap().ask().undelivered().unwrap();
    assert_eq!(rows.iter().map(|r| (r.state.as_str(), r.unknowns)).collect::<Vec<_>>(), [("ready", 1)]);
    assert_eq!(letters.lock().unwrap().len(), 2 * GAMES - 1);
    assert_eq!(counts(&letters).len(), 2 * GAMES - 1);
    // it goes again as it was
    assert!(serve(&config, true, &Stop::default()).unwrap());
    assert_eq!((waiting(&config), counts(&letters).len()), (0, 2 * GAMES));
}

#[test]
fn a_server_that_is_away_is_asked_by_one_line() {
    let fake = Fake::serve(|_, talk| talk.say("554 go away\r\n"));
    let (_dir, config) = house(&fake);
    assert!(!serve(&config, true, &Stop::default()).unwrap());
    assert_eq!(waiting(&config), 2 * GAMES);
    assert!(fake.count("[") <= 2, "{}", fake.count("["));
    let store = Store::existing(&config.store).unwrap();
    assert!(store.ask().shut().unwrap());
    drop(store);
}
