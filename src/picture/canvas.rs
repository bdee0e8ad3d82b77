//! A sheet of characters, and the marks that all boards of discs share.

use crate::game::view::{Cell, Mark};

/// A sheet that grows as it is written on.
#[derive(Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    /// Writes one character, over whatever is there.
    pub(super) fn put(&mut self, x: usize, y: usize, c: char) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        if let Some(row) = self.rows.get_mut(y) {
            if row.len() <= x {
                row.resize(x + 1, ' ');
            }
            if let Some(place) = row.get_mut(x) {
                *place = c;
            }
        }
    }

    /// The character at a place; a blank where nothing was written.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }

    /// Writes a text to the right of `x`.
    pub(super) fn text(&mut self, x: usize, y: usize, text: &str) {
        for (i, c) in text.chars().enumerate() {
            self.put(x + i, y, c);
        }
    }

    /// Writes a text whose last character stands at `x`.
    pub(super) fn text_to(&mut self, x: usize, y: usize, text: &str) {
        self.text((x + 1).saturating_sub(text.chars().count()), y, text);
    }

    /// Writes what a cell holds: three characters around `x`. The walls or gaps beside a cell without a mark stay.
    pub(super) fn cell(&mut self, x: usize, y: usize, cell: &Cell) {
        let [left, middle, right] = signs(cell);
        self.put(x, y, middle);
        if cell.mark != Mark::None {
            self.put(x - 1, y, left);
            self.put(x + 1, y, right);
        }
    }

    /// The lines, without blanks at their ends.
    pub(super) fn lines(self) -> Vec<String> {
        self.rows.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect()
    }
}

/// A cell in three characters: `[x]` the last move, `( )` where it came from, `<o>` a disc that turned over.
pub(super) const fn signs(cell: &Cell) -> [char; 3] {
    match cell.mark {
        Mark::None => [' ', cell.glyph, ' '],
        Mark::Last => ['[', cell.glyph, ']'],
        Mark::From => ['(', cell.glyph, ')'],
        Mark::Changed => ['<', cell.glyph, '>'],
        Mark::Hole => ['#', '#', '#'],
    }
}
