//! Pieces: sets of open ends, their kinds, and hands of them.

use std::fmt;

/// The open ends of a piece as bits: 1 north, 2 east, 4 south, 8 west. No bit: no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Ends(u8);

impl Ends {
    /// No piece.
    pub const NONE: Self = Self(0);
    /// Up, to the row above.
    pub const NORTH: Self = Self(1);
    /// To the right.
    pub const EAST: Self = Self(2);
    /// Down, to the row below.
    pub const SOUTH: Self = Self(4);
    /// To the left.
    pub const WEST: Self = Self(8);
    /// The cross.
    pub const CROSS: Self = Self(15);
    /// The four directions in the order of the canonical spelling, with their English letters.
    pub const COMPASS: [(char, Self); 4] =
        [('n', Self::NORTH), ('e', Self::EAST), ('s', Self::SOUTH), ('w', Self::WEST)];

    /// All 15 pieces as they can lie.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..16).map(Self)
    }

    /// The bits, as a view wants them.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Is there no piece?
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The ends of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Has it any end of the other?
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Has it all ends of the other?
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The same ends seen from across: north for south, east for west.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self((self.0 << 2 | self.0 >> 2) & 15)
    }

    /// The kind of the piece; `None` where there is none.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        Some(match self.0.count_ones() {
            1 => Kind::DeadEnd,
            2 if self.0 == 5 || self.0 == 10 => Kind::Line,
            2 => Kind::Corner,
            3 => Kind::Tee,
            4 => Kind::Cross,
            _ => return None,
        })
    }

    /// Reads English compass letters in any case and order, each at most once.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        let mut ends = Self::NONE;
        for c in letters.chars() {
            let (_, end) = Self::COMPASS.into_iter().find(|(letter, _)| c.eq_ignore_ascii_case(letter))?;
            if ends.meets(end) {
                return None;
            }
            ends = ends.with(end);
        }
        (!ends.is_none()).then_some(ends)
    }
}

/// The canonical letters: `ew`, `nes`.
impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::COMPASS.iter().filter(|(_, end)| self.meets(*end)).try_for_each(|(letter, _)| write!(f, "{letter}"))
    }
}

/// The five kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Four ends.
    Cross,
    /// Three ends.
    Tee,
    /// Two ends opposite of each other.
    Line,
    /// Two ends side by side.
    Corner,
    /// One end.
    DeadEnd,
}

impl Kind {
    /// All kinds, in the order of the rules and of `hands=`.
    pub const ALL: [Self; 5] = [Self::Cross, Self::Tee, Self::Line, Self::Corner, Self::DeadEnd];

    /// The id of the kind's name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cross => "cross",
            Self::Tee => "tee",
            Self::Line => "line",
            Self::Corner => "corner",
            Self::DeadEnd => "dead-end",
        }
    }

    /// The letter of the kind in `hands=`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Cross => 'X',
            Self::Tee => 'T',
            Self::Line => 'L',
            Self::Corner => 'C',
            Self::DeadEnd => 'D',
        }
    }
}

/// How many pieces of each kind a player holds, in the order of [`Kind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand([u16; 5]);

impl Hand {
    /// Nothing.
    pub const EMPTY: Self = Self([0; 5]);
    /// What each player starts with: 24 pieces (Solomon's rules).
    pub const FULL: Self = Self([2, 6, 5, 10, 1]);
    /// The most of one kind: more would not fit on the largest board.
    pub const MOST: u16 = 26 * 26;

    /// How many of a kind.
    #[must_use]
    pub fn count(self, kind: Kind) -> u16 {
        self.0.get(kind as usize).copied().unwrap_or(0)
    }

    /// The same hand with another count of a kind.
    #[must_use]
    pub fn with(mut self, kind: Kind, count: u16) -> Self {
        if let Some(held) = self.0.get_mut(kind as usize) {
            *held = count;
        }
        self
    }

    /// Is nothing held?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Is a piece of this shape held?
    #[must_use]
    pub fn holds(self, ends: Ends) -> bool {
        ends.kind().is_some_and(|kind| self.count(kind) > 0)
    }

    /// The hand after a piece of this shape is taken from it.
    #[must_use]
    pub fn without(self, ends: Ends) -> Self {
        ends.kind().map_or(self, |kind| self.with(kind, self.count(kind).saturating_sub(1)))
    }

    /// Reads `X2T6L5C10D1` in any case; a letter left out is 0.
    ///
    /// # Errors
    /// [`HandFault`] where it is not of the form, or else names a kind twice.
    pub fn read(text: &str) -> Result<Self, HandFault> {
        let mut hand = Self::EMPTY;
        let mut seen = Vec::new();
        let mut repeated = None;
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let (kind, count);
            (kind, count, rest) = Self::entry(c, rest).ok_or(HandFault::Form)?;
            if seen.contains(&kind) {
                repeated = repeated.or(Some(kind));
            }
            seen.push(kind);
            hand = hand.with(kind, count);
        }
        repeated.map_or(Ok(hand), |kind| Err(HandFault::Repeated(kind)))
    }

    /// One letter with its count, and what is left.
    fn entry(c: char, text: &str) -> Option<(Kind, u16, &str)> {
        let kind = Kind::ALL.into_iter().find(|k| k.letter().eq_ignore_ascii_case(&c))?;
        let tail = text.get(c.len_utf8()..)?;
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let (number, rest) = tail.split_at_checked(digits)?;
        let count = number.parse::<u16>().ok().filter(|n| *n <= Self::MOST)?;
        Some((kind, count, rest))
    }
}

/// Why a text is no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandFault {
    /// It is not of the form, or a count is above [`Hand::MOST`].
    Form,
    /// It names a kind twice.
    Repeated(Kind),
}

/// The spelling of `hands=`, every letter named: `X2T6L5C10D1`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Kind::ALL.into_iter().try_for_each(|kind| write!(f, "{}{}", kind.letter(), self.count(kind)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifteen_pieces_of_five_kinds() {
        let count = |kind| Ends::all().filter(|e| e.kind() == Some(kind)).count();
        assert_eq!(Kind::ALL.map(count), [1, 4, 2, 4, 4]);
        assert_eq!(Ends::NONE.kind(), None);
        for ends in Ends::all() {
            assert_eq!(Ends::from_letters(&ends.to_string()), Some(ends));
            assert_eq!(ends.opposite().opposite(), ends);
            assert_eq!(ends.opposite().kind(), ends.kind());
        }
        assert_eq!(Ends::from_letters("wsE").unwrap().to_string(), "esw");
        for bad in ["", "nn", "x", "né", "n e"] {
            assert_eq!(Ends::from_letters(bad), None, "{bad}");
        }
    }

    #[test]
    fn hands_are_read_as_they_are_written() {
        assert_eq!(Hand::FULL.to_string(), "X2T6L5C10D1");
        assert_eq!(Hand::read("X2T6L5C10D1"), Ok(Hand::FULL));
        assert_eq!(Hand::read("d1c10x2t6l5"), Ok(Hand::FULL));
        assert_eq!(Hand::read(""), Ok(Hand::EMPTY));
        assert_eq!(Hand::read("T3").unwrap().to_string(), "X0T3L0C0D0");
        for bad in ["X", "2", "X2X", "Q1", "X677", "X99999999999", "X-1", "X2,T1", "X 2", "X٢", "é1"] {
            assert_eq!(Hand::read(bad), Err(HandFault::Form), "{bad}");
        }
        assert_eq!(Hand::read("T1x2X1"), Err(HandFault::Repeated(Kind::Cross)));
    }
}
