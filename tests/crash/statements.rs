//! The program dies before any statement that it says to its database, be it in the middle of a transaction. Covered
//! is every statement of both threads that write, from the first pragma on, for one letter of each kind; those of a
//! whole batch are at the commits, by [`super`].

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::scene::{Dump, Scene, dump, end};
use super::{crashes, same};

/// One letter of each kind: where it lies in the scene, and what it must have led to, as a table and a part of a row.
const KINDS: &[(&str, usize, &str, &str)] = &[
    ("move", 0, "event", "turn 1 ew@A3"),
    ("refused move", 1, "inbox", "'refused"),
    ("chat", 2, "inbox", "'accepted"),
    ("placement", 3, "event", "place "),
    ("start", 4, "start_request", "vera bela"),
    ("start confirmed", 5, "game", "size=3"),
    ("confirmation", 6, "game", "won"),
];

/// The statements of the thread that rules, and of the one that sends.
const POINTS: [&str; 2] = ["sql", "sql-twin"];

/// A run with one letter that does not die.
fn undisturbed(scene: &Scene, letter: usize) -> Dump {
    let dir = scene.maildir_of(letter..letter + 1);
    assert!(end(dir.path(), &["run", "--once"]));
    dump(dir.path())
}

/// Dies before each statement in turn; gives how many there are.
fn die_at_each(scene: &Scene, letter: usize, wanted: &Dump, point: &str) -> usize {
    let mut n = 1;
    loop {
        let dir = scene.maildir_of(letter..letter + 1);
        let died = crashes(dir.path(), &["run", "--once"], point, n);
        assert!(!died || end(dir.path(), &["run", "--once"]), "{point}:{n}");
        same(&dump(dir.path()), wanted, &format!("letter {letter}, {point}:{n}"));
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
                while let Some(((kind, letter, table, part), point)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wanted = undisturbed(&scene, *letter);
                    assert!(wanted[*table].iter().any(|row| row.contains(part)), "{kind}: {:?}", wanted[*table]);
                    let count = die_at_each(&scene, *letter, &wanted, point);
                    counts.lock().unwrap().push((*kind, *point, count));
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
