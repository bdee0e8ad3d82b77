//! Square boards of discs: three characters a cell, so that marks fit and the board is about as high as wide.

use super::canvas::Canvas;
use crate::game::view::{Board, Geometry, Mark};

/// Draws the board with its labels on all four sides. A dot is an empty cell, `###` a covered one.
pub(super) fn draw(board: &Board) -> Vec<String> {
    let Geometry::Discs { width, height } = board.geometry else { return Vec::new() };
    let mut canvas = Canvas::default();
    let left = board.rows.iter().map(String::len).max().unwrap_or(0) + 3;
    for (col, label) in board.columns.iter().enumerate() {
        canvas.text(left + 3 * col, 0, label);
        canvas.text(left + 3 * col, height + 1, label);
    }
    for (row, label) in board.rows.iter().enumerate() {
        canvas.text_to(left - 3, row + 1, label);
        canvas.text(left + 3 * width, row + 1, label);
    }
    for (i, cell) in board.cells.iter().enumerate().take(width * height) {
        let mut cell = *cell;
        if cell.glyph == ' ' && cell.mark == Mark::None {
            cell.glyph = '.';
        }
        canvas.cell(left + 3 * (i % width), 1 + i / width, &cell);
    }
    canvas.lines()
}
