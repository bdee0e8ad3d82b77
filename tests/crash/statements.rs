//! The program dies before any statement that it says to its database, be it in the middle of a transaction. Covered
//! is every statement of both threads that write, from the first pragma on, for one letter of each kind; those of a
//! whole batch are at the commits, by [`super`].

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::scene::{Dump, Scene, dump, end};
use super::{crashes, same};

/// A letter of each kind, or two of which the second is beyond a limit.
struct Kind {
    name: &'static str,
    /// Where they lie in the scene.
    letters: Range<usize>,
    /// What they must have led to, as a table and a part of a row.
    led_to: (&'static str, &'static str),
    limits: &'static str,
}

const fn one(name: &'static str, letter: usize, table: &'static str, part: &'static str) -> Kind {
    Kind { name, letters: letter..letter + 1, led_to: (table, part), limits: "" }
}

const KINDS: &[Kind] = &[
    one("move", 0, "event", "turn 1 ew@A3"),
    one("refused move", 1, "inbox", "'refused"),
    one("chat", 2, "inbox", "'accepted"),
    one("placement", 3, "event", "place "),
    one("start", 4, "start_request", "vera bela"),
    one("start confirmed", 5, "game", "size=3"),
    one("confirmation", 6, "game", "won"),
    Kind {
        name: "chat that is held back",
        letters: 1..3,
        led_to: ("outbox", "'ready'"),
        limits: "[limits]\nplayer_hour = 1\n",
    },
];

/// The statements of the thread that rules, and of the one that sends.
const POINTS: [&str; 2] = ["sql", "sql-twin"];

/// A run that does not die.
fn undisturbed(scene: &Scene, kind: &Kind) -> Dump {
    let dir = scene.maildir_of(kind.letters.clone(), kind.limits);
    assert!(end(dir.path(), &["run", "--once"]));
    dump(dir.path())
}

/// Dies before each statement in turn; gives how many there are.
fn die_at_each(scene: &Scene, kind: &Kind, wanted: &Dump, point: &str) -> usize {
    let mut n = 1;
    loop {
        let dir = scene.maildir_of(kind.letters.clone(), kind.limits);
        let died = crashes(dir.path(), &["run", "--once"], point, n);
        assert!(!died || end(dir.path(), &["run", "--once"]), "{point}:{n}");
        same(&dump(dir.path()), wanted, &format!("{}, {point}:{n}", kind.name));
        if !died {
            return n - 1;
        }
        n += 1;
    }
}

#[test]
fn a_death_before_any_statement_changes_nothing() {
    let scene = Scene::new();
    let jobs: Vec<_> = KINDS.iter().flat_map(|kind| POINTS.map(|point| (kind, point))).collect();
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((kind, point)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wanted = undisturbed(&scene, kind);
                    let (table, part) = kind.led_to;
                    assert!(wanted[table].iter().any(|row| row.contains(part)), "{}: {:?}", kind.name, wanted[table]);
                    let count = die_at_each(&scene, kind, &wanted, point);
                    counts.lock().unwrap().push((kind.name, *point, count));
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap();
    println!("{counts:?}");
    for (kind, point, count) in &counts {
        // opening alone is a dozen; each of these letters needs far more
        let least = if *point == "sql" { 50 } else { 20 };
        assert!(*count >= least, "{kind}: {count} times {point}: statements are not counted");
    }
    assert_eq!(counts.len(), KINDS.len() * POINTS.len());
}
