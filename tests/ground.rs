//! Bad ground: databases that are locked, read-only or damaged, clocks that jump, configurations that change.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boardpost::daemon::{Drained, drain};
use boardpost::game::Lang;
use boardpost::post::{Mailer, Outgoing, PostError, Sent};
use rusqlite::Connection;

use crate::desk::world::{Got, Post, SERVER, World, address};

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
    command.current_dir(dir).args(args).env("BOARDPOST_LOG", "info").stdin(Stdio::null());
    command
}

/// A daemon with its log in a file; killed when dropped.
struct Daemon {
    child: Child,
    log: PathBuf,
}

impl Daemon {
    fn start(dir: &Path) -> Self {
        let log = dir.join("daemon.log");
        let file = fs::File::options().create(true).append(true).open(&log).unwrap();
        let mut daemon = Self { child: command(dir, &["run"]).stderr(file).spawn().unwrap(), log };
        daemon.wait("running");
        daemon
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    fn wait(&mut self, what: &str) {
        let start = Instant::now();
        while !self.log().contains(what) {
            assert_eq!(self.child.try_wait().unwrap(), None, "waiting for {what:?}: {}", self.log());
            assert!(start.elapsed() < Duration::from_secs(90), "no {what:?}: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("sh").args(["-c", "kill -s \"$0\" \"$1\"", name, &pid]).status().unwrap().success());
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lays a letter into a server's Maildir.
fn lay(dir: &Path, name: &str, bytes: &[u8]) {
    let new = dir.join("mail/in/new");
    fs::create_dir_all(&new).unwrap();
    fs::write(new.join(name), bytes).unwrap();
}

/// The letters that left, by file name.
fn letters(dir: &Path) -> Vec<Got> {
    let list = fs::read_dir(dir.join("mail/out/new")).into_iter().flatten();
    let mut paths: Vec<PathBuf> = list.map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|p| Got::new(fs::read(p).unwrap())).collect()
}

fn wait_letters(dir: &Path, count: usize) -> Vec<Got> {
    let start = Instant::now();
    while letters(dir).len() < count {
        assert!(start.elapsed() < Duration::from_secs(90), "{} of {count} letters", letters(dir).len());
        std::thread::sleep(Duration::from_millis(20));
    }
    letters(dir)
}

#[test]
fn a_database_that_another_program_locks_is_waited_for() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=5");
    let answer = w.answer("anna", w.letter_of("anna", game), "ew@A3").bytes("<1@x>", w.now);
    lay(w.dir.path(), "1", &answer);
    let lock = Connection::open(&w.config.store).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut child = command(w.dir.path(), &["run", "--once"]).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(child.try_wait().unwrap(), None, "it waits");
    lock.execute_batch("COMMIT").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(w.events(game), ["turn 1 ew@A3"]);
}

#[test]
fn a_database_that_may_not_be_written_is_told_and_not_touched() {
    let mut w = World::new(Lang::En, "");
    w.start("size=5");
    let dir = tempfile::tempdir().unwrap();
    // a program that root runs may write everywhere: there it runs as nobody
    let root = fs::metadata("/proc/self").map(|m| std::os::unix::fs::MetadataExt::uid(&m)).unwrap() == 0;
    let program = dir.path().join("boardpost");
    fs::copy(env!("CARGO_BIN_EXE_boardpost"), &program).unwrap();
    w.desk.store().backup(&dir.path().join("games.db")).unwrap();
    let set = |name: &str, mode| fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    set("games.db", 0o444);
    fs::write(dir.path().join("games.db.lock"), "").unwrap();
    set("games.db.lock", 0o666);
    fs::create_dir_all(dir.path().join("mail/in")).unwrap();
    set("mail/in", 0o777);
    set("boardpost", 0o755);
    set("", 0o755);
    let before = fs::read(dir.path().join("games.db")).unwrap();
    let mut command = Command::new(&program);
    command.current_dir(dir.path()).args(["run", "--once"]).env("BOARDPOST_LOG", "off");
    if root {
        command.uid(65534).gid(65534);
    }
    let done = command.output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.contains("games.db") && (told.contains("readonly") || told.contains("unable to open")), "{told}");
    assert_eq!(fs::read(dir.path().join("games.db")).unwrap(), before);
}

/// Makes the page unreadable that holds a row of the outbox; gives its number and its bytes.
fn damage(store: &Path, msgid: &str) -> (u64, Vec<u8>) {
    const PAGE: usize = 4096;
    let db = Connection::open(store).unwrap();
    db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(db);
    let bytes = fs::read(store).unwrap();
    // a leaf of a table begins with 13, one of an index with 10
    let holds = |page: &[u8]| page[0] == 13 && page.windows(msgid.len()).any(|w| w == msgid.as_bytes());
    let (number, page) = bytes.chunks(PAGE).enumerate().find(|(_, page)| holds(page)).unwrap();
    let mut page = page.to_vec();
    page[..8].fill(0xff);
    let at = (number * PAGE) as u64;
    let mut file = fs::File::options().write(true).open(store).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&page).unwrap();
    (at, page)
}

#[test]
fn a_damaged_page_is_told_and_not_touched_and_other_games_go_on() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=5");
    let ids: Vec<String> = w.got.iter().map(Got::id).collect();
    // other letters stand between the games, so that no two of these share a page
    let apart = |w: &mut World| (0..10).for_each(|_| _ = w.start_between("bela vera", "size=9"));
    apart(&mut w);
    let far = w.start("size=9");
    apart(&mut w);
    let other = w.start_between("anna vera", "size=5");
    w.reply_in("anna", other, "ew@A3");
    let dir = tempfile::tempdir().unwrap();
    fs::copy(w.folder("config.toml"), dir.path().join("config.toml")).unwrap();
    let store = dir.path().join("games.db");
    w.desk.store().backup(&store).unwrap();
    let (at, page) = damage(&store, &ids[0]);
    let answer = |who: &str, game: i64, words: &str| w.answer(who, w.letter_of(who, game), words);
    for (n, post) in
        (1..).zip([answer("anna", game, "ew@A3"), answer("vera", other, "ns@C1"), answer("anna", far, "ew@A3")])
    {
        lay(dir.path(), &n.to_string(), &post.bytes(&format!("<{n}@x>"), w.now));
    }
    let done = command(dir.path(), &["run", "--once"]).output().unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{log}");
    assert!(log.contains("malformed") || log.contains("damaged"), "{log}");
    let db = Connection::open(&store).unwrap();
    let count = |sql: &str| -> i64 { db.query_row(sql, [], |r| r.get(0)).unwrap() };
    assert_eq!(count("SELECT count(*) FROM inbox WHERE state = 'shunt' AND note = 'damaged'"), 1);
    assert_eq!(count(&format!("SELECT count(*) FROM event WHERE game = {game}")), 0);
    assert_eq!(count(&format!("SELECT count(*) FROM event WHERE game = {other}")), 2);
    assert_eq!(count(&format!("SELECT count(*) FROM event WHERE game = {far}")), 1);
    let told = letters(dir.path());
    let admin: Vec<_> = told.iter().filter(|l| l.to == address("admin")).collect();
    assert_eq!(admin.len(), 1);
    admin[0].says("damaged");
    // the page is as it was, for whoever repairs it
    db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let mut now = vec![0; page.len()];
    let mut file = fs::File::open(&store).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut now).unwrap();
    assert!(now == page);
}

/// How often the admins were told of letters that were put aside.
fn told_of_damage(w: &World) -> i64 {
    let db = Connection::open(&w.config.store).unwrap();
    let told = "SELECT count(*) FROM outbox WHERE msgid LIKE '<admin.shunt.%'";
    let aside = "SELECT count(*) FROM inbox WHERE state = 'shunt' AND note <> 'damaged'";
    assert_eq!(db.query_row(aside, [], |r| r.get::<_, i64>(0)).unwrap(), 0);
    db.query_row(told, [], |r| r.get(0)).unwrap()
}

#[test]
fn a_damage_is_told_once_a_day_for_each_game_that_it_hits() {
    let mut w = World::new(Lang::En, "");
    let apart = |w: &mut World| (0..10).for_each(|_| _ = w.start_between("bela vera", "size=9"));
    let one = w.start("size=5");
    apart(&mut w);
    let two = w.start("size=5");
    apart(&mut w);
    let sound = w.start("size=5");
    let opening = |w: &World, game| w.letter_of("anna", game).id();
    let (first, second) = (opening(&w, one), opening(&w, two));
    damage(&w.config.store, &first);
    damage(&w.config.store, &second);
    // nothing of the pages is remembered
    w.again();
    for _ in 0..3 {
        bring(&mut w, "anna", one, "ew@A3");
        assert_eq!((w.state().1.as_str(), told_of_damage(&w)), ("damaged", 1));
    }
    bring(&mut w, "bela", one, "say Hello?");
    assert_eq!(told_of_damage(&w), 1, "the same game, whoever writes");
    bring(&mut w, "anna", two, "ew@A3");
    assert_eq!(told_of_damage(&w), 2, "another game");
    bring(&mut w, "anna", two, "ew@A3");
    assert_eq!(told_of_damage(&w), 2);
    w.now += 86_400;
    bring(&mut w, "anna", one, "ew@A3");
    bring(&mut w, "anna", one, "ew@B3");
    assert_eq!(told_of_damage(&w), 3, "a day later it is told again");
    bring(&mut w, "anna", sound, "ew@A3");
    assert_eq!((w.state().0.as_str(), told_of_damage(&w)), ("done", 3));
}

/// A way out that is closed or open.
#[derive(Default)]
struct Way {
    closed: bool,
    taken: Vec<String>,
}

impl Mailer for Way {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        while let Some(letter) = next() {
            let sent = if self.closed {
                Sent::Refused { permanent: false, text: "450 later".to_owned() }
            } else {
                self.taken.push(letter.to.clone());
                Sent::Accepted("250 ok".to_owned())
            };
            report(letter, sent);
        }
        Ok(())
    }
}

const YEAR: i64 = 365 * 86_400;

fn send(w: &mut World, way: &mut Way) -> Drained {
    let (config, now) = (w.config.clone(), w.now);
    drain(w.desk.store_mut(), &config, way, now, &|| now).unwrap().0
}

fn bring(w: &mut World, who: &str, game: i64, words: &str) {
    let post = w.answer(who, &w.letter_of(who, game).clone(), words);
    let id = format!("<{}.ground@x>", w.sent.len());
    w.bring(&post.bytes(&id, w.now));
}

#[test]
fn a_clock_that_jumps_neither_holds_letters_nor_throws_them_away() {
    for jump in [-10 * YEAR, -86_400, 10 * YEAR] {
        let mut w = World::new(Lang::En, "");
        let game = w.start("size=5");
        let mut way = Way { closed: true, ..Way::default() };
        bring(&mut w, "anna", game, "ew@A3");
        assert_eq!(send(&mut w, &mut way), Drained { sent: 0, failed: 2 });
        w.now += jump;
        // tried again at once or after the longest wait, and not given up for their age alone
        send(&mut w, &mut way);
        w.now += 3700;
        way.closed = false;
        send(&mut w, &mut way);
        assert_eq!(way.taken.len(), 2, "{jump}: {:?}", way.taken);
        assert!(w.desk.store().ask().undelivered().unwrap().is_empty());
        // and the game goes on in any time
        bring(&mut w, "anna", game, "say Hello!");
        assert_eq!(w.state().0, "done");
        w.now += 1;
        send(&mut w, &mut way);
        assert_eq!(way.taken.len(), 4, "{jump}");
        assert_eq!(w.events(game), ["turn 1 ew@A3"]);
    }
}

#[test]
fn what_was_counted_by_a_clock_that_was_wrong_silences_nobody() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 3\nplayer_day = 3\n");
    let game = w.start("size=5");
    let refuse = |w: &mut World, n: usize| {
        // within one hour, and never the same refusal twice
        w.now -= 7_200;
        w.reply_in("bela", game, &format!("ew@Z{}", n + 6)).len()
    };
    assert_eq!((0..5).map(|n| refuse(&mut w, n)).collect::<Vec<_>>(), [1, 1, 1, 0, 0]);
    w.now -= YEAR;
    assert_eq!((0..5).map(|n| refuse(&mut w, n)).collect::<Vec<_>>(), [1, 1, 1, 0, 0]);
}

#[test]
fn the_configuration_is_read_again_on_a_hangup() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("config.toml");
    let text = |server: &str, more: &str| format!("[server]\naddress = \"{SERVER}\"\n{server}\n{more}\n");
    fs::write(&config, text("language = \"en\"", "")).unwrap();
    let mut daemon = Daemon::start(dir.path());
    let stranger = |n: usize| Post::new(&format!("s{n}@elsewhere.example"), SERVER, "hello", "Hello?");
    lay(dir.path(), "1", &stranger(1).bytes("<1@x>", 1_790_000_000));
    wait_letters(dir.path(), 1)[0].says("Boardpost");
    // a faulty file changes nothing
    fs::write(&config, text("langauge = \"hu\"", "")).unwrap();
    daemon.signal("HUP");
    daemon.wait("the configuration in force stays");
    assert!(daemon.log().contains("config.toml:3:1: server.langauge"), "{}", daemon.log());
    lay(dir.path(), "2", &stranger(2).bytes("<2@x>", 1_790_000_000));
    let language = |l: &Got| l.field("content-language").unwrap().to_owned();
    assert_eq!(language(&wait_letters(dir.path(), 2)[1]), "en");
    // a sound one takes effect, but for what a running daemon cannot change
    let more = "[limits]\nunknown_day = 4\n[store]\npath = \"other.db\"\n[[player]]\nnick = \"vera\"\n\
                addresses = [\"vera@example.com\"]\nlanguage = \"ru\"\n[[admin]]\naddresses = [\"admin@example.org\"]";
    fs::write(&config, text("language = \"hu\"", more)).unwrap();
    daemon.signal("HUP");
    daemon.wait("at the next start alone: store.path");
    lay(dir.path(), "3", &stranger(3).bytes("<3@x>", 1_790_000_000));
    assert_eq!(language(&wait_letters(dir.path(), 3)[2]), "hu");
    lay(dir.path(), "4", &Post::new("vera@example.com", SERVER, "hello", "games").bytes("<4@x>", 1_790_000_000));
    assert_eq!(language(&wait_letters(dir.path(), 4)[3]), "ru");
    lay(dir.path(), "5", b"\n\nno letter");
    assert_eq!(wait_letters(dir.path(), 5)[4].to, "admin@example.org");
    // a report that proves nothing counts for nothing; the status while it runs
    let bounce = "From: MAILER-DAEMON@x\nTo: game+bounce@post.example\nMessage-ID: <b@x>\nSubject: failed\n\
        Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\
        Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n\
        Final-Recipient: rfc822; vera@example.com\nAction: failed\nStatus: 5.1.1\n\n--b--\n";
    lay(dir.path(), "bounce", bounce.as_bytes());
    daemon.wait("of nobody's letter");
    fs::write(dir.path().join("status.toml"), text("", "")).unwrap();
    let status = command(dir.path(), &["--config", "status.toml", "status", "--json"]).output().unwrap();
    let status: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!(status["bounced"], serde_json::json!([]), "{status}");
    assert_eq!((&status["running"], &status["letters_shunted"]), (&true.into(), &1.into()));
    // the limit: one more stranger today, and no other
    lay(dir.path(), "6", &stranger(4).bytes("<6@x>", 1_790_000_000));
    wait_letters(dir.path(), 6);
    lay(dir.path(), "7", &stranger(5).bytes("<7@x>", 1_790_000_000));
    daemon.wait("letter=8 why=\"stranger\"");
    assert_eq!(letters(dir.path()).len(), 6);
    assert!(!dir.path().join("other.db").exists());
}

#[test]
fn a_copy_that_was_made_while_the_server_ran_goes_on_and_doubles_nothing() {
    let mut w = World::new(Lang::En, "");
    let games: Vec<i64> = (0..6).map(|_| w.start("size=5")).collect();
    let dir = tempfile::tempdir().unwrap();
    fs::copy(w.folder("config.toml"), dir.path().join("config.toml")).unwrap();
    w.desk.store().backup(&dir.path().join("games.db")).unwrap();
    let mut daemon = Daemon::start(dir.path());
    let move_in = |n: usize| w.answer("anna", w.letter_of("anna", games[n]), "ew@A3").bytes(&format!("<{n}@x>"), w.now);
    lay(dir.path(), "0", &move_in(0));
    wait_letters(dir.path(), 2);
    daemon.wait("letter=14");
    // letters come while it is copied
    for n in 1..5 {
        lay(dir.path(), &n.to_string(), &move_in(n));
    }
    assert!(command(dir.path(), &["backup", "copy.db"]).status().unwrap().success());
    let at_copy = Connection::open(dir.path().join("copy.db")).unwrap();
    let check: String = at_copy.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
    assert_eq!(check, "ok");
    let sent = |db: &Connection| -> Vec<String> {
        let mut ids = db.prepare("SELECT msgid FROM outbox WHERE state = 'sent'").unwrap();
        ids.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let known = sent(&at_copy);
    drop(at_copy);
    assert!(known.len() >= 14, "{}", known.len());
    wait_letters(dir.path(), 10);
    drop(daemon);
    // the machine is lost; the copy goes on elsewhere, where all letters of the mailbox lie in the inbox again
    let there = tempfile::tempdir().unwrap();
    fs::copy(dir.path().join("config.toml"), there.path().join("config.toml")).unwrap();
    fs::copy(dir.path().join("copy.db"), there.path().join("games.db")).unwrap();
    assert!(command(there.path(), &["verify"]).status().unwrap().success());
    for n in 0..6 {
        lay(there.path(), &format!("again-{n}"), &move_in(n));
    }
    assert_eq!(command(there.path(), &["run", "--once"]).status().unwrap().code(), Some(0));
    assert!(command(there.path(), &["verify"]).status().unwrap().success());
    let db = Connection::open(there.path().join("games.db")).unwrap();
    let turns: i64 = db.query_row("SELECT count(*) FROM event", [], |r| r.get(0)).unwrap();
    assert_eq!(turns, 6, "each move counts once");
    let again: Vec<String> = letters(there.path()).iter().map(Got::id).collect();
    for id in &known {
        assert!(!again.contains(id), "{id} went before the copy was made");
    }
    let ids = sent(&db);
    assert_eq!(ids.len(), 12 + 12);
    // what went after it goes again under the same Message-ID, so that mail programs know it
    let (mut here, mut all) = (letters(dir.path()).iter().map(Got::id).collect::<Vec<_>>(), again);
    here.retain(|id| !known.contains(id));
    all.retain(|id| here.contains(id));
    assert_eq!(all.len(), here.len());
}

/// A helper that prints the secret and fails is told to the admins as what it is, and the secret stands nowhere.
#[test]
fn a_helper_that_fails_is_told_and_tells_no_secret() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("helper"), "echo s3cret\necho first >&2\necho the grant of s3cret has ended >&2\nexit 3\n")
        .unwrap();
    let imap = "[inbox]\nkind = \"imap\"\nhost = \"127.0.0.1\"\nport = 9\ntls = \"none\"\nuser = \"u\"\n\
                token_command = \"sh helper\"\n";
    let admins =
        ["en", "hu", "ru"].map(|l| format!("[[admin]]\naddresses = [\"{l}@x.hu\"]\nlanguage = \"{l}\"\n")).concat();
    fs::write(dir.join("config.toml"), format!("{imap}{admins}")).unwrap();
    let daemon = Daemon::start(dir);
    let told = wait_letters(dir, 3);
    let why = "token_command: exit status: 3: the grant of *** has ended";
    for words in ["The command that gives the password", "jelszavát vagy tokenjét", "Команда"] {
        let letter = told.iter().map(|l| l.text.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(letter.filter(|l| l.contains(words) && l.contains(why)).count(), 1, "{words}");
    }
    let log = daemon.log();
    assert!(log.contains(why), "{log}");
    drop(daemon);
    let status = command(dir, &["status"]).output().unwrap();
    let status = String::from_utf8(status.stdout).unwrap();
    assert!(status.contains("\nincoming mail: the command for password or token fails since "), "{status}");
    assert!(status.contains(why) && !status.contains("s3cret"), "{status}");
    for (path, bytes) in everything(dir) {
        let name = path.file_name().unwrap();
        let found = bytes.windows(6).any(|w| w == b"s3cret");
        assert!(!found || name == "helper", "{}", path.display());
    }
}

/// All files below a folder.
fn everything(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let list = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path());
    list.flat_map(|p| if p.is_dir() { everything(&p) } else { vec![(p.clone(), fs::read(&p).unwrap())] }).collect()
}
