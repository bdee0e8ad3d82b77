//! The desk: takes letters in and rules on each once.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::admin;
use super::commit::{Commit, note, other_board};
use super::identify::{self, Who};
use super::judging::{Considered, consider, general_commands, within_limits};
use super::open::{self, StartArgs, StartFailure};
use super::shared::{Plain, plain_mail};
use crate::config::Config;
use crate::game::{Lang, Seat};
use crate::judge::{Command, Event, Trust, Verdict};
use crate::lang;
use crate::letter::{self, Letter};
use crate::notice::{self, Block};
use crate::post::Arrived;
use crate::store::{InboxRow, NewOutbox, Person, State, Store, StoreError, Taken};

/// The try at which a letter that breaks the reader is put aside instead.
const LAST_TRY: i64 = 3;

/// Rules on letters against a database.
#[derive(Debug)]
pub struct Desk {
    store: Store,
    config: Config,
}

impl Desk {
    /// A desk; makes the players of the configuration known.
    ///
    /// # Errors
    /// [`StoreError`] where the database cannot be used.
    pub fn new(mut store: Store, config: Config, now: i64) -> Result<Self, StoreError> {
        let tx = store.begin()?;
        for player in &config.players {
            tx.keep_person(Some(&player.nick), &player.name, player.language, &player.addresses, now)?;
        }
        tx.commit()?;
        Ok(Self { store, config })
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

    /// Rules on a letter that was taken in. A letter that breaks the reader is put aside at the third try.
    ///
    /// # Errors
    /// [`StoreError`] where the ruling could not be stored; the letter waits then.
    pub fn rule(&mut self, id: i64, now: i64) -> Result<(), StoreError> {
        // its own commit, before a byte is read: it survives an abort
        let tx = self.store.begin()?;
        let attempts = tx.attempt(id)?;
        tx.commit()?;
        if attempts >= LAST_TRY {
            return self.shunt(id, "broken", now);
        }
        let Some(row) = self.store.ask().letter(id)? else { return Ok(()) };
        if row.state != "new" {
            return Ok(());
        }
        match catch_unwind(AssertUnwindSafe(|| self.read(&row, now))) {
            Ok(result) => result,
            Err(_) => {
                tracing::error!(letter = id, attempts, "reading this letter broke the reader");
                Ok(())
            }
        }
    }

    /// Puts a letter aside and tells the admin. `why` is a word that `admin-shunted` knows.
    fn shunt(&mut self, id: i64, why: &str, now: i64) -> Result<(), StoreError> {
        tracing::warn!(letter = id, why, "put aside");
        let tx = self.store.begin()?;
        tx.settle(id, "shunt", why)?;
        let args = [("letter", id.to_string()), ("why", why.to_owned())];
        admin::tell(&tx, &self.config, &format!("shunt.{id}"), "admin-shunted", &args, now)?;
        tx.commit()
    }

    fn ignore(&mut self, id: i64, why: &str) -> Result<(), StoreError> {
        tracing::info!(letter = id, why, "ignored");
        let tx = self.store.begin()?;
        tx.settle(id, "ignored", why)?;
        tx.commit()
    }

    fn read(&mut self, row: &InboxRow, now: i64) -> Result<(), StoreError> {
        let Ok(letter) = letter::read(&row.raw) else {
            return self.shunt(row.id, "no-letter", now);
        };
        if let Some(bounce) = letter.bounce()
            && let (true, Some(recipient)) = (bounce.permanent, bounce.recipient)
        {
            let tx = self.store.begin()?;
            tx.mark_bounced(&recipient, now)?;
            let args = [("address", recipient), ("why", letter.subject.clone())];
            admin::tell(&tx, &self.config, &format!("bounce.{}", row.id), "admin-dead", &args, now)?;
            tx.settle(row.id, "ignored", "bounce")?;
            return tx.commit();
        }
        if identify::guessed(self.store.ask(), &letter)?
            && let Some(from) = &letter.from
        {
            let tx = self.store.begin()?;
            tx.count("wrong-token", from, now, 86_400)?;
            tx.commit()?;
        }
        match identify::identify(self.store.ask(), &self.config, &letter, now)? {
            Who::Machine(kind) => self.ignore(row.id, kind),
            Who::Forged => self.ignore(row.id, "forged"),
            Who::Guesser => self.ignore(row.id, "too many wrong tokens"),
            Who::Nobody => self.shunt(row.id, "sender", now),
            Who::Seat { game, seat, trust, person, subject } => {
                // an admin who plays may answer to a letter of his game and start another
                if let Some((address, lang)) = self.starts(&letter)? {
                    return self.admin(row, &letter, &address, lang, now);
                }
                let at = At { game, seat, trust, subject };
                self.seated(row, &letter, &at, &person, now)
            }
            Who::Player(person) => self.homeless(row, &letter, &person, now),
            Who::Admin { address, lang } => self.admin(row, &letter, &address, lang, now),
            Who::Stranger(from) => self.stranger(row, &letter, &from, now),
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
    fn seated(
        &mut self,
        row: &InboxRow,
        letter: &Letter,
        at: &At,
        person: &Person,
        now: i64,
    ) -> Result<(), StoreError> {
        let ask = self.store.ask();
        let Some(game) = ask.game(at.game)? else { return self.shunt(row.id, "gone", now) };
        let table = match ask.table(&game)? {
            Ok(table) => table,
            Err(why) => return self.stop(row, &game, &why.to_string(), now),
        };
        if game.state == State::Stopped {
            return self.shunt(row.id, "stopped", now);
        }
        let Some(considered) = consider(ask, &self.config, &table, row, letter, at, game.letters + 1)? else {
            return self.shunt(row.id, "replay", now);
        };
        // weak signs of a machine: no error answers, but a move with a token passes
        if letter.weakly_automatic() && considered.ruling.events.is_empty() {
            return self.ignore(row.id, "probably automatic");
        }
        self.commit(row, (&game, table), (at, person), considered, now)
    }

    fn commit(
        &mut self,
        row: &InboxRow,
        (game, mut table): (&crate::store::GameRow, crate::judge::Table),
        (at, person): (&At, &Person),
        Considered { ruling, quoted, masked }: Considered,
        now: i64,
    ) -> Result<(), StoreError> {
        let before = table.version();
        for event in &ruling.events {
            if let Err(why) = table.apply(event) {
                return self.stop(row, game, &why.to_string(), now);
            }
        }
        let open = table.outcome().is_none();
        let tx = self.store.begin()?;
        // ruled on once, also if two of us were here
        if tx.ask().letter_state(row.id)?.as_deref() != Some("new") {
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
            day == 0 || tx.ask().tally("move", &key, now - 86_400)? <= most
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
        let seq = commit.incoming(row.id, at.seat, at.trust.word(), masked, &ruling.events)?;
        commit.outgoing(&notices, seq, quoted)?;
        commit.close(changed)?;
        tx.settle(row.id, state, &note(ruling.verdict, &ruling.ids))?;
        tx.commit()?;
        tracing::info!(
            letter = row.id,
            game = game.id,
            seat = at.seat.number(),
            trust = at.trust.word(),
            verdict = ruling.verdict.word(),
            ids = ruling.ids.join(","),
            events = ruling.events.len(),
            answers = notices.len(),
            "ruled"
        );
        Ok(())
    }

    /// A table whose log does not fold stops, and the admin is told.
    fn stop(&mut self, row: &InboxRow, game: &crate::store::GameRow, why: &str, now: i64) -> Result<(), StoreError> {
        tracing::error!(game = game.id, why, "the game is stopped");
        let tx = self.store.begin()?;
        let stopped = crate::store::GameRow { state: State::Stopped, reason: Some(why.to_owned()), ..game.clone() };
        tx.update_game(&stopped)?;
        let args = [("game", game.id.to_string()), ("why", why.to_owned())];
        admin::tell(&tx, &self.config, &format!("stopped.{}", game.id), "admin-stopped", &args, now)?;
        tx.settle(row.id, "shunt", "stopped")?;
        tx.commit()
    }

    /// Writes a letter that belongs to no game.
    fn reply(
        &mut self,
        row: &InboxRow,
        to: (&str, &str),
        lang: Lang,
        blocks: &[Block],
        now: i64,
    ) -> Result<(), StoreError> {
        let id = format!("desk.c{}.{}", row.id, self.store.keys().start_code(row.id));
        let letter = Plain {
            name: to.0,
            to: to.1,
            lang,
            subject: &self.config.server.name,
            id: &id,
            in_reply_to: Some(&row.msgid),
            now,
        };
        let mail = plain_mail(&self.config, &letter, blocks);
        let tx = self.store.begin()?;
        match mail {
            Ok(mail) => {
                let out =
                    NewOutbox { sender: &mail.from, rcpt: &mail.to, msgid: &mail.message_id, bytes: &mail.bytes, now };
                tx.post(&out)?;
            }
            Err(e) => tracing::warn!(letter = row.id, "no answer can be sent: {e}"),
        }
        tx.settle(row.id, "done", "answered")?;
        tx.commit()
    }

    /// A known player's letter that names no game.
    fn homeless(&mut self, row: &InboxRow, letter: &Letter, person: &Person, now: i64) -> Result<(), StoreError> {
        let tx = self.store.begin()?;
        let within = within_limits(&self.config, &tx, person, now)?;
        tx.commit()?;
        if !within {
            return self.ignore(row.id, "too many answers");
        }
        let blocks = self.general(letter, person.lang, Some(person))?;
        let blocks = if blocks.is_empty() {
            let none = self.store.ask().games_of(person.id)?.is_empty();
            vec![Block::Text(lang::say(person.lang, if none { "no-game" } else { "which-game" }, &[]))]
        } else {
            blocks
        };
        let to = person.addresses.first().cloned().unwrap_or_default();
        self.reply(row, (&person.name, &to), person.lang, &blocks, now)
    }

    /// Answers to commands that need no game.
    fn general(&self, letter: &Letter, lang: Lang, person: Option<&Person>) -> Result<Vec<Block>, StoreError> {
        let mut blocks = Vec::new();
        for command in general_commands(self.store.ask(), letter, lang)? {
            match command {
                Command::Help(topic) => blocks.extend(notice::compose::help(lang, topic.as_deref())),
                Command::Games => {
                    if let Some(person) = person {
                        let lines = super::commit::game_lines(self.store.ask(), person, lang)?;
                        if lines.is_empty() {
                            blocks.push(Block::Text(lang::say(lang, "games-none", &[])));
                        } else {
                            blocks.push(Block::Text(lang::say(lang, "games-heading", &[])));
                            blocks.push(Block::Data(lines));
                        }
                    }
                }
                Command::Show { game: Some(game), ply } => {
                    if let Some(person) = person {
                        match other_board(self.store.ask(), person, game, ply, lang) {
                            Some(more) => blocks.extend(more),
                            None => {
                                let args = [("game", game.to_string().into())];
                                blocks.push(Block::Text(lang::say(lang, "no-such-game", &args)));
                            }
                        }
                    }
                }
                Command::Start(_) if person.is_some() => blocks.push(Block::Text(lang::say(lang, "not-admin", &[]))),
                _ => {}
            }
        }
        Ok(blocks)
    }

    /// An admin's letter: starts games, with a confirmation.
    fn admin(&mut self, row: &InboxRow, letter: &Letter, from: &str, lang: Lang, now: i64) -> Result<(), StoreError> {
        for command in general_commands(self.store.ask(), letter, lang)? {
            match command {
                Command::Start(line) => {
                    let why = match StartArgs::from_line(&line) {
                        Ok(args) => open::check(self.store.ask(), &self.config, &args).err(),
                        Err(e) => Some(e),
                    };
                    let blocks = match why {
                        Some(StartFailure::Usage) => vec![Block::Text(StartFailure::Usage.text(lang))],
                        Some(why) => {
                            vec![Block::Text(lang::say(lang, "start-failed", &[("why", why.text(lang).into())]))]
                        }
                        None => {
                            let code = self.store.keys().start_code(row.id);
                            let tx = self.store.begin()?;
                            tx.keep_start(&code, from, &line, now)?;
                            tx.commit()?;
                            let word = format!("{} {code}", notice::compose::confirm_word(lang));
                            let button = lang::say(lang, "button-confirm", &[]);
                            vec![
                                Block::Text(lang::say(lang, "start-confirm", &[])),
                                Block::Echo(vec![notice::compose::clip(&line, 200)]),
                                Block::Text(lang::say(lang, "start-confirm-do", &[])),
                                Block::Data(vec![word.clone()]),
                                Block::Buttons(vec![(word, button)]),
                            ]
                        }
                    };
                    return self.reply(row, ("", from), lang, &blocks, now);
                }
                Command::Confirm(code) => {
                    let tx = self.store.begin()?;
                    let line = tx.take_start(&code, from)?;
                    tx.commit()?;
                    let text = match line.as_deref().map(StartArgs::from_line) {
                        Some(Ok(args)) => match open::start(&mut self.store, &self.config, &args, now)? {
                            Ok(game) => lang::say(lang, "started", &[("number", game.to_string().into())]),
                            Err(why) => lang::say(lang, "start-failed", &[("why", why.text(lang).into())]),
                        },
                        _ => lang::say(lang, "bad-code", &[]),
                    };
                    return self.reply(row, ("", from), lang, &[Block::Text(text)], now);
                }
                _ => {}
            }
        }
        let person = self.store.ask().person_by_address(from)?;
        let mut blocks = self.general(letter, lang, person.as_ref())?;
        if blocks.is_empty() {
            blocks.push(Block::Text(lang::say(lang, "start-usage", &[])));
        }
        self.reply(row, ("", from), lang, &blocks, now)
    }

    /// Nobody we know: one letter of help a week at most, and only so many a day in all.
    fn stranger(&mut self, row: &InboxRow, letter: &Letter, from: &str, now: i64) -> Result<(), StoreError> {
        let limits = &self.config.limits;
        let over = |count: i64, limit: u64| limit > 0 && count >= i64::try_from(limit).unwrap_or(i64::MAX);
        let week = 7 * 86_400;
        let forged = self
            .config
            .trust
            .authserv_id
            .as_deref()
            .is_some_and(|id| letter.authentication(id) == letter::Verdict::Fail);
        if forged
            || letter.weakly_automatic()
            || crate::config::address::is_role(from)
            || over(self.store.ask().tally("stranger", from, now - week)?, limits.unknown_week)
            || over(self.store.ask().tally_all("stranger", now - 86_400)?, limits.unknown_day)
        {
            return self.ignore(row.id, "stranger");
        }
        let tx = self.store.begin()?;
        tx.count("stranger", from, now, week)?;
        tx.commit()?;
        let lang = self.config.server.language;
        let server = self.config.server.name.clone();
        let blocks = [Block::Text(lang::say(lang, "stranger", &[("server", server.into())]))];
        self.reply(row, ("", from), lang, &blocks, now)
    }
}

/// A letter's place at a table.
pub(super) struct At {
    pub(super) game: i64,
    pub(super) seat: Seat,
    pub(super) trust: Trust,
    pub(super) subject: Option<Command>,
}
