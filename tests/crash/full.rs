//! A disk that is really full, to the last page: the database lies on a small file system of its own, in a mount
//! namespace that nobody else sees.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::protocols::Servers;
use super::scene::{Scene, dump, end};
use crate::post_smtp::PIPELINING;

const PAGE: u64 = 4096;

/// A file system, gone when dropped.
struct Disk {
    /// Keeps the namespace, until its input ends.
    holder: Child,
    path: PathBuf,
}

impl Disk {
    fn new(path: &Path, kib: usize) -> Self {
        let mount = "mount -t tmpfs -o size=\"$1\"k tmpfs \"$0\" && echo mounted && exec cat";
        let mut unshare = Command::new("unshare");
        unshare.args(["-m", "sh", "-c", mount]).arg(path).arg(kib.to_string());
        let mut holder = unshare.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(holder.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        assert_eq!(said, "mounted\n", "a small file system can be mounted only by root");
        Self { holder, path: path.to_owned() }
    }

    /// A file of it, as it is seen from outside.
    fn file(&self, name: &str) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(self.path.strip_prefix("/").unwrap()).join(name)
    }

    /// Fills it, but for some pages.
    fn fill(&self, free: u64) {
        let mut ballast = fs::File::create(self.file("ballast")).unwrap();
        let mut pages = 0;
        while ballast.write_all(&[1; PAGE as usize]).is_ok() {
            pages += 1;
        }
        ballast.set_len((pages - free) * PAGE).unwrap();
    }

    /// Makes space again.
    fn clear(&self) {
        fs::File::create(self.file("ballast")).unwrap();
    }

    /// A command that sees it.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["-m", "-t", &self.holder.id().to_string(), program]);
        command
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// What must be the same in the end: letters and what became of them, answers, events.
#[derive(Debug)]
struct Outcome {
    letters: Vec<String>,
    answers: Vec<String>,
    events: Vec<String>,
    /// An answer that could not be sent may be replaced by the next one: not the same in the end.
    fates: Vec<String>,
}

/// How often each answer was accepted by the server, by its Message-ID.
type Accepted = BTreeMap<String, usize>;

/// A daemon at work on a disk that is full but for some pages; `None` = there is room. Gives what it led to when all
/// these answers were sent or replaced, and whether the disk was found to be full.
fn run(scene: &Scene, answers: usize, free: Option<u64>) -> (Outcome, Accepted, bool) {
    let servers = Servers::new("", PIPELINING, &[]);
    let dir = scene.folder(&format!("[store]\npath = \"disk/games.db\"\n{}", servers.outbox()));
    fs::create_dir(dir.path().join("disk")).unwrap();
    let disk = Disk::new(&dir.path().join("disk"), 8192);
    fs::copy(dir.path().join("games.db"), disk.file("games.db")).unwrap();
    let log = dir.path().join("daemon.log");
    let mut command = disk.command(env!("CARGO_BIN_EXE_boardpost"));
    command.arg("--config").arg(dir.path().join("config.toml")).arg("run");
    command.env("BOARDPOST_LOG", "info").stdin(Stdio::null()).stderr(fs::File::create(&log).unwrap());
    let mut daemon = Running(command.spawn().unwrap());
    let wait = |daemon: &mut Running, what: &str, good: &dyn Fn(&str) -> bool| {
        let start = Instant::now();
        loop {
            let said = fs::read_to_string(&log).unwrap();
            if good(&said) {
                break;
            }
            let ended = daemon.0.try_wait().unwrap();
            assert!(ended.is_none(), "{free:?}: it ends with {ended:?} where {what} is waited for: {said}");
            assert!(start.elapsed() < Duration::from_secs(120), "{free:?}: no {what}: {said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait(&mut daemon, "start", &|said| said.contains("running"));
    if let Some(free) = free {
        disk.fill(free);
    }
    let inbox = dir.path().join("mail/in/new");
    let lying = scene.maildir();
    fs::create_dir_all(inbox.parent().unwrap()).unwrap();
    let _ = fs::remove_dir(&inbox);
    // all at once
    fs::rename(lying.path().join("mail/in/new"), &inbox).unwrap();
    let done = || fs::read_dir(dir.path().join("mail/done/cur")).map_or(0, Iterator::count) == scene.letters.len();
    let told = |said: &str| {
        // a letter that was claimed and could not be sent may be replaced by the next one
        let held = said.lines().filter_map(|l| l.split_once("takes the place").and(l.rsplit_once("held=")));
        let replaced: usize = held.map(|(_, n)| n.trim().parse::<usize>().unwrap()).sum();
        said.matches(": sent letter=").count() + replaced
    };
    let full = |said: &str| said.contains("disk is full");
    let idle = |said: &str| done() && told(said) >= answers;
    let mut was_full = false;
    if free.is_some() {
        wait(&mut daemon, "full disk", &|said| full(said) || idle(said));
        was_full = full(&fs::read_to_string(&log).unwrap());
        disk.clear();
    }
    // it goes on by itself
    wait(&mut daemon, "end of the work", &idle);
    daemon.stop();
    for name in ["games.db", "games.db-wal"] {
        let _ = fs::copy(disk.file(name), dir.path().join(name));
    }
    let config = fs::read_to_string(dir.path().join("config.toml")).unwrap();
    fs::write(dir.path().join("config.toml"), config.replace("disk/games.db", "games.db")).unwrap();
    assert!(end(dir.path(), &["verify"]), "{free:?}");
    let (outcome, accepted) = (outcome(&dir), servers.accepted());
    let replaced = outcome.fates.iter().filter(|row| row.ends_with("superseded")).count();
    assert!(outcome.fates.iter().all(|row| row.ends_with(" sent") || row.ends_with(" superseded")), "{free:?}");
    assert_eq!(accepted.len() + replaced, answers, "{free:?}: {accepted:?}");
    (outcome, accepted, was_full)
}

struct Running(Child);

impl Running {
    fn stop(&mut self) {
        let pid = self.0.id().to_string();
        assert!(Command::new("sh").args(["-c", "kill -s TERM \"$0\"", &pid]).status().unwrap().success());
        assert_eq!(self.0.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn outcome(dir: &TempDir) -> Outcome {
    let db = rusqlite::Connection::open(dir.path().join("games.db")).unwrap();
    let list = |query: &str| -> Vec<String> {
        let mut rows = db.prepare(query).unwrap();
        rows.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect()
    };
    Outcome {
        letters: list("SELECT msgid || ' ' || state || ' ' || note FROM inbox ORDER BY id"),
        answers: list("SELECT rcpt || ' ' || msgid FROM outbox ORDER BY msgid"),
        fates: list("SELECT msgid || ' ' || state FROM outbox"),
        events: list("SELECT game || ' ' || n || ' ' || text FROM event ORDER BY game, n"),
    }
}

#[test]
#[ignore = "needs root: mounts a small file system"]
fn a_disk_without_a_free_page_stops_the_daemon_only_until_there_is_room() {
    let scene = Scene::new();
    let answers = {
        let dir = scene.maildir();
        assert!(end(dir.path(), &["run", "--once"]));
        dump(dir.path())["folder out/new"].len()
    };
    let (wanted, accepted, _) = run(&scene, answers, None);
    assert_eq!((accepted.len(), accepted.values().sum()), (answers, answers));
    // small steps at first: that many pages are written by one transaction
    let degrees = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 31, 37, 44, 52, 61, 71, 83, 97, 113, 132, 160, 1000];
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        // most of the time is spent in waiting
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(free) = degrees.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (got, accepted, full) = run(&scene, answers, Some(*free));
                    assert_eq!(got.letters, wanted.letters, "{free} pages");
                    assert_eq!(got.answers, wanted.answers, "{free} pages");
                    assert_eq!(got.events, wanted.events, "{free} pages");
                    assert!(accepted.values().all(|n| *n == 1), "{free} pages: {accepted:?}");
                    if full {
                        failed.lock().unwrap().push(*free);
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap();
    failed.sort_unstable();
    println!("full at {failed:?} pages");
    assert!(failed.len() >= 20 && !failed.contains(&1000), "{failed:?}");
}
