//! Ships, the five placement rules, and whole layouts.
//!
//! Formal rules: two ships with gaps `gr`, `gc` = number of rows (columns) strictly between their intervals, negative
//! where the intervals share one. All rules concern one ship or a pair of ships, so a layout is legal where every ship
//! and every pair is.

use std::fmt;

use crate::game::options::Dice;

/// Rows and columns of the board.
pub const SIDE: u8 = 9;

/// A cell, counted row by row from the top left: 0 to 80. `Display` is column digit and row digit, each from 1: `56`
/// is the source's `50,6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a column and row, both counted from 0; `None` off the board.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < SIDE && row < SIDE { Some(Self(row * SIDE + col)) } else { None }
    }

    /// All 81 cells, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE * SIDE).map(Self)
    }

    /// The column from 0.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 % SIDE
    }

    /// The row from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// The number from 0 to 80.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's bit in a mask of 81 cells.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.col() + 1, self.row() + 1)
    }
}

/// The four types of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Four cells, once.
    Alpha,
    /// Three cells, twice.
    Beta,
    /// Two cells, three times.
    Gamma,
    /// One cell, four times.
    Delta,
}

impl Kind {
    /// All types, the longest first.
    pub const ALL: [Self; 4] = [Self::Alpha, Self::Beta, Self::Gamma, Self::Delta];

    /// Its cells.
    #[must_use]
    pub const fn length(self) -> u8 {
        4 - self as u8
    }

    /// How many of them a fleet has.
    #[must_use]
    pub const fn count(self) -> u8 {
        self as u8 + 1
    }

    /// Its letter: `a`, `b`, `g`, `d`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Alpha => 'a',
            Self::Beta => 'b',
            Self::Gamma => 'g',
            Self::Delta => 'd',
        }
    }

    /// The type of a canonical letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.letter() == letter)
    }

    /// Picks this type's entry of four.
    pub const fn of<T>(self, four: &[T; 4]) -> &T {
        let [a, b, g, d] = four;
        match self {
            Self::Alpha => a,
            Self::Beta => b,
            Self::Gamma => g,
            Self::Delta => d,
        }
    }

    /// Picks this type's entry of four, to change it.
    pub const fn of_mut<T>(self, four: &mut [T; 4]) -> &mut T {
        let [a, b, g, d] = four;
        match self {
            Self::Alpha => a,
            Self::Beta => b,
            Self::Gamma => g,
            Self::Delta => d,
        }
    }
}

/// A ship on the board. `Display` is the letter and the ends: `b33-53`, `d21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ship {
    kind: Kind,
    row: u8,
    col: u8,
    /// Deltas are never vertical, so that equal ships are equal values.
    vertical: bool,
}

impl Ship {
    /// The ship with its top left cell there; `None` where it would leave the board.
    #[must_use]
    pub const fn new(kind: Kind, first: Cell, vertical: bool) -> Option<Self> {
        let vertical = vertical && !matches!(kind, Kind::Delta);
        let from = if vertical { first.row() } else { first.col() };
        if from + kind.length() > SIDE {
            return None;
        }
        Some(Self { kind, row: first.row(), col: first.col(), vertical })
    }

    /// The ship between two cells; `None` where they do not span this type.
    #[must_use]
    pub fn between(kind: Kind, one: Cell, two: Cell) -> Option<Self> {
        let first = Cell::new(one.col().min(two.col()), one.row().min(two.row()))?;
        let ship = Self::new(kind, first, one.row() != two.row())?;
        let ends = (ship.first(), ship.last());
        (ends == (one, two) || ends == (two, one)).then_some(ship)
    }

    /// All places on the board for a type, whatever the rules.
    pub fn everywhere(kind: Kind) -> impl Iterator<Item = Self> {
        let turns: &'static [bool] = if kind == Kind::Delta { &[false] } else { &[false, true] };
        turns.iter().flat_map(move |vertical| Cell::all().filter_map(move |c| Self::new(kind, c, *vertical)))
    }

    /// Its type.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Does it stand upright? A delta has no direction.
    #[must_use]
    pub const fn vertical(self) -> bool {
        self.vertical
    }

    /// Its top left cell.
    #[must_use]
    pub const fn first(self) -> Cell {
        Cell(self.row * SIDE + self.col)
    }

    /// Its bottom right cell.
    #[must_use]
    pub const fn last(self) -> Cell {
        Cell(self.bottom() * SIDE + self.right())
    }

    const fn bottom(self) -> u8 {
        if self.vertical { self.row + self.kind.length() - 1 } else { self.row }
    }

    const fn right(self) -> u8 {
        if self.vertical { self.col } else { self.col + self.kind.length() - 1 }
    }

    /// Its cells, from the top left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let step = if self.vertical { SIDE } else { 1 };
        (0..self.kind.length()).map(move |n| Cell(self.first().0 + n * step))
    }

    /// Its cells as a mask.
    #[must_use]
    pub fn mask(self) -> u128 {
        self.cells().fold(0, |mask, c| mask | c.bit())
    }

    /// Has it a cell on the rim?
    #[must_use]
    pub const fn docked(self) -> bool {
        self.row == 0 || self.col == 0 || self.bottom() == SIDE - 1 || self.right() == SIDE - 1
    }

    /// The docking rule: only a tip may touch the rim, and the four corners are water. A delta may dock whether or not
    /// its sides count as tips elsewhere.
    #[must_use]
    pub const fn docks_well(self) -> bool {
        let top_or_bottom = self.row == 0 || self.bottom() == SIDE - 1;
        let left_or_right = self.col == 0 || self.right() == SIDE - 1;
        match self.kind {
            Kind::Delta => !(top_or_bottom && left_or_right),
            _ if self.vertical => !left_or_right,
            _ => !top_or_bottom,
        }
    }

    /// Turns and mirrors the board: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps rows and columns
    /// (first).
    #[must_use]
    pub fn image(self, symmetry: u8) -> Self {
        let turn = |cell: Cell| {
            let (mut col, mut row) = (cell.col(), cell.row());
            if symmetry & 4 != 0 {
                std::mem::swap(&mut col, &mut row);
            }
            if symmetry & 1 != 0 {
                col = SIDE - 1 - col;
            }
            if symmetry & 2 != 0 {
                row = SIDE - 1 - row;
            }
            (col, row)
        };
        let (one, two) = (turn(self.first()), turn(self.last()));
        Self {
            kind: self.kind,
            col: one.0.min(two.0),
            row: one.1.min(two.1),
            vertical: (self.vertical != (symmetry & 4 != 0)) && self.kind != Kind::Delta,
        }
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.first())?;
        if self.kind != Kind::Delta {
            write!(f, "-{}", self.last())?;
        }
        Ok(())
    }
}

/// Rules between two ships, by the ids of the contract.
pub type Broken = Vec<&'static str>;

/// The rules that a pair of ships breaks: `corner`, `tip`, `centre`, `side`.
#[must_use]
pub fn clash(one: Ship, two: Ship, delta_tips: bool) -> Broken {
    // lines strictly between two intervals
    let gap = |from1: u8, to1: u8, from2: u8, to2: u8| {
        (i16::from(from2) - i16::from(to1)).max(i16::from(from1) - i16::from(to2)) - 1
    };
    let rows = gap(one.row, one.bottom(), two.row, two.bottom());
    let cols = gap(one.col, one.right(), two.col, two.right());
    // is the side that looks along the row (else the column) a tip?
    let tip = |ship: Ship, row: bool| match ship.kind {
        Kind::Delta => delta_tips,
        _ => ship.vertical != row,
    };
    let mut broken = Vec::new();
    if rows <= 0 && cols <= 0 {
        broken.push("corner");
    }
    let faces =
        |across: i16, along: i16, row: bool| across < 0 && (0..2).contains(&along) && tip(one, row) && tip(two, row);
    if faces(rows, cols, true) || faces(cols, rows, false) {
        broken.push("tip");
    }
    let same = |a: u8, b: u8, c: u8, d: u8| a + b == c + d;
    if one.kind == two.kind
        && (same(one.row, one.bottom(), two.row, two.bottom()) || same(one.col, one.right(), two.col, two.right()))
    {
        broken.push("centre");
    }
    if one.kind != Kind::Delta && two.kind != Kind::Delta && one.vertical == two.vertical {
        let (along, across) = if one.vertical { (rows, cols) } else { (cols, rows) };
        if along <= -2 && (0..2).contains(&across) {
            broken.push("side");
        }
    }
    broken
}

/// Ten ships that stand by the rules, sorted. Equal layouts are equal values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Layout {
    ships: Vec<Ship>,
}

impl Layout {
    /// A layout of these ships if it is a legal one.
    #[must_use]
    pub fn new(mut ships: Vec<Ship>, delta_tips: bool) -> Option<Self> {
        ships.sort_unstable();
        let complete =
            Kind::ALL.iter().all(|k| ships.iter().filter(|s| s.kind == *k).count() == usize::from(k.count()));
        let alone = ships.iter().all(|s| s.docks_well());
        let pairs = ships
            .iter()
            .enumerate()
            .all(|(n, one)| ships.iter().skip(n + 1).all(|two| clash(*one, *two, delta_tips).is_empty()));
        (complete && alone && pairs).then_some(Self { ships })
    }

    /// For callers that have checked the ships already.
    pub(super) fn checked(mut ships: Vec<Ship>) -> Self {
        ships.sort_unstable();
        Self { ships }
    }

    /// A random layout: ships in turn at random legal places, from the start again where one finds none.
    #[must_use]
    pub fn random(dice: &mut Dice, delta_tips: bool) -> Self {
        loop {
            let mut ships: Vec<Ship> = Vec::new();
            let order = Kind::ALL.iter().flat_map(|k| std::iter::repeat_n(*k, usize::from(k.count())));
            for kind in order {
                let free: Vec<Ship> = Ship::everywhere(kind)
                    .filter(|s| s.docks_well() && ships.iter().all(|t| clash(*s, *t, delta_tips).is_empty()))
                    .collect();
                let pick = usize::try_from(dice.below(free.len() as u64)).unwrap_or(0);
                match free.get(pick) {
                    Some(ship) => ships.push(*ship),
                    None => break,
                }
            }
            if ships.len() == 10 {
                return Self::checked(ships);
            }
        }
    }

    /// The ships, alpha first.
    #[must_use]
    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// The ship on a cell.
    #[must_use]
    pub fn ship_at(&self, cell: Cell) -> Option<Ship> {
        self.ships.iter().copied().find(|s| s.mask() & cell.bit() != 0)
    }

    /// The layout turned and mirrored; see [`Ship::image`].
    #[must_use]
    pub fn image(&self, symmetry: u8) -> Self {
        Self::checked(self.ships.iter().map(|s| s.image(symmetry)).collect())
    }
}

/// The canonical grid: nine rows of `a b g d .` from the top, joined by `/`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            if cell.col() == 0 && cell.row() > 0 {
                f.write_str("/")?;
            }
            let letter = self.ship_at(cell).map_or('.', |s| s.kind.letter());
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}
