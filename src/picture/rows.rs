//! Boards that have no drawing of their own: their cells, row by row.

use super::square::{fence, sign};
use crate::game::view::{Board, Geometry, Mark};

/// Lists the cells of each row behind the row's label, marked as on a square board.
pub(super) fn draw(board: &Board) -> Vec<String> {
    let labels = board.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let mut cells = board.cells.iter();
    let mut lines = Vec::new();
    for (y, length) in lengths(board.geometry).into_iter().enumerate() {
        let label = board.rows.get(y).map_or("", String::as_str);
        let mut line = format!("{label:>labels$} ");
        let mut before = Mark::None;
        for cell in cells.by_ref().take(length) {
            line.push(fence(before, cell.mark));
            line.push_str(&sign(cell));
            before = cell.mark;
        }
        line.push(fence(before, Mark::None));
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// How many cells each row has.
fn lengths(geometry: Geometry) -> Vec<usize> {
    match geometry {
        Geometry::Pipes { width, height } | Geometry::Square { width, height } => vec![width; height],
        Geometry::Hexagon { side } => (side..2 * side).chain((side..(2 * side).saturating_sub(1)).rev()).collect(),
        Geometry::Rhombus { side } => vec![side; side],
        Geometry::Basketweave { width, height } => vec![2 * width; height],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::view::Cell;

    #[test]
    fn no_cell_is_lost() {
        assert_eq!(lengths(Geometry::Hexagon { side: 3 }), [3, 4, 5, 4, 3]);
        for (geometry, cells) in [
            (Geometry::Hexagon { side: 3 }, 19),
            (Geometry::Rhombus { side: 4 }, 16),
            (Geometry::Basketweave { width: 3, height: 2 }, 12),
        ] {
            assert_eq!(lengths(geometry).into_iter().sum::<usize>(), cells);
            let board = Board {
                caption: None,
                geometry,
                columns: Vec::new(),
                rows: Vec::new(),
                cells: vec![Cell::glyph('x').marked(Mark::Last); cells],
                margin: Vec::new(),
            };
            assert_eq!(draw(&board).concat().matches('x').count(), cells);
        }
    }
}
