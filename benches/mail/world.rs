//! Games in progress and the letters that go on with them, made once by the desk itself, so that every run gets the
//! same: players answer the letter that they got and quote it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use boardpost::config::Config;
use boardpost::daemon::{Desk, StartArgs, now, start};
use boardpost::game::{Lang, Seat};
use boardpost::judge::Table;
use boardpost::letter;
use boardpost::post::{Arrived, Outgoing, Place};
use boardpost::store::{Store, Taken};

/// Letters that each game gets.
const PLIES: usize = 10;
/// Mailboxes that the players share.
pub(crate) const USERS: usize = 20;

/// All that a run begins with.
pub(crate) struct World {
    pub(crate) dir: tempfile::TempDir,
    /// The database before the first letter; nothing waits in it.
    pub(crate) seed: PathBuf,
    /// Players' letters, in order.
    pub(crate) letters: Vec<Outgoing>,
    /// Answers to each, in order, as the desk wrote them.
    pub(crate) answers: Vec<Outgoing>,
    /// Of each game: its number, and address and token of both seats.
    pub(crate) seats: Vec<(i64, [(String, String); 2])>,
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// A configuration of this folder.
pub(crate) fn config(dir: &Path, inbox: &str, outbox: &str) -> Config {
    let limits = "[limits]\nplayer_hour = 0\nplayer_day = 0\nper_game_day = 0\nbreaker_hour = 0\n";
    let text = format!("[server]\naddress = \"game@game.test\"\n{inbox}\n{outbox}\n{limits}");
    fs::write(dir.join("config.toml"), text).unwrap();
    Config::load(Some(&dir.join("config.toml"))).unwrap()
}

/// The part of a letter behind what the way added.
fn line<'a>(raw: &'a str, name: &str) -> &'a str {
    raw.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(": ")).unwrap_or_else(|| panic!("no {name} in {raw}"))
}

/// A player's answer to one of our letters.
fn reply(n: usize, to: &Outgoing, words: &str) -> Outgoing {
    let raw = String::from_utf8_lossy(&to.bytes).into_owned();
    let reply_to = line(&raw, "Reply-To").rsplit('<').next().unwrap().trim_end_matches('>').to_owned();
    let quote: String = letter::text(&to.bytes).lines().map(|l| format!("> {}\r\n", l.trim_end())).collect();
    let text = format!(
        "From: {from}\r\nTo: {reply_to}\r\nSubject: Re: your move\r\nDate: Mon, 5 Oct 2026 10:00:00 +0000\r\n\
         Message-ID: <{n}.bench@client.game.test>\r\nIn-Reply-To: {id}\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
         {words}\r\n\r\nOn Mon, 5 Oct 2026 at 10:00, Boardpost <game@game.test> wrote:\r\n\r\n{quote}",
        from = to.to,
        id = line(&raw, "Message-ID"),
    );
    Outgoing { id: i64::try_from(n).unwrap(), from: to.to.clone(), to: reply_to, bytes: text.into_bytes() }
}

/// A turn of a seat, as its player would write it; not of the one who wrote last, where both may.
fn turn(table: &Table, dice: &mut Dice, wrote: Option<Seat>) -> Option<(Seat, String)> {
    let act: Vec<Seat> = table.to_act().iter().collect();
    let seat = *act.iter().find(|s| Some(**s) != wrote).or(act.first())?;
    let legal = table.position().legal(seat).unwrap_or_default();
    let words = match legal.len() {
        0 => "place random".to_owned(),
        n => table.position().spell(&legal[dice.below(n)], table.lang(seat)),
    };
    Some((seat, words))
}

impl World {
    /// Plays: `letters` letters in games of these kinds.
    pub(crate) fn new(letters: usize, kinds: &[&str]) -> Self {
        Self::with_plies(letters, kinds, PLIES)
    }

    /// As [`World::new`], with so many letters to each game.
    pub(crate) fn with_plies(letters: usize, kinds: &[&str], plies: usize) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let config = config(dir.path(), "", "");
        let mut store = Store::open(&config.store).unwrap();
        let langs = Lang::ALL;
        let mut games = Vec::new();
        for n in 0..letters.div_ceil(plies) {
            let player = |k: usize| format!("p{}@game.test:{}", (2 * n + k) % USERS + 1, langs[(n + k) % 3].code());
            let words: Vec<&str> = kinds[n % kinds.len()].split(' ').collect();
            let args = StartArgs {
                game: words[0].to_owned(),
                players: vec![player(0), player(1)],
                options: words[1..]
                    .iter()
                    .filter_map(|w| w.split_once('='))
                    .map(|(k, v)| (k.to_owned(), v.to_owned()))
                    .chain(seed(words[0], n))
                    .collect(),
            };
            games.push(start(&mut store, &config, &args, now()).unwrap().unwrap_or_else(|e| panic!("{e:?}")));
        }
        drop(store);
        // the openings are read, and nothing waits
        let seed = dir.path().join("seed.db");
        let db = rusqlite::Connection::open(&config.store).unwrap();
        db.execute("UPDATE outbox SET state = 'sent', sent_at = created", []).unwrap();
        db.execute("VACUUM INTO ?1", [seed.to_str().unwrap()]).unwrap();
        drop(db);
        let mut world = Self { dir, seed, letters: Vec::new(), answers: Vec::new(), seats: Vec::new() };
        world.play(&config, &games, letters);
        world
    }

    fn play(&mut self, config: &Config, games: &[i64], letters: usize) {
        let (mut dice, mut wrote) = (Dice(7), BTreeMap::new());
        let mut desk = Desk::new(Store::open(&config.store).unwrap(), config.clone(), now()).unwrap();
        let mut last: BTreeMap<(i64, u8), Outgoing> = BTreeMap::new();
        let mut after = 0;
        Self::outgoing(config, &mut after, &mut last);
        for game in games {
            let row = desk.store().ask().game(*game).unwrap().unwrap();
            let table = desk.store().ask().table(&row).unwrap().unwrap();
            let keys = desk.store().keys();
            let seat = |seat: Seat| {
                (last[&(*game, seat.number())].to.clone(), keys.token(*game, seat, table.generation(seat)))
            };
            self.seats.push((*game, Seat::BOTH.map(seat)));
        }
        while self.letters.len() < letters {
            let before = self.letters.len();
            for game in games {
                if self.letters.len() == letters {
                    break;
                }
                let row = desk.store().ask().game(*game).unwrap().unwrap();
                let table = desk.store().ask().table(&row).unwrap().unwrap();
                let Some((seat, words)) = turn(&table, &mut dice, wrote.get(game).copied()) else { continue };
                wrote.insert(*game, seat);
                let n = self.letters.len() + 1;
                let letter = reply(n, &last[&(*game, seat.number())], &words);
                let place = Place { folder: "bench".to_owned(), epoch: 0, key: n.to_string() };
                let arrived = Arrived { place, raw: letter.bytes.clone(), too_big: false };
                let [Taken::New(id)] = desk.take(&[arrived], now()).unwrap()[..] else { panic!("{n} was known") };
                desk.rule(id, now()).unwrap();
                let ruled = desk.store().ask().letter(id).unwrap().unwrap();
                assert_eq!(ruled.note, "accepted", "{words}: {}", String::from_utf8_lossy(&letter.bytes));
                let answers = Self::outgoing(config, &mut after, &mut last);
                assert_eq!(answers.len(), 2, "{words}");
                self.letters.push(letter);
                self.answers.extend(answers);
            }
            assert!(self.letters.len() > before, "all games are over");
        }
    }

    /// What the desk wrote since the last look; also who got what last.
    fn outgoing(config: &Config, after: &mut i64, last: &mut BTreeMap<(i64, u8), Outgoing>) -> Vec<Outgoing> {
        let db = rusqlite::Connection::open(&config.store).unwrap();
        let ids: Vec<i64> = {
            let mut statement = db.prepare("SELECT id FROM outbox WHERE id > ?1 ORDER BY id").unwrap();
            statement.query_map([*after], |r| r.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
        };
        drop(db);
        let store = Store::existing(&config.store).unwrap();
        let mut letters = Vec::new();
        for id in ids {
            let row = store.ask().out_row(id).unwrap().unwrap();
            let out = Outgoing { id, from: row.sender, to: row.rcpt, bytes: row.bytes };
            let raw = String::from_utf8_lossy(&out.bytes).into_owned();
            let game = line(&raw, "X-Boardpost-Game").parse().unwrap();
            last.insert((game, line(&raw, "X-Boardpost-Seat").parse().unwrap()), out.clone());
            letters.push(out);
            *after = id;
        }
        letters
    }

    /// The average size of an answer.
    pub(crate) fn answer_size(&self) -> usize {
        self.answers.iter().map(|a| a.bytes.len()).sum::<usize>() / self.answers.len()
    }
}

/// A seed where the game draws one, so that every run makes the same letters.
fn seed(game: &str, n: usize) -> Option<(String, String)> {
    (game == "battleship").then(|| ("seed".to_owned(), (n + 1).to_string()))
}
