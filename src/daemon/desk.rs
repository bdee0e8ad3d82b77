//! The desk: takes letters in and rules on each once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::commit::{Commit, note};
use super::identify::{self, Who};
use super::judging::{Considered, Pace, consider, game_pace, general_commands, pace};
use super::reload::Current;
use super::tables::{Folded, Tables};
use super::{admin, bounce, returned};
use crate::config::Config;
use crate::fault;
use crate::game::{Lang, Seat};
use crate::judge::{Command, Event, Trust, Verdict};
use crate::letter::{self, Letter};
use crate::post::Arrived;
use crate::store::{GameRow, InboxRow, Person, State, Store, StoreError, Taken, Tx};

/// The try at which a letter that broke the reader is put aside, or read in isolation where that can be had.
const LAST_TRY: i64 = 3;
/// What is kept of letters that are nobody's is kept for so many seconds.
const KEPT: i64 = 90 * 86_400;
/// Of so many letters that were put aside the admins are told in a day.
const SHUNTS_TOLD: i64 = 20;

/// Rules on a letter in a process of its own, by its number.
pub type Isolate = Box<dyn FnMut(i64) -> Isolated + Send>;

/// How a ruling in isolation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolated {
    /// The letter was ruled on.
    Ruled,
    /// It broke the reader.
    Broke,
    /// It could not be tried.
    Failed,
}

/// Rules on letters against a database.
pub struct Desk {
    pub(super) store: Store,
    pub(super) config: Config,
    current: Option<Current>,
    isolate: Option<Isolate>,
    tables: Tables,
}

/// A letter on the desk.
pub(super) struct Case<'a> {
    pub(super) row: &'a InboxRow,
    pub(super) letter: &'a Letter,
    /// The sender, where he tried a token that never was.
    guesser: Option<&'a str>,
    pub(super) now: i64,
    begun: Instant,
}

impl Case<'_> {
    /// Closes the letter's file, in the transaction that writes all that it led to.
    pub(super) fn settle(&self, tx: &Tx<'_>, state: &str, note: &str) -> Result<(), StoreError> {
        if let Some(from) = self.guesser {
            tx.count("wrong-token", from, self.now, 86_400)?;
        }
        tx.settle(self.row.id, state, note)
    }

    /// Seconds that the letter waited for us, and milliseconds that it took.
    pub(super) fn times(&self) -> (i64, u128) {
        (self.now.saturating_sub(self.row.received), self.begun.elapsed().as_millis())
    }

    /// No answer, and nothing is kept but who wrote: the mail host's folder has the rest.
    fn ignore(&self, store: &mut Store, why: &str) -> Result<(), StoreError> {
        let tx = store.begin()?;
        self.settle(&tx, "ignored", why)?;
        tx.forget(self.row.id, self.letter.from.as_deref())?;
        tx.commit()?;
        let (waited, ms) = self.times();
        tracing::info!(letter = self.row.id, why, waited, ms, "ignored");
        Ok(())
    }

    /// Puts the letter aside and tells the admin. `why` is a word that `admin-shunted` knows.
    fn shunt(&self, store: &mut Store, config: &Config, why: &str) -> Result<(), StoreError> {
        let tx = store.begin()?;
        self.settle(&tx, "shunt", why)?;
        shunted(&tx, config, (self.row.id, why), None, self.now)?;
        tx.commit()?;
        let (waited, ms) = self.times();
        tracing::warn!(letter = self.row.id, why, waited, ms, "put aside");
        Ok(())
    }
}

/// Tells the admin that a letter was put aside. With `hit`, a damaged part of the database belongs to a letter of that
/// game, or of nobody knows which: one damage hits every letter that comes, and is told once a day for each game.
fn shunted(
    tx: &Tx<'_>,
    config: &Config,
    (id, why): (i64, &str),
    hit: Option<&str>,
    now: i64,
) -> Result<(), StoreError> {
    let ask = tx.ask();
    if let Some(game) = hit {
        let known = if game.is_empty() {
            ask.tally_all("damage", now, 86_400)?
        } else {
            ask.tally("damage", game, now, 86_400)?
        };
        if known > 0 {
            return Ok(());
        }
        tx.count("damage", game, now, 86_400)?;
    }
    // the list has all of them
    if ask.tally("shunt", "", now, 86_400)? >= SHUNTS_TOLD {
        return Ok(());
    }
    tx.count("shunt", "", now, 86_400)?;
    let args = [("letter", id.to_string()), ("why", why.to_owned())];
    admin::tell(tx, config, &format!("shunt.{id}"), "admin-shunted", &args, now)
}

impl Desk {
    /// A desk; makes the players of the configuration known.
    ///
    /// # Errors
    /// [`StoreError`] where the database cannot be used.
    pub fn new(mut store: Store, config: Config, now: i64) -> Result<Self, StoreError> {
        keep_players(&mut store, &config, now)?;
        Ok(Self { store, config, current: None, isolate: None, tables: Tables::default() })
    }

    /// Heeds changes of the configuration from now on.
    #[must_use]
    pub fn heeding(mut self, current: Current) -> Self {
        self.current = Some(current);
        self
    }

    /// Reads a letter that broke the reader twice in isolation. The counter of tries cannot tell what the program died
    /// of; the end of a process of its own can, and a letter that was on the desk at three power failures is not lost.
    #[must_use]
    pub fn isolating(mut self, isolate: Option<Isolate>) -> Self {
        self.isolate = isolate;
        self
    }

    /// Takes a changed configuration over.
    fn refresh(&mut self, now: i64) -> Result<(), StoreError> {
        if let Some(config) = self.current.as_mut().and_then(Current::news) {
            keep_players(&mut self.store, &config, now)?;
            self.config = config;
        }
        Ok(())
    }

    /// The database.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// The database, to change it.
    pub const fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Stores letters before anything else is done with them.
    ///
    /// # Errors
    /// [`StoreError`] where they could not be; then none was.
    pub fn take(&mut self, letters: &[Arrived], now: i64) -> Result<Vec<Taken>, StoreError> {
        let tx = self.store.begin()?;
        let mut taken = Vec::new();
        tx.prune(now - KEPT)?;
        for arrived in letters {
            let (msgid, digest) = letter::identity(&arrived.raw);
            let msgid = msgid.unwrap_or_else(|| format!("sha:{}", crate::store::record::hex(&digest)));
            taken.push(tx.take(&arrived.place, &msgid, &digest, &arrived.raw, now, arrived.too_big)?);
        }
        tx.commit()?;
        Ok(taken)
    }

    /// Rules on a letter that was taken in. A letter that breaks the reader is put aside at the third try, and so is one
    /// that a damaged part of the database belongs to.
    ///
    /// # Errors
    /// [`StoreError`] where the ruling could not be stored; the letter waits then.
    pub fn rule(&mut self, id: i64, now: i64) -> Result<(), StoreError> {
        self.refresh(now)?;
        // its own commit, before a byte is read: it survives an abort
        let tx = self.store.begin()?;
        let attempts = tx.attempt(id)?;
        tx.commit()?;
        fault::point("attempt");
        if attempts >= LAST_TRY {
            match self.isolate.as_mut().map_or(Isolated::Broke, |isolate| isolate(id)) {
                Isolated::Ruled => return Ok(()),
                Isolated::Broke => return self.give_up(id, "broken", now),
                Isolated::Failed => {}
            }
        }
        match self.rule_now(id, now) {
            // no fault of the letter: a full disk, a lock
            Err(e) => {
                let _ = self.excuse(id);
                Err(e)
            }
            Ok(Isolated::Ruled) => Ok(()),
            Ok(_) => {
                tracing::error!(letter = id, attempts, "reading this letter broke the reader");
                Ok(())
            }
        }
    }

    /// As [`Desk::rule`], without counting the try.
    ///
    /// # Errors
    /// As [`Desk::rule`].
    pub fn rule_now(&mut self, id: i64, now: i64) -> Result<Isolated, StoreError> {
        let result = catch_unwind(AssertUnwindSafe(|| match self.store.ask().letter(id)? {
            Some(row) if row.state == "new" => self.read(&row, now),
            _ => Ok(()),
        }));
        match result {
            // what cannot be read must not stop the others, nor be written over
            Ok(Err(e)) if e.is_damage() => {
                tracing::error!(letter = id, "{e}");
                let game = self.game_of(id).map_or_else(String::new, |game| game.to_string());
                self.put_aside(id, "damaged", Some(&game), now).map(|()| Isolated::Ruled)
            }
            Ok(result) => result.map(|()| Isolated::Ruled),
            Err(_) => Ok(Isolated::Broke),
        }
    }

    /// Takes the last attempt back.
    fn excuse(&mut self, id: i64) -> Result<(), StoreError> {
        let tx = self.store.begin()?;
        tx.excuse(id)?;
        tx.commit()
    }

    /// Puts a letter aside that cannot even be read.
    fn give_up(&mut self, id: i64, why: &str, now: i64) -> Result<(), StoreError> {
        self.put_aside(id, why, None, now)
    }

    fn put_aside(&mut self, id: i64, why: &str, hit: Option<&str>, now: i64) -> Result<(), StoreError> {
        tracing::warn!(letter = id, why, "put aside");
        let tx = self.store.begin()?;
        tx.settle(id, "shunt", why)?;
        shunted(&tx, &self.config, (id, why), hit, now)?;
        tx.commit()
    }

    /// The game whose token a letter bears, as far as the database can still tell.
    fn game_of(&self, id: i64) -> Option<i64> {
        let ask = self.store.ask();
        let letter = letter::read(&ask.letter(id).ok()??.raw).ok()?;
        identify::candidates(&letter).iter().find_map(|token| ask.token(token).ok()?).map(|(game, ..)| game)
    }

    fn read(&mut self, row: &InboxRow, now: i64) -> Result<(), StoreError> {
        fault::point_of("read", &row.msgid);
        let begun = Instant::now();
        let Ok(letter) = letter::read(&row.raw) else {
            return self.give_up(row.id, "no-letter", now);
        };
        let guesser = self.guesser(&letter, now)?;
        let case = Case { row, letter: &letter, guesser, now, begun };
        if let Some(report) = returned::read(&self.config, &letter, &row.raw) {
            let tx = self.store.begin()?;
            let note = bounce::report(&tx, &self.config, &letter, &report, &row.raw, now)?;
            case.settle(&tx, "ignored", &note)?;
            tx.forget(row.id, letter.from.as_deref())?;
            tx.commit()?;
            let (waited, ms) = case.times();
            tracing::info!(letter = row.id, why = note, waited, ms, "ignored");
            return Ok(());
        }
        let who = identify::identify(self.store.ask(), &self.config, &letter, guesser.is_some(), now)?;
        match who {
            Who::Machine(kind) => case.ignore(&mut self.store, kind),
            Who::Forged => case.ignore(&mut self.store, "forged"),
            Who::Guesser => case.ignore(&mut self.store, "too many wrong tokens"),
            // without a key to any seat it is some stranger's
            Who::Nobody if identify::keyless(self.store.ask(), &letter)? => case.ignore(&mut self.store, "sender"),
            Who::Nobody => case.shunt(&mut self.store, &self.config, "sender"),
            _ if self.changes_address(row, &letter, now)? => Ok(()),
            Who::Seat { game, seat, trust, person, subject } => {
                // an admin who plays may answer to a letter of his game and start another
                if let Some((address, lang)) = self.starts(&letter)? {
                    return self.admin(&case, &address, lang);
                }
                let from = letter.from.clone().unwrap_or_default();
                let at = At { game, seat, trust, subject, from };
                self.seated(&case, &at, &person)
            }
            Who::Player(person) => self.homeless(&case, &person),
            Who::Admin { address, lang } => self.admin(&case, &address, lang),
            Who::Stranger(from) => self.stranger(&case, &from),
        }
    }

    /// The sender of a letter with a token that never was. It is counted as long as that makes a difference.
    fn guesser<'a>(&self, letter: &'a Letter, now: i64) -> Result<Option<&'a str>, StoreError> {
        let Some(from) = letter.from.as_deref() else { return Ok(None) };
        let most = i64::try_from(self.config.limits.wrong_tokens_day).unwrap_or(i64::MAX);
        let ask = self.store.ask();
        let counts = ask.tally("wrong-token", from, now, 86_400)? < most && identify::guessed(ask, letter)?;
        Ok(counts.then_some(from))
    }

    /// Is it an admin's letter that starts a game?
    fn starts(&self, letter: &Letter) -> Result<Option<(String, Lang)>, StoreError> {
        let Some(from) = letter.from.clone() else { return Ok(None) };
        let Some(admin) = self.config.admins.iter().find(|a| a.addresses.contains(&from)) else { return Ok(None) };
        let commands = general_commands(self.store.ask(), letter, admin.language)?;
        Ok(commands.iter().any(|c| matches!(c, Command::Start(_))).then_some((from, admin.language)))
    }

    /// A letter to a game.
    fn seated(&mut self, case: &Case<'_>, at: &At, person: &Person) -> Result<(), StoreError> {
        let ask = self.store.ask();
        let Some(game) = ask.game(at.game)? else { return case.shunt(&mut self.store, &self.config, "gone") };
        let folded = match self.tables.open(ask, &game)? {
            Ok(folded) => folded,
            Err(why) => return self.stop(case, &game, &why.to_string()),
        };
        if game.state == State::Stopped {
            return case.shunt(&mut self.store, &self.config, "stopped");
        }
        let considered = consider(ask, &self.config, &folded.table, case.row, case.letter, at, game.letters + 1)?;
        let Some(considered) = considered else {
            return case.shunt(&mut self.store, &self.config, "replay");
        };
        // weak signs of a machine: no error answers, but a move with a token passes
        if case.letter.weakly_automatic() && considered.ruling.events.is_empty() {
            return case.ignore(&mut self.store, "probably automatic");
        }
        fault::point("judged");
        self.commit(case, (&game, folded), (at, person), considered)
    }

    fn commit(
        &mut self,
        case: &Case<'_>,
        (game, mut folded): (&GameRow, Folded),
        (at, person): (&At, &Person),
        Considered { ruling, quoted, masked }: Considered,
    ) -> Result<(), StoreError> {
        let (row, now) = (case.row, case.now);
        let table = &mut folded.table;
        let before = table.version();
        for event in &ruling.events {
            if let Err(why) = table.apply(event) {
                return self.stop(case, game, &why.to_string());
            }
        }
        let open = table.outcome().is_none();
        let tx = self.store.begin()?;
        // ruled on once, also if two of us were here
        if tx.ask().letter_state(row.id)?.as_deref() != Some("new") {
            return Ok(());
        }
        // only what changed the game is answered without limit; refusals, chat and boards are not
        // and neither is what a letter of doubtful origin has only asked for: whoever knows a reply address could have
        // its player flooded with requests
        let asked = |e: &Event| matches!(e, Event::Held(..) | Event::Lang(..) | Event::NewKey(..));
        let doubtful = at.trust != Trust::Full && ruling.events.iter().all(asked);
        let pace = if ruling.idle() || doubtful {
            pace(&self.config, &tx, (person, game.id), !doubtful, now)?
        } else {
            Some(game_pace(&self.config, &tx, game.id, now)?)
        };
        let Some(pace) = pace else {
            tracing::warn!(letter = row.id, game = game.id, "too many requests; this one is not kept");
            case.settle(&tx, "ignored", "too many requests")?;
            tx.forget(row.id, Some(&at.from))?;
            return tx.commit();
        };
        let notices = ruling.notices;
        if pace != Pace::Send {
            tracing::warn!(letter = row.id, game = game.id, "too many answers; they are held back");
        }
        if at.trust != Trust::Token {
            tx.clear_bounced(&at.from)?;
        }
        for event in &ruling.events {
            if let Event::Lang(_, lang) = event {
                tx.set_lang(person.id, *lang)?;
            }
        }
        let state = if ruling.verdict == Verdict::Ignored { "ignored" } else { "done" };
        let changed = table.version() != before || (open != (game.state == State::Playing));
        let mut commit = Commit { tx: &tx, config: &self.config, row: game.clone(), table, now };
        let seq = commit.incoming(row.id, at.seat, at.trust.word(), masked, &ruling.events)?;
        // a refusal that only says again what was said
        let error = ruling.verdict == Verdict::Refused && ruling.events.is_empty() && notices.len() == 1;
        let answers = commit.outgoing(&notices, seq, quoted, pace, error)?;
        commit.close(changed)?;
        Commit::others(&tx, &self.config, &notices, person, pace, now)?;
        case.settle(&tx, state, &note(ruling.verdict, &ruling.ids))?;
        tx.commit()?;
        let (waited, ms) = case.times();
        tracing::info!(
            letter = row.id,
            game = game.id,
            seat = at.seat.number(),
            trust = at.trust.word(),
            verdict = ruling.verdict.word(),
            ids = ruling.ids.join(","),
            events = ruling.events.len(),
            answers,
            waited,
            ms,
            "ruled"
        );
        self.tables.keep(folded, ruling.events);
        Ok(())
    }

    /// A table whose log does not fold stops, and the admin is told.
    fn stop(&mut self, case: &Case<'_>, game: &GameRow, why: &str) -> Result<(), StoreError> {
        tracing::error!(game = game.id, why, "the game is stopped");
        let tx = self.store.begin()?;
        let stopped = GameRow { state: State::Stopped, reason: Some(why.to_owned()), ..game.clone() };
        tx.update_game(&stopped)?;
        let args = [("game", game.id.to_string()), ("why", why.to_owned())];
        admin::tell(&tx, &self.config, &format!("stopped.{}", game.id), "admin-stopped", &args, case.now)?;
        case.settle(&tx, "shunt", "stopped")?;
        tx.commit()
    }
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Desk")
    }
}

/// Makes the players of the configuration known.
fn keep_players(store: &mut Store, config: &Config, now: i64) -> Result<(), StoreError> {
    let tx = store.begin()?;
    for player in &config.players {
        tx.keep_person(Some(&player.nick), &player.name, player.language, &player.addresses, now)?;
    }
    tx.commit()
}

/// A letter's place at a table.
pub(super) struct At {
    pub(super) game: i64,
    pub(super) seat: Seat,
    pub(super) trust: Trust,
    pub(super) subject: Option<Command>,
    pub(super) from: String,
}
