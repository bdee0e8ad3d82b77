//! Square boards of discs: three characters a cell, so that marks fit and the board is about as high as wide.

use super::canvas::signs;
use crate::game::view::{Board, Cell, Geometry, Mark};

/// Draws the board with its labels on all four sides. A dot is an empty cell, `###` a covered one.
pub(super) fn draw(board: &Board) -> Vec<String> {
    let Geometry::Discs { width, height } = board.geometry else { return Vec::new() };
    let labels = board.rows.iter().map(String::len).max().unwrap_or(0);
    let mut head = blanks(labels + 3);
    for label in &board.columns {
        head.push_str(label);
        head.extend(std::iter::repeat_n(' ', 3_usize.saturating_sub(label.len())));
    }
    head.truncate(head.trim_end().len());
    let mut lines = Vec::with_capacity(height + 2);
    lines.push(head.clone());
    for row in 0..height {
        let label = board.rows.get(row).map_or("", String::as_str);
        let mut line = blanks((labels + 1).saturating_sub(label.len()));
        line.reserve(4 * width + 8);
        line.push_str(label);
        line.push(' ');
        for col in 0..width {
            let mut cell = board.cells.get(row * width + col).copied().unwrap_or(Cell::EMPTY);
            if cell.glyph == ' ' && cell.mark == Mark::None {
                cell.glyph = '.';
            }
            for sign in signs(&cell) {
                line.push(sign);
            }
        }
        line.push(' ');
        line.push_str(label);
        line.truncate(line.trim_end().len());
        lines.push(line);
    }
    lines.push(head);
    lines
}

fn blanks(count: usize) -> String {
    " ".repeat(count)
}
