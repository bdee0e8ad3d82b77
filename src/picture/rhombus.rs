//! A rhombus of hexagons, each row half a cell to the right of the one above: columns, which fall from the upper left
//! to the lower right, have letters where they begin, rows have numbers on the left.

use super::canvas::Canvas;
use super::honeycomb;
use crate::game::view::{Board, Geometry};

/// Draws the board.
pub(super) fn draw(board: &Board) -> Vec<String> {
    let Geometry::Rhombus { side } = board.geometry else { return Vec::new() };
    let mut canvas = Canvas::default();
    let left = board.rows.iter().map(String::len).max().unwrap_or(0) + 3;
    for (i, cell) in board.cells.iter().enumerate() {
        let (row, col) = (i / side, i % side);
        honeycomb::draw(&mut canvas, left + 4 * col + 2 * row, 2 * row + 2, cell);
    }
    for (row, label) in board.rows.iter().enumerate() {
        canvas.text_to(left + 2 * row - 4, 2 * row + 2, label);
    }
    for (col, label) in board.columns.iter().enumerate() {
        canvas.text(left + 4 * col - 2, 0, label);
    }
    canvas.lines()
}
