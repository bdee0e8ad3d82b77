//! Blocks of two dominoes, lying where column + row is even, else standing. Letters name the columns of blocks,
//! numbers the rows; the first domino of a block is the upper or left one.

use super::canvas::Canvas;
use crate::game::view::{Board, Cell, Geometry, Mark};

/// Up to so many block columns a standing domino is three characters wide inside; on wider boards it is one, and the
/// signs of a mark take the place of the walls.
const ROOMY: usize = 8;

/// Draws the board.
pub(super) fn draw(board: &Board) -> Vec<String> {
    let Geometry::Basketweave { width, height } = board.geometry else { return Vec::new() };
    let mut canvas = Canvas::default();
    let unit = if width <= ROOMY { 4 } else { 2 };
    let left = board.rows.iter().map(String::len).max().unwrap_or(0) + 1;
    let place = |i: usize| {
        let (row, col, half) = (i / (2 * width), i % (2 * width) / 2, i % 2);
        let (x, y) = (left + 2 * unit * col, 1 + 4 * row);
        let lying = (col + row).is_multiple_of(2);
        if lying { (x, y + 2 * half, 2 * unit, 2) } else { (x + unit * half, y, unit, 4) }
    };
    let cells = || board.cells.iter().enumerate().take(2 * width * height);
    for (i, cell) in cells() {
        domino(&mut canvas, place(i), cell);
    }
    // signs after all walls, the last move at the very end
    for last in [false, true] {
        for (i, cell) in cells().filter(|(_, c)| (c.mark == Mark::Last) == last && c.mark != Mark::Hole) {
            let (x, y, w, h) = place(i);
            canvas.cell(x + w / 2, y + h / 2, cell);
        }
    }
    for (col, label) in board.columns.iter().enumerate() {
        canvas.text(left + 2 * unit * col + unit, 0, label);
    }
    for (row, label) in board.rows.iter().enumerate() {
        canvas.text_to(left - 2, 4 * row + 3, label);
    }
    canvas.lines()
}

/// The walls of one domino from its upper left corner; a covered one is filled. Where walls of several dominoes meet,
/// a corner stays a corner.
fn domino(canvas: &mut Canvas, (x, y, w, h): (usize, usize, usize, usize), cell: &Cell) {
    for dy in 0..=h {
        for dx in 0..=w {
            let c = match (dx == 0 || dx == w, dy == 0 || dy == h) {
                (true, true) => '+',
                (false, true) => '-',
                (true, false) => '|',
                (false, false) if cell.mark == Mark::Hole => '#',
                (false, false) => continue,
            };
            if canvas.at(x + dx, y + dy) != '+' {
                canvas.put(x + dx, y + dy, c);
            }
        }
    }
}
