//! The canonical start line: everything that a replay needs to know before the first letter.

use std::fmt;
use std::str::FromStr;

use crate::game::{self, Game, Lang, Opened, OptionFault};

/// `thoughtwave/1 Anna:hu B%C3%A9la:en size=8`: game, edition, the players' names with their languages
/// (percent-encoded, so that the line is ASCII and travels in a header field), and the canonical options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartLine {
    /// The game's name.
    pub game: String,
    /// The edition of its rules.
    pub edition: u32,
    /// Names and languages in seat order; one or two.
    pub players: Vec<(String, Lang)>,
    /// Canonical options.
    pub options: String,
}

/// A start line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// Not of the form.
    #[error("not a start line: {0}")]
    Form(String),
    /// No such game.
    #[error("no game named {0}")]
    Game(String),
    /// The rules have another edition.
    #[error("{game} has edition {have} here, the line wants {want}")]
    Edition {
        /// Game.
        game: String,
        /// Ours.
        have: u32,
        /// The line's.
        want: u32,
    },
    /// The options do not open a game.
    #[error("options: {0:?}")]
    Options(OptionFault),
}

fn encode(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_graphic() && !b"%:=\"".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(b) = rest.next() {
        if b == b'%' {
            let hex = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).ok()?, 16).ok()?);
        } else {
            bytes.push(b);
        }
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for StartLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.edition)?;
        for (name, lang) in &self.players {
            write!(f, " {}:{lang}", encode(name))?;
        }
        if !self.options.is_empty() {
            write!(f, " {}", self.options)?;
        }
        Ok(())
    }
}

impl FromStr for StartLine {
    type Err = StartFault;

    fn from_str(line: &str) -> Result<Self, StartFault> {
        let fault = || StartFault::Form(line.to_owned());
        let words = split(line).ok_or_else(fault)?;
        let mut words = words.into_iter().peekable();
        let head = words.next().ok_or_else(fault)?;
        let (game, edition) = head.split_once('/').ok_or_else(fault)?;
        let edition = edition.parse().map_err(|_| fault())?;
        let mut players = Vec::new();
        while let Some(word) = words.next_if(|w| !w.contains('=')) {
            let (name, lang) = word.rsplit_once(':').ok_or_else(fault)?;
            players.push((decode(name).ok_or_else(fault)?, Lang::from_code(lang).ok_or_else(fault)?));
        }
        if players.is_empty() || players.len() > 2 {
            return Err(fault());
        }
        let options = words.map(|w| quote(&w)).collect::<Vec<_>>().join(" ");
        Ok(Self { game: game.to_owned(), edition, players, options })
    }
}

/// Splits a line at blanks outside of double quotes; quotes are taken off. `None` where a quote is left open.
#[must_use]
pub fn split(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                any = true;
            }
            ' ' if !quoted => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            _ => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    (!quoted).then_some(words)
}

/// Puts the value of `key=value` into double quotes where it has blanks.
fn quote(word: &str) -> String {
    match word.split_once('=') {
        Some((key, value)) if value.contains(' ') => format!("{key}=\"{value}\""),
        _ => word.to_owned(),
    }
}

/// Splits `key=value` words.
///
/// # Errors
/// The first word without `=`.
pub fn pairs(words: &[String]) -> Result<Vec<(String, String)>, String> {
    words
        .iter()
        .map(|w| {
            let (key, value) = w.split_once('=').ok_or_else(|| w.clone())?;
            let value = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).unwrap_or(value);
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}

impl StartLine {
    /// Opens the game that the line describes.
    ///
    /// # Errors
    /// [`StartFault`] where this program cannot play it.
    pub fn open(&self) -> Result<(&'static dyn Game, Opened), StartFault> {
        let game = game::find(&self.game).ok_or_else(|| StartFault::Game(self.game.clone()))?;
        if game.edition() != self.edition {
            return Err(StartFault::Edition { game: self.game.clone(), have: game.edition(), want: self.edition });
        }
        let words = split(&self.options).ok_or_else(|| StartFault::Form(self.options.clone()))?;
        let pairs = pairs(&words).map_err(StartFault::Form)?;
        // a canonical line has its seed; drawing here would make two replays differ
        let opened = game.open(&pairs, &mut || 0).map_err(StartFault::Options)?;
        Ok((game, opened))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_line_is_read_back_as_it_was_written() {
        let line = StartLine {
            game: "ataxx".into(),
            edition: 2,
            players: vec![("Kovács Béla".into(), Lang::Hu), ("a:b=%\"".into(), Lang::Ru)],
            options: "position=\"x5o/7 x 0 1\" jump=full".into(),
        };
        let text = line.to_string();
        assert!(text.is_ascii());
        assert_eq!(text.parse::<StartLine>().unwrap(), line);
        for bad in ["", "x", "x/1", "x/1 anna", "x/1 a:hu b:hu c:hu", "x/1 a:hu y=\"z"] {
            assert!(bad.parse::<StartLine>().is_err(), "{bad}");
        }
    }
}
