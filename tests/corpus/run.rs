//! The whole corpus through a whole server: each letter answers the first letter of a game of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use boardpost::config::Config;
use boardpost::daemon::{self, StartArgs};
use boardpost::post::Inbox;
use boardpost::store::Store;
use serde_json::Value;

use super::{list, load, make, mime, names, person};
use crate::mailstack::{Port, Stack};

const NOW: i64 = 1_790_000_000;

/// A letter on its way.
struct Sent {
    name: String,
    wanted: Value,
    bytes: Vec<u8>,
}

/// A server in a folder.
struct House {
    dir: tempfile::TempDir,
    /// Addresses of the corpus and those that are used instead.
    people: Vec<(String, String)>,
    host: &'static str,
}

impl House {
    fn new(host: &'static str, people: Vec<(String, String)>, post: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let config = format!(
            "[server]\naddress = \"game@{host}\"\n{post}\n[limits]\nplayer_hour = 0\nplayer_day = 0\nunknown_day = 0\nunknown_week = 0\nstranger_domain_day = 0\nwrong_tokens_day = 0\nbreaker_hour = 0\n"
        );
        fs::write(dir.path().join("config.toml"), config).unwrap();
        Self { dir, people, host }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn config(&self) -> Config {
        let file = self.path("config.toml");
        Config::parse(&fs::read_to_string(&file).unwrap(), &file).unwrap()
    }

    fn address(&self, of: &str) -> String {
        self.people.iter().find(|(a, _)| a == of).unwrap().1.clone()
    }

    /// One game for each letter, the letter's person in the first seat.
    fn open(&self) -> Vec<(String, Value, i64)> {
        let config = self.config();
        let mut store = Store::open(&config.store).unwrap();
        let mut out = Vec::new();
        for name in names() {
            let (_, wanted) = load(&name);
            let game = wanted["game"].as_str().unwrap_or("thoughtwave");
            let lang = language(&wanted);
            let (address, _) = person(lang);
            let line =
                format!("{game} \"{}:{lang}\" \"{}:en\"", self.address(address), self.address("opponent@example.net"));
            let args = StartArgs::from_line(&line).unwrap();
            let number = daemon::start(&mut store, &config, &args, NOW).unwrap().unwrap();
            out.push((name, wanted, number));
        }
        out
    }

    /// `run --once` must find its way through everything.
    fn run(&self) {
        let log = fs::File::create(self.path("run.log")).unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_boardpost"))
            .arg("--config")
            .arg(self.path("config.toml"))
            .args(["run", "--once"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .status()
            .unwrap();
        let log = || fs::read_to_string(self.path("run.log")).unwrap();
        assert!(status.success(), "{status}: {}", log());
        assert!(!log().contains("panicked"), "{}", log());
    }

    /// The letters as they are written to this server: each answers the letter that opened its game.
    fn letters(&self, games: Vec<(String, Value, i64)>, opened: &[Vec<u8>]) -> Vec<Sent> {
        let mut first: BTreeMap<i64, &[u8]> = BTreeMap::new();
        for raw in opened {
            let head = String::from_utf8_lossy(raw);
            let field = |name: &str| head.lines().find_map(|l| l.strip_prefix(name)).map(|v| v.trim().to_owned());
            if field("X-Boardpost-Seat:").as_deref() == Some("1") {
                first.insert(field("X-Boardpost-Game:").unwrap().parse().unwrap(), raw);
            }
        }
        let specs: BTreeMap<String, list::Spec> = list::all().into_iter().map(|s| (s.name.clone(), s)).collect();
        let letters = games.into_iter().map(|(name, wanted, game)| {
            let answered = first[&game];
            let letter = boardpost::letter::read(answered).unwrap();
            let id = letter.message_id.unwrap();
            let token = id.split(['.', '@']).find(|w| w.len() == 20).unwrap().to_owned();
            let (mut bytes, _) = load(&name);
            if wanted["needs_sent"] == true
                && let Some(spec) = specs.get(&name)
            {
                // no mark tells its quote but that we sent it: it must be what was sent
                bytes = make(spec, &boardpost::letter::text(answered));
            }
            let mut text = bytes;
            for (old, new) in
                [(mime::ANSWERED, id.as_str()), (mime::TOKEN, token.as_str()), ("post.example.org", self.host)]
            {
                text = replace(&text, old, new);
            }
            for (old, new) in &self.people {
                text = replace(&text, old, new);
            }
            Sent { name, wanted, bytes: text }
        });
        letters.collect()
    }

    /// What became of each letter: its verdict, by its bytes, or by its `Message-ID` where nothing else of it is kept.
    fn verdicts(&self) -> BTreeMap<Vec<u8>, String> {
        let store = Store::existing(&self.config().store).unwrap();
        let rows = (1..).map_while(|id| store.ask().letter(id).unwrap());
        rows.map(|row| {
            let verdict = match row.state.as_str() {
                "done" => row.note.split(':').next().unwrap().to_owned(),
                state => state.to_owned(),
            };
            let slim = row.raw.starts_with(b"From: ") && row.raw.ends_with(b"\r\n\r\n");
            (if slim { row.msgid.into_bytes() } else { unix(&row.raw) }, verdict)
        })
        .collect()
    }

    /// Everything that letters may change.
    fn state(&self) -> (usize, Vec<String>) {
        let store = Store::existing(&self.config().store).unwrap();
        let ask = store.ask();
        let games = (1..).map_while(|id| ask.game(id).unwrap()).map(|game| {
            let events: Vec<String> = ask.events(game.id).unwrap().iter().map(|e| e.1.to_string()).collect();
            format!("{} {events:?}", game.id)
        });
        ((1..).map_while(|id| ask.letter(id).unwrap()).count(), games.collect())
    }

    fn compare(&self, letters: &[Sent]) {
        let verdicts = self.verdicts();
        let mut faults = Vec::new();
        for sent in letters {
            let (msgid, digest) = boardpost::letter::identity(&sent.bytes);
            let msgid = msgid.unwrap_or_else(|| format!("sha:{}", boardpost::store::record::hex(&digest)));
            let got = verdicts.get(&unix(&sent.bytes)).or_else(|| verdicts.get(msgid.as_bytes()));
            let got = got.map_or("nowhere", String::as_str);
            let wanted = sent.wanted["verdict"].as_str().unwrap_or("none said");
            if got != wanted {
                faults.push(format!("{}: {got} instead of {wanted}", sent.name));
            }
        }
        assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), letters.len(), faults.join("\n"));
    }
}

fn language(wanted: &Value) -> &str {
    let from = wanted["from"].as_str().unwrap_or_default();
    let by_address = list::LANGS.into_iter().find(|l| person(l).0 == from).unwrap_or("en");
    wanted["lang"].as_str().unwrap_or(by_address)
}

fn unix(raw: &[u8]) -> Vec<u8> {
    raw.iter().copied().filter(|b| *b != b'\r').collect()
}

fn replace(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(old.len()).position(|w| w == old.as_bytes()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new.as_bytes());
        rest = &rest[at + old.len()..];
    }
    out.extend_from_slice(rest);
    out
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    fs::read_dir(folder).unwrap().map(|e| fs::read(e.unwrap().path()).unwrap()).collect()
}

#[test]
fn every_letter_is_ruled_on_over_maildir_and_twice_changes_nothing() {
    let same = ["bob@example.com", "janos@example.hu", "petr@example.ru", "opponent@example.net"];
    let people = same.iter().map(|a| ((*a).to_owned(), (*a).to_owned())).collect();
    let post =
        "[inbox]\nkind = \"maildir\"\npath = \"in\"\ndone = \"done\"\n[outbox]\nkind = \"maildir\"\npath = \"out\"";
    let house = House::new("post.example.org", people, post);
    let games = house.open();
    house.run();
    let letters = house.letters(games, &files(&house.path("out/new")));
    let lay = |suffix: &str| {
        let new = house.path("in/new");
        fs::create_dir_all(&new).unwrap();
        for (n, letter) in letters.iter().enumerate() {
            fs::write(new.join(format!("{n:05}.{suffix}")), &letter.bytes).unwrap();
        }
    };
    lay("first");
    house.run();
    house.compare(&letters);
    let (state, answers) = (house.state(), files(&house.path("out/new")).len());
    assert_eq!(state.0, letters.len());
    lay("second");
    house.run();
    assert_eq!(house.state(), state);
    assert_eq!(files(&house.path("out/new")).len(), answers, "no answer to a copy");
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn every_letter_is_ruled_on_over_imap() {
    let stack = Stack::start();
    let people = [
        ("bob@example.com", "p1@game.test"),
        ("janos@example.hu", "p2@game.test"),
        ("petr@example.ru", "p3@game.test"),
        ("opponent@example.net", "p4@game.test"),
    ];
    let people = people.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let post = format!(
        "[inbox]\nkind = \"imap\"\nhost = \"localhost\"\nport = {}\ntls = \"implicit\"\nca_file = \"{ca}\"\nuser = \"game@game.test\"\npassword_file = \"password\"\n[outbox]\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\ntls = \"starttls\"\nca_file = \"{ca}\"\nuser = \"game@game.test\"\npassword_file = \"password\"",
        stack.port(Port::Imaps),
        stack.port(Port::Submission),
        ca = stack.ca_file().display(),
    );
    let house = House::new("game.test", people, &post);
    fs::write(house.path("password"), "pw-game\n").unwrap();
    let games = house.open();
    house.run();
    let mut opened = Vec::new();
    for user in ["p1", "p2", "p3"] {
        let mine = |(_, wanted, _): &&(String, Value, i64)| house.address(person(language(wanted)).0).starts_with(user);
        opened.extend(stack.letters(user, games.iter().filter(mine).count()));
    }
    let letters = house.letters(games, &opened);
    for (n, letter) in letters.iter().enumerate() {
        stack.lay("game", &format!("{n:05}.corpus"), &letter.bytes);
    }
    house.run();
    house.compare(&letters);
    let state = house.state();
    assert_eq!(stack.folder("game", "INBOX", "Processed").list().unwrap().len(), 0);
    for (n, letter) in letters.iter().enumerate() {
        stack.lay("game", &format!("{n:05}.copy"), &letter.bytes);
    }
    house.run();
    assert_eq!(house.state(), state);
}
