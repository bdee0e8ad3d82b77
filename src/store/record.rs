//! A game's log as letters in an mbox: the `Boardpost-*` fields in front of each, and the chain of digests.

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::game::Seat;
use crate::judge::Event;

/// One letter of a log, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's number.
    pub game: i64,
    /// From 1.
    pub seq: i64,
    /// What it is.
    pub kind: Kind,
    /// Whose letter, or to whom.
    pub seat: Seat,
    /// When it was ruled on or written, seconds since 1970.
    pub time: i64,
    /// The trust that it was judged with; empty for ours.
    pub trust: String,
    /// The digest after it.
    pub digest: [u8; 32],
    /// The start line; only in the first letters.
    pub start: Option<String>,
    /// How many letters the log has; only in the first letters.
    pub letters: Option<i64>,
    /// Was it never sent, since a newer letter took its place? No part of the digest.
    pub superseded: bool,
    /// The masked letter without `Boardpost-*` fields, in canonical form (see [`canonical`]).
    pub bytes: Vec<u8>,
}

/// What a letter of a log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The server's first letter to a player.
    Opening,
    /// A player's letter.
    In,
    /// A later letter of the server.
    Out,
}

impl Kind {
    /// The word in the file and in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::In => "in",
            Self::Out => "out",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Opening, Self::In, Self::Out].into_iter().find(|k| k.word() == word)
    }
}

/// The prefix of the log's own header fields.
pub const PREFIX: &str = "Boardpost-";

/// A letter without `Boardpost-*` header fields, LF line ends, one line end at its end: the form over which digests
/// are taken, so that a mailbox program that changes line ends does no harm.
#[must_use]
pub fn canonical(letter: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(letter.len());
    let (mut header, mut dropping) = (true, false);
    let mut from = 0;
    for end in memchr::memchr_iter(b'\n', letter).chain([letter.len()]) {
        let line = trim_cr(letter.get(from..end).unwrap_or_default());
        from = end + 1;
        if header {
            if line.is_empty() {
                header = false;
            } else if line.first().is_some_and(|b| *b == b' ' || *b == b'\t') {
                if dropping {
                    continue;
                }
            } else {
                dropping = line.get(..PREFIX.len()).is_some_and(|name| name.eq_ignore_ascii_case(PREFIX.as_bytes()));
                if dropping {
                    continue;
                }
            }
        }
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    while out.ends_with(b"\n\n") {
        out.pop();
    }
    out
}

fn trim_cr(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\r'] = line {
        line = rest;
    }
    line
}

/// The digest after a letter: chained over the one before (empty at the start), the letter's own fields and masked
/// bytes, the events that it led to, and the position after it.
#[must_use]
pub fn digest(before: &[u8], record: &Record, events: &[Event], dump: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(format!(
        "\n{} {} {} {} {} {}\n",
        record.seq,
        record.kind.word(),
        record.seat,
        record.time,
        record.trust,
        record.start.as_deref().unwrap_or("-")
    ));
    hash.update(&record.bytes);
    for event in events {
        hash.update(format!("\n{event}"));
    }
    hash.update("\n");
    hash.update(dump);
    hash.finalize().into()
}

impl Record {
    /// The letter with its fields in front, LF line ends.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let time = Timestamp::from_second(self.time).unwrap_or_default();
        let mut head = format!(
            "{PREFIX}Kind: {}\n{PREFIX}Game: {}\n{PREFIX}Seq: {}\n{PREFIX}Seat: {}\n{PREFIX}Time: {time}\n",
            self.kind.word(),
            self.game,
            self.seq,
            self.seat
        );
        if !self.trust.is_empty() {
            head.push_str(&format!("{PREFIX}Trust: {}\n", self.trust));
        }
        head.push_str(&format!("{PREFIX}Digest: {}\n", hex(&self.digest)));
        if let Some(start) = &self.start {
            head.push_str(&format!("{PREFIX}Start: {start}\n"));
        }
        if let Some(letters) = self.letters {
            head.push_str(&format!("{PREFIX}Letters: {letters}\n"));
        }
        if self.superseded {
            head.push_str(&format!("{PREFIX}Sent: superseded\n"));
        }
        let mut out = head.into_bytes();
        out.extend_from_slice(&self.bytes);
        out
    }

    /// Reads a letter of a log. `None` where it has no such fields: a letter from a mail client.
    ///
    /// # Errors
    /// What is wrong with a field.
    pub fn read(letter: &[u8]) -> Result<Option<Self>, String> {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in letter.split(|b| *b == b'\n') {
            let line = String::from_utf8_lossy(trim_cr(line)).into_owned();
            if line.is_empty() {
                break;
            }
            if let (true, Some(last)) = (line.starts_with([' ', '\t']), fields.last_mut()) {
                last.1.push(' ');
                last.1.push_str(line.trim());
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_lowercase(), value.trim().to_owned()));
            }
        }
        let get = |name: &str| {
            let name = format!("{PREFIX}{name}").to_lowercase();
            fields.iter().find(|f| f.0 == name).map(|f| f.1.as_str())
        };
        let Some(kind) = get("Kind") else { return Ok(None) };
        fn number(name: &str, text: Option<&str>) -> Result<i64, String> {
            text.and_then(|t| t.parse().ok()).ok_or_else(|| format!("{PREFIX}{name} is missing or no number"))
        }
        let digest = get("Digest").and_then(unhex).ok_or_else(|| format!("{PREFIX}Digest is missing or malformed"))?;
        let seat = u8::try_from(number("Seat", get("Seat"))?).ok().and_then(Seat::from_number);
        let time: Option<Timestamp> = get("Time").and_then(|t| t.parse().ok());
        Ok(Some(Self {
            game: number("Game", get("Game"))?,
            seq: number("Seq", get("Seq"))?,
            kind: Kind::from_word(kind).ok_or_else(|| format!("{PREFIX}Kind cannot be {kind}"))?,
            seat: seat.ok_or_else(|| format!("{PREFIX}Seat must be 1 or 2"))?,
            time: time.ok_or_else(|| format!("{PREFIX}Time is missing or malformed"))?.as_second(),
            trust: get("Trust").unwrap_or_default().to_owned(),
            digest,
            start: get("Start").map(ToOwned::to_owned),
            letters: get("Letters").map(|l| number("Letters", Some(l))).transpose()?,
            superseded: match get("Sent") {
                None => false,
                Some("superseded") => true,
                Some(other) => return Err(format!("{PREFIX}Sent cannot be {other}")),
            },
            bytes: canonical(letter),
        }))
    }
}

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back_as_it_was_written() {
        let record = Record {
            game: 17,
            seq: 1,
            kind: Kind::Opening,
            seat: Seat::Two,
            time: 1_790_000_000,
            trust: "full".into(),
            digest: [7; 32],
            start: Some("thoughtwave/1 a:hu b:ru size=5".into()),
            letters: Some(9),
            superseded: true,
            bytes: canonical(b"Subject: x\r\nboardpost-seat: 2\r\n folded\r\n\r\nBoardpost-Seat: in the body\r\n\r\n"),
        };
        let text = String::from_utf8(record.write()).unwrap();
        assert!(!text.contains("folded") && text.contains("in the body"));
        assert_eq!(Record::read(text.as_bytes()).unwrap().unwrap(), record);
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(Record::read(crlf.as_bytes()).unwrap().unwrap(), record);
        assert_eq!(Record::read(b"Subject: x\n\ny\n"), Ok(None));
        assert!(Record::read(b"Boardpost-Kind: in\n\n").is_err());
        assert!(Record::read(text.replace("superseded", "perhaps").as_bytes()).is_err());
        let sent = Record { superseded: false, ..record };
        assert_eq!(Record::read(&sent.write()).unwrap().unwrap(), sent);
    }
}
