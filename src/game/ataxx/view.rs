//! What all eyes see: Ataxx hides nothing.

use super::board::{Cells, Shape, only};
use super::{Ataxx, Table, fen};
use crate::game::Rules;
use crate::game::phrase::Phrase;
use crate::game::seat::Seat;
use crate::game::view::{Board, Cell, Geometry, Mark, View};

/// From how many plies before the end of a game without clones on a letter warns.
const WARNING: u32 = 20;

impl Ataxx {
    /// The board, the counts, and a warning when the game will soon be over for want of clones.
    pub(super) fn draw(&self) -> View {
        let Table { graph, nomove, .. } = &*self.table;
        let [x, o] = self.counts();
        let mut phrases =
            vec![Phrase::new("discs").seat("one", Seat::One).number("x", x).seat("two", Seat::Two).number("o", o)];
        let left = nomove.map(|limit| limit.saturating_sub(self.clock)).filter(|left| *left <= WARNING);
        if let (Some(left), None) = (left, self.outcome()) {
            phrases.push(Phrase::new("nomove-soon").number("left", left));
        }
        let (geometry, columns, rows) = frame(graph.shape);
        let cells = (0..graph.shape.size()).map(|cell| self.cell(cell)).collect();
        let board = Board { caption: None, geometry, columns, rows, cells, margin: Vec::new() };
        View { boards: vec![board], stocks: Vec::new(), phrases }
    }

    fn cell(&self, cell: usize) -> Cell {
        let bit = only(cell);
        if self.table.graph.playable & bit == 0 {
            return Cell::HOLE;
        }
        let disc = Seat::BOTH.into_iter().find(|seat| seat.of(&self.discs) & bit != 0);
        let mark = match self.last {
            Some(last) if last.to == cell => Mark::Last,
            Some(last) if last.from == Some(cell) => Mark::From,
            Some(last) if Cells(last.flipped).any(|flipped| flipped == cell) => Mark::Changed,
            _ => Mark::None,
        };
        disc.map_or(Cell::EMPTY, |seat| Cell::glyph(fen::letter(seat))).marked(mark)
    }
}

/// The geometry with its labels of columns and rows; on a hexagon those of the diagonals and rows.
fn frame(shape: Shape) -> (Geometry, Vec<String>, Vec<String>) {
    let letters = |n: usize| ('a'..='z').take(n).map(String::from).collect::<Vec<_>>();
    let numbers = |n: usize| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
    match shape {
        Shape::Rectangle { width, height } => {
            (Geometry::Discs { width, height }, letters(width), numbers(height).into_iter().rev().collect())
        }
        Shape::Hexagon { side } => (Geometry::Hexagon { side }, numbers(2 * side - 1), letters(2 * side - 1)),
        Shape::Rhombus { side } => (Geometry::Rhombus { side }, letters(side), numbers(side)),
        Shape::Pentagon { width, height } => (Geometry::Basketweave { width, height }, letters(width), numbers(height)),
    }
}
