//! What an eye sees: everything, since nothing is hidden.

use super::Thoughtwave;
use super::piece::Kind;
use crate::game::view::{Board, Cell, Geometry, Mark, Stock};
use crate::game::{Phrase, Seat, View};

/// The board, both hands, who links what, and who can't move any more.
pub(super) fn view(position: &Thoughtwave) -> View {
    let size = position.board.size();
    let cell = |(at, ends): (usize, super::Ends)| {
        if ends.is_none() {
            return Cell::EMPTY;
        }
        let mark = if position.last == Some(at) { Mark::Last } else { Mark::None };
        Cell { ends: ends.bits(), ..Cell::glyph('#') }.marked(mark)
    };
    let board = Board {
        caption: None,
        geometry: Geometry::Pipes { width: size, height: size },
        columns: ('A'..='Z').take(size).map(String::from).collect(),
        rows: (1..=size).map(|row| row.to_string()).collect(),
        cells: position.board.cells().map(cell).collect(),
        margin: Vec::new(),
    };
    let stock = |seat| Stock {
        seat,
        items: Kind::ALL.into_iter().map(|k| (k.id(), u32::from(position.hand(seat).count(k)))).collect(),
    };
    let left_right = position.sides.left_right();
    let mut phrases = vec![Phrase::new("sides").seat("left_right", left_right).seat("top_bottom", left_right.other())];
    if position.outcome.is_none() {
        for seat in Seat::BOTH {
            if let Some(why) = position.idle(seat) {
                phrases.push(Phrase::new("idle").seat("seat", seat).text("why", why.word()));
            }
        }
    }
    View { boards: vec![board], stocks: Seat::BOTH.map(stock).to_vec(), phrases }
}
