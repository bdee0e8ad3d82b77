//! Seats, sets of seats, and the eyes that look at a position.

use std::fmt;

/// One player's place at a table. Games have one or two seats, numbered from 1 as on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The player named first in the start line.
    One,
    /// The player named second in the start line.
    Two,
}

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The seat across the table.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 1 or 2, as the command line and the log write it.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// The inverse of [`Seat::number`].
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// Picks this seat's half of a pair.
    pub const fn of<T>(self, pair: &[T; 2]) -> &T {
        let [one, two] = pair;
        match self {
            Self::One => one,
            Self::Two => two,
        }
    }

    /// Picks this seat's half of a pair, to change it.
    pub const fn of_mut<T>(self, pair: &mut [T; 2]) -> &mut T {
        let [one, two] = pair;
        match self {
            Self::One => one,
            Self::Two => two,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A set of seats: who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Seats(u8);

impl Seats {
    /// Nobody: the game is over.
    pub const NONE: Self = Self(0);
    /// Both at once, as when two fleets are placed.
    pub const BOTH: Self = Self(3);

    /// Just this seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(seat.number())
    }

    /// This set and that seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | seat.number())
    }

    /// Is the seat in the set?
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & seat.number() != 0
    }

    /// Is nobody in the set?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |s| self.contains(*s))
    }
}

/// Whose eyes look at a position. What an eye may not see is not in its view at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// A player at the table.
    Seat(Seat),
    /// A spectator: sees what both players may know.
    Public,
    /// The referee and the admin: sees everything.
    All,
}

impl Eye {
    /// May this eye see what belongs to `seat` alone?
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Seat(s) => s == seat,
            Self::Public => false,
            Self::All => true,
        }
    }
}
