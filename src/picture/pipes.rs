//! Boxes with walls, and pipes that cross them.

use super::WIDTH;
use crate::game::view::{Board, Cell, Mark};

/// Open ends, as [`Cell::ends`] counts them.
const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// Draws the board as players of the game know it: four columns and two lines a cell, `#` for the pipes, and `X` for
/// the piece laid last. Boards of more than 16 columns are drawn the same way with two columns a cell.
///
/// ```text
///     A   B   C
///   +---+---+---+
/// 1 |   #####   | 1
///   +-#-+-#-+---+
/// ```
pub(super) fn draw(board: &Board, width: usize, height: usize) -> Vec<String> {
    let labels = board.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let roomy = 2 * (labels + 1) + 4 * width < WIDTH;
    let sheet = Sheet { board, width, height, roomy };

    let letters = sheet.letters(labels);
    let mut lines = vec![letters.clone()];
    for y in 0..=height {
        let mut line = " ".repeat(labels + 1);
        sheet.wall(&mut line, y);
        lines.push(line);
        if y < height {
            let label = board.rows.get(y).map_or("", String::as_str);
            let mut line = String::with_capacity(2 * labels + 4 * width + 4);
            right(&mut line, label, labels);
            line.push(' ');
            sheet.cells(&mut line, y);
            line.push(' ');
            line.push_str(label);
            line.truncate(line.trim_end().len());
            lines.push(line);
        }
    }
    lines.push(letters);
    lines
}

/// Adds a label, its last character in a column of this width.
fn right(line: &mut String, label: &str, width: usize) {
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(label.chars().count())));
    line.push_str(label);
}

struct Sheet<'a> {
    board: &'a Board,
    width: usize,
    height: usize,
    /// Three columns inside a cell, or one.
    roomy: bool,
}

impl Sheet<'_> {
    /// The column letters, each over the middle of its cells.
    fn letters(&self, labels: usize) -> String {
        let mut line = " ".repeat(labels + 1);
        for label in self.board.columns.iter().take(self.width) {
            right(&mut line, label, if self.roomy { 3 } else { 2 });
            line.push_str(if self.roomy { " " } else { "" });
        }
        line.trim_end().to_owned()
    }

    fn cell(&self, x: Option<usize>, y: Option<usize>) -> Cell {
        let at = match (x, y) {
            (Some(x), Some(y)) if x < self.width && y < self.height => y * self.width + x,
            _ => return Cell::EMPTY,
        };
        self.board.cells.get(at).copied().unwrap_or(Cell::EMPTY)
    }

    /// What a wall between two cells shows: the pipe that crosses it, the newer one where both do.
    fn crossing(one: Cell, end: u8, other: Cell, its_end: u8, wall: char) -> char {
        match (one.ends & end != 0, other.ends & its_end != 0) {
            (false, false) => wall,
            (true, false) => ink(one),
            (false, true) => ink(other),
            (true, true) => ink(one).max(ink(other)),
        }
    }

    /// The line above row `y`.
    fn wall(&self, line: &mut String, y: usize) {
        line.reserve(4 * self.width + 1);
        line.push('+');
        for x in 0..self.width {
            let (above, below) = (self.cell(Some(x), y.checked_sub(1)), self.cell(Some(x), Some(y)));
            let pipe = Self::crossing(above, SOUTH, below, NORTH, '-');
            if self.roomy {
                line.push('-');
                line.push(pipe);
                line.push_str("-+");
            } else {
                line.push(pipe);
                line.push('+');
            }
        }
    }

    /// The line through the cells of row `y`.
    fn cells(&self, line: &mut String, y: usize) {
        for x in 0..=self.width {
            let (left, here) = (self.cell(x.checked_sub(1), Some(y)), self.cell(Some(x), Some(y)));
            line.push(Self::crossing(left, EAST, here, WEST, '|'));
            if x == self.width {
                break;
            }
            let part = |ends: u8| if here.ends & ends != 0 { ink(here) } else { ' ' };
            if self.roomy {
                line.push(part(WEST));
                line.push(part(NORTH | EAST | SOUTH | WEST));
                line.push(part(EAST));
            } else {
                line.push(part(NORTH | EAST | SOUTH | WEST));
            }
        }
    }
}

/// What a piece is drawn with. The newer sign is the greater one.
const fn ink(cell: Cell) -> char {
    match cell.mark {
        Mark::Last => 'X',
        _ => '#',
    }
}
