//! A board: its sea and the names of its cells.

use super::alphabet::{self, Letter};
use super::options::Options;
use super::waters::{Cells, Waters};

/// What a game's two boards have in common.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The sea.
    pub(super) waters: Waters,
    /// The letters of the columns, in lower case.
    pub(super) columns: Vec<char>,
}

/// Where a typed cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// On the board.
    On(usize),
    /// Its letter names no column.
    NoColumn,
    /// Its number names no row.
    NoRow,
    /// Its letter is of the other script: what it looks like and what it sounds like.
    Treacherous(char, char),
}

impl Board {
    /// The board of some options.
    pub(super) fn new(options: &Options) -> Self {
        let columns = options.alphabet.letters().chars().take(options.size).collect();
        Self { waters: options.waters(), columns }
    }

    /// The canonical name of a cell: the alphabet's letter in lower case, and the row from the top.
    pub(super) fn spell(&self, cell: usize) -> String {
        let size = self.waters.size;
        let letter = self.columns.get(cell % size).copied().unwrap_or('?');
        format!("{letter}{}", cell / size + 1)
    }

    /// The names of some cells, by rows.
    pub(super) fn spell_all(&self, cells: Cells) -> Vec<String> {
        cells.iter().map(|cell| self.spell(cell)).collect()
    }

    /// Finds a cell. A letter that means nothing is told before a row that isn't there.
    pub(super) fn find(&self, letter: char, row: u32) -> Place {
        match alphabet::read(&self.columns, letter) {
            Letter::Column(col) => {
                let row = usize::try_from(row).ok().and_then(|row| row.checked_sub(1));
                row.and_then(|row| self.waters.cell(col, row)).map_or(Place::NoRow, Place::On)
            }
            Letter::Treacherous(looks, sounds) => Place::Treacherous(looks, sounds),
            Letter::Outside => Place::NoColumn,
        }
    }

    /// A layout as rows of `#` and `.`, joined by `/`.
    pub(super) fn drawing(&self, ships: Cells) -> String {
        let size = self.waters.size;
        let mut out = String::with_capacity(size * (size + 1));
        for row in 0..size {
            if row > 0 {
                out.push('/');
            }
            out.extend((0..size).map(|col| if ships.has(row * size + col) { '#' } else { '.' }));
        }
        out
    }
}
