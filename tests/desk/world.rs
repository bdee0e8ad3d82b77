//! A server with its Maildirs in a temporary folder, and the people who write to it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use boardpost::config::Config;
use boardpost::daemon::{self, Desk, StartArgs, drain};
use boardpost::game::{Lang, Seat};
use boardpost::judge::Table;
use boardpost::letter;
use boardpost::post::{Inbox, Mailer, Stop};
use boardpost::store::{GameRow, Store, Taken};
use mail_parser::MessageParser;
use tempfile::TempDir;

use super::laws;

/// The first second of every test.
const BEGIN: i64 = 1_790_000_000;
/// Letters come two hours apart, so that nobody's limits are reached by chance.
const STEP: i64 = 7_200;

/// One letter of the server's, as its reader got it.
#[derive(Clone, Debug)]
pub(crate) struct Got {
    /// The bare address.
    pub(crate) to: String,
    /// Header fields: lower-case name and unfolded value, as they stand.
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) raw: Vec<u8>,
}

impl Got {
    pub(crate) fn new(raw: Vec<u8>) -> Self {
        let message = MessageParser::default().parse(&raw).unwrap();
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in String::from_utf8(raw.clone()).unwrap().split("\r\n").take_while(|l| !l.is_empty()) {
            if line.starts_with([' ', '\t']) {
                let last = fields.last_mut().unwrap();
                last.1.push_str(line);
            } else {
                let (name, value) = line.split_once(':').unwrap();
                fields.push((name.to_lowercase(), value.trim().to_owned()));
            }
        }
        let to = message.to().unwrap().first().unwrap().address().unwrap().to_owned();
        let text = message.body_text(0).unwrap().replace("\r\n", "\n");
        let html = message.body_html(0).unwrap().replace("\r\n", "\n");
        let subject = message.subject().unwrap().to_owned();
        Self { to, fields, subject, text, html, raw }
    }

    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let mut values = self.fields.iter().filter(|f| f.0 == name).map(|f| f.1.as_str());
        let value = values.next();
        assert!(values.next().is_none(), "{name} twice");
        value
    }

    /// The bare reply address.
    pub(crate) fn reply_to(&self) -> String {
        let value = self.field("reply-to").unwrap();
        value.rsplit('<').next().unwrap().trim_end_matches('>').to_owned()
    }

    pub(crate) fn id(&self) -> String {
        self.field("message-id").unwrap().to_owned()
    }

    pub(crate) fn game(&self) -> Option<(i64, Seat)> {
        let seat = Seat::from_number(self.field("x-boardpost-seat")?.parse().unwrap()).unwrap();
        Some((self.field("x-boardpost-game")?.parse().unwrap(), seat))
    }

    /// The code of a request for confirmation: the line below it can be sent as it is.
    pub(crate) fn confirmation(&self) -> String {
        let line = self.text.lines().find(|l| {
            let words: Vec<&str> = l.split_whitespace().collect();
            matches!(words.as_slice(), ["confirm" | "megerősítem" | "подтверждаю", code] if code.len() == 12)
        });
        line.unwrap_or_else(|| panic!("no code in\n{}", self.text)).trim().to_owned()
    }

    #[track_caller]
    pub(crate) fn says(&self, text: &str) {
        let flow = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flow.contains(text), "{text:?} is not in\n{}", self.text);
    }
}

/// A letter to the server.
#[derive(Clone)]
pub(crate) struct Post {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) subject: String,
    /// More header fields, whole lines.
    pub(crate) fields: Vec<String>,
    pub(crate) kind: String,
    pub(crate) body: Vec<u8>,
}

impl Post {
    pub(crate) fn new(from: &str, to: &str, subject: &str, body: &str) -> Self {
        Self {
            from: from.to_owned(),
            to: to.to_owned(),
            subject: subject.to_owned(),
            fields: Vec::new(),
            kind: "Content-Type: text/plain; charset=utf-8".to_owned(),
            body: body.as_bytes().to_vec(),
        }
    }

    pub(crate) fn with(mut self, field: impl Into<String>) -> Self {
        self.fields.push(field.into());
        self
    }

    pub(crate) fn bytes(&self, id: &str, now: i64) -> Vec<u8> {
        let date = jiff::Timestamp::from_second(now).unwrap().strftime("%a, %d %b %Y %H:%M:%S +0000");
        let mut out = format!("From: {}\nTo: {}\nSubject: {}\nDate: {date}\n", self.from, self.to, self.subject);
        if !self.fields.iter().any(|f| f.starts_with("Message-ID:")) {
            out += &format!("Message-ID: {id}\n");
        }
        for field in &self.fields {
            out += &format!("{field}\n");
        }
        out += &format!("MIME-Version: 1.0\n{}\nContent-Transfer-Encoding: 8bit\n\n", self.kind);
        let mut out = out.into_bytes();
        out.extend_from_slice(&self.body);
        out
    }
}

/// A server and its people: Anna and Béla, Vera who plays elsewhere, and the admin.
pub(crate) struct World {
    pub(crate) dir: TempDir,
    pub(crate) config: Config,
    pub(crate) desk: Desk,
    inbox: Box<dyn Inbox>,
    mailer: Box<dyn Mailer>,
    pub(crate) now: i64,
    files: BTreeSet<String>,
    /// All letters of the server so far.
    pub(crate) got: Vec<Got>,
    /// Message-IDs of all letters to the server so far.
    pub(crate) sent: Vec<String>,
    pub(crate) lang: Lang,
    /// The bytes of the last letter to the server.
    pub(crate) last: Vec<u8>,
    /// The bytes of all letters to the server.
    pub(crate) posted: Vec<Vec<u8>>,
    codes: OnceCell<BTreeMap<String, String>>,
}

pub(crate) const SERVER: &str = "game@post.example";

pub(crate) fn address(who: &str) -> &'static str {
    match who {
        "anna" => "anna@example.org",
        "bela" => "bela@example.net",
        "vera" => "vera@example.com",
        "admin" => "admin@example.org",
        _ => panic!("nobody is called {who}"),
    }
}

impl World {
    /// A server whose people all read one language; `more` is added to the configuration.
    pub(crate) fn new(lang: Lang, more: &str) -> Self {
        Self::at(SERVER, lang, more)
    }

    /// The same at another address.
    pub(crate) fn at(server: &str, lang: Lang, more: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut text = format!("[server]\naddress = \"{server}\"\nlanguage = \"{lang}\"\n{more}\n");
        for (nick, name) in [("anna", "Anna"), ("bela", "Béla"), ("vera", "Vera")] {
            text += &format!("[[player]]\nnick = \"{nick}\"\nname = \"{name}\"\naddresses = [\"{}\"", address(nick));
            // Anna writes from two places
            text += if nick == "anna" { ", \"anna@office.example.org\"]\n" } else { "]\n" };
        }
        text += &format!("[[admin]]\naddresses = [\"{}\"]\n", address("admin"));
        fs::write(dir.path().join("config.toml"), text).unwrap();
        Self::open(dir, lang)
    }

    /// Another server with the same people, the same key and everything that happened so far, but for the Maildirs.
    pub(crate) fn twin(&self) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::copy(self.folder("config.toml"), dir.path().join("config.toml")).unwrap();
        self.desk.store().backup(&dir.path().join("games.db")).unwrap();
        Self::open(dir, self.lang)
    }

    /// The same server after a restart.
    pub(crate) fn again(&mut self) {
        self.desk = Desk::new(Store::open(&self.config.store).unwrap(), self.config.clone(), self.now).unwrap();
    }

    fn open(dir: TempDir, lang: Lang) -> Self {
        let config = Config::load(Some(&dir.path().join("config.toml"))).unwrap();
        let desk = Desk::new(Store::open(&config.store).unwrap(), config.clone(), BEGIN).unwrap();
        let stop = Stop::default();
        Self {
            inbox: daemon::inbox(&config, &stop),
            mailer: daemon::mailer(&config, &stop),
            dir,
            config,
            desk,
            now: BEGIN,
            files: BTreeSet::new(),
            got: Vec::new(),
            sent: Vec::new(),
            lang,
            last: Vec::new(),
            posted: Vec::new(),
            codes: OnceCell::new(),
        }
    }

    /// Opens a game of Anna and Béla; gives its number.
    pub(crate) fn start(&mut self, options: &str) -> i64 {
        self.start_between("anna bela", options)
    }

    pub(crate) fn start_between(&mut self, players: &str, options: &str) -> i64 {
        self.start_game(&format!("thoughtwave {players} {options}"))
    }

    pub(crate) fn start_game(&mut self, line: &str) -> i64 {
        let args = StartArgs::from_line(line).unwrap();
        let number = daemon::start(self.desk.store_mut(), &self.config, &args, self.now).unwrap().unwrap();
        self.send();
        number
    }

    pub(crate) fn row(&self, game: i64) -> GameRow {
        self.desk.store().ask().game(game).unwrap().unwrap()
    }

    pub(crate) fn table(&self, game: i64) -> Table {
        self.desk.store().ask().table(&self.row(game)).unwrap().unwrap()
    }

    pub(crate) fn events(&self, game: i64) -> Vec<String> {
        self.desk.store().ask().events(game).unwrap().iter().map(|e| e.1.to_string()).collect()
    }

    /// A canonical turn as the language of this world writes it.
    pub(crate) fn turn(&self, canonical: &str) -> String {
        let game = boardpost::game::find("thoughtwave").unwrap();
        game.open(&[], &mut || 0).unwrap().position.spell(canonical, self.lang)
    }

    /// What the server has sent since the last look.
    pub(crate) fn send(&mut self) -> Vec<Got> {
        let now = self.now;
        let (drained, fault) =
            drain(self.desk.store_mut(), &self.config, &mut *self.mailer, i64::MAX, &|| now).unwrap();
        assert!(fault.is_none() && drained.failed == 0, "{fault:?}");
        let folder = self.dir.path().join("mail/out/new");
        let names: BTreeSet<String> = fs::read_dir(&folder)
            .map(|d| d.map(|e| e.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        let fresh: Vec<Got> =
            names.difference(&self.files).map(|n| Got::new(fs::read(folder.join(n)).unwrap())).collect();
        self.files = names;
        for got in &fresh {
            self.got.push(got.clone());
            laws::letter(self, got);
        }
        fresh
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A letter comes in, in whatever bytes; gives what the server sends then.
    pub(crate) fn deliver(&mut self, raw: &[u8]) -> Vec<Got> {
        self.bring(raw);
        self.send()
    }

    /// A letter comes in and is ruled on; nothing is sent.
    pub(crate) fn bring(&mut self, raw: &[u8]) {
        let new = self.folder("mail/in/new");
        fs::create_dir_all(&new).unwrap();
        self.sent.push(letter::read(raw).ok().and_then(|l| l.message_id).unwrap_or_default());
        fs::write(new.join(format!("{:05}.test", self.sent.len())), raw).unwrap();
        self.last = raw.to_vec();
        self.posted.push(raw.to_vec());
        self.now += STEP;
        self.work();
    }

    /// What the daemon does in one round.
    fn work(&mut self) {
        let listed = self.inbox.list().unwrap();
        let arrived = self.inbox.fetch(&listed, self.config.limits.letter_bytes).unwrap();
        for (letter, taken) in arrived.iter().zip(self.desk.take(&arrived, self.now).unwrap()) {
            if let Taken::New(id) = taken {
                self.desk.rule(id, self.now).unwrap();
            }
            assert_ne!(self.desk.store().ask().place(&letter.place).unwrap(), Some(false), "it still waits");
        }
        self.inbox.done(&listed.into_iter().map(|l| l.place).collect::<Vec<_>>()).unwrap();
        assert!(self.inbox.list().unwrap().is_empty());
    }

    pub(crate) fn post(&mut self, post: &Post) -> Vec<Got> {
        let id = format!("<{}.letter@client.example>", self.sent.len() + 1);
        self.deliver(&post.bytes(&id, self.now))
    }

    /// The last letter to somebody.
    pub(crate) fn letter_to(&self, who: &str) -> &Got {
        self.got.iter().rev().find(|g| g.to == address(who)).unwrap_or_else(|| panic!("no letter to {who}"))
    }

    /// The last letter to somebody about a game.
    pub(crate) fn letter_of(&self, who: &str, game: i64) -> &Got {
        let mine = |g: &&Got| g.to == address(who) && g.game().is_some_and(|(n, _)| n == game);
        self.got.iter().rev().find(mine).unwrap_or_else(|| panic!("no letter to {who} about game {game}"))
    }

    /// An answer to a letter, with the letter quoted below.
    pub(crate) fn answer(&self, who: &str, to: &Got, words: &str) -> Post {
        let quote: String = to.text.lines().map(|l| format!("> {l}\n")).collect();
        let body = format!("{words}\n\nOn Mon, 5 Oct 2026 at 10:00, Boardpost <{SERVER}> wrote:\n\n{quote}");
        let references = to.field("references").map(|r| format!("{r} ")).unwrap_or_default();
        Post::new(address(who), &to.reply_to(), &format!("Re: {}", encoded(&to.subject)), &body)
            .with(format!("In-Reply-To: {}", to.id()))
            .with(format!("References: {references}{}", to.id()))
    }

    /// Somebody answers the last letter that he got.
    pub(crate) fn reply(&mut self, who: &str, words: &str) -> Vec<Got> {
        let post = self.answer(who, &self.letter_to(who).clone(), words);
        self.post(&post)
    }

    /// Somebody answers the last letter about one of his games.
    pub(crate) fn reply_in(&mut self, who: &str, game: i64, words: &str) -> Vec<Got> {
        let post = self.answer(who, &self.letter_of(who, game).clone(), words);
        self.post(&post)
    }

    /// Plays canonical turns, Anna first.
    pub(crate) fn play(&mut self, turns: &[&str]) {
        for turn in turns {
            let who = if self.letter_is_annas() { "anna" } else { "bela" };
            let written = self.turn(turn);
            let got = self.reply(who, &written);
            assert_eq!(got.len(), 2, "{turn}");
        }
    }

    fn letter_is_annas(&self) -> bool {
        let game = self.got.iter().rev().find_map(Got::game).unwrap().0;
        self.table(game).to_act().contains(Seat::One)
    }

    /// What became of the letter that came last.
    pub(crate) fn state(&self) -> (String, String) {
        let letters = self.desk.store().ask().letters(false, 1).unwrap();
        (letters[0].state.clone(), letters[0].note.clone())
    }
}

/// A header field's value as one encoded word where it is not ASCII.
pub(crate) fn encoded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    format!("=?utf-8?B?{}?=", data_encoding::BASE64.encode(text.as_bytes()))
}

/// Codes and tokens that may stand in letters, with names for golden files.
pub(crate) fn codes(world: &World) -> &BTreeMap<String, String> {
    world.codes.get_or_init(|| all_codes(world))
}

fn all_codes(world: &World) -> BTreeMap<String, String> {
    let ask = world.desk.store().ask();
    let keys = ask.keys();
    let mut codes = BTreeMap::new();
    for game in 1..=8 {
        for n in 1..=12 {
            codes.insert(keys.code(game, n), format!("CODE-{game}-{n}"));
        }
    }
    for (game, seat, generation) in (1..=8).flat_map(|g| [(g, Seat::One, 0), (g, Seat::Two, 0)]) {
        codes.insert(keys.token(game, seat, generation), format!("TOKEN-{game}-{seat}"));
    }
    for letter in 1..=60 {
        codes.insert(keys.start_code(letter), format!("START-{letter}"));
    }
    for (n, step) in (1..=12).flat_map(|n| [(n, 1), (n, 2)]) {
        codes.insert(keys.address_code(n, step), format!("ADDRESS-{n}-{step}"));
    }
    codes
}
