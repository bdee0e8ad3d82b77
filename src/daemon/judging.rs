//! A game's letter before the judge: as it came, and as the log will show it.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::admin;
use super::desk::At;
use super::records::{masked, masks};
use crate::config::Config;
use crate::game::{Lang, Phrase, Seat};
use crate::judge::{self, Command, Incoming, Notice, Ruling, Table, Trust};
use crate::letter::{self, Body, Hints, Letter, SentText};
use crate::notice;
use crate::store::record::canonical;
use crate::store::{Ask, FOREVER, GameRow, InboxRow, LogRow, Person, StoreError, Tx};

/// How many of our last letters a reply is compared with.
const SENT: i64 = 8;
/// Seconds.
const DAY: i64 = 86_400;

/// A letter of the log again: the table after it, what it told a seat, and how many lines were set aside. `None` where
/// it would not lead today to what it led to then.
pub(super) fn again(
    ask: Ask<'_>,
    config: &Config,
    game: &GameRow,
    seq: i64,
    to: Seat,
) -> Result<Option<(Table, Notice, usize)>, StoreError> {
    let (Some(entry), Ok(start)) = (ask.log_letter(game.id, seq)?, game.start.parse()) else { return Ok(None) };
    let (Some(inbox), Some(trust)) = (entry.inbox, Trust::from_word(&entry.trust)) else { return Ok(None) };
    let Some(row) = ask.letter(inbox)? else { return Ok(None) };
    let (Ok(letter), Ok(mut table)) = (letter::read(&row.raw), Table::open(game.id, start)) else { return Ok(None) };
    let mut led = Vec::new();
    for (of, event) in ask.events(game.id)? {
        match of.cmp(&seq) {
            Ordering::Less if table.apply(&event).is_err() => return Ok(None),
            Ordering::Equal => led.push(event),
            _ => {}
        }
    }
    let subject = letter.subject_command.as_deref().and_then(Command::from_subject).map(|c| c.0);
    let at = At { game: game.id, seat: entry.seat, trust, subject, from: String::new() };
    let Some(Considered { ruling, quoted, .. }) = consider(ask, config, &table, &row, &letter, &at, seq)? else {
        return Ok(None);
    };
    if ruling.events != led || led.iter().any(|event| table.apply(event).is_err()) {
        return Ok(None);
    }
    Ok(ruling.notices.into_iter().find(|n| n.to == to).map(|notice| (table, notice, quoted)))
}

/// What came of a letter.
pub(super) struct Considered {
    pub(super) ruling: Ruling,
    /// How many lines were set aside.
    pub(super) quoted: usize,
    /// The letter as the log has it.
    pub(super) masked: Vec<u8>,
}

/// Rules on a letter, which is or will be letter `seq` of the log; `None` where the masked letter in
/// the log would lead to something else, as when somebody writes the mask of a code for the code: such a letter cannot
/// be replayed and must not be ruled on.
pub(super) fn consider(
    ask: Ask<'_>,
    config: &Config,
    table: &Table,
    row: &InboxRow,
    letter: &Letter,
    at: &At,
    seq: i64,
) -> Result<Option<Considered>, StoreError> {
    let mut sent = Vec::new();
    for out in ask.last_letters(at.game, at.seat, false, seq, SENT)? {
        sent.push(sent_text(ask, &out)?);
    }
    let own = [config.server.address.clone()];
    let read =
        |letter: &Letter, sent: &[SentText]| letter.body(&Hints { lang: Some(table.lang(at.seat)), sent, own: &own });
    let judged = |letter: &Letter, body: &Body, subject: Option<Command>, code: &dyn Fn(u32) -> String| {
        let problems = if row.too_big { vec![Phrase::new("too-big")] } else { body.problems.clone() };
        let seen = notice::seen_version(&letter.references, at.game, at.seat);
        let (seat, trust) = (at.seat, at.trust);
        judge::judge(table, &Incoming { seat, trust, lines: &body.reply, subject, seen, code, problems: &problems })
    };
    let body = read(letter, &sent);
    let coded = Cell::new(false);
    let code = |n: u32| {
        coded.set(true);
        ask.keys().code(at.game, n)
    };
    let ruling = judged(letter, &body, at.subject.clone(), &code);
    let lines = quoted(&body);
    let masked = masked(ask, table, &row.raw)?;
    let masks = masks(ask, at.game, table.last_held(), &[])?;
    let mask = |n: u32| format!("code{n}");
    let hidden = sent.iter().any(|text| masks.iter().any(|(secret, _)| text.as_str().contains(secret.as_str())));
    let same = if !hidden && reads_alike(&row.raw, &masked) {
        // where no code was asked for, nothing can differ
        !coded.get() || judged(letter, &body, at.subject.clone(), &mask).events == ruling.events
    } else {
        for text in &mut sent {
            *text = masks.iter().fold(text.as_str().to_owned(), |t, (secret, mask)| t.replace(secret, mask)).into();
        }
        letter::read(&masked).is_ok_and(|letter| {
            let subject = letter.subject_command.as_deref().and_then(Command::from_subject).map(|c| c.0);
            judged(&letter, &read(&letter, &sent), subject, &mask).events == ruling.events
        })
    };
    Ok(same.then_some(Considered { ruling, quoted: lines, masked }))
}

/// Texts of letters that we sent, by Message-ID, and how long they are together. A reply is compared with several, and
/// every reply of the game with almost the same.
static TEXTS: Mutex<(BTreeMap<String, SentText>, usize)> = Mutex::new((BTreeMap::new(), 0));
/// How many bytes of texts are kept; taken apart, they are about three times as many.
const KEPT: usize = 8 << 20;

/// The text of a letter that we sent.
fn sent_text(ask: Ask<'_>, out: &LogRow) -> Result<SentText, StoreError> {
    let Some(id) = ask.msgid(out)? else { return Ok(letter::own_text(&ask.log_bytes(out)?).into()) };
    let kept = || TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = kept().0.get(&id) {
        return Ok(text.clone());
    }
    let text = SentText::from(letter::own_text(&ask.log_bytes(out)?));
    let (texts, size) = &mut *kept();
    if *size > KEPT {
        texts.clear();
        *size = 0;
    }
    *size += id.len() + text.as_str().len();
    texts.insert(id, text.clone());
    Ok(text)
}

/// Header fields that name people and letters; a mask in them changes neither words nor shape of the letter.
const ADDRESSING: [&[u8]; 8] =
    [b"to", b"cc", b"in-reply-to", b"references", b"delivered-to", b"x-original-to", b"received", b"return-path"];

/// Does the letter differ from what the log will show only in lines of [`ADDRESSING`]? Then the same is read in both.
fn reads_alike(raw: &[u8], masked: &[u8]) -> bool {
    let (mut head, mut addressing) = (true, false);
    let mut logged = masked.split(|b| *b == b'\n');
    for line in canonical(raw).split(|b| *b == b'\n') {
        if head && line.is_empty() {
            (head, addressing) = (false, false);
        } else if head && !line.starts_with(b" ") && !line.starts_with(b"\t") {
            let field = line.split(|b| *b == b':').next().unwrap_or_default().to_ascii_lowercase();
            addressing = ADDRESSING.contains(&field.as_slice());
        }
        match logged.next() {
            Some(logged) if line == logged || addressing => {}
            _ => return false,
        }
    }
    logged.next().is_none()
}

fn quoted(body: &Body) -> usize {
    body.ignored.iter().map(|i| i.lines).sum()
}

/// Commands of a letter that belongs to no game. Letters of ours that it answers are taken off, whatever became of
/// their quote marks.
pub(super) fn general_commands(ask: Ask<'_>, letter: &Letter, lang: Lang) -> Result<Vec<Command>, StoreError> {
    let subject = letter.subject_command.as_deref().and_then(Command::from_subject).map(|c| c.0);
    let mut sent = Vec::new();
    for id in letter.references.iter().take(8) {
        sent.extend(ask.out_by_msgid(id)?.map(|bytes| letter::own_text(&bytes).into()));
    }
    let body = letter.body(&Hints { lang: Some(lang), sent: &sent, own: &[] });
    let mut commands: Vec<Command> = subject.into_iter().collect();
    for line in &body.reply {
        match Command::read(&letter::fold(line)) {
            Some(Command::Quit) => break,
            Some(command) => commands.push(command),
            None => {}
        }
    }
    Ok(commands)
}

/// How answers leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// At once.
    Send,
    /// They are kept back until a time.
    Hold(i64),
}

impl Pace {
    /// Holds a letter back that was put into the outbox.
    pub(super) fn hold(self, tx: &Tx<'_>, outbox: i64) -> Result<(), StoreError> {
        match self {
            Self::Hold(until) => tx.hold(outbox, until, "held back: too many answers"),
            Self::Send => Ok(()),
        }
    }

    /// Not later than a letter whose place is taken.
    pub(super) fn at_latest(self, until: i64) -> Self {
        match self {
            Self::Hold(mine) => Self::Hold(mine.min(until)),
            Self::Send => Self::Send,
        }
    }
}

/// When there is room for one more answer to a player, in a game or (0) outside of games: `now`, or later. Also when the
/// answer of that game leaves that waits for its time, if there is one: a newer one takes its place.
fn room(config: &Config, ask: Ask<'_>, person: &Person, game: i64, now: i64) -> Result<(i64, Option<i64>), StoreError> {
    let limits = [(config.limits.player_hour, 3600), (config.limits.player_day, DAY)];
    let most = limits.iter().map(|l| l.0).max().and_then(|n| i64::try_from(n).ok()).unwrap_or(i64::MAX);
    let mut marks = ask.marks("answer", &person.id.to_string(), now - DAY, now, most)?;
    let mut own = None;
    for (of, at) in ask.reserved(person.id, now)? {
        if of == game && at > now {
            own = Some(at);
        } else {
            marks.push(at);
        }
    }
    marks.sort_unstable_by(|a, b| b.cmp(a));
    let mut free = now;
    for (limit, seconds) in limits.into_iter().filter(|l| l.0 > 0) {
        let full = usize::try_from(limit - 1).ok().and_then(|nth| marks.get(nth));
        free = full.map_or(free, |mark| free.max(mark + seconds));
    }
    Ok((free, own))
}

/// Answers to refused, unread and chat letters are limited; those to accepted moves are not. Beyond a player's limit they
/// wait until there is room; `None` where they are not to be kept (`keep`). Beyond the limit of all together they are
/// kept, and the admins are told; the moves go on.
pub(super) fn pace(
    config: &Config,
    tx: &Tx<'_>,
    (person, game): (&Person, i64),
    keep: bool,
    now: i64,
) -> Result<Option<Pace>, StoreError> {
    let who = person.id.to_string();
    let limit = config.limits.breaker_hour;
    let ask = tx.ask();
    let (free, own) = room(config, ask, person, game, now)?;
    if free > now {
        if !keep {
            return Ok(None);
        }
        // one answer a game is kept: a day later they may all leave
        let until = own.unwrap_or(now + DAY).min(free).min(now + DAY);
        tx.reserve(person.id, game, until, now)?;
        return Ok(Some(Pace::Hold(until)));
    }
    if own.is_some() {
        tx.unreserve(person.id, game, now)?;
    }
    let broken = limit > 0 && ask.tally_all("answer", now, 3600)? >= i64::try_from(limit).unwrap_or(i64::MAX);
    tx.count("answer", &who, now, DAY)?;
    if !broken {
        return Ok(Some(Pace::Send));
    }
    tracing::error!("too many answers in an hour; they are held back");
    // once, not once a letter
    if ask.tally("breaker", "", now, DAY)? == 0 {
        let args = [("limit", limit.to_string())];
        admin::tell(tx, config, &format!("breaker.{now}"), "admin-breaker", &args, now)?;
    }
    tx.count("breaker", "", now, DAY)?;
    Ok(Some(Pace::Hold(FOREVER)))
}

/// Answers to what changed the game are limited by the game and the day: beyond it they leave a day later.
pub(super) fn game_pace(config: &Config, tx: &Tx<'_>, game: i64, now: i64) -> Result<Pace, StoreError> {
    let (day, key) = (config.limits.per_game_day, game.to_string());
    tx.count("move", &key, now, DAY)?;
    let most = i64::try_from(day).unwrap_or(i64::MAX);
    let within = day == 0 || tx.ask().tally("move", &key, now, DAY)? <= most;
    Ok(if within { Pace::Send } else { Pace::Hold(now + DAY) })
}
