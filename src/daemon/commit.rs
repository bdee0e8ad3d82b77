//! One ruling → one transaction: the letter, its events and its answers.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::change;
use super::judging::Pace;
use super::records::masks_of;
use super::shared::{bounce_address, clean_id, halves, reply_address};
use crate::config::Config;
use crate::game::{Eye, Seat};
use crate::judge::{self, Event, Notice, NoticeKind, Part, Table, Verdict};
use crate::letter;
use crate::notice::{self, Block, Extras, Frame};
use crate::store::record::{self, Kind, Record};
use crate::store::{Ask, GameRow, LogRow, NewOutbox, Person, State, StoreError, Tx};

/// What a letter of a game's log is made of, before it is written.
struct Entry<'a> {
    kind: Kind,
    seat: Seat,
    trust: &'a str,
    inbox: Option<i64>,
    outbox: Option<i64>,
    /// As the log has it.
    masked: Vec<u8>,
    events: &'a [Event],
}

/// A transaction on one table.
pub(super) struct Commit<'a> {
    pub(super) tx: &'a Tx<'a>,
    pub(super) config: &'a Config,
    pub(super) row: GameRow,
    pub(super) table: &'a Table,
    pub(super) now: i64,
}

impl Commit<'_> {
    fn log(&mut self, entry: Entry<'_>) -> Result<i64, StoreError> {
        let seq = self.row.letters + 1;
        let opening = entry.kind == Kind::Opening;
        let mut record = Record {
            game: self.row.id,
            seq,
            kind: entry.kind,
            seat: entry.seat,
            time: self.now,
            trust: entry.trust.to_owned(),
            digest: [0; 32],
            start: opening.then(|| self.row.start.clone()),
            letters: None,
            superseded: false,
            bytes: entry.masked,
        };
        record.digest = record::digest(&self.row.digest, &record, entry.events, &self.table.dump());
        self.tx.add_log(
            self.row.id,
            &LogRow {
                seq,
                kind: entry.kind.word().to_owned(),
                seat: entry.seat,
                time: self.now,
                trust: entry.trust.to_owned(),
                inbox: entry.inbox,
                outbox: entry.outbox,
                digest: record.digest.to_vec(),
            },
        )?;
        self.tx.add_events(self.row.id, self.row.events + 1, seq, entry.events)?;
        self.row.letters = seq;
        self.row.events += i64::try_from(entry.events.len()).unwrap_or(0);
        self.row.digest = record.digest.to_vec();
        Ok(seq)
    }

    /// The player's letter and what it led to.
    pub(super) fn incoming(
        &mut self,
        inbox: i64,
        seat: Seat,
        trust: &str,
        masked: Vec<u8>,
        events: &[Event],
    ) -> Result<i64, StoreError> {
        for event in events {
            if let Event::NewKey(seat) = event {
                self.tx.new_token(self.row.id, *seat, self.table.generation(*seat))?;
            }
        }
        self.log(Entry { kind: Kind::In, seat, trust, inbox: Some(inbox), outbox: None, masked, events })
    }

    /// Renders notices and puts them into the outbox and the log. An `error` that says the same as the letter before it
    /// in the thread, not a day ago, is not said again.
    pub(super) fn outgoing(
        &mut self,
        notices: &[Notice],
        cause: i64,
        quoted: usize,
        pace: Pace,
        error: bool,
    ) -> Result<usize, StoreError> {
        let mut sent = 0;
        for notice in notices {
            let Some(person) = self.person(notice.to)? else { continue };
            let gist = if error { Some(self.gist(notice, &person)?) } else { None };
            if let Some(gist) = &gist
                && self.said(notice.to, gist)?
            {
                continue;
            }
            let Some(outbox) = self.deliver(notice, &person, quoted, cause, pace, &[])? else { continue };
            if let Some(gist) = &gist {
                self.tx.keep_gist(outbox, gist)?;
            }
            sent += 1;
        }
        Ok(sent)
    }

    /// Writes about something that no letter of this game has caused.
    pub(super) fn remark(&mut self, kind: NoticeKind, to: Seat, pace: Pace) -> Result<(), StoreError> {
        let (Some((notice, events)), Some(person)) = (judge::remark(kind, to), self.person(to)?) else { return Ok(()) };
        let cause = self.row.letters + 1;
        self.deliver(&notice, &person, 0, cause, pace, &events).map(|_| ())
    }

    /// Writes a letter, which takes the place of those that still wait to leave.
    fn deliver(
        &mut self,
        notice: &Notice,
        person: &Person,
        quoted: usize,
        cause: i64,
        pace: Pace,
        events: &[Event],
    ) -> Result<Option<i64>, StoreError> {
        let held = self.held_up(notice, person, pace)?;
        let (blocks, pace) = match &held {
            Some(held) => (self.with_retold(notice, person, quoted, held)?, pace.at_latest(held.until)),
            None => (self.blocks(self.table, notice, person, quoted)?, pace),
        };
        let Some(outbox) = self.write(notice, person, &blocks, cause, pace, events)? else { return Ok(None) };
        if let Some(held) = held {
            tracing::info!(letter = outbox, held = held.ids.len(), "takes the place of letters that did not go");
            self.tx.supersede(&held.ids, &held.kept, outbox, held.since)?;
        }
        Ok(Some(outbox))
    }

    /// Sends the boards of other games that notices speak of, each in its game's own thread.
    pub(super) fn others(
        tx: &Tx<'_>,
        config: &Config,
        notices: &[Notice],
        person: &Person,
        pace: Pace,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut games = BTreeSet::new();
        for part in notices.iter().flat_map(|n| &n.parts) {
            if let Part::Other { game, ply: None } = part {
                games.insert(*game);
            }
        }
        for game in games {
            let Some(row) = tx.ask().game(game)?.filter(|r| r.state != State::Stopped) else { continue };
            let Some(at) = tx.ask().seats(game)?.into_iter().find(|s| s.player == person.id) else { continue };
            let Ok(table) = tx.ask().table(&row)? else { continue };
            let mut commit = Commit { tx, config, row, table: &table, now };
            commit.remark(NoticeKind::Board, at.seat, pace)?;
            commit.close(false)?;
        }
        Ok(())
    }

    /// What a notice says, whatever stood quoted in the letter that it answers.
    fn gist(&self, notice: &Notice, person: &Person) -> Result<[u8; 32], StoreError> {
        Ok(Sha256::digest(notice::mail::text(&self.blocks(self.table, notice, person, 0)?)).into())
    }

    /// Did the last letter in a thread say the same, within a day?
    fn said(&self, to: Seat, gist: &[u8]) -> Result<bool, StoreError> {
        let ask = self.tx.ask();
        let last = ask.last_letters(self.row.id, to, false, i64::MAX, 1)?;
        match last.first().filter(|l| l.time > self.now - 86_400).and_then(|l| l.outbox) {
            Some(outbox) => Ok(ask.gist(outbox)?.as_deref() == Some(gist)),
            None => Ok(false),
        }
    }

    fn write(
        &mut self,
        notice: &Notice,
        person: &Person,
        blocks: &[Block],
        cause: i64,
        pace: Pace,
        events: &[Event],
    ) -> Result<Option<i64>, StoreError> {
        let mail = match self.frame(notice, person, cause)?.mail(blocks) {
            Ok(mail) => mail,
            Err(e) => {
                tracing::error!(game = self.row.id, "a letter cannot be made: {e}");
                return Ok(None);
            }
        };
        let row = NewOutbox {
            sender: &mail.from,
            rcpt: &mail.to,
            msgid: &mail.message_id,
            bytes: &mail.bytes,
            now: self.now,
        };
        let Some(outbox) = self.tx.post(&row)? else { return Ok(None) };
        pace.hold(self.tx, outbox)?;
        let kind = if notice.kind == NoticeKind::Opening { Kind::Opening } else { Kind::Out };
        let (ask, held) = (self.tx.ask(), self.table.last_held());
        let [text, html] = &mail.texts;
        let masks = masks_of(ask, self.row.id, held, &mail.bytes, text)?;
        self.log(Entry {
            kind,
            seat: notice.to,
            trust: "",
            inbox: None,
            outbox: Some(outbox),
            masked: record::canonical(&letter::mask_own(&mail.bytes, [text, html], &masks)),
            events,
        })?;
        Ok(Some(outbox))
    }

    /// Writes how the game stands.
    pub(super) fn close(mut self, changed: bool) -> Result<(), StoreError> {
        self.row.to_act = self.table.to_act().iter().collect();
        if changed {
            self.row.since = self.now;
        }
        if self.row.state == State::Playing
            && let Some(outcome) = self.table.outcome()
        {
            self.row.state = if outcome.winner.is_some() { State::Won } else { State::Drawn };
            self.row.winner = outcome.winner;
            self.row.reason = Some(outcome.reason.to_owned());
        }
        self.tx.update_game(&self.row)
    }

    fn person(&self, seat: Seat) -> Result<Option<Person>, StoreError> {
        let seats = self.tx.ask().seats(self.row.id)?;
        match seats.iter().find(|s| s.seat == seat) {
            Some(s) => self.tx.ask().person(s.player),
            None => Ok(None),
        }
    }

    pub(super) fn blocks(
        &self,
        table: &Table,
        notice: &Notice,
        person: &Person,
        quoted: usize,
    ) -> Result<Vec<Block>, StoreError> {
        self.composed(table, notice, person, quoted, notice::compose)
    }

    /// Composes with all that the desk knows; a wish for another address gets a code.
    pub(super) fn composed(
        &self,
        table: &Table,
        notice: &Notice,
        person: &Person,
        quoted: usize,
        compose: impl FnOnce(&Table, &Notice, &Extras<'_>) -> Vec<Block>,
    ) -> Result<Vec<Block>, StoreError> {
        let wish = notice.parts.iter().find_map(|p| match p {
            Part::Address(text) => Some(text.as_str()),
            _ => None,
        });
        let lang = table.lang(notice.to);
        let address = match wish {
            Some(text) => change::ask(self.tx, self.config, person, text, lang, self.now)?,
            None => Vec::new(),
        };
        let wants_games = notice.parts.iter().any(|p| matches!(p, Part::Games));
        let games = if wants_games { game_lines(self.tx.ask(), person, lang)? } else { Vec::new() };
        let ask = self.tx.ask();
        let other = |game: i64, ply: Option<u32>| match (other_board(ask, person, game, ply, lang), ply) {
            // as it is now, it comes in that game's own thread
            (Some(_), None) => {
                let args = [("number", game.to_string().into())];
                Some(vec![Block::Text(crate::lang::say(lang, "other-game-sent", &args))])
            }
            (found, _) => found,
        };
        let code = |n: u32| ask.keys().code(self.row.id, n);
        let extras = Extras { quoted, code: &code, games: &games, address: &address, other: &other };
        Ok(compose(table, notice, &extras))
    }

    fn frame(&self, notice: &Notice, person: &Person, cause: i64) -> Result<Frame, StoreError> {
        let (ask, seat, id) = (self.tx.ask(), notice.to, self.row.id);
        let token = ask.keys().token(id, seat, self.table.generation(seat));
        let (_, host) = halves(self.config);
        let to = ask.mailbox(person)?;
        let recent = ask.thread(id, seat, 5)?;
        let mut in_reply_to = recent.iter().find(|l| l.0).map(|l| l.1.clone());
        if in_reply_to.is_none() {
            let last = ask.last_letters(id, seat, true, i64::MAX, 1)?;
            in_reply_to = last.first().map(|l| ask.msgid(l)).transpose()?.flatten();
        }
        let in_reply_to = in_reply_to.filter(|m| clean_id(m));
        let first = ask.first_letter(id, seat)?.map(|l| ask.msgid(&l)).transpose()?.flatten();
        let mut references = Vec::new();
        for msgid in first.into_iter().chain(recent.into_iter().rev().map(|l| l.1)) {
            if clean_id(&msgid) && !references.contains(&msgid) {
                references.push(msgid);
            }
        }
        let names: Vec<&str> = self.table.seats().iter().map(|s| self.table.name(*s)).collect();
        let mut fields = vec![("X-Boardpost-Game", id.to_string()), ("X-Boardpost-Seat", seat.to_string())];
        // a line of a letter may have 998 bytes
        if notice.kind == NoticeKind::Opening && self.row.start.len() < 900 {
            fields.push(("X-Boardpost-Start", public_start(self.table, &self.row.start)));
        }
        Ok(Frame {
            server: self.config.server.name.clone(),
            address: self.config.server.address.clone(),
            reply_to: reply_address(self.config, &token),
            reply_name: format!("Game {id}"),
            name: self.table.name(seat).to_owned(),
            to,
            bounce: bounce_address(self.config, Some(&token)),
            subject: format!("[PBEM {id}] {}", names.join(" – ")),
            message_id: format!(
                "<g{id}.p{}.s{seat}.{}.c{cause}.{token}@{host}>",
                self.table.version(),
                notice.kind.word()
            ),
            in_reply_to,
            references,
            time: self.now,
            answer: judge::remark(notice.kind, seat).is_none() && notice.kind != NoticeKind::Opening,
            lang: self.table.lang(seat),
            fields,
        })
    }
}

/// The start line as players may see it: with hidden set-ups, the seed would tell what chance has laid.
fn public_start(table: &Table, start: &str) -> String {
    if !table.game().hidden() {
        return start.to_owned();
    }
    start.split(' ').filter(|word| !word.starts_with("seed=")).collect::<Vec<_>>().join(" ")
}

/// A player's open games, one line each.
pub(super) fn game_lines(ask: Ask<'_>, person: &Person, lang: crate::game::Lang) -> Result<Vec<String>, StoreError> {
    let mut lines = Vec::new();
    for (row, seat) in ask.games_of(person.id)? {
        let Ok(table) = ask.table(&row)? else { continue };
        let say = |id: &str, args: &crate::lang::Args<'_>| crate::lang::say(lang, id, args);
        let state = if row.to_act.contains(&seat) {
            say("state-your-turn", &[])
        } else {
            say("state-other-turn", &[("seat", table.name(seat.other()).to_owned().into())])
        };
        let names: Vec<&str> = table.seats().iter().map(|s| table.name(*s)).collect();
        lines.push(say(
            "games-line",
            &[
                ("number", row.id.to_string().into()),
                ("title", notice::compose::title(&table, lang).into()),
                ("players", names.join(" – ").into()),
                ("state", state.into()),
            ],
        ));
    }
    Ok(lines)
}

/// Another game's board, if the player sits there.
pub(super) fn other_board(
    ask: Ask<'_>,
    person: &Person,
    game: i64,
    ply: Option<u32>,
    lang: crate::game::Lang,
) -> Option<Vec<Block>> {
    let row = ask.game(game).ok()??;
    let seat = ask.seats(game).ok()?.iter().find(|s| s.player == person.id)?.seat;
    let table = ask.table(&row).ok()?.ok()?;
    let last = table.turns().len();
    let plies = match ply.map(usize::try_from) {
        None => None,
        Some(Ok(plies)) if plies <= last => Some(plies),
        Some(_) => {
            let number = |n: i64| fluent_bundle::FluentValue::from(n);
            let args =
                [("ply", number(ply.map_or(0, i64::from))), ("last", number(i64::try_from(last).unwrap_or(i64::MAX)))];
            return Some(vec![Block::Text(crate::lang::say(lang, "no-such-ply", &args))]);
        }
    };
    let names: Vec<&str> = table.seats().iter().map(|s| table.name(*s)).collect();
    let heading = crate::lang::say(
        lang,
        "other-game",
        &[
            ("number", game.to_string().into()),
            ("title", notice::compose::title(&table, lang).into()),
            ("players", names.join(" – ").into()),
        ],
    );
    let voice = notice::compose::voice(&table, Some(seat), lang);
    Some(vec![
        Block::Text(format!("{heading}. {}", notice::compose::status(&table, &voice))),
        Block::Fixed(notice::compose::board(&table, Eye::Seat(seat), lang, plies)),
    ])
}

/// Does a letter of ours say what these blocks say?
pub(super) fn same_text(letter: &[u8], blocks: &[Block]) -> bool {
    let lines = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
    lines(letter::text(letter).trim_end()) == lines(notice::mail::text(blocks).trim_end())
}

/// What a verdict is called in the inbox's note.
pub(super) fn note(verdict: Verdict, ids: &[String]) -> String {
    if ids.is_empty() { verdict.word().to_owned() } else { format!("{}: {}", verdict.word(), ids.join(",")) }
}
