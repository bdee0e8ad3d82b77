//! Steps, their limits, and the answers to them.

use std::fmt;

use super::derived::{Answer, Content, area, area_points, islands, join, occupied, water_points};
use super::layout::{Cell, Kind, Layout};
use super::options::Origo;

/// At most so many steps.
pub const STEPS: usize = 7;
/// At most so many cells in all steps together.
pub const CELLS: usize = 16;

/// The types of steps, in the order of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The origin: one cell, only as the first step; tells of the 3 × 3 around it too.
    O,
    /// Up to three cells.
    A,
    /// Up to three cells.
    B,
    /// Up to three cells.
    C,
    /// Up to two cells.
    D,
    /// Up to two cells.
    E,
    /// Up to two cells.
    Z,
}

impl Step {
    /// All types.
    pub const ALL: [Self; 7] = [Self::O, Self::A, Self::B, Self::C, Self::D, Self::E, Self::Z];

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::O => 'O',
            Self::A => 'A',
            Self::B => 'B',
            Self::C => 'C',
            Self::D => 'D',
            Self::E => 'E',
            Self::Z => 'Z',
        }
    }

    /// The type of a canonical letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.letter() == letter)
    }

    /// At most so many cells.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::O => 1,
            Self::A | Self::B | Self::C => 3,
            Self::D | Self::E | Self::Z => 2,
        }
    }

    /// Must all its cells be ship cells in the strict game?
    #[must_use]
    pub const fn strict(self) -> bool {
        matches!(self, Self::D | Self::E | Self::Z)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Ships or islands that reach into the 3 × 3: what, and how many of its cells or points lie inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// Type and cells inside, sorted: a first, most cells first.
    pub ships: Vec<(Kind, u8)>,
    /// Size and points inside, sorted: largest first, most points first.
    pub islands: Vec<(u8, u8)>,
}

impl Around {
    fn of(layout: &Layout, cell: Cell, origo: Origo) -> Self {
        let count = |n: u32| u8::try_from(n).unwrap_or(0);
        let mut ships: Vec<(Kind, u8)> = layout
            .ships()
            .iter()
            .map(|s| (s.kind(), count((s.mask() & area(cell)).count_ones())))
            .filter(|s| s.1 > 0)
            .collect();
        ships.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        let points = area_points(cell, origo == Origo::Closed);
        let mut islands: Vec<(u8, u8)> = islands(water_points(occupied(layout)))
            .into_iter()
            .map(|i| (count(i.count_ones()), count((i & points).count_ones())))
            .filter(|i| i.1 > 0)
            .collect();
        islands.sort_unstable_by(|a, b| b.cmp(a));
        Self { ships, islands }
    }

    /// `b:2,g:1`, or `-`.
    #[must_use]
    pub fn ship_list(&self) -> String {
        join(&self.ships.iter().map(|(k, n)| format!("{}:{n}", k.letter())).collect::<Vec<_>>())
    }

    /// `4:3,1:1`, or `-`.
    #[must_use]
    pub fn island_list(&self) -> String {
        join(&self.islands.iter().map(|(size, n)| format!("{size}:{n}")).collect::<Vec<_>>())
    }
}

/// What is answered to a step. `Display` is the spelling of puzzles and dumps: `b^ 2__ 0^_`,
/// `2 ships=b:2,g:1 islands=4:3,1:1`, `spoiled`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The cells' answers, sorted: which belongs to which cell is not told.
    Cells(Vec<Answer>),
    /// The origin's answer.
    Origin(Answer, Around),
    /// A strict step that was not on ships only: no data.
    Spoiled,
}

impl Reply {
    /// Answers a step.
    #[must_use]
    pub fn of(layout: &Layout, step: Step, cells: &[Cell], origo: Origo, strict: bool) -> Self {
        if let (Step::O, [cell]) = (step, cells) {
            return Self::Origin(Answer::of(layout, *cell), Around::of(layout, *cell, origo));
        }
        let mut answers: Vec<Answer> = cells.iter().map(|c| Answer::of(layout, *c)).collect();
        answers.sort_unstable();
        if strict && step.strict() && answers.iter().any(|a| matches!(a.content, Content::Water(_))) {
            return Self::Spoiled;
        }
        Self::Cells(answers)
    }

    /// Reads the spelling of `Display`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text == "spoiled" {
            return Some(Self::Spoiled);
        }
        let mut words = text.split_whitespace().peekable();
        let mut cells = Vec::new();
        while let Some(word) = words.next_if(|w| !w.contains('=')) {
            cells.push(Answer::read(word)?);
        }
        cells.sort_unstable();
        let Some(ships) = words.next() else { return (!cells.is_empty()).then_some(Self::Cells(cells)) };
        let ships = pairs(ships.strip_prefix("ships=")?, |w| {
            let mut letters = w.chars();
            letters.next().and_then(Kind::from_letter).filter(|_| letters.as_str().is_empty())
        })?;
        let islands = pairs(words.next()?.strip_prefix("islands=")?, |w| w.parse().ok())?;
        match (cells.as_slice(), words.next()) {
            ([cell], None) => Some(Self::Origin(*cell, Around { ships, islands })),
            _ => None,
        }
    }
}

/// Reads `b:2,g:1`, or `-` for nothing.
fn pairs<T>(list: &str, what: impl Fn(&str) -> Option<T>) -> Option<Vec<(T, u8)>> {
    list.split(',')
        .filter(|_| list != "-")
        .map(|item| item.split_once(':').and_then(|(w, n)| Some((what(w)?, n.parse().ok()?))))
        .collect()
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(answers) => f.write_str(&answers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
            Self::Origin(cell, around) => {
                write!(f, "{cell} ships={} islands={}", around.ship_list(), around.island_list())
            }
            Self::Spoiled => f.write_str("spoiled"),
        }
    }
}

/// A step that was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its type.
    pub step: Step,
    /// Its cells, as they were typed.
    pub cells: Vec<Cell>,
    /// The answer.
    pub reply: Reply,
}
