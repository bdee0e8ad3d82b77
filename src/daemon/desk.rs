//! The desk: takes letters in and rules on each once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::admin;
use super::commit::{Commit, note};
use super::identify::{self, Who};
use super::judging::{consider, general_commands, within_limits};
use super::reload::Current;
use crate::config::Config;
use crate::fault;
use crate::game::{Lang, Seat};
use crate::judge::{Command, Event, Ruling, Trust, Verdict};
use crate::letter::{self, Letter};
use crate::post::Arrived;
use crate::store::{GameRow, InboxRow, Person, State, Store, StoreError, Taken, Tx};

/// The try at which a letter that broke the reader is put aside, or read in isolation where that can be had.
const LAST_TRY: i64 = 3;

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

    fn ignore(&self, store: &mut Store, why: &str) -> Result<(), StoreError> {
        let tx = store.begin()?;
        self.settle(&tx, "ignored", why)?;
        tx.commit()?;
        let (waited, ms) = self.times();
        tracing::info!(letter = self.row.id, why, waited, ms, "ignored");
        Ok(())
    }

    /// Puts the letter aside and tells the admin. `why` is a word that `admin-shunted` knows.
    fn shunt(&self, store: &mut Store, config: &Config, why: &str) -> Result<(), StoreError> {
        let tx = store.begin()?;
        self.settle(&tx, "shunt", why)?;
        shunted(&tx, config, self.row.id, why, self.now)?;
        tx.commit()?;
        let (waited, ms) = self.times();
        tracing::warn!(letter = self.row.id, why, waited, ms, "put aside");
        Ok(())
    }
}

/// Tells the admin that a letter was put aside.
fn shunted(tx: &Tx<'_>, config: &Config, id: i64, why: &str, now: i64) -> Result<(), StoreError> {
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
        Ok(Self { store, config, current: None, isolate: None })
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
        for arrived in letters {
            let (msgid, digest) = letter::identity(&arrived.raw);
            let msgid = msgid.unwrap_or_else(|| format!("sha:{}", crate::store::record::hex(&digest)));
            taken.push(tx.take(&arrived.place, &msgid, &digest, &arrived.raw, now, arrived.too_big)?);
        }
        tx.commit()?;
        Ok(taken)
    }

    /// Rules on a letter that was taken in. A letter that breaks the reader is put aside at the third try, and so is one that
    /// a damaged part of the database belongs to.
    ///
    /// # Errors
    /// [`StoreError`] where the ruling could not be stored; the letter waits then.
    pub fn rule(&mut self, id: i64, now: i64) -> Result<(), StoreError> {
        self.refresh(now)?;
        // before a byte is read: it survives an abort
        let attempts = self.store.attempt(id)?;
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
                let _ = self.store.excuse(id);
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
                self.give_up(id, "damaged", now).map(|()| Isolated::Ruled)
            }
            Ok(result) => result.map(|()| Isolated::Ruled),
            Err(_) => Ok(Isolated::Broke),
        }
    }

    /// Puts a letter aside that cannot even be read.
    fn give_up(&mut self, id: i64, why: &str, now: i64) -> Result<(), StoreError> {
        tracing::warn!(letter = id, why, "put aside");
        let tx = self.store.begin()?;
        tx.settle(id, "shunt", why)?;
        shunted(&tx, &self.config, id, why, now)?;
        tx.commit()
    }

    fn read(&mut self, row: &InboxRow, now: i64) -> Result<(), StoreError> {
        fault::point_of("read", &row.msgid);
        let begun = Instant::now();
        let Ok(letter) = letter::read(&row.raw) else {
            return self.give_up(row.id, "no-letter", now);
        };
        let guessed = identify::guessed(self.store.ask(), &letter)?;
        let guesser = if guessed { letter.from.as_deref() } else { None };
        let case = Case { row, letter: &letter, guesser, now, begun };
        if let Some(bounce) = letter.bounce()
            && let (true, Some(recipient)) = (bounce.permanent, bounce.recipient)
        {
            let tx = self.store.begin()?;
            tx.mark_bounced(&recipient, now)?;
            let args = [("address", recipient), ("why", letter.subject.clone())];
            admin::tell(&tx, &self.config, &format!("bounce.{}", row.id), "admin-dead", &args, now)?;
            case.settle(&tx, "ignored", "bounce")?;
            tx.commit()?;
            let (waited, ms) = case.times();
            tracing::info!(letter = row.id, why = "bounce", waited, ms, "ignored");
            return Ok(());
        }
        let Self { store, config, .. } = self;
        match identify::identify(store.ask(), config, &letter, guesser.is_some(), now)? {
            Who::Machine(kind) => case.ignore(store, kind),
            Who::Forged => case.ignore(store, "forged"),
            Who::Guesser => case.ignore(store, "too many wrong tokens"),
            Who::Nobody => case.shunt(store, config, "sender"),
            Who::Seat { game, seat, trust, person, subject } => {
                // an admin who plays may answer to a letter of his game and start another
                if let Some((address, lang)) = self.starts(&letter)? {
                    return self.admin(&case, &address, lang);
                }
                let at = At { game, seat, trust, subject };
                self.seated(&case, &at, &person)
            }
            Who::Player(person) => self.homeless(&case, &person),
            Who::Admin { address, lang } => self.admin(&case, &address, lang),
            Who::Stranger(from) => self.stranger(&case, &from),
        }
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
        let table = match ask.table(&game)? {
            Ok(table) => table,
            Err(why) => return self.stop(case, &game, &why.to_string()),
        };
        if game.state == State::Stopped {
            return case.shunt(&mut self.store, &self.config, "stopped");
        }
        let considered = consider(ask, &self.config, &table, case.row, case.letter, at, game.letters + 1)?;
        let Some((ruling, quoted)) = considered else {
            return case.shunt(&mut self.store, &self.config, "replay");
        };
        // weak signs of a machine: no error answers, but a move with a token passes
        if case.letter.weakly_automatic() && ruling.events.is_empty() {
            return case.ignore(&mut self.store, "probably automatic");
        }
        fault::point("judged");
        self.commit(case, (&game, table), (at, person), ruling, quoted)
    }

    fn commit(
        &mut self,
        case: &Case<'_>,
        (game, mut table): (&GameRow, crate::judge::Table),
        (at, person): (&At, &Person),
        ruling: Ruling,
        quoted: usize,
    ) -> Result<(), StoreError> {
        let (row, now) = (case.row, case.now);
        let before = table.version();
        for event in &ruling.events {
            if let Err(why) = table.apply(event) {
                return self.stop(case, game, &why.to_string());
            }
        }
        let open = table.outcome().is_none();
        let tx = self.store.begin()?;
        // ruled on once, also if two of us were here
        if tx.ask().letter(row.id)?.is_none_or(|l| l.state != "new") {
            return Ok(());
        }
        // only what changed the game is answered without limit; refusals, chat and boards are not
        let within = if ruling.idle() {
            within_limits(&self.config, &tx, person, now)?
        } else {
            let day = self.config.limits.per_game_day;
            let key = game.id.to_string();
            let most = i64::try_from(day).unwrap_or(i64::MAX);
            tx.count("move", &key, now, 86_400)?;
            day == 0 || tx.ask().tally("move", &key, now, 86_400)? <= most
        };
        let mut notices = ruling.notices;
        if !within {
            tracing::warn!(letter = row.id, game = game.id, "too many answers; none is sent");
            notices.clear();
        }
        for event in &ruling.events {
            if let Event::Lang(_, lang) = event {
                tx.set_lang(person.id, *lang)?;
            }
        }
        let state = if ruling.verdict == Verdict::Ignored { "ignored" } else { "done" };
        let changed = table.version() != before || (open != (game.state == State::Playing));
        let mut commit = Commit { tx: &tx, config: &self.config, row: game.clone(), table: &table, now };
        let seq = commit.incoming(row.id, at.seat, at.trust.word(), &row.raw, &ruling.events)?;
        commit.outgoing(&notices, seq, quoted)?;
        commit.close(changed)?;
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
            answers = notices.len(),
            waited,
            ms,
            "ruled"
        );
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
}
