//! The options of Torpedó-pentominó.

use std::fmt;

use super::random;
use super::shapes::Piece;
use crate::game::options::{First, seed};
use crate::game::{OptionFault, Pairs};

/// What a wrong guess of the whole layout costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Guess {
    /// The turn.
    #[default]
    EndsTurn,
    /// Nothing.
    Free,
    /// The turn; and each player has one guess in the whole game.
    Once,
}

impl Guess {
    const ALL: [Self; 3] = [Self::EndsTurn, Self::Free, Self::Once];

    /// The option's value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::EndsTurn => "ends-turn",
            Self::Free => "free",
            Self::Once => "once",
        }
    }
}

/// How close two pieces may lie. Their sides never touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Touch {
    /// Their corners may touch.
    #[default]
    Corner,
    /// Not even their corners.
    None,
}

impl Touch {
    const ALL: [Self; 2] = [Self::Corner, Self::None];

    /// The option's value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::None => "none",
        }
    }
}

/// Options that were read; they always give an opening position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// How close pieces may lie.
    pub(super) touch: Touch,
    /// What a wrong guess costs.
    pub(super) guess: Guess,
    /// The six pieces that both must use, in the order of their numbers; `None` where everyone picks.
    pub(super) set: Option<[Piece; 6]>,
    /// Who shoots first.
    pub(super) first: First,
    /// The seed, where one was given.
    pub(super) seed: Option<u64>,
}

impl Options {
    /// The option keys.
    pub(super) const KEYS: &[&str] = &["touch", "guess", "set", "first", "seed"];

    /// May corners touch?
    pub(super) fn corners(&self) -> bool {
        self.touch == Touch::Corner
    }
}

/// Reads the options.
///
/// # Errors
/// The first value that cannot be read; then a set of pieces that has no layout at all.
pub(super) fn read(pairs: &Pairs) -> Result<Options, OptionFault> {
    let mut options = Options::default();
    for (key, value) in pairs {
        let text = value.as_str();
        match key.as_str() {
            "touch" => options.touch = choice(key, text, &Touch::ALL, Touch::word)?,
            "guess" => options.guess = choice(key, text, &Guess::ALL, Guess::word)?,
            "set" => options.set = set(key, text)?,
            "first" => options.first = First::read(text)?,
            "seed" => options.seed = Some(seed(text)?),
            _ => return Err(OptionFault::UnknownKey { key: key.clone(), known: Options::KEYS.to_vec() }),
        }
    }
    // with corner contact every one of the 924 sets can be placed, without it only 303 (counted)
    if let (Some(set), Touch::None) = (&options.set, options.touch)
        && !random::exists(set, false)
    {
        return Err(OptionFault::conflict("set", &letters(set), "set-cannot-be-placed", "touch=none"));
    }
    Ok(options)
}

/// One of several words.
fn choice<T: Copy>(key: &str, text: &str, all: &[T], word: fn(T) -> &'static str) -> Result<T, OptionFault> {
    let words = || all.iter().map(|v| word(*v)).collect::<Vec<_>>().join("|");
    all.iter().copied().find(|v| word(*v) == text).ok_or_else(|| OptionFault::value(key, text, words()))
}

/// `any`, or six different letters in any order and case.
fn set(key: &str, text: &str) -> Result<Option<[Piece; 6]>, OptionFault> {
    if text == "any" {
        return Ok(None);
    }
    let pieces: Option<Vec<Piece>> = text.chars().map(|c| Piece::from_letter(c.to_ascii_uppercase())).collect();
    let mut six = pieces
        .and_then(|pieces| <[Piece; 6]>::try_from(pieces).ok())
        .ok_or_else(|| OptionFault::value(key, text, "any|six letters of FILNPTUVWXYZ"))?;
    six.sort_unstable();
    match six.windows(2).find(|pair| matches!(pair, [a, b] if a == b)) {
        Some(twice) => Err(OptionFault::conflict(key, text, "set-repeat", letters(twice.get(..1).unwrap_or_default()))),
        None => Ok(Some(six)),
    }
}

/// The letters of pieces in a row: `IJLPUX`.
pub(super) fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|p| p.letter()).collect()
}

/// `key=value` of all that differs from the default, in the order of the keys.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if self.touch != Touch::default() {
            words.push(format!("touch={}", self.touch.word()));
        }
        if self.guess != Guess::default() {
            words.push(format!("guess={}", self.guess.word()));
        }
        if let Some(set) = &self.set {
            words.push(format!("set={}", letters(set)));
        }
        if self.first != First::default() {
            words.push(format!("first={}", self.first));
        }
        if let Some(seed) = self.seed {
            words.push(format!("seed={seed}"));
        }
        f.write_str(&words.join(" "))
    }
}
