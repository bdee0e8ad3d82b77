//! Walls of hexagonal cells, four characters wide and two lines high: neighbours are the cells that share a wall.

use super::canvas::Canvas;
use crate::game::view::Cell;

/// Draws one cell around the point (`x`, `y`). Neighbours write the walls that they share twice and alike.
pub(super) fn draw(canvas: &mut Canvas, x: usize, y: usize, cell: &Cell) {
    for (dx, dy, wall) in [(1, 0, '/'), (3, 0, '\\'), (0, 1, '|'), (4, 1, '|'), (1, 2, '\\'), (3, 2, '/')] {
        canvas.put(x + dx - 2, y + dy - 1, wall);
    }
    canvas.cell(x, y, cell);
}
