//! Letters through real servers.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boardpost::daemon::{Desk, now};
use boardpost::post::imap::ImapInbox;
use boardpost::post::{Arrived, Inbox, Place, Stop, Timeouts, Tls};
use boardpost::store::{State, Store};

use crate::floors::{LINES, bare_loop, lines, smtp_source, submit};
use crate::mailstack::{Port, Stack};
use crate::run::{Took, program, timed};
use crate::world::{World, config};
use crate::{Wanted, median, proxy};

const MIXED: [&str; 3] = ["thoughtwave", "ataxx", "battleship"];

/// The servers, and the ways to them.
struct Post {
    stack: Stack,
    imap: u16,
    smtp: u16,
}

impl Post {
    fn start(delay: u64) -> Self {
        let stack = Stack::start_delivering("virtual");
        let way = |port: Port| match delay {
            0 => stack.port(port),
            ms => proxy::open(stack.port(port), Duration::from_millis(ms)).0,
        };
        let (imap, smtp) = (way(Port::Imap), way(Port::Smtp));
        Self { stack, imap, smtp }
    }

    /// Empties every mailbox.
    fn clear(&self) {
        for user in fs::read_dir(self.stack.mail_dir()).unwrap() {
            let _ = fs::remove_dir_all(user.unwrap().path());
        }
    }

    /// Letters in the game's mailbox.
    fn lying(&self) -> usize {
        let new = self.stack.mail_dir().join("game@game.test/Maildir/new");
        fs::read_dir(new).map_or(0, Iterator::count)
    }

    /// Brings the players' letters into the mailbox, and waits until the servers are idle.
    fn bring(&self, world: &World) {
        self.clear();
        let server = self.stack.server(Port::Smtp, Tls::None, None);
        submit(&mut lines(&server, 1), &world.letters);
        let start = Instant::now();
        while self.lying() < world.letters.len() {
            assert!(start.elapsed() < Duration::from_secs(120), "{} letters came", self.lying());
            std::thread::sleep(Duration::from_millis(100));
        }
        settle();
    }

    fn inbox(&self) -> ImapInbox {
        let mut server = self.stack.server(Port::Imap, Tls::None, Some("game"));
        server.port = self.imap;
        let name = |s: &str| s.to_owned();
        ImapInbox::new(server, name("INBOX"), name("Processed"), Timeouts::default(), true, Stop::default())
    }

    /// A folder with the seed's database, and a configuration that leads here.
    fn house(&self, world: &World, name: &str) -> PathBuf {
        let dir = world.dir.path().join(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir(&dir).unwrap();
        fs::copy(&world.seed, dir.join("games.db")).unwrap();
        fs::write(dir.join("password"), "pw-game\n").unwrap();
        let inbox = format!(
            "[inbox]\nkind = \"imap\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\nuser = \"game@game.test\"\n\
             password_file = \"password\"",
            self.imap
        );
        let outbox = format!("[outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"", self.smtp);
        config(&dir, &inbox, &outbox);
        dir
    }
}

/// Lets the servers finish what they do behind our backs.
fn settle() {
    std::thread::sleep(Duration::from_millis(1500));
}

fn daemon(dir: &Path, args: &[&str]) -> Took {
    program(env!("CARGO_BIN_EXE_boardpost"), args, dir, &dir.join("daemon.log"))
}

/// Every letter was a move that counted, and every answer went.
fn check(dir: &Path, world: &World) {
    let config = boardpost::config::Config::load(Some(&dir.join("config.toml"))).unwrap();
    let store = Store::existing(&config.store).unwrap();
    let mut turns = 0;
    for row in store.ask().games(true).unwrap() {
        assert_ne!(row.state, State::Stopped);
        turns += store.ask().table(&row).unwrap().unwrap().turns().len();
    }
    assert!(turns >= world.letters.len(), "{turns} turns of {} letters", world.letters.len());
    assert!(store.ask().undelivered().unwrap().is_empty());
    let db = rusqlite::Connection::open(&config.store).unwrap();
    let sent: i64 =
        db.query_row("SELECT count(*) FROM outbox WHERE state = 'sent' AND receipt <> ''", [], |r| r.get(0)).unwrap();
    assert_eq!(usize::try_from(sent), Ok(world.answers.len()));
}

fn show(name: &str, letters: usize, all: &[Took]) -> f64 {
    let wall = median(&all.iter().map(|t| t.wall).collect::<Vec<_>>());
    let cpu = median(&all.iter().map(|t| t.cpu).collect::<Vec<_>>());
    let machine = median(&all.iter().map(|t| t.machine).collect::<Vec<_>>());
    let n = letters as f64;
    println!(
        "{name:<34} {wall:8.2} s {:8.0} /s   own CPU {:6.3} ms each, machine {:6.3} ms each",
        n / wall,
        cpu / n * 1e3,
        machine / n * 1e3
    );
    wall
}

/// Through the servers, beside the floors.
pub(crate) fn bench(wanted: &Wanted) {
    let world = World::new(wanted.letters, &MIXED);
    let (count, size) = (world.answers.len(), world.answer_size());
    println!("{} letters in {} games, {count} answers of {size} bytes", world.letters.len(), world.seats.len());
    let post = Post::start(wanted.delay);
    let (mut floor, mut same, mut bare, mut ours) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for run in 0..wanted.runs {
        post.clear();
        floor.push(smtp_source(world.dir.path(), post.smtp, count, size));
        settle();
        post.clear();
        let mut server = post.stack.server(Port::Smtp, Tls::None, None);
        server.port = post.smtp;
        same.push(timed(|| submit(&mut lines(&server, LINES), &world.answers)).0);
        settle();
        post.bring(&world);
        let dir = post.house(&world, "house");
        ours.push(daemon(&dir, &["run", "--once"]));
        check(&dir, &world);
        settle();
        post.bring(&world);
        let (took, sent) = timed(|| bare_loop(&mut post.inbox(), &mut lines(&server, LINES), &world.answers));
        assert_eq!(sent, count);
        bare.push(took);
        settle();
        println!("run {}: {:?}", run + 1, [floor[run].wall, ours[run].wall, bare[run].wall]);
    }
    println!("medians of {} runs, per letter that leaves:", wanted.runs);
    let floor = show("smtp-source over 4 connections", count, &floor);
    show("our letters, nothing but submitted", count, &same);
    let bare = show("bare fetch-and-submit loop", count, &bare);
    let ours = show("boardpost run --once", count, &ours);
    println!("boardpost : smtp-source = {:.2}, boardpost : bare loop = {:.2}", floor / ours, bare / ours);
    if wanted.delay == 0 {
        stations(&post, &world);
    }
}

/// Taking in and ruling alone.
pub(crate) fn rule(wanted: &Wanted) {
    let world = World::new(wanted.letters, &MIXED);
    let mut took = Vec::new();
    for run in 0..wanted.runs {
        let dir = world.dir.path().join(format!("rule{run}"));
        fs::create_dir(&dir).unwrap();
        fs::copy(&world.seed, dir.join("games.db")).unwrap();
        let mut desk = Desk::new(Store::open(&dir.join("games.db")).unwrap(), config(&dir, "", ""), now()).unwrap();
        let arrived = |n: usize| {
            let place = Place { folder: "bench".to_owned(), epoch: 0, key: n.to_string() };
            Arrived { place, raw: world.letters[n].bytes.clone(), too_big: false }
        };
        let before = crate::run::own_cpu();
        for from in (0..world.letters.len()).step_by(200) {
            let batch: Vec<Arrived> = (from..world.letters.len().min(from + 200)).map(arrived).collect();
            for taken in desk.take(&batch, now()).unwrap() {
                let boardpost::store::Taken::New(id) = taken else { panic!("{taken:?}") };
                desk.rule(id, now()).unwrap();
            }
        }
        took.push((crate::run::own_cpu() - before) / world.letters.len() as f64 * 1e3);
    }
    println!("{} letters: {:.3} ms of CPU each (of {took:.3?})", world.letters.len(), median(&took));
}

/// Each station alone.
fn stations(post: &Post, world: &World) {
    println!("each station alone, seconds for all letters (at work they overlap):");
    post.bring(world);
    let mut inbox = post.inbox();
    let (list, listed) = timed(|| inbox.list().unwrap());
    let (fetch, arrived) = timed(|| listed.chunks(200).flat_map(|c| inbox.fetch(c, 0).unwrap()).collect::<Vec<_>>());
    let places: Vec<Place> = listed.iter().map(|l| l.place.clone()).collect();
    let (moved, ()) = timed(|| places.chunks(200).for_each(|c| inbox.done(c).unwrap()));
    let dir = post.house(world, "stations");
    let config = boardpost::config::Config::load(Some(&dir.join("config.toml"))).unwrap();
    let mut desk = Desk::new(Store::open(&config.store).unwrap(), config, now()).unwrap();
    let mut ids = Vec::new();
    let (take, ()) = timed(|| {
        for some in arrived.chunks(200) {
            let some: Vec<Arrived> = some.to_vec();
            ids.extend(desk.take(&some, now()).unwrap());
        }
    });
    let (rule, ()) = timed(|| {
        for taken in &ids {
            let boardpost::store::Taken::New(id) = taken else { panic!("{taken:?}") };
            desk.rule(*id, now()).unwrap();
        }
    });
    drop(desk);
    post.clear();
    let send = daemon(&dir, &["run", "--once"]);
    check(&dir, world);
    for (name, took) in [
        ("list", list),
        ("fetch", fetch),
        ("take in", take),
        ("rule and commit", rule),
        ("send", send),
        ("move", moved),
    ] {
        println!("  {name:<16} {:7.3} s, machine's CPU {:7.2} s", took.wall, took.machine);
    }
}

/// Beside the daemon in Python, on one game's letters.
pub(crate) fn python(wanted: &Wanted) {
    let world = World::new(wanted.letters, &["ataxx"]);
    let post = Post::start(0);
    let seats: Vec<serde_json::Value> =
        world.seats.iter().map(|(game, [one, two])| serde_json::json!({"game": game, "seats": [one, two]})).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/mail/daemon.py");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..wanted.runs {
        post.bring(&world);
        let dir = post.house(&world, "house");
        ours.push(daemon(&dir, &["run", "--once"]));
        check(&dir, &world);
        settle();
        post.bring(&world);
        let dir = world.dir.path().join("python");
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("seats.json"), serde_json::Value::from(seats.clone()).to_string()).unwrap();
        let (imap, smtp) = (post.imap.to_string(), post.smtp.to_string());
        let args = [script.to_str().unwrap(), &imap, &smtp, "seats.json", "games.db"];
        let took = program("python3", &args, &dir, &dir.join("log"));
        let db = rusqlite::Connection::open(dir.join("games.db")).unwrap();
        let done: (i64, i64) = db
            .query_row(
                "SELECT (SELECT count(*) FROM move), (SELECT count(*) FROM outbox WHERE state = 'sent')",
                [],
                |r| Ok((r.get(0)?, r.get(1)?)),
            )
            .unwrap();
        let want = (world.letters.len() as i64, world.answers.len() as i64);
        assert_eq!(done, want, "the Python daemon did the same work");
        theirs.push(took);
        settle();
    }
    println!("medians of {} runs, per letter that came:", wanted.runs);
    show("daemon.py", world.letters.len(), &theirs);
    show("boardpost run --once", world.letters.len(), &ours);
    let cpu = |all: &[Took]| median(&all.iter().map(|t| t.cpu).collect::<Vec<_>>());
    println!("own CPU, daemon.py : boardpost = {:.1}", cpu(&theirs) / cpu(&ours));
}
