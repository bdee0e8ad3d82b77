//! The canonical start line: everything that a replay needs to know before the first letter.

use std::fmt;
use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while_m_n, take_while1};
use nom::character::complete::char;
use nom::combinator::map_opt;
use nom::multi::{many_m_n, many0};
use nom::sequence::{delimited, preceded, separated_pair};

use super::command::game_rule;
use crate::game::furthest::{Read, whole};
use crate::game::{self, Game, Lang, Opened, OptionFault};

/// The grammar file of start lines and options.
const GRAMMAR: &str = include_str!("../../grammar/options.abnf");

/// The grammar of start lines and options (`start-text`, `player`, `start-line`, and `NAME-option` for each game), with
/// the games of the registry.
#[must_use]
pub fn grammar() -> String {
    format!("{GRAMMAR}\n{}", game_rule())
}

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

/// The name that was encoded so; `None` where it is not UTF-8 or has control characters.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(b) = rest.next() {
        bytes.push(match b {
            b'%' => hex(rest.next()?)? * 16 + hex(rest.next()?)?,
            b => b,
        });
    }
    String::from_utf8(bytes).ok().filter(|name| !name.chars().any(char::is_control))
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|d| u8::try_from(d).ok())
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
        whole(line, start_line).map_err(|_| StartFault::Form(line.to_owned()))
    }
}

/// `start-line` of grammar/options.abnf, with any word for the game.
fn start_line(input: &str) -> Read<'_, StartLine> {
    let edition = map_opt(take_while_m_n(1, 9, |c: char| c.is_ascii_digit()), |n: &str| n.parse().ok());
    let name = map_opt(take_while1(|c: char| c.is_ascii_graphic() && !"\":=".contains(c)), decode);
    let lang = map_opt(take_while1(|c: char| c.is_ascii_alphabetic()), Lang::from_code);
    let game = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '-');
    let blanks = || take_while1(|c| c == ' ');
    let (rest, (game, edition)) = separated_pair(game, char('/'), edition).parse(input)?;
    let (rest, players) = many_m_n(1, 2, preceded(blanks(), separated_pair(name, char(':'), lang))).parse(rest)?;
    let (rest, options) = many0(preceded(blanks(), option)).parse(rest)?;
    let options: Vec<String> = options.iter().map(|(key, value)| quote(key, value)).collect();
    Ok((rest, StartLine { game: game.to_owned(), edition, players, options: options.join(" ") }))
}

/// `option`.
fn option(input: &str) -> Read<'_, (&str, &str)> {
    let key = take_while1(key_sign);
    let sign = |c: char| c > ' ' && c != '"' && c != '@';
    let quoted = delimited(char('"'), take_while(move |c| c == ' ' || sign(c)), char('"'));
    separated_pair(key, char('='), alt((quoted, take_while(sign)))).parse(input)
}

const fn key_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Is a word of a start line an option rather than a player? `a=b@x.org` is an address that may exist.
#[must_use]
pub fn is_option(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(key, value)| !key.is_empty() && key.chars().all(key_sign) && !value.contains('@'))
}

/// Splits a line at blanks outside of double quotes; quotes are taken off (`start-text` of grammar/options.abnf).
/// `None` where a quote is left open, or there is a control character.
#[must_use]
pub fn split(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                any = true;
            }
            c if c < ' ' => return None,
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

/// `key=value`, in double quotes where the value has blanks.
fn quote(key: &str, value: &str) -> String {
    if value.contains(' ') { format!("{key}=\"{value}\"") } else { format!("{key}={value}") }
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
