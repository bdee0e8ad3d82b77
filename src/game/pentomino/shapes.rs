//! The twelve pentominoes, and sets of cells of the 6×10 board.

use std::fmt;

use crate::game::grid::Spot;

/// A board's width and height in cells. Games are played on [`Board::GAME`]; counting works on any of at most 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Board {
    /// Six rows of ten: columns a–j, rows 1–6 from the top.
    pub const GAME: Self = Self { width: 10, height: 6 };
}

/// A pentomino, free to be turned and flipped. The order is that of the identifying numbers 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// Number 1.
    F,
    /// Number 2, five in a line.
    I,
    /// Number 3, four and one around the corner.
    L,
    /// Number 4, three and two beside each other.
    N,
    /// Number 5, a square and one.
    P,
    /// Number 6.
    T,
    /// Number 7.
    U,
    /// Number 8, three and three with a common corner.
    V,
    /// Number 9, stairs.
    W,
    /// Number 10, the cross.
    X,
    /// Number 11, four and one at the side.
    Y,
    /// Number 12.
    Z,
}

impl Piece {
    /// All twelve, in the order of their numbers.
    pub const ALL: [Self; 12] =
        [Self::F, Self::I, Self::L, Self::N, Self::P, Self::T, Self::U, Self::V, Self::W, Self::X, Self::Y, Self::Z];

    /// The identifying number (jelzőszám), 1 to 12 in the order of the alphabet; the picture with the original ones is
    /// lost.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32 + 1
    }

    /// The letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::F => 'F',
            Self::I => 'I',
            Self::L => 'L',
            Self::N => 'N',
            Self::P => 'P',
            Self::T => 'T',
            Self::U => 'U',
            Self::V => 'V',
            Self::W => 'W',
            Self::X => 'X',
            Self::Y => 'Y',
            Self::Z => 'Z',
        }
    }

    /// The inverse of [`Piece::letter`]; upper case only.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.letter() == letter)
    }

    /// The picture that the players are shown, row by row.
    #[must_use]
    pub const fn picture(self) -> &'static [&'static str] {
        match self {
            Self::F => &[".XX", "XX.", ".X."],
            Self::I => &["XXXXX"],
            Self::L => &["X.", "X.", "X.", "XX"],
            Self::N => &[".X", ".X", "XX", "X."],
            Self::P => &["XX", "XX", "X."],
            Self::T => &["XXX", ".X.", ".X."],
            Self::U => &["X.X", "XXX"],
            Self::V => &["X..", "X..", "XXX"],
            Self::W => &["X..", "XX.", ".XX"],
            Self::X => &[".X.", "XXX", ".X."],
            Self::Y => &[".X", "XX", ".X", ".X"],
            Self::Z => &["XX.", ".X.", ".XX"],
        }
    }

    /// Its cells in all ways to lay it, as columns and rows from 0, each sorted; 63 for the twelve together.
    #[must_use]
    pub fn ways(self) -> Vec<[(u32, u32); 5]> {
        let mut cells = [(0, 0); 5];
        let drawn = self
            .picture()
            .iter()
            .zip(0..)
            .flat_map(|(row, y)| row.chars().zip(0..).filter(|(sign, _)| *sign == 'X').map(move |(_, x)| (x, y)));
        for (cell, at) in cells.iter_mut().zip(drawn) {
            *cell = at;
        }
        let mut ways = Vec::new();
        for n in 0..8 {
            // four quarter turns of each side
            let turned = if n % 4 == 0 { cells.map(|(x, y)| (y, x)) } else { cells };
            cells = upright(turned.map(|(x, y)| (4 - y, x)));
            if !ways.contains(&cells) {
                ways.push(cells);
            }
        }
        ways
    }

    /// Are these five cells this pentomino, however it lies?
    pub(super) fn is(self, cells: Cells) -> bool {
        let mut five = [(0, 0); 5];
        for (place, cell) in five.iter_mut().zip(cells.iter()) {
            *place = (cell.col(), cell.row());
        }
        cells.len() == 5 && self.ways().contains(&upright(five))
    }
}

/// Number and letter, as a term: `4(N)`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.number(), self.letter())
    }
}

/// Moved to the top left corner and sorted.
fn upright(mut cells: [(u32, u32); 5]) -> [(u32, u32); 5] {
    let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let top = cells.iter().map(|c| c.1).min().unwrap_or(0);
    for (x, y) in &mut cells {
        *x -= left;
        *y -= top;
    }
    cells.sort_unstable();
    cells
}

/// A cell of the board: 0 to 59, row by row from the top left. `Display` gives `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(u32);

impl Cell {
    /// The cell in a column and a row from 0, if the board has it.
    pub(super) const fn at(col: u32, row: u32) -> Option<Self> {
        if col < Board::GAME.width && row < Board::GAME.height {
            Some(Self(row * Board::GAME.width + col))
        } else {
            None
        }
    }

    /// The cell as it was written, if the board has it.
    pub(super) const fn of(spot: Spot) -> Option<Self> {
        Self::at(spot.col, spot.row)
    }

    /// All cells, row by row.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..Board::GAME.width * Board::GAME.height).map(Self)
    }

    /// The column from 0.
    pub(super) const fn col(self) -> u32 {
        self.0 % Board::GAME.width
    }

    /// The row from 0.
    pub(super) const fn row(self) -> u32 {
        self.0 / Board::GAME.width
    }

    /// The cell so many columns and rows further.
    pub(super) fn shifted(self, right: i32, down: i32) -> Option<Self> {
        Self::at(self.col().checked_add_signed(right)?, self.row().checked_add_signed(down)?)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from_u32(u32::from(b'a') + self.col()).unwrap_or('?');
        write!(f, "{letter}{}", self.row() + 1)
    }
}

/// A set of cells; bit n is cell n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Cells(pub(super) u64);

impl Cells {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    pub(super) const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |c| self.contains(*c))
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|c| set.insert(c));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_63_fixed_pentominoes() {
        let ways = Piece::ALL.map(|p| p.ways().len());
        assert_eq!(ways, [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
        let mut all: Vec<_> = Piece::ALL.into_iter().flat_map(Piece::ways).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 63, "no two are alike");
    }
}
