//! Which kinds of signs stand in a line: found in one pass, so that most lines are told from most patterns by a look;
//! and tables of words that tell most others by a look.

use std::ops::BitOr;

use super::patterns;

/// A set of kinds of signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs(u16);

impl Signs {
    /// `:`.
    pub(super) const COLON: Self = Self(1);
    /// A figure of ASCII.
    pub(super) const DIGIT: Self = Self(2);
    /// `@`.
    pub(super) const AT: Self = Self(4);
    /// `<` or `[`, which open links.
    pub(super) const OPEN: Self = Self(8);
    /// A letter of ASCII.
    pub(super) const LETTER: Self = Self(16);
    /// `?`.
    pub(super) const QUESTION: Self = Self(32);
    /// What drawings are made of, and marks of lists: `. # ~ - _ * + ) ]` and `>`.
    pub(super) const OTHER: Self = Self(64);
    /// A space or TAB.
    pub(super) const BLANK: Self = Self(128);
    /// A control other than TAB.
    pub(super) const CONTROL: Self = Self(256);
    /// Something beyond ASCII.
    pub(super) const HIGH: Self = Self(512);
    /// Something from U+F000 to U+FFFF, where full-width signs are.
    pub(super) const WIDE: Self = Self(1024);
    /// Any other sign of ASCII that can be seen, such as `,` and `|`.
    pub(super) const MARK: Self = Self(2048);
    /// `"`.
    pub(super) const QUOTE: Self = Self(8192);
    /// A backtick or TAB, of which folding makes something else.
    pub(super) const TICK: Self = Self(4096);

    /// The kinds of signs in a text.
    pub(super) fn of(text: &str) -> Self {
        // a byte is always inside of the table
        Self(text.bytes().fold(0, |all, b| all | KINDS.get(usize::from(b)).copied().unwrap_or_default()))
    }

    /// Is there one of these kinds?
    pub(super) const fn has(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }
}

impl BitOr for Signs {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

const fn kind(byte: u8) -> Signs {
    match byte {
        b':' => Signs::COLON,
        b'0'..=b'9' => Signs::DIGIT,
        b'@' => Signs::AT,
        b'<' | b'[' => Signs::OPEN,
        b'a'..=b'z' | b'A'..=b'Z' => Signs::LETTER,
        b'?' => Signs::QUESTION,
        b'\t' => Signs(Signs::BLANK.0 | Signs::TICK.0),
        b'`' => Signs(Signs::MARK.0 | Signs::TICK.0),
        b'"' => Signs(Signs::MARK.0 | Signs::QUOTE.0),
        b' ' => Signs::BLANK,
        0..=0x1f | 0x7f => Signs::CONTROL,
        0xef => Signs(Signs::HIGH.0 | Signs::WIDE.0),
        0x80.. => Signs::HIGH,
        b'.' | b'#' | b'~' | b'-' | b'_' | b'*' | b'+' | b')' | b']' | b'>' => Signs::OTHER,
        _ => Signs::MARK,
    }
}

/// The kind of each byte of UTF-8.
static KINDS: [u16; 256] = table();

const fn table() -> [u16; 256] {
    let mut out = [0; 256];
    let mut rest: &mut [u16] = &mut out;
    let mut byte = 0_u8;
    while let Some((first, more)) = rest.split_first_mut() {
        *first = kind(byte).0;
        byte = byte.wrapping_add(1);
        rest = more;
    }
    out
}

/// A filter for short texts: a bit for each of 1024 places, by the ends of a text and its length.
#[derive(Debug)]
pub(super) struct Places([u64; 16]);

impl Places {
    pub(super) const NONE: Self = Self([0; 16]);

    const fn place(text: &str) -> usize {
        match (text.as_bytes().first(), text.as_bytes().last()) {
            (Some(first), Some(last)) => (*first as usize * 41 + *last as usize * 13 + text.len() * 7) % 1024,
            _ => 0,
        }
    }

    /// Adds a text.
    pub(super) const fn add(&mut self, text: &str) {
        let place = Self::place(text);
        let mut words: &mut [u64] = &mut self.0;
        let mut nth = 0;
        while let Some((bits, more)) = words.split_first_mut() {
            if nth == place / 64 {
                *bits |= 1 << (place % 64);
            }
            nth += 1;
            words = more;
        }
    }

    /// False where the text surely wasn't added.
    pub(super) fn may_have(&self, text: &str) -> bool {
        let place = Self::place(text);
        self.0.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 != 0)
    }
}

/// A table of words.
pub(super) struct Words {
    list: &'static [&'static str],
    places: Places,
}

impl Words {
    pub(super) const fn of(list: &'static [&'static str]) -> Self {
        let mut places = Places::NONE;
        let mut rest = list;
        while let Some((word, more)) = rest.split_first() {
            places.add(word);
            rest = more;
        }
        Self { list, places }
    }

    /// Is it one of the words?
    pub(super) fn has(&self, word: &str) -> bool {
        self.places.may_have(word) && self.list.contains(&word)
    }
}

/// [`patterns::WROTE`].
pub(super) static WROTE: Words = Words::of(patterns::WROTE);
/// [`patterns::OPENERS`].
pub(super) static OPENERS: Words = Words::of(patterns::OPENERS);
/// [`patterns::SEPARATORS`].
pub(super) static SEPARATOR: Words = Words::of(patterns::SEPARATORS);
