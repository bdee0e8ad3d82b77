//! The same over IMAP and SMTP: a letter that leaves is accepted at least once, and more than once only where the program
//! died between its final dot and the note that it was sent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use boardpost::fault::POINTS;
use boardpost::post::Tls;

use super::scene::{Dump, Scene, dump, end};
use super::{crashes, on_the_wire};
use crate::post_smtp::{Letters, PIPELINING, PLAIN, session};
use crate::scripted::{Act, Box, Fake};

/// A mailbox that keeps its letters between connections, and a server that takes letters over one line at a time.
pub(super) struct Servers {
    imap: Fake,
    smtp: Fake,
    /// UID, and whether it is marked as deleted.
    inbox: Arc<Mutex<BTreeMap<u32, bool>>>,
    processed: Arc<Mutex<Vec<u32>>>,
    taken: Letters,
    open: Arc<AtomicUsize>,
}

impl Servers {
    pub(super) fn new(can: &'static str, ehlo: &'static str, letters: &[Vec<u8>]) -> Self {
        let text = |l: &Vec<u8>| String::from_utf8(l.clone()).unwrap();
        let letters: Vec<(u32, String)> = (1..).zip(letters.iter().map(text)).collect();
        let inbox = Arc::new(Mutex::new(letters.iter().map(|(uid, _)| (*uid, false)).collect::<BTreeMap<_, _>>()));
        let processed = Arc::new(Mutex::new(Vec::new()));
        let (ours, done) = (Arc::clone(&inbox), Arc::clone(&processed));
        let imap = Fake::serve(move |_, talk| {
            let now = |deleted: bool| {
                let inbox = ours.lock().unwrap();
                let there = letters.iter().filter(|(uid, _)| inbox.get(uid).is_some_and(|d| deleted || !d));
                Box { epoch: 7, can, letters: there.cloned().collect() }
            };
            now(true).serve(talk, |command| {
                let words: Vec<&str> = command.split(' ').collect();
                let uids = |set: &str| -> Vec<u32> {
                    now(true).letters.iter().map(|l| l.0).filter(|uid| crate::scripted::within(set, *uid)).collect()
                };
                match words[..] {
                    ["UID", "FETCH", ..] => return Act::Say(now(false).usual(command)),
                    ["UID", "COPY", set, _] => done.lock().unwrap().extend(uids(set)),
                    ["UID", "STORE", set, ..] => {
                        for uid in uids(set) {
                            ours.lock().unwrap().insert(uid, true);
                        }
                    }
                    ["UID", "EXPUNGE", set] => {
                        for uid in uids(set) {
                            ours.lock().unwrap().remove(&uid);
                        }
                    }
                    ["UID", "MOVE", set, _] => {
                        for uid in uids(set) {
                            ours.lock().unwrap().remove(&uid);
                            done.lock().unwrap().push(uid);
                        }
                    }
                    _ => {}
                }
                Act::Usual
            });
        });
        let (taken, open) = (Letters::default(), Arc::new(AtomicUsize::new(0)));
        let (accepted, count) = (Letters::clone(&taken), Arc::clone(&open));
        let smtp = Fake::serve(move |_, talk| {
            if count.fetch_add(1, Ordering::SeqCst) > 0 {
                talk.say("421 4.7.0 one connection at a time\r\n");
            } else {
                session(ehlo, talk, &accepted, &mut |_, answer, talk| {
                    talk.say(answer);
                    Some(answer.starts_with(['2', '3']))
                });
            }
            count.fetch_sub(1, Ordering::SeqCst);
        });
        Self { imap, smtp, inbox, processed, taken, open }
    }

    fn sections(&self, password: &std::path::Path) -> String {
        format!(
            "[inbox]\nkind = \"imap\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\nuser = \"game\"\n\
             password_file = \"{}\"\nidle = false\n{}",
            self.imap.server(Tls::None, None).port,
            password.display(),
            self.outbox(),
        )
    }

    /// The section for the way out alone.
    pub(super) fn outbox(&self) -> String {
        let port = self.smtp.server(Tls::None, None).port;
        format!("[outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\n")
    }

    /// Waits until the servers have seen that the program is gone.
    fn settle(&self) {
        let start = Instant::now();
        while self.open.load(Ordering::SeqCst) > 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "a connection stays");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// How often each letter was accepted; copies must be the same to the byte.
    pub(super) fn accepted(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::<String, usize>::new();
        let mut bodies = BTreeMap::new();
        for (to, letter) in self.taken.lock().unwrap().iter() {
            let id = letter.lines().find_map(|l| l.strip_prefix("Message-ID: ")).unwrap().to_owned();
            assert_eq!(bodies.entry(id.clone()).or_insert_with(|| (to.clone(), letter.clone())).1, *letter, "{id}");
            *counts.entry(id).or_default() += 1;
        }
        counts
    }
}

/// Runs the scene against servers of its own, with a crash or without; gives the end, and how often each letter was
/// accepted. `None` where the point was not passed so often.
fn run(
    scene: &Scene,
    (can, ehlo): (&'static str, &'static str),
    crash: Option<(&str, usize)>,
) -> Option<(Dump, BTreeMap<String, usize>)> {
    let servers = Servers::new(can, ehlo, &scene.letters);
    let password = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(password.path(), "s3cret\n").unwrap();
    let dir = scene.folder(&servers.sections(password.path()));
    if let Some((point, passage)) = crash {
        if !crashes(dir.path(), &["run", "--once"], point, passage) {
            return None;
        }
        servers.settle();
    }
    assert!(end(dir.path(), &["run", "--once"]), "{crash:?}");
    servers.settle();
    // a letter that was only marked when the program died is copied already, and passed over
    assert!(servers.inbox.lock().unwrap().values().all(|deleted| *deleted), "{crash:?}: letters in the inbox");
    let mut done = servers.processed.lock().unwrap().clone();
    done.sort_unstable();
    if !can.contains("MOVE") {
        // copied, and not marked when the program died: copied again
        done.dedup();
    }
    assert_eq!(done, (1..=scene.letters.len() as u32).collect::<Vec<_>>(), "{crash:?}");
    Some((dump(dir.path()), servers.accepted()))
}

/// Lets the program die at some passages of a point; true where it is passed at all.
fn point_holds(
    scene: &Scene,
    way: (&'static str, &'static str),
    (wanted, letters): &(Dump, BTreeMap<String, usize>),
    point: &str,
) -> bool {
    // a death of the receiver may meet the sender anywhere
    let unknown = !point.starts_with("smtp-") || ["smtp-dot", "smtp-taken"].contains(&point);
    for (n, passage) in [1, 2, 3, 5, 9, 14, 20, 27, 40].into_iter().enumerate() {
        let Some((got, accepted)) = run(scene, way, Some((point, passage))) else { return n > 0 };
        for (table, rows) in wanted {
            assert_eq!(&got[table], rows, "{way:?} {point}:{passage}: {table}");
        }
        let doubled: Vec<_> = accepted.iter().filter(|(_, n)| **n != 1).collect();
        assert!(
            doubled.is_empty() || unknown && doubled.len() == 1 && *doubled[0].1 == 2,
            "{way:?} {point}:{passage}: {doubled:?}"
        );
        assert_eq!(accepted.keys().collect::<Vec<_>>(), letters.keys().collect::<Vec<_>>());
    }
    true
}

#[test]
fn a_death_on_the_wire_loses_nothing_and_doubles_only_what_nobody_can_know() {
    let scene = Scene::new();
    let ways = [("MOVE UIDPLUS", PIPELINING), ("UIDPLUS", PLAIN)];
    let wanted = ways.map(|way| run(&scene, way, None).unwrap());
    for (dump, letters) in &wanted {
        scene.check(dump);
        assert!(letters.values().all(|n| *n == 1), "{letters:?}");
    }
    let again = ["fetched", "moving", "moved", "commit", "committed"];
    let points = || POINTS.iter().copied().filter(|p| on_the_wire(p) || again.contains(p));
    let cases: Vec<_> = (0..ways.len()).flat_map(|way| points().map(move |point| (way, point))).collect();
    let (next, passed) = (AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    std::thread::scope(|scope| {
        // most of the time is spent in waiting
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((way, point)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if point_holds(&scene, ways[*way], &wanted[*way], point) {
                        passed.lock().unwrap().insert(*point);
                    }
                }
            });
        }
    });
    let passed = passed.into_inner().unwrap();
    for point in points() {
        assert!(passed.contains(point), "{point} is never passed");
    }
}
