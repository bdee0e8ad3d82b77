//! The daemon between mail servers that misbehave: each trouble ends within its deadline, the daemon recovers by itself,
//! and each letter counts once and is answered once.
//!
//! What the inbox and the mailer do by themselves at each step stands in `post_imap` and `post_smtp`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use boardpost::game::Lang;
use boardpost::post::Tls;
use rusqlite::Connection;

use crate::desk::world::World;
use crate::post_smtp::{Letters, PIPELINING, session};
use crate::scripted::{Act, Box, Fake, Talk};

struct Daemon {
    child: Child,
    log: PathBuf,
}

impl Daemon {
    fn start(dir: &Path) -> Self {
        let log = dir.join("daemon.log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
        command.current_dir(dir).arg("run").stdin(Stdio::null()).stderr(fs::File::create(&log).unwrap());
        Self { child: command.spawn().unwrap(), log }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Waits until something is so.
    fn until(&mut self, what: &str, so: impl Fn() -> bool) {
        let start = Instant::now();
        while !so() {
            assert_eq!(self.child.try_wait().unwrap(), None, "{what}: {}", self.log());
            assert!(start.elapsed() < Duration::from_secs(60), "{what}: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game's database in a folder of its own, with deadlines of a second; and Anna's first move, with CRLF.
fn house(sections: &str) -> (tempfile::TempDir, String) {
    let mut w = World::new(
        Lang::En,
        "[limits]\ngreeting_seconds = 1\ncommand_seconds = 1\nfetch_seconds = 1\ndot_seconds = 1\n",
    );
    let game = w.start("size=5");
    let letter = w.answer("anna", w.letter_of("anna", game), "ew@A3").bytes("<1@client.example>", w.now);
    let letter = String::from_utf8(boardpost::post::mbox::canonical(&letter)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let config = fs::read_to_string(w.folder("config.toml")).unwrap();
    fs::write(dir.path().join("config.toml"), format!("{config}{sections}")).unwrap();
    w.desk.store().backup(&dir.path().join("games.db")).unwrap();
    (dir, letter)
}

fn count(dir: &Path, sql: &str) -> i64 {
    let db = Connection::open(dir.join("games.db")).unwrap();
    db.busy_timeout(Duration::from_secs(20)).unwrap();
    db.query_row(sql, [], |r| r.get(0)).unwrap()
}

fn answers(dir: &Path) -> usize {
    fs::read_dir(dir.join("mail/out/new")).map_or(0, Iterator::count)
}

/// What an IMAP server does wrong: `None` serves a command as usual.
type Wrong = fn(usize, &str) -> Option<Act>;

/// A mailbox with one letter, or the same one twice, on a server that is wrong in some way.
struct Mailbox {
    fake: Fake,
    left: Arc<Mutex<Vec<u32>>>,
}

fn mailbox(
    letter: Arc<Mutex<String>>,
    copies: u32,
    greet: fn(usize, &mut Talk) -> bool,
    epoch: fn(usize) -> u32,
    wrong: Wrong,
) -> Mailbox {
    let left = Arc::new(Mutex::new((1..=copies).collect::<Vec<_>>()));
    let ours = Arc::clone(&left);
    let fake = Fake::serve(move |number, talk| {
        if !greet(number, talk) {
            return;
        }
        let now = || {
            let letters = ours.lock().unwrap().iter().map(|uid| (*uid, letter.lock().unwrap().clone())).collect();
            Box { epoch: epoch(number), can: "IDLE MOVE UIDPLUS", letters }
        };
        now().serve(talk, |command| {
            if let Some(act) = wrong(number, command) {
                return act;
            }
            if let Some(rest) = command.strip_prefix("UID MOVE ") {
                ours.lock().unwrap().retain(|uid| !crate::scripted::within(rest.split(' ').next().unwrap(), *uid));
            }
            if command.starts_with("UID FETCH") { Act::Say(now().usual(command)) } else { Act::Usual }
        });
    });
    Mailbox { fake, left }
}

/// Runs the daemon on a mailbox until all is done; gives its log.
fn inbox_case(
    name: &str,
    copies: u32,
    greet: fn(usize, &mut Talk) -> bool,
    epoch: fn(usize) -> u32,
    wrong: Wrong,
) -> String {
    let text = Arc::new(Mutex::new(String::new()));
    let mailbox = mailbox(Arc::clone(&text), copies, greet, epoch, wrong);
    let password = tempfile::NamedTempFile::new().unwrap();
    fs::write(password.path(), "s3cret\n").unwrap();
    let (dir, letter) = house(&format!(
        "[inbox]\nkind = \"imap\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\nuser = \"game\"\npoll = 1\n\
         password_file = \"{}\"\n",
        mailbox.fake.server(Tls::None, None).port,
        password.path().display(),
    ));
    *text.lock().unwrap() = letter;
    let mut daemon = Daemon::start(dir.path());
    let dir = dir.path();
    daemon.until(name, || answers(dir) >= 2 && mailbox.left.lock().unwrap().is_empty());
    // and it stays so over another poll
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!((answers(dir), count(dir, "SELECT count(*) FROM event")), (2, 1), "{name}: {}", daemon.log());
    assert_eq!(count(dir, "SELECT count(*) FROM inbox WHERE state <> 'done'"), 0, "{name}");
    let log = daemon.log();
    // the IMAP library panics at some answers, and that ends the connection alone
    assert!(!log.contains("panicked at src") && !log.contains("s3cret"), "{name}: {log}");
    // a short trouble is no matter for the admin
    assert_eq!(count(dir, "SELECT count(*) FROM outbox WHERE msgid LIKE '<admin.%'"), 0, "{name}");
    log
}

fn good(_: usize, _: &mut Talk) -> bool {
    true
}

fn seven(_: usize) -> u32 {
    7
}

/// True for the first time that a command of this kind is given on the first connection.
fn first(number: usize, command: &str, verb: &str) -> bool {
    number == 0 && command.starts_with(verb)
}

#[test]
fn an_imap_server_may_fail_in_any_way_and_the_letter_counts_once() {
    let silent = |number: usize, talk: &mut Talk| {
        if number == 0 {
            talk.hang();
        }
        number > 0
    };
    let drip = |number: usize, talk: &mut Talk| {
        if number == 0 {
            talk.drip("* OK ");
        }
        number > 0
    };
    type Case = (&'static str, u32, fn(usize, &mut Talk) -> bool, fn(usize) -> u32, Wrong, usize);
    let cases: [Case; 10] = [
        ("no greeting", 1, silent, seven, |_, _| None, 1),
        ("a greeting byte by byte", 1, drip, seven, |_, _| None, 1),
        (
            "the end inside a letter",
            1,
            good,
            seven,
            |n, c| {
                (n == 0 && c.contains("BODY.PEEK"))
                    .then(|| Act::Close("* 1 FETCH (UID 1 BODY[] {4000}\r\nFrom: x".to_owned()))
            },
            1,
        ),
        ("BYE", 1, good, seven, |n, c| first(n, c, "SELECT").then(|| Act::Close("* BYE later\r\n".to_owned())), 1),
        ("a letter byte by byte", 1, good, seven, |n, c| (n == 0 && c.contains("BODY.PEEK")).then_some(Act::Hang), 1),
        (
            "NO to FETCH",
            1,
            good,
            seven,
            |n, c| {
                (n == 0 && c.contains("BODY.PEEK"))
                    .then(|| Act::Say("TAG NO not now\r\n".to_owned()))
                    .or_else(|| first(n, c, "IDLE").then(|| Act::Close(String::new())))
            },
            1,
        ),
        (
            "expunged between list and fetch",
            1,
            good,
            seven,
            |n, c| {
                (n == 0 && c.contains("BODY.PEEK"))
                    .then(|| Act::Say("TAG OK nothing there\r\n".to_owned()))
                    .or_else(|| first(n, c, "IDLE").then(|| Act::Close(String::new())))
            },
            1,
        ),
        // the letter was ruled on and not moved when all numbers changed
        (
            "a new UIDVALIDITY",
            1,
            good,
            |n| 7 + n as u32,
            |n, c| first(n, c, "UID MOVE").then(|| Act::Close(String::new())),
            1,
        ),
        ("the same letter twice", 2, good, seven, |_, _| None, 0),
        (
            "OK to IDLE, and DONE without an answer",
            1,
            good,
            seven,
            |n, c| match (n, c) {
                (0, "UID MOVE 1 \"Processed\"") => Some(Act::Close(String::new())),
                (1, "IDLE") => Some(Act::Say("TAG OK done\r\n".to_owned())),
                (2, "DONE") => Some(Act::Hang),
                _ => None,
            },
            1,
        ),
    ];
    std::thread::scope(|scope| {
        for (name, copies, greet, epoch, wrong, failures) in cases {
            scope.spawn(move || {
                let log = inbox_case(name, copies, greet, epoch, wrong);
                assert!(log.matches(" ERROR ").count() >= failures, "{name}: {log}");
                assert!(failures > 0 || !log.contains(" ERROR "), "{name}: {log}");
            });
        }
    });
}

#[test]
fn an_smtp_server_may_fail_again_and_again_and_each_letter_comes() {
    let taken = Letters::default();
    let accepted = Letters::clone(&taken);
    let fake = Fake::serve(move |number, talk| {
        let (mut at, mut mails) = (None, 0);
        let fault = match number {
            // silence, the end before 354, after the dot, and after 250
            0 => return talk.hang(),
            1 => "DATA",
            2 => "dot",
            3 => "after",
            _ => "never",
        };
        session(PIPELINING, talk, &accepted, &mut |verb, answer, talk| {
            mails += usize::from(verb == "MAIL");
            if fault == verb || fault == "after" && mails == 2 {
                at.get_or_insert(verb.to_owned());
                return None;
            }
            talk.say(answer);
            Some(answer.starts_with(['2', '3']))
        });
    });
    let port = fake.server(Tls::None, None).port;
    let (dir, letter) =
        house(&format!("[outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\n"));
    let new = dir.path().join("mail/in/new");
    fs::create_dir_all(&new).unwrap();
    fs::write(new.join("1"), letter).unwrap();
    let mut daemon = Daemon::start(dir.path());
    let path = dir.path().to_owned();
    let sql = "SELECT count(*) FROM outbox WHERE state = 'sent' AND id > 2";
    daemon.until("both answers", || count(&path, sql) == 2);
    let log = daemon.log();
    assert!(!log.contains("panicked") && log.contains("greeting: no answer in time"), "{log}");
    assert!(log.contains("nobody knows whether it was taken"), "{log}");
    // nobody knows of the one that was cut off after its dot: it goes again, the same to the byte
    let letters = taken.lock().unwrap().clone();
    let mut distinct = letters.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 2, "{letters:?}");
    assert!(letters.len() <= 3);
    assert_eq!(count(&path, "SELECT count(*) FROM outbox WHERE msgid LIKE '<admin.%'"), 0);
}
