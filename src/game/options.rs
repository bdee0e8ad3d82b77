//! `KEY=VALUE` options: how a game reads them, and what is said where one cannot be read.

use std::fmt;

use super::seat::Seat;

/// Options as they were given, in order: `[("size", "8"), ("first", "2")]`.
pub type Pairs = [(String, String)];

/// An option that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// No such key for this game.
    UnknownKey {
        /// What was given.
        key: String,
        /// All keys that the game knows.
        known: Vec<&'static str>,
    },
    /// The key is known, the value is not.
    BadValue {
        /// The key.
        key: String,
        /// What was given.
        value: String,
        /// What would be right, in the notation of the options page: `3-26`, `skip|lose`.
        allowed: String,
    },
    /// Each option alone can be read, but they do not go together.
    Conflict {
        /// The key that is at fault.
        key: String,
        /// What was given.
        value: String,
        /// An id of a sentence that says what is wrong, such as `position-mismatch`.
        id: &'static str,
        /// The cell, count or other term that shows it.
        detail: String,
    },
    /// The same key twice.
    Repeated {
        /// The key.
        key: String,
    },
}

impl OptionFault {
    /// A bad value.
    pub fn value(key: &str, value: &str, allowed: impl Into<String>) -> Self {
        Self::BadValue { key: key.to_owned(), value: value.to_owned(), allowed: allowed.into() }
    }

    /// A conflict.
    pub fn conflict(key: &str, value: &str, id: &'static str, detail: impl fmt::Display) -> Self {
        Self::Conflict { key: key.to_owned(), value: value.to_owned(), id, detail: detail.to_string() }
    }
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum First {
    /// The player named first.
    #[default]
    One,
    /// The player named second.
    Two,
    /// By lot, from the game's seed.
    Random,
}

impl First {
    /// Reads `1`, `2` or `random`.
    ///
    /// # Errors
    /// A [`OptionFault::BadValue`] for anything else.
    pub fn read(value: &str) -> Result<Self, OptionFault> {
        match value {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            "random" => Ok(Self::Random),
            _ => Err(OptionFault::value("first", value, "1|2|random")),
        }
    }

    /// The seat that moves first. The lot is the parity of a mixed seed, so that it differs from other draws of it.
    #[must_use]
    pub fn seat(self, seed: u64) -> Seat {
        match self {
            Self::One => Seat::One,
            Self::Two => Seat::Two,
            Self::Random => {
                if Dice::new(seed, 0).below(2) == 0 {
                    Seat::One
                } else {
                    Seat::Two
                }
            }
        }
    }
}

/// Reads the option `seed`: digits alone, no sign.
///
/// # Errors
/// A [`OptionFault::BadValue`] for anything else, and for what 64 bits do not hold.
pub fn seed(value: &str) -> Result<u64, OptionFault> {
    let seed = if value.bytes().all(|b| b.is_ascii_digit()) { value.parse().ok() } else { None };
    seed.ok_or_else(|| OptionFault::value("seed", value, format!("0-{}", u64::MAX)))
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
            Self::Random => "random",
        })
    }
}

/// Recorded dice: SplitMix64 over the game's seed, the only chance in a game (Steele, Lea, Flood 2014). The same
/// seed and stream give the same numbers on every machine and in every later version.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice of one stream (a seat number, an attempt) of a seed.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self(seed ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    /// 64 fair bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A fair number below `n`; 0 where `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // reject the ragged end, so that no remainder is favoured
        let zone = u64::MAX - (u64::MAX % n);
        loop {
            let x = self.next();
            if x < zone {
                return x % n;
            }
        }
    }

    /// Puts a slice into a fair random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = usize::try_from(self.below(i as u64 + 1)).unwrap_or(0);
            list.swap(i, j);
        }
    }
}
