//! Databases that are not ours to touch, and daemons that must not be two.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use boardpost::store::{Store, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "config.toml", "games.db", "mail/in");
    dir
}

fn config(dir: &Path, name: &str, db: &str, inbox: &str) {
    let text = format!(
        "[server]\naddress = \"game@post.example\"\n[inbox]\nkind = \"maildir\"\npath = \"{inbox}\"\ndone = \"mail/done\"\n\
         [store]\npath = \"{db}\"\n"
    );
    fs::write(dir.join(name), text).unwrap();
}

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
    command.current_dir(dir).args(args).env("BOARDPOST_LOG", "error").stdin(Stdio::null());
    command
}

fn run(dir: &Path, args: &[&str]) -> Output {
    command(dir, args).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Name and bytes of all files in a folder.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut list: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.is_file())
        .map(|p| (p.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&p).unwrap()))
        .filter(|(name, _)| !name.ends_with(".lock"))
        .collect();
    list.sort();
    list
}

#[test]
fn a_newer_database_is_refused_and_not_touched() {
    let dir = folder();
    let path = dir.path().join("games.db");
    drop(Store::open(&path).unwrap());
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", 1000).unwrap();
    // as another program may have left it
    db.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(db);
    let before = files(dir.path());
    for open in [Store::open, Store::existing, Store::read_only] {
        assert!(matches!(open(&path), Err(StoreError::Newer { have: 1000, .. })));
    }
    for args in
        [&["run", "--once"][..], &["games"], &["start", "thoughtwave", "a@example.org", "b@example.org"], &["verify"]]
    {
        let output = run(dir.path(), args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", told(&output));
        assert!(
            told(&output).contains("schema 1000") && told(&output).contains("not been touched"),
            "{}",
            told(&output)
        );
    }
    assert_eq!(files(dir.path()), before);
}

#[test]
fn another_programs_database_is_refused_and_not_touched() {
    let dir = folder();
    let path = dir.path().join("games.db");
    let db = Connection::open(&path).unwrap();
    db.execute_batch("CREATE TABLE recipe(name TEXT); INSERT INTO recipe VALUES('gulyás');").unwrap();
    drop(db);
    let before = files(dir.path());
    assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
    let output = run(dir.path(), &["run", "--once"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).contains("not a Boardpost database"), "{}", told(&output));
    assert_eq!(files(dir.path()), before);

    // no database at all
    fs::write(
        &path,
        "Dear diary, this is no database but a text of more than a hundred bytes, which I value.".repeat(3),
    )
    .unwrap();
    let before = files(dir.path());
    let output = run(dir.path(), &["run", "--once"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).contains("games.db"), "{}", told(&output));
    assert_eq!(files(dir.path()), before);
}

#[test]
fn a_database_that_is_missing_or_cannot_be_written_is_named() {
    let dir = folder();
    for args in [&["games"][..], &["show", "1"], &["log", "1"], &["verify"], &["outbox"], &["letters"]] {
        let output = run(dir.path(), args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(told(&output).contains("no database at"), "{args:?}: {}", told(&output));
    }
    assert!(!dir.path().join("games.db").exists(), "asking makes no database");

    assert_eq!(run(dir.path(), &["start", "thoughtwave", "a@example.org", "b@example.org"]).stdout, b"1\n");
    assert_eq!(run(dir.path(), &["show", "2"]).status.code(), Some(1));
    // a folder in its place cannot be opened by anybody, not even by root
    config(dir.path(), "config.toml", "mail", "mail/in");
    fs::create_dir_all(dir.path().join("mail")).unwrap();
    let output = run(dir.path(), &["run", "--once"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).contains("database") && told(&output).contains("mail"), "{}", told(&output));

    // read-only for us, where the tests do not run as root
    config(dir.path(), "config.toml", "games.db", "mail/in");
    let path = dir.path().join("games.db");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    if fs::File::options().append(true).open(&path).is_err() {
        let output = run(dir.path(), &["run", "--once"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(told(&output).contains("readonly"), "{}", told(&output));
    }
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_daemons_on_one_database_or_inbox_are_refused() {
    let dir = folder();
    config(dir.path(), "same_db.toml", "games.db", "mail/other");
    config(dir.path(), "same_inbox.toml", "other.db", "mail/in");
    let first = Running(command(dir.path(), &["run"]).spawn().unwrap());
    let lock = dir.path().join("mail/in/.boardpost.lock");
    let begin = Instant::now();
    while !(lock.exists() && dir.path().join("mail/in/new").exists()) {
        assert!(begin.elapsed() < Duration::from_secs(60), "the first one does not start");
        std::thread::sleep(Duration::from_millis(50));
    }
    for (config, names) in [("config.toml", "games.db"), ("same_db.toml", "games.db"), ("same_inbox.toml", "mail/in")] {
        let output = run(dir.path(), &["--config", config, "run", "--once"]);
        assert_eq!(output.status.code(), Some(1), "{config}");
        let told = told(&output);
        assert!(told.contains("another boardpost runs") && told.contains(names), "{config}: {told}");
    }
    // all other commands work meanwhile
    let output = run(dir.path(), &["start", "thoughtwave", "a@example.org", "b@example.org"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"1\n"[..]), "{}", told(&output));
    assert_eq!(run(dir.path(), &["games"]).status.code(), Some(0));
    let out = dir.path().join("mail/out/new");
    let begin = Instant::now();
    while fs::read_dir(&out).map_or(0, Iterator::count) < 2 {
        assert!(begin.elapsed() < Duration::from_secs(60), "the openings are not sent");
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(first);
    // the locks end with their owner
    assert_eq!(run(dir.path(), &["run", "--once"]).status.code(), Some(0));
}

/// A database of the first schema is brought up to date, and what was in it stays.
#[test]
fn an_older_database_becomes_a_newer_one() {
    let dir = folder();
    let path = dir.path().join("games.db");
    let db = Connection::open(&path).unwrap();
    db.execute_batch(include_str!("store/first_schema.sql")).unwrap();
    db.execute_batch(
        "INSERT INTO player(nick, name, lang, created) VALUES('kata', 'Kata', 'hu', 1);
         INSERT INTO address(address, player, n) VALUES('kata@example.org', 1, 0);
         PRAGMA application_id = 1112560468; PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(db);
    assert!(matches!(Store::read_only(&path), Err(StoreError::Older { .. })), "asking changes nothing");
    let store = Store::open(&path).unwrap();
    let person = store.ask().person_by_address("kata@example.org").unwrap().unwrap();
    assert_eq!((person.name.as_str(), person.addresses.len()), ("Kata", 1));
    assert_eq!(store.ask().bounced().unwrap(), []);
    assert_eq!(store.ask().due_ids(i64::MAX, 0, 10).unwrap().len(), 0);
}
