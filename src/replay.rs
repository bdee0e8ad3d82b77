//! Judging a log again from nothing: letters → events → positions, each compared with what was written down.

use std::collections::BTreeMap;

use crate::game::{Eye, Lang, Phrase, Seat};
use crate::judge::{self, Corrupt, Event, Incoming, Notice, NoticeKind, StartLine, Table, Trust};
use crate::letter::{self, Hints, Letter, SentText};
use crate::notice;
use crate::post::mbox;
use crate::store::record::{self, Kind, Record};

/// How many of our letters a reply is compared with; as at the desk.
const SENT: usize = 8;

/// One letter of a replay.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its number, from 1.
    pub seq: i64,
    /// What it is.
    pub kind: Kind,
    /// `Message-ID`.
    pub message_id: Option<String>,
    /// Whose, or to whom.
    pub seat: Seat,
    /// Canonical commands.
    pub commands: Vec<String>,
    /// `accepted`, `refused` or `ignored`; our own letters are `ignored`.
    pub verdict: &'static str,
    /// Ids of refusals.
    pub ids: Vec<String>,
    /// The digest after it, as computed now.
    pub digest: [u8; 32],
    /// The board after it, as the reader sees it.
    pub board: Vec<String>,
    /// What differs from the file.
    pub difference: Option<String>,
    /// The events that it led to.
    pub events: Vec<Event>,
}

/// A file that cannot be replayed at all.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// No letters in it.
    #[error("there is no letter in the file")]
    Empty,
    /// A field of the log is damaged.
    #[error("letter {0}: {1}")]
    Field(usize, String),
    /// The game cannot be set up.
    #[error("the server's opening letter is missing, or bears no start line")]
    NoOpening,
    /// The game cannot be set up.
    #[error(transparent)]
    Start(#[from] Corrupt),
}

/// Replays an mbox file: what `log` wrote, or a mail client's.
///
/// # Errors
/// [`ReplayError`] where it cannot begin; differences are in the steps.
pub fn file(bytes: &[u8]) -> Result<Vec<Step>, ReplayError> {
    let letters = mbox::read(bytes);
    if letters.is_empty() {
        return Err(ReplayError::Empty);
    }
    let mut records = Vec::new();
    for (n, raw) in letters.iter().enumerate() {
        match Record::read(raw) {
            Ok(Some(record)) => records.push(record),
            Ok(None) if records.is_empty() => return plain(&letters),
            Ok(None) => return Err(ReplayError::Field(n + 1, "it has no Boardpost fields".to_owned())),
            Err(why) => return Err(ReplayError::Field(n + 1, why)),
        }
    }
    log(&records)
}

struct Replay {
    table: Table,
    /// Text of our letters so far, to each seat.
    sent: [Vec<SentText>; 2],
    own: Vec<String>,
    /// Notices that have not been met in the file yet.
    expected: Vec<Notice>,
    /// Was any of them met?
    met: bool,
}

impl Replay {
    fn new(game: i64, start: &str) -> Result<Self, Corrupt> {
        let line: StartLine = start.parse().map_err(Corrupt::Start)?;
        let table = Table::open(game, line)?;
        let expected = judge::opening(&table);
        Ok(Self { table, sent: [Vec::new(), Vec::new()], own: Vec::new(), expected, met: true })
    }

    fn board(&self, seat: Seat) -> Vec<String> {
        notice::compose::board(&self.table, Eye::Seat(seat), self.table.lang(seat), None)
    }

    fn judge(&mut self, letter: &Letter, seat: Seat, trust: Trust, code: &dyn Fn(u32) -> String) -> judge::Ruling {
        let sent = seat.of(&self.sent);
        let recent = sent.get(sent.len().saturating_sub(SENT)..).unwrap_or(sent);
        let body = letter.body(&Hints { lang: Some(self.table.lang(seat)), sent: recent, own: &self.own });
        let problems: Vec<Phrase> = body.problems;
        let ruling = judge::judge(
            &self.table,
            &Incoming {
                seat,
                trust,
                lines: &body.reply,
                subject: letter
                    .subject_command
                    .as_deref()
                    .and_then(judge::Command::from_subject)
                    .map(|(command, _)| command),
                seen: notice::seen_version(&letter.references, self.table.number(), seat),
                code,
                problems: &problems,
            },
        );
        for event in &ruling.events {
            // the judge folded them already
            if self.table.apply(event).is_err() {
                break;
            }
        }
        ruling
    }

    /// One of our letters: does each of its alternatives show the boards that it should?
    fn ours(&mut self, seat: Seat, texts: &[String]) -> Option<String> {
        seat.of_mut(&mut self.sent).push(texts.first().cloned().unwrap_or_default().into());
        let Some(n) = self.expected.iter().position(|e| e.to == seat) else {
            return Some(format!("no letter to seat {seat} follows from the letters before it"));
        };
        let notice = self.expected.remove(n);
        self.met = true;
        let pictures = notice::pictures(&self.table, &notice);
        let missing = |text: &String| pictures.iter().find(|p| !shows(text, p)).map(|p| (text.clone(), p));
        texts.iter().find_map(missing).map(|(text, p)| {
            let line = p.iter().find(|l| !text.lines().any(|t| t.trim_end() == l.as_str()));
            format!("the board in it is another one; missing is: {}", line.map_or("its order", String::as_str).trim())
        })
    }

    /// Is an answer missing that was due? Limits hold back all answers to one letter, or none.
    fn owing(&mut self) -> Option<String> {
        let due = self.expected.iter().find(|_| self.met).map(|n| n.to);
        self.expected.clear();
        due.map(|seat| format!("the letter to seat {seat} before it is missing"))
    }
}

/// Do these lines stand in a text, one below the other?
fn shows(text: &str, picture: &[String]) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    picture.is_empty() || lines.windows(picture.len()).any(|w| w.iter().zip(picture).all(|(a, b)| *a == b.trim_end()))
}

/// Replays the letters of a log.
///
/// # Errors
/// As [`file()`].
pub fn log(records: &[Record]) -> Result<Vec<Step>, ReplayError> {
    let first = records.first().ok_or(ReplayError::Empty)?;
    let start = first.start.as_deref().ok_or(ReplayError::NoOpening)?;
    let mut replay = Replay::new(first.game, start)?;
    let total = first.letters;
    let mut steps = Vec::new();
    let mut digest: Vec<u8> = Vec::new();
    let count = records.len();
    for (n, record) in (1i64..).zip(records) {
        let mut difference = None;
        if record.seq != n {
            difference = Some(format!("letter {n} is missing or out of place; letter {} stands here", record.seq));
        } else if record.game != first.game {
            difference = Some(format!("it belongs to game {}", record.game));
        } else if record.start.is_some() && (record.start != first.start || record.letters != total) {
            difference = Some("its start line or total differs from the first letter's".to_owned());
        }
        let mut step = Step {
            seq: record.seq,
            kind: record.kind,
            message_id: None,
            seat: record.seat,
            commands: Vec::new(),
            verdict: judge::Verdict::Ignored.word(),
            ids: Vec::new(),
            digest: [0; 32],
            board: Vec::new(),
            difference: None,
            events: Vec::new(),
        };
        let read = letter::read(&record.bytes).ok();
        step.message_id = read.as_ref().and_then(|l| l.message_id.clone());
        match (record.kind, &read) {
            (Kind::In, Some(letter)) => {
                difference = difference.or_else(|| replay.owing());
                match Trust::from_word(&record.trust) {
                    Some(trust) => {
                        let ruling = replay.judge(letter, record.seat, trust, &|n| format!("code{n}"));
                        step.commands = ruling.commands;
                        step.verdict = ruling.verdict.word();
                        step.ids = ruling.ids;
                        step.events = ruling.events;
                        replay.expected = ruling.notices;
                        replay.met = false;
                    }
                    None => difference = Some(format!("its trust cannot be {:?}", record.trust)),
                }
            }
            (_, Some(letter)) => {
                if replay.own.is_empty() {
                    replay.own.extend(letter.from.clone());
                }
                // some letters follow from nothing that was written: their Message-ID says what they are
                let word = letter.message_id.as_deref().and_then(|id| id.split('.').nth(3)).unwrap_or_default();
                let kind = NoticeKind::from_word(word).filter(|_| record.kind == Kind::Out);
                if let Some((notice, events)) = kind.and_then(|k| judge::remark(k, record.seat)) {
                    difference = difference.or_else(|| replay.owing());
                    if events.iter().all(|e| replay.table.apply(e).is_ok()) {
                        replay.expected.push(notice);
                        step.events = events;
                    }
                }
                let differs = replay.ours(record.seat, &letter::texts(&record.bytes));
                difference = difference.or(differs);
            }
            (_, None) => difference = difference.or(Some("it is no letter".to_owned())),
        }
        step.digest = record::digest(&digest, record, &step.events, &replay.table.dump());
        if difference.is_none() && step.digest != record.digest {
            difference = Some(match record.kind {
                Kind::In => "what it leads to, or the letter itself, differs from what the log recorded".to_owned(),
                _ => "the letter differs from the one that was recorded".to_owned(),
            });
        }
        if n == i64::try_from(count).unwrap_or(0) && difference.is_none() {
            difference = match total {
                Some(total) if total != n => Some(format!("the log has {total} letters, and it is the last of {n}")),
                _ => replay.owing().map(|_| "a letter after it is missing".to_owned()),
            };
        }
        digest = step.digest.to_vec();
        step.board = replay.board(record.seat);
        step.difference = difference;
        let stop = step.difference.is_some();
        steps.push(step);
        if stop {
            break;
        }
    }
    Ok(steps)
}

/// Fields of a letter that [`Letter`] does not keep.
fn field(raw: &[u8], name: &str) -> Option<String> {
    let head = String::from_utf8_lossy(raw);
    let mut value: Option<String> = None;
    for line in head.lines().take_while(|l| !l.trim_end().is_empty()) {
        match (&mut value, line.starts_with([' ', '\t'])) {
            (Some(v), true) => {
                v.push(' ');
                v.push_str(line.trim());
            }
            (Some(_), false) => break,
            (None, _) => {
                if let Some((n, v)) = line.split_once(':')
                    && n.trim().eq_ignore_ascii_case(name)
                {
                    value = Some(v.trim().to_owned());
                }
            }
        }
    }
    value
}

/// One of our own letters in a mail client's mbox.
struct Ours {
    seat: Seat,
    version: u32,
    confirm: bool,
    text: String,
}

/// A mail client's mbox: both players' letters and the server's opening letter, in any order.
fn plain(letters: &[Vec<u8>]) -> Result<Vec<Step>, ReplayError> {
    let mut read: Vec<(usize, Letter)> = Vec::new();
    for (n, raw) in letters.iter().enumerate() {
        if let Ok(letter) = letter::read(raw) {
            read.push((n, letter));
        }
    }
    read.sort_by_cached_key(|(n, l)| (l.date().unwrap_or(i64::MAX), *n));
    let raw = |n: usize| letters.get(n).map_or(&[] as &[u8], Vec::as_slice);
    let (start, game) = read
        .iter()
        .find_map(|(n, _)| {
            let start = field(raw(*n), "X-Boardpost-Start")?;
            let game: i64 = field(raw(*n), "X-Boardpost-Game")?.parse().ok()?;
            Some((start, game))
        })
        .ok_or(ReplayError::NoOpening)?;
    let mut replay = Replay::new(game, &start)?;
    replay.expected.clear();
    let mut seats: BTreeMap<String, Seat> = BTreeMap::new();
    let mut ours: BTreeMap<usize, Ours> = BTreeMap::new();
    for (n, letter) in &read {
        let number = field(raw(*n), "X-Boardpost-Game").and_then(|g| g.parse::<i64>().ok());
        let seat = field(raw(*n), "X-Boardpost-Seat").and_then(|s| s.parse().ok()).and_then(Seat::from_number);
        if let (Some(number), Some(seat)) = (number, seat)
            && number == game
        {
            if let Some(to) = letter.recipients.first() {
                seats.insert(to.clone(), seat);
            }
            replay.own.extend(letter.from.clone());
            let id: Vec<String> = letter.message_id.clone().into_iter().collect();
            ours.insert(
                *n,
                Ours {
                    seat,
                    version: notice::seen_version(&id, game, seat).unwrap_or(0),
                    confirm: id.iter().any(|i| i.contains(".confirm.")),
                    text: letter::text(raw(*n)),
                },
            );
        }
    }
    replay.own.sort();
    replay.own.dedup();
    // requests are numbered in the order in which they were written, wherever they lie in the file
    let asked = read.iter().filter_map(|(n, _)| ours.get(n)).filter(|o| o.confirm);
    let codes: Vec<String> = asked.filter_map(|o| code_in(&o.text)).collect();
    let code = |n: u32| usize::try_from(n).ok().and_then(|n| codes.get(n.wrapping_sub(1))).cloned().unwrap_or_default();
    let mut boards: BTreeMap<u32, Table> = BTreeMap::from([(0, replay.table.clone())]);
    let mut seen: Vec<String> = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut digest: Vec<u8> = Vec::new();
    let mut pending: Vec<(usize, usize)> = Vec::new();
    for (n, letter) in &read {
        let mut step = Step {
            seq: i64::try_from(steps.len() + 1).unwrap_or(0),
            kind: Kind::In,
            message_id: letter.message_id.clone(),
            seat: Seat::One,
            commands: Vec::new(),
            verdict: judge::Verdict::Ignored.word(),
            ids: Vec::new(),
            digest: [0; 32],
            board: Vec::new(),
            difference: None,
            events: Vec::new(),
        };
        if let Some(our) = ours.get(n) {
            our.seat.of_mut(&mut replay.sent).push(our.text.clone().into());
            step.kind = if our.version == 0 && steps.is_empty() { Kind::Opening } else { Kind::Out };
            step.seat = our.seat;
            pending.push((steps.len(), *n));
        } else if let Some(from) = letter.from.clone().filter(|f| !replay.own.contains(f)) {
            let seat = match seats.get(&from) {
                Some(seat) => *seat,
                // one player's own mailbox has only his opening letter: the other address is the other seat's
                None if seats.len() == 1 => {
                    let other = seats.values().next().map_or(Seat::Two, |s| s.other());
                    seats.insert(from.clone(), other);
                    other
                }
                None => continue,
            };
            // a second copy is no second letter
            let id = letter.message_id.clone().unwrap_or_else(|| record::hex(&letter.digest()));
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            step.seat = seat;
            let ruling = replay.judge(letter, seat, Trust::Full, &code);
            step.commands = ruling.commands;
            step.verdict = ruling.verdict.word();
            step.ids = ruling.ids;
            step.events = ruling.events;
            boards.insert(replay.table.version(), replay.table.clone());
        } else {
            continue;
        }
        let record = Record {
            game,
            seq: step.seq,
            kind: step.kind,
            seat: step.seat,
            time: letter.date().unwrap_or(0),
            trust: Trust::Full.word().to_owned(),
            digest: [0; 32],
            start: None,
            letters: None,
            superseded: false,
            bytes: record::canonical(raw(*n)),
        };
        step.digest = record::digest(&digest, &record, &step.events, &replay.table.dump());
        digest = step.digest.to_vec();
        step.board = replay.board(step.seat);
        steps.push(step);
    }
    // clocks differ: a letter of ours is compared by the version that it names, wherever it stands
    for (at, n) in pending {
        let (Some(our), Some(step)) = (ours.get(&n), steps.get_mut(at)) else { continue };
        step.difference = match boards.get(&our.version) {
            None => Some("its board was never reached".to_owned()),
            Some(table) => {
                let fits = Lang::ALL
                    .into_iter()
                    .any(|lang| shows(&our.text, &notice::compose::board(table, Eye::Seat(our.seat), lang, None)));
                let has_board = our.text.lines().filter(|l| l.trim_start().starts_with('+')).count() > 2;
                (!fits && has_board && !our.confirm).then(|| "the board in it is another one".to_owned())
            }
        };
    }
    if let Some(first) = steps.iter().position(|s| s.difference.is_some()) {
        steps.truncate(first + 1);
    }
    Ok(steps)
}

/// The code in a request for confirmation.
fn code_in(text: &str) -> Option<String> {
    text.lines().find_map(|line| match judge::Command::read(&letter::fold(line)) {
        Some(judge::Command::Confirm(code)) => Some(code),
        _ => None,
    })
}
