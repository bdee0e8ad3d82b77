//! What was ruled, one line each. A table is the fold of its events.

use std::fmt;
use std::str::FromStr;

use crate::game::{Lang, Seat};

/// What one player may offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back the offerer's last turn.
    Undo,
}

/// Something that was ruled. `Display` and `FromStr` are the log's spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn was played, in its canonical spelling.
    Turn(Seat, String),
    /// A forced turn (a pass) was played by the judge for a seat.
    Forced(Seat, String),
    /// A seat gave up.
    Resigned(Seat),
    /// A seat offers.
    Offered(Seat, Offer),
    /// A seat takes the other's offer.
    Agreed(Seat, Offer),
    /// A seat declines the other's offer.
    Declined(Seat, Offer),
    /// A seat reads another language from now on.
    Lang(Seat, Lang),
    /// A seat's reply address was changed.
    NewKey(Seat),
    /// A seat's letters go to another address from now on, with another reply address.
    Address(Seat),
    /// Commands of a seat wait for confirmation number so-and-so; one line each, `\n` between.
    Held(Seat, u32, String),
    /// The confirmation came.
    Confirmed(Seat, u32),
}

impl Event {
    /// The seat that it is about.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Turn(s, _)
            | Self::Forced(s, _)
            | Self::Resigned(s)
            | Self::Offered(s, _)
            | Self::Agreed(s, _)
            | Self::Declined(s, _)
            | Self::Lang(s, _)
            | Self::NewKey(s)
            | Self::Address(s)
            | Self::Held(s, _, _)
            | Self::Confirmed(s, _) => *s,
        }
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draw => "draw",
            Self::Undo => "undo",
        })
    }
}

fn offer(word: &str) -> Option<Offer> {
    match word {
        "draw" => Some(Offer::Draw),
        "undo" => Some(Offer::Undo),
        _ => None,
    }
}

/// One line: backslash and line feed are written `\\` and `\n`.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => {}
            },
            _ => out.push(c),
        }
    }
    out
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(s, t) => write!(f, "turn {s} {}", escape(t)),
            Self::Forced(s, t) => write!(f, "forced {s} {}", escape(t)),
            Self::Resigned(s) => write!(f, "resigned {s}"),
            Self::Offered(s, o) => write!(f, "offered {s} {o}"),
            Self::Agreed(s, o) => write!(f, "agreed {s} {o}"),
            Self::Declined(s, o) => write!(f, "declined {s} {o}"),
            Self::Lang(s, l) => write!(f, "lang {s} {l}"),
            Self::NewKey(s) => write!(f, "newkey {s}"),
            Self::Address(s) => write!(f, "address {s}"),
            Self::Held(s, n, text) => write!(f, "held {s} {n} {}", escape(text)),
            Self::Confirmed(s, n) => write!(f, "confirmed {s} {n}"),
        }
    }
}

/// A line that is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an event: {0}")]
pub struct NoEvent(pub String);

impl FromStr for Event {
    type Err = NoEvent;

    fn from_str(line: &str) -> Result<Self, NoEvent> {
        let parse = || {
            let mut parts = line.splitn(3, ' ');
            let (word, seat, rest) = (parts.next()?, parts.next()?, parts.next());
            let seat = Seat::from_number(seat.parse().ok()?)?;
            Some(match (word, rest) {
                ("turn", Some(t)) => Self::Turn(seat, unescape(t)),
                ("forced", Some(t)) => Self::Forced(seat, unescape(t)),
                ("resigned", None) => Self::Resigned(seat),
                ("offered", Some(o)) => Self::Offered(seat, offer(o)?),
                ("agreed", Some(o)) => Self::Agreed(seat, offer(o)?),
                ("declined", Some(o)) => Self::Declined(seat, offer(o)?),
                ("lang", Some(l)) => Self::Lang(seat, Lang::from_code(l)?),
                ("newkey", None) => Self::NewKey(seat),
                ("address", None) => Self::Address(seat),
                ("held", Some(r)) => {
                    let (n, text) = r.split_once(' ')?;
                    Self::Held(seat, n.parse().ok()?, unescape(text))
                }
                ("confirmed", Some(n)) => Self::Confirmed(seat, n.parse().ok()?),
                _ => return None,
            })
        };
        parse().ok_or_else(|| NoEvent(line.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read_back_as_it_was_written() {
        for e in [
            Event::Turn(Seat::One, "ew@E5".into()),
            Event::Turn(Seat::Two, "place a\\b\nc".into()),
            Event::Forced(Seat::Two, "0000".into()),
            Event::Resigned(Seat::One),
            Event::Offered(Seat::One, Offer::Draw),
            Event::Agreed(Seat::Two, Offer::Undo),
            Event::Declined(Seat::Two, Offer::Draw),
            Event::Lang(Seat::One, Lang::Hu),
            Event::NewKey(Seat::Two),
            Event::Address(Seat::One),
            Event::Held(Seat::One, 3, "move ew@E5\nsay szia".into()),
            Event::Confirmed(Seat::One, 3),
        ] {
            let line = e.to_string();
            assert!(!line.contains('\n'));
            assert_eq!(line.parse::<Event>().unwrap(), e, "{line}");
        }
        assert!("turn 3 x".parse::<Event>().is_err());
    }
}
