//! The options of Thoughtwave.

use std::collections::BTreeSet;
use std::fmt;

use super::piece::{Ends, Hand, HandFault, Kind};
use super::{Thoughtwave, board};
use crate::game::grid::{self, Spot};
use crate::game::options::{First, seed};
use crate::game::{OptionFault, Pairs, Rules, Seat};

/// Who links which sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sides {
    /// Seat 1 links left and right, seat 2 top and bottom.
    #[default]
    LrFirst,
    /// Seat 1 links top and bottom, seat 2 left and right.
    TbFirst,
}

impl Sides {
    /// The option's value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::LrFirst => "lr-first",
            Self::TbFirst => "tb-first",
        }
    }

    /// The seat that links left and right.
    #[must_use]
    pub const fn left_right(self) -> Seat {
        match self {
            Self::LrFirst => Seat::One,
            Self::TbFirst => Seat::Two,
        }
    }
}

/// What becomes of a player who holds pieces but can place none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stuck {
    /// The other one plays on.
    #[default]
    Skip,
    /// The other one wins.
    Lose,
}

impl Stuck {
    /// The option's value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Lose => "lose",
        }
    }
}

/// Options that were read; they always give an opening position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rows and columns, 3 to 26.
    pub(super) size: u32,
    /// Pieces on the board at the start, by rows from the top left; each on the board, neighbours matching.
    pub(super) position: Vec<(Spot, Ends)>,
    /// The hands that `hands=` writes out.
    pub(super) hands: [Option<Hand>; 2],
    /// Who is to move, where `turn=` says so and it is not the default.
    pub(super) turn: Option<Seat>,
    /// Who links which sides.
    pub(super) sides: Sides,
    /// How many tees seat 1 gives to seat 2.
    pub(super) handicap: u16,
    /// What becomes of a stuck player.
    pub(super) stuck: Stuck,
    /// Who moves first.
    pub(super) first: First,
    /// The seed, where one was given.
    pub(super) seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: 10,
            position: Vec::new(),
            hands: [None; 2],
            turn: None,
            sides: Sides::default(),
            handicap: 0,
            stuck: Stuck::default(),
            first: First::default(),
            seed: None,
        }
    }
}

impl Options {
    /// What a seat holds at the start.
    pub(super) fn hand(&self, seat: Seat) -> Hand {
        let tees = Hand::FULL.count(Kind::Tee);
        let full = match seat {
            Seat::One => Hand::FULL.with(Kind::Tee, tees.saturating_sub(self.handicap)),
            Seat::Two => Hand::FULL.with(Kind::Tee, tees.saturating_add(self.handicap)),
        };
        seat.of(&self.hands).unwrap_or(full)
    }
}

/// Reads the options.
///
/// # Errors
/// The first option that cannot be used, in the order of [`Rules::OPTIONS`].
pub(super) fn read(pairs: &Pairs) -> Result<Options, OptionFault> {
    let mut options = Options::default();
    // in one fixed order, since a position can only be judged on its board
    for key in Thoughtwave::OPTIONS {
        let Some((_, value)) = pairs.iter().find(|(k, _)| k == key) else { continue };
        let bad = |allowed: &str| OptionFault::value(key, value, allowed);
        match *key {
            "size" => {
                options.size = number(value).filter(|n| (3..=26).contains(n)).ok_or_else(|| bad("3-26"))?;
            }
            "position" => options.position = position(value, options.size)?,
            "hands" => {
                options.hands = hands(value)?;
            }
            "turn" => {
                options.turn = Some(match value.as_str() {
                    "1" => Seat::One,
                    "2" => Seat::Two,
                    _ => return Err(bad("1|2")),
                });
            }
            "sides" => {
                options.sides = [Sides::LrFirst, Sides::TbFirst]
                    .into_iter()
                    .find(|s| s.word() == value)
                    .ok_or_else(|| bad("lr-first|tb-first"))?;
            }
            "handicap" => {
                options.handicap = number(value).filter(|n| *n <= 3).ok_or_else(|| bad("0-3"))?;
                if options.handicap > 0 && options.hands != [None; 2] {
                    return Err(OptionFault::conflict(key, value, "handicap-and-hands", "hands"));
                }
            }
            "stuck" => {
                options.stuck = [Stuck::Skip, Stuck::Lose]
                    .into_iter()
                    .find(|s| s.word() == value)
                    .ok_or_else(|| bad("skip|lose"))?;
            }
            "first" => options.first = First::read(value)?,
            "seed" => options.seed = Some(seed(value)?),
            _ => {}
        }
    }
    if options.turn.is_some() {
        // `turn=` overrides `first=`; what is overridden is not recorded
        options.first = First::One;
    }
    options.turn = options.turn.filter(|t| *t != Seat::One);
    for seat in Seat::BOTH {
        let hand = seat.of_mut(&mut options.hands);
        *hand = hand.filter(|h| *h != Hand::FULL);
    }
    Ok(options)
}

/// A plain number: digits alone, no sign.
fn number<T: std::str::FromStr>(value: &str) -> Option<T> {
    value.bytes().all(|b| b.is_ascii_digit()).then(|| value.parse().ok()).flatten()
}

/// `1:X2T6L5C10D1,2:…`, each seat at most once.
fn hands(value: &str) -> Result<[Option<Hand>; 2], OptionFault> {
    let bad = || OptionFault::value("hands", value, "1:X2T6L5C10D1,2:X2T6L5C10D1 (0-676)");
    let mut hands = [None; 2];
    let mut repeated = None;
    for part in value.split(',') {
        let (number, text) = part.split_once(':').ok_or_else(bad)?;
        let seat = match number {
            "1" => Seat::One,
            "2" => Seat::Two,
            _ => return Err(bad()),
        };
        let hand = match Hand::read(text) {
            Ok(hand) => hand,
            Err(HandFault::Form) => return Err(bad()),
            Err(HandFault::Repeated(kind)) => {
                repeated.get_or_insert(kind.letter().to_string());
                Hand::EMPTY
            }
        };
        if seat.of_mut(&mut hands).replace(hand).is_some() {
            repeated.get_or_insert(number.to_owned());
        }
    }
    match repeated {
        Some(what) => Err(OptionFault::conflict("hands", value, "hands-repeat", what)),
        None => Ok(hands),
    }
}

/// `B1:esw,A2:nw`; nothing is an empty board.
fn position(value: &str, size: u32) -> Result<Vec<(Spot, Ends)>, OptionFault> {
    let conflict = |id, detail: String| OptionFault::conflict("position", value, id, detail);
    let mut pieces: Vec<(Spot, Ends)> = Vec::new();
    for part in value.split(',').filter(|_| !value.is_empty()) {
        let piece = part.split_once(':').and_then(|(cell, letters)| match grid::cell(cell) {
            Ok(("", spot)) => Some((spot, Ends::from_letters(letters)?)),
            _ => None,
        });
        pieces.push(piece.ok_or_else(|| OptionFault::value("position", value, "B1:esw,A2:nw"))?);
    }
    let mut seen = BTreeSet::new();
    for (spot, _) in &pieces {
        if spot.col >= size || spot.row >= size {
            return Err(conflict("position-off-board", spot.to_string()));
        }
        if !seen.insert(*spot) {
            return Err(conflict("position-repeat", spot.to_string()));
        }
    }
    pieces.sort_by_key(|(spot, _)| (spot.row, spot.col));
    let mut board = board::Board::new(size);
    for (spot, ends) in &pieces {
        let Some(at) = board.index(*spot) else { continue };
        if let Some(neighbour) = board.quarrels(at, *ends).first() {
            return Err(conflict("position-mismatch", format!("{},{spot}", board.spot(*neighbour))));
        }
        board.put(at, *ends);
    }
    Ok(pieces)
}

/// `B1:esw,A2:nw`, the spelling of `position=`.
pub(super) fn write_position(f: &mut fmt::Formatter<'_>, pieces: impl Iterator<Item = (Spot, Ends)>) -> fmt::Result {
    for (i, (spot, ends)) in pieces.enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(f, "{comma}{spot}:{ends}")?;
    }
    Ok(())
}

/// What differs from the default, in the order of [`Rules::OPTIONS`].
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::default();
        let mut words: Vec<String> = Vec::new();
        let mut add = |key: &str, differs: bool, value: String| {
            if differs {
                words.push(format!("{key}={value}"));
            }
        };
        let position = fmt::from_fn(|f| write_position(f, self.position.iter().copied())).to_string();
        let hands: Vec<String> = Seat::BOTH
            .into_iter()
            .filter_map(|seat| seat.of(&self.hands).map(|hand| format!("{seat}:{hand}")))
            .collect();
        add("size", self.size != default.size, self.size.to_string());
        add("position", !position.is_empty(), position);
        add("hands", !hands.is_empty(), hands.join(","));
        add("turn", self.turn.is_some(), self.turn.map_or_else(String::new, |t| t.to_string()));
        add("sides", self.sides != default.sides, self.sides.word().to_owned());
        add("handicap", self.handicap != default.handicap, self.handicap.to_string());
        add("stuck", self.stuck != default.stuck, self.stuck.word().to_owned());
        add("first", self.first != default.first, self.first.to_string());
        add("seed", self.seed.is_some(), self.seed.map_or_else(String::new, |s| s.to_string()));
        f.write_str(&words.join(" "))
    }
}
