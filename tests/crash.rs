//! The program dies at every step of a letter's way and is started again: all must be as if it had not died.

mod disk;
mod full;
mod poison;
mod protocols;
mod scene;
mod statements;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use boardpost::fault::POINTS;

use scene::{Dump, Scene, command, dump, end};

/// Points that only mail servers lead to; `protocols` has them.
fn on_the_wire(point: &str) -> bool {
    point.starts_with("smtp-") || point.starts_with("imap-")
}

/// Points that are passed too often for a run of all letters; `statements` has them.
fn in_the_database(point: &str) -> bool {
    point == "schema" || point.starts_with("sql")
}

/// Runs with a crash at a passage of a point; true where the point was passed so often that the program died.
fn crashes(dir: &Path, args: &[&str], point: &str, passage: usize) -> bool {
    let mut command = command(dir, args);
    let ended = command.env("BOARDPOST_CRASH_AT", format!("{point}:{passage}")).output().unwrap();
    ended.status.code().is_none()
}

/// All is as in a run that did not die.
#[track_caller]
fn same(got: &Dump, wanted: &Dump, when: &str) {
    for (table, rows) in wanted {
        assert_eq!(&got[table], rows, "{when}: {table}");
    }
    assert_eq!(got.len(), wanted.len(), "{when}");
}

#[test]
fn a_death_at_any_point_of_a_letters_way_changes_nothing() {
    let scene = Scene::new();
    let wanted = {
        let dir = scene.maildir();
        assert!(end(dir.path(), &["run", "--once"]), "the undisturbed run");
        dump(dir.path())
    };
    scene.check(&wanted);
    let points: Vec<&str> = POINTS.iter().copied().filter(|p| !on_the_wire(p) && !in_the_database(p)).collect();
    let passed = Mutex::new(BTreeMap::<&str, usize>::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(point) = points.get(next.fetch_add(1, Ordering::Relaxed)) {
            for passage in 1.. {
                let dir = scene.maildir();
                if !crashes(dir.path(), &["run", "--once"], point, passage) {
                    assert_eq!(dump(dir.path()), wanted, "{point} was passed {} times", passage - 1);
                    passed.lock().unwrap().insert(point, passage - 1);
                    break;
                }
                assert!(end(dir.path(), &["run", "--once"]), "{point}:{passage}");
                same(&dump(dir.path()), &wanted, &format!("{point}:{passage}"));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let passed = passed.into_inner().unwrap();
    println!("{passed:?}");
    for point in points {
        assert!(passed[point] > 0, "{point} is never passed");
    }
}

/// Not about a death, but about the same letters.
#[test]
fn each_letter_has_one_line_in_the_log_and_no_secret_stands_there() {
    let scene = Scene::new();
    let dir = scene.maildir();
    let done = command(dir.path(), &["run", "--once"]).env("BOARDPOST_LOG", "info").output().unwrap();
    let log = String::from_utf8(done.stderr).unwrap();
    let db = rusqlite::Connection::open(dir.path().join("games.db")).unwrap();
    let list = |sql: &str| -> Vec<String> {
        let mut rows = db.prepare(sql).unwrap();
        rows.query_map([], |r| r.get::<_, String>(0)).unwrap().map(Result::unwrap).collect()
    };
    let ids = list("SELECT CAST(id AS TEXT) FROM inbox WHERE received = 1790500000");
    assert_eq!(ids.len(), 13);
    let about = |id: &str, words: &[&str]| {
        let field = format!(" letter={id}");
        log.lines()
            .filter(|l| words.iter().any(|w| l.contains(&format!(": {w} "))))
            .filter(|l| l.ends_with(&field) || l.contains(&format!("{field} ")))
            .count()
    };
    for id in ids {
        assert_eq!(about(&id, &["ruled", "answered", "ignored", "put aside"]), 1, "letter {id}: {log}");
    }
    for id in list("SELECT CAST(id AS TEXT) FROM outbox WHERE sent_at = 1790500000") {
        assert_eq!(about(&id, &["sent"]), 1, "answer {id}: {log}");
    }
    for field in ["game=", "seat=", "verdict=\"accepted\"", "verdict=\"refused\"", "waited=", "ms=", "attempts="] {
        assert!(log.contains(field), "{field} is not in {log}");
    }
    let secrets = list("SELECT token FROM token UNION SELECT code FROM start_request");
    let words = ["Hello!", "What is this", "place ", "I am away", "no letter at all", "abcdefghijklmnopqrst"];
    for secret in secrets.iter().map(String::as_str).chain(words) {
        assert!(!log.contains(secret), "{secret} stands in {log}");
    }
}

#[test]
fn a_death_while_a_database_is_made_or_a_game_is_opened_leaves_all_or_nothing() {
    const START: &[&str] = &["start", "thoughtwave", "anna@example.org", "bela@example.net", "size=4"];
    for point in ["schema", "sql", "commit", "committed"] {
        let mut passage = 1;
        loop {
            let dir = tempfile::tempdir().unwrap();
            let died = crashes(dir.path(), START, point, passage);
            let before = if died {
                assert!(end(dir.path(), START), "{point}:{passage}");
                games(dir.path()) - 1
            } else {
                0
            };
            assert!(before <= 1, "{point}:{passage}");
            assert!(end(dir.path(), &["run", "--once"]));
            assert!(end(dir.path(), &["verify"]));
            let letters = std::fs::read_dir(dir.path().join("mail/out/new")).unwrap().count();
            assert_eq!(letters, 2 * games(dir.path()), "{point}:{passage}");
            if !died {
                break;
            }
            passage += 1;
        }
        assert!(passage > 1, "{point} is never passed");
    }
}

fn games(dir: &Path) -> usize {
    let done = command(dir, &["games", "--json"]).output().unwrap();
    assert!(done.status.success());
    String::from_utf8(done.stdout).unwrap().lines().count()
}
