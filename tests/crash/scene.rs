//! A server before which letters of every kind lie, to be run again and again from the same beginning.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use boardpost::game::Lang;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::desk::world::{Post, SERVER, World, address};

/// Games are started, answers wait; nothing of it was fetched yet.
pub(super) struct Scene {
    /// The configuration, and the database as it was.
    dir: TempDir,
    /// The letters, with CRLF line ends.
    pub(super) letters: Vec<Vec<u8>>,
}

/// The rows of each table and the files of each folder.
pub(super) type Dump = BTreeMap<String, Vec<String>>;

impl Scene {
    pub(super) fn new() -> Self {
        let mut w = World::new(Lang::En, "");
        let one = w.start("size=5");
        let two = w.start("size=5");
        let hidden = w.start_game("battleship anna bela seed=7");
        let resign = w.reply_in("anna", two, "resign")[0].clone();
        let request =
            w.post(&Post::new(address("admin"), SERVER, "x", "start thoughtwave anna bela size=3"))[0].clone();
        let guess = "game+abcdefghijklmnopqrst@post.example";
        let letters = [
            // a move, a refused one, chat
            w.answer("anna", w.letter_of("anna", one), "ew@A3"),
            w.answer("bela", w.letter_of("bela", one), "ew@Z9"),
            w.answer("bela", w.letter_of("bela", two), "say Hello!"),
            // a placement
            w.answer("anna", w.letter_of("anna", hidden), "place random"),
            // an admin's start, and the confirmation of another
            Post::new(address("admin"), SERVER, "x", "start thoughtwave vera bela size=4"),
            w.answer("admin", &request, &request.confirmation()),
            // a player's confirmation
            w.answer("anna", &resign, &resign.confirmation()),
            // a new key for the seat
            w.answer("bela", w.letter_of("bela", one), "newkey"),
            // people without a game, one with a token that never was; a stranger, a machine
            Post::new(address("vera"), SERVER, "hello", "games"),
            Post::new(address("vera"), guess, "hello", "what is this?"),
            Post::new("stranger@elsewhere.example", SERVER, "hello", "What is this?"),
            Post::new("robot@elsewhere.example", SERVER, "away", "I am away.").with("Auto-Submitted: auto-replied"),
        ];
        let mut letters: Vec<Vec<u8>> =
            (1..).zip(letters).map(|(n, p)| p.bytes(&format!("<{n}.scene@client.example>"), w.now)).collect();
        // a letter that comes twice, and what is no letter
        letters.push(letters[0].clone());
        letters.push(b"\n\nno letter at all".to_vec());
        let letters = letters.iter().map(|l| boardpost::post::mbox::canonical(l)).collect();
        let dir = tempfile::tempdir().unwrap();
        fs::copy(w.folder("config.toml"), dir.path().join("config.toml")).unwrap();
        w.desk.store().backup(&dir.path().join("games.db")).unwrap();
        Self { dir, letters }
    }

    /// A folder with the database as it was, and a configuration with these sections.
    pub(super) fn folder(&self, sections: &str) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        let config = fs::read_to_string(self.dir.path().join("config.toml")).unwrap();
        fs::write(dir.path().join("config.toml"), format!("{config}{sections}")).unwrap();
        fs::copy(self.dir.path().join("games.db"), dir.path().join("games.db")).unwrap();
        dir
    }

    /// The same with the letters in its Maildir.
    pub(super) fn maildir(&self) -> TempDir {
        self.maildir_of(0..self.letters.len(), "")
    }

    /// The same with some of the letters, and more sections in the configuration.
    pub(super) fn maildir_of(&self, some: Range<usize>, sections: &str) -> TempDir {
        let dir = self.folder(sections);
        let new = dir.path().join("mail/in/new");
        fs::create_dir_all(&new).unwrap();
        for (n, letter) in some.clone().zip(&self.letters[some]) {
            let path = new.join(format!("{n:02}.scene"));
            fs::write(&path, letter).unwrap();
            // they are taken in the order of their times
            let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000 + n as u64);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        }
        dir
    }

    /// The undisturbed run must have done all that the letters ask for.
    pub(super) fn check(&self, dump: &Dump) {
        let count = |table: &str, what: &str| dump[table].iter().filter(|row| row.contains(what)).count();
        assert_eq!(count("game", "thoughtwave"), 3, "a game was started by letter");
        assert_eq!(count("event", "turn 1 ew@A3"), 1);
        assert_eq!(count("event", "place "), 1);
        assert_eq!(count("game", "won"), 1, "the resignation was confirmed");
        // one by letter; a confirmation changes those of both seats
        assert_eq!(count("event", "newkey"), 3);
        assert_eq!(count("inbox", "'new'"), 0);
        assert_eq!(count("inbox", "'shunt'"), 1);
        assert_eq!(count("outbox", "'sent'"), dump["outbox"].len());
        assert_eq!((dump["start_request"].len(), count("tally", "'wrong-token'")), (2, 1));
    }
}

/// The program in a folder, at a time that stands still.
pub(super) fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
    command.current_dir(dir).args(args).env("BOARDPOST_LOG", "off").env("BOARDPOST_NOW", "1790500000");
    command.stdin(Stdio::null());
    command
}

/// Runs the program; true where all was done.
pub(super) fn end(dir: &Path, args: &[&str]) -> bool {
    let done = command(dir, args).output().unwrap();
    assert!(done.status.code().is_some(), "{args:?}: {:?} {}", done.status, String::from_utf8_lossy(&done.stderr));
    done.status.success()
}

/// All that a server has, but for how often something was tried.
pub(super) fn dump(dir: &Path) -> Dump {
    const TRIES: &[&str] = &["attempts", "unknowns", "next_at", "last_error", "receipt"];
    let mut dump = Dump::new();
    let db = Connection::open(dir.join("games.db")).unwrap();
    let mut tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").unwrap();
    let tables: Vec<String> = tables.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect();
    // a number may be skipped
    for table in tables.into_iter().filter(|t| t != "sqlite_sequence") {
        let filter = if table == "meta" { "WHERE key <> 'shut'" } else { "" };
        let mut rows = db.prepare(&format!("SELECT * FROM {table} {filter}")).unwrap();
        let names: Vec<String> = rows.column_names().map(str::to_owned).collect();
        let line = |row: &rusqlite::Row<'_>| {
            let kept = names.iter().enumerate().filter(|(_, name)| !TRIES.contains(&name.as_str()));
            Ok(kept.map(|(n, _)| told(row.get_ref(n).unwrap())).collect::<Vec<_>>().join(" "))
        };
        let mut list: Vec<String> = rows.query_map([], line).unwrap().map(Result::unwrap).collect();
        list.sort();
        dump.insert(table, list);
    }
    for folder in ["in/new", "in/cur", "done/new", "done/cur", "out/tmp", "out/new", "out/cur"] {
        let path = dir.join("mail").join(folder);
        let files = fs::read_dir(path).into_iter().flatten().map(|e| e.unwrap().path());
        let mut files: Vec<String> = files
            .map(|p| format!("{} {}", p.file_name().unwrap().to_str().unwrap(), hash(&fs::read(&p).unwrap())))
            .collect();
        files.sort();
        dump.insert(format!("folder {folder}"), files);
    }
    dump
}

fn told(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "-".to_owned(),
        ValueRef::Integer(n) => n.to_string(),
        ValueRef::Real(n) => n.to_string(),
        ValueRef::Text(text) => format!("'{}'", String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => hash(bytes),
    }
}

pub(super) fn hash(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(bytes))
}
