//! A hexagon of hexagons: rows have letters on the left; diagonals, which fall from the upper right to the lower left,
//! have numbers where they begin.

use super::canvas::Canvas;
use super::honeycomb;
use crate::game::view::{Board, Geometry};

/// Draws the board.
pub(super) fn draw(board: &Board) -> Vec<String> {
    let Geometry::Hexagon { side } = board.geometry else { return Vec::new() };
    let mut canvas = Canvas::default();
    let mut cells = board.cells.iter();
    // the middle row starts at the left margin
    let start = |row: usize| 4 + 2 * row.abs_diff(side - 1);
    for row in 0..2 * side - 1 {
        let length = 2 * side - 1 - row.abs_diff(side - 1);
        let y = 2 * row + 2;
        for (i, cell) in cells.by_ref().take(length).enumerate() {
            honeycomb::draw(&mut canvas, start(row) + 4 * i, y, cell);
        }
        if let Some(label) = board.rows.get(row) {
            canvas.text_to(start(row) - 4, y, label);
        }
    }
    for (i, label) in board.columns.iter().enumerate() {
        if i < side {
            canvas.text(start(0) + 4 * i + 2, 0, label);
        } else {
            let row = i - side;
            canvas.text(start(row) + 4 * (side + row), 2 * row + 2, label);
        }
    }
    canvas.lines()
}
