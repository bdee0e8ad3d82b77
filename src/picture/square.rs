//! Plain square grids: column labels above, row labels on the left, one sign a cell.

use crate::game::view::{Board, Cell, Mark};

/// Draws the board. An empty cell is a `.`; a hole is a blank. Where the last move went stands in `[ ]`, where it
/// came from in `( )`, what it changed in `{ }`, with `|` between two such cells. Overlines are told by `^` behind
/// the sign, underlines by `_`, as the answers to shots write them.
///
/// ```text
///     a b c
///  8 [x]. o
///  7  . . .
/// ```
pub(super) fn draw(board: &Board, width: usize, height: usize) -> Vec<String> {
    let cell = |c: &Cell| 1 + usize::from(c.over) + usize::from(c.under);
    let cell = board.cells.iter().map(cell).chain(board.columns.iter().map(|s| s.chars().count())).max().unwrap_or(1);
    let labels = board.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let codes = board.margin.iter().map(|code| code.chars().count()).max().unwrap_or(0);
    let codes = if codes > 0 { codes + 2 } else { 0 };

    let mut head = " ".repeat(codes + labels + 1);
    for label in board.columns.iter().take(width) {
        head.push(' ');
        head.push_str(label);
        blanks(&mut head, cell.saturating_sub(label.chars().count()));
    }
    let mut lines = Vec::with_capacity(height + 1);
    lines.extend(Some(ended(head)).filter(|line| !line.is_empty()));
    for y in 0..height {
        let code = board.margin.get(y).map_or("", String::as_str);
        let label = board.rows.get(y).map_or("", String::as_str);
        let mut line = String::with_capacity(codes + labels + 2 + width * (cell + 1));
        line.push_str(code);
        blanks(&mut line, codes.saturating_sub(code.chars().count()) + labels.saturating_sub(label.chars().count()));
        line.push_str(label);
        line.push(' ');
        let mut before = Mark::None;
        for x in 0..width {
            let here = board.cells.get(y * width + x);
            let mark = here.map_or(Mark::Hole, |c| c.mark);
            line.push(fence(before, mark));
            let length = here.map_or(0, |c| {
                push(&mut line, c);
                1 + usize::from(c.over) + usize::from(c.under)
            });
            blanks(&mut line, cell.saturating_sub(length));
            before = mark;
        }
        line.push(fence(before, Mark::None));
        lines.push(ended(line));
    }
    lines
}

fn blanks(line: &mut String, count: usize) {
    line.extend(std::iter::repeat_n(' ', count));
}

/// A line without the blanks at its end.
fn ended(mut line: String) -> String {
    line.truncate(line.trim_end().len());
    line
}

/// Adds what stands in a cell: its sign, overlines and underlines.
fn push(line: &mut String, cell: &Cell) {
    let glyph = match (cell.mark, cell.glyph) {
        (Mark::Hole, glyph) => glyph,
        (_, ' ') => '.',
        (_, glyph) => glyph,
    };
    line.push(glyph);
    line.extend(std::iter::repeat_n('^', cell.over.into()));
    line.extend(std::iter::repeat_n('_', cell.under.into()));
}

/// The brackets of a mark.
const fn brackets(mark: Mark) -> Option<(char, char)> {
    match mark {
        Mark::Last => Some(('[', ']')),
        Mark::From => Some(('(', ')')),
        Mark::Changed => Some(('{', '}')),
        Mark::None | Mark::Hole => None,
    }
}

/// What stands between two cells.
pub(super) const fn fence(left: Mark, right: Mark) -> char {
    match (brackets(left), brackets(right)) {
        (None, None) => ' ',
        (Some((_, close)), None) => close,
        (None, Some((open, _))) => open,
        (Some(_), Some(_)) => '|',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::view::Geometry;

    fn board(width: usize, cells: Vec<Cell>) -> Board {
        let height = cells.len() / width;
        Board {
            caption: None,
            geometry: Geometry::Square { width, height },
            columns: ('a'..).take(width).map(String::from).collect(),
            rows: (1..=height).rev().map(|row| row.to_string()).collect(),
            cells,
            margin: Vec::new(),
        }
    }

    #[test]
    fn marks_are_brackets() {
        let x = Cell::glyph('x');
        let cells = vec![
            x.marked(Mark::Last),
            x.marked(Mark::Changed),
            Cell::EMPTY,
            x.marked(Mark::From),
            Cell::HOLE,
            Cell::glyph('o').marked(Mark::Last),
            Cell::HOLE,
            x,
            Cell::EMPTY.marked(Mark::From),
        ];
        assert_eq!(draw(&board(3, cells), 3, 3), ["   a b c", "3 [x|x}.", "2 (x) [o]", "1    x(.)"]);
    }

    #[test]
    fn marks_of_rows_and_codes_stand_beside() {
        let mut board =
            board(2, vec![Cell { over: 1, under: 1, ..Cell::glyph('b') }, Cell::glyph('0'), Cell::EMPTY, Cell::EMPTY]);
        board.columns = vec!["10".to_owned(), "20".to_owned()];
        board.margin = vec!["a 02".to_owned()];
        assert_eq!(draw(&board, 2, 2), ["         10  20", "a 02  2  b^_ 0", "      1  .   ."]);
    }
}
