//! All layouts of a set of pentominoes: how many there are, and a fair draw of one.
//!
//! `place random` draws the six pieces first, every set that can be placed with the same chance, and then one of that
//! set's layouts, every one with the same chance: the layouts are counted exactly, a number below the count is drawn
//! from the recorded seed, and the layout with that number is taken. Nothing is approximate.

use std::sync::OnceLock;

use super::layout::Layout;
use super::options::Options;
use super::shapes::{Board, Cells, Piece};
use crate::game::Seat;
use crate::game::options::Dice;

/// How many layouts these pieces have on a board, no two sides touching; with `corners` their corners may touch. The
/// pieces are different ones; a board of more than 64 cells has no layouts.
#[must_use]
pub fn count(pieces: &[Piece], board: Board, corners: bool) -> u64 {
    if board == Board::GAME {
        return Search::new(pieces, table(corners)).count();
    }
    Search::new(pieces, &Table::new(board, corners)).count()
}

/// Is there any layout of these pieces?
pub(super) fn exists(pieces: &[Piece], corners: bool) -> bool {
    let search = Search::new(pieces, table(corners));
    search.any(&search.table.all, pieces)
}

/// Draws a layout for a seat. `attempt` tells the draws of a game apart, so that a replaced fleet is a new one.
pub(super) fn layout(options: &Options, seed: u64, seat: Seat, attempt: u32) -> Layout {
    // stream 0 is the lot of who moves first
    let mut dice = Dice::new(seed, u64::from(seat.number()) + 2 * u64::from(attempt));
    loop {
        let pieces = options.set.unwrap_or_else(|| six(&mut dice));
        let search = Search::new(&pieces, table(options.corners()));
        let count = search.count();
        if count > 0 {
            return search.nth(dice.below(count));
        }
        // a set that cannot be placed without corner contact; options never ask for such a one
    }
}

/// Six of the twelve, in the order of their numbers.
fn six(dice: &mut Dice) -> [Piece; 6] {
    let mut all = Piece::ALL;
    dice.shuffle(&mut all);
    let [a, b, c, d, e, f, ..] = all;
    let mut six = [a, b, c, d, e, f];
    six.sort_unstable();
    six
}

/// The table of the game's board.
fn table(corners: bool) -> &'static Table {
    static TABLES: [OnceLock<Table>; 2] = [const { OnceLock::new() }; 2];
    let [apart, touching] = &TABLES;
    (if corners { touching } else { apart }).get_or_init(|| Table::new(Board::GAME, corners))
}

/// Some of the ways to lay a piece, as bits; on a board of at most 64 cells none has more than 336.
type Ways = [u64; 6];

/// Of each piece some ways.
type Free = [Ways; 12];

const fn size(ways: &Ways) -> u64 {
    let [a, b, c, d, e, f] = ways;
    (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones() + e.count_ones() + f.count_ones()) as u64
}

const fn meet(x: &Ways, y: &Ways) -> Ways {
    let ([a, b, c, d, e, f], [g, h, i, j, k, l]) = (x, y);
    [*a & *g, *b & *h, *c & *i, *d & *j, *e & *k, *f & *l]
}

fn numbers(ways: Ways) -> impl Iterator<Item = usize> {
    ways.into_iter().zip(0..).flat_map(|(word, n)| {
        let mut left: u64 = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then_some(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * n + bit)
        })
    })
}

/// One way to lay one piece.
struct Way {
    /// Its cells.
    cells: u64,
    /// Its cells and those around it that others must leave free.
    kept: u64,
    /// The ways of all pieces that may lie beside it.
    beside: Free,
}

/// All ways to lay each piece on a board, and which go together.
struct Table {
    ways: Vec<Vec<Way>>,
    all: Free,
}

impl Table {
    fn new(board: Board, corners: bool) -> Self {
        let mut ways: Vec<Vec<Way>> = Piece::ALL.iter().map(|p| spots(*p, board, corners)).collect();
        let cells: Vec<Vec<u64>> = ways.iter().map(|list| list.iter().map(|w| w.cells).collect()).collect();
        for way in ways.iter_mut().flatten() {
            for (beside, others) in way.beside.iter_mut().zip(&cells) {
                *beside = set(others.iter().map(|cells| cells & way.kept == 0));
            }
        }
        let mut all = [[0; 6]; 12];
        for (all, list) in all.iter_mut().zip(&ways) {
            *all = set(list.iter().map(|_| true));
        }
        Self { ways, all }
    }
}

fn set(bits: impl Iterator<Item = bool>) -> Ways {
    let mut ways = [0; 6];
    for (n, bit) in bits.enumerate() {
        if let Some(word) = ways.get_mut(n / 64) {
            *word |= u64::from(bit) << (n % 64);
        }
    }
    ways
}

/// What is left of one piece's ways.
fn of(free: &Free, piece: Piece) -> Ways {
    free.get(piece as usize).copied().unwrap_or_default()
}

/// The search through all layouts, piece by piece; the one with the fewest ways left goes first.
struct Search<'a> {
    table: &'a Table,
    pieces: Vec<Piece>,
}

impl<'a> Search<'a> {
    fn new(pieces: &[Piece], table: &'a Table) -> Self {
        Self { table, pieces: pieces.to_vec() }
    }

    fn count(&self) -> u64 {
        self.completions(&self.table.all, &self.pieces)
    }

    /// In how many ways these pieces can be laid together.
    fn completions(&self, free: &Free, pieces: &[Piece]) -> u64 {
        match pieces {
            [] => 1,
            [last] => size(&of(free, *last)),
            // the innermost loop, in which all time is spent
            [a, b] => {
                let (ways, left) = (of(free, *a), of(free, *b));
                self.each(*a, ways).map(|way| size(&meet(&left, &of(&way.beside, *b)))).sum()
            }
            _ => {
                let (piece, rest) = next(free, pieces);
                self.each(piece, of(free, piece)).map(|way| self.completions(&thin(free, way, &rest), &rest)).sum()
            }
        }
    }

    /// The layout with this number, counted from 0 in the order of the search.
    fn nth(&self, number: u64) -> Layout {
        let mut left = number;
        let mut free = self.table.all;
        let mut layout = Layout::default();
        let mut pieces = self.pieces.clone();
        while !pieces.is_empty() {
            let (piece, rest) = next(&free, &pieces);
            for way in self.each(piece, of(&free, piece)) {
                let thinned = thin(&free, way, &rest);
                let here = self.completions(&thinned, &rest);
                if left < here {
                    layout.lay(piece, Cells(way.cells));
                    free = thinned;
                    break;
                }
                left -= here;
            }
            pieces = rest;
        }
        layout
    }

    /// Can these pieces be laid together at all?
    fn any(&self, free: &Free, pieces: &[Piece]) -> bool {
        if pieces.is_empty() {
            return true;
        }
        let (piece, rest) = next(free, pieces);
        self.each(piece, of(free, piece)).any(|way| self.any(&thin(free, way, &rest), &rest))
    }

    /// These ways of a piece.
    fn each(&self, piece: Piece, ways: Ways) -> impl Iterator<Item = &Way> {
        let list = self.table.ways.get(piece as usize);
        numbers(ways).filter_map(move |n| list?.get(n))
    }
}

/// The piece with the fewest ways left, and the others.
fn next(free: &Free, pieces: &[Piece]) -> (Piece, Vec<Piece>) {
    let piece = pieces.iter().copied().min_by_key(|p| size(&of(free, *p))).unwrap_or(Piece::F);
    (piece, pieces.iter().copied().filter(|p| *p != piece).collect())
}

/// What is left of the other pieces' ways beside one that was laid.
fn thin(free: &Free, way: &Way, pieces: &[Piece]) -> Free {
    let mut next = *free;
    for piece in pieces {
        if let Some(ways) = next.get_mut(*piece as usize) {
            *ways = meet(ways, &of(&way.beside, *piece));
        }
    }
    next
}

/// All ways to lay a piece on a board; which others may lie beside it is left open.
fn spots(piece: Piece, board: Board, corners: bool) -> Vec<Way> {
    let mut spots = Vec::new();
    if board.width.saturating_mul(board.height) > 64 {
        return spots;
    }
    let bit = |x: i64, y: i64| {
        let inside = (0..i64::from(board.width)).contains(&x) && (0..i64::from(board.height)).contains(&y);
        if inside { 1u64 << (y * i64::from(board.width) + x) } else { 0 }
    };
    for way in piece.ways() {
        for top in 0..i64::from(board.height) {
            for left in 0..i64::from(board.width) {
                let (mut cells, mut kept) = (0, 0);
                for (x, y) in way {
                    let (x, y) = (left + i64::from(x), top + i64::from(y));
                    cells |= bit(x, y);
                    for (dx, dy) in [(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)] {
                        kept |= bit(x + dx, y + dy);
                    }
                    if !corners {
                        for (dx, dy) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                            kept |= bit(x + dx, y + dy);
                        }
                    }
                }
                // fewer than five bits: over the edge
                if cells.count_ones() == 5 {
                    spots.push(Way { cells, kept, beside: [[0; 6]; 12] });
                }
            }
        }
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Each number below the count is another layout, so that a fair number is a fair layout.
    #[test]
    fn numbers_and_layouts_are_one_to_one() {
        for (pieces, corners) in [(&[Piece::I, Piece::X][..], true), (&[Piece::X, Piece::I], false)] {
            let search = Search::new(pieces, table(corners));
            let count = search.count();
            assert!(count > 500, "{count}");
            let all: BTreeSet<String> = (0..count).map(|n| search.nth(n).to_string()).collect();
            assert_eq!(all.len() as u64, count);
            assert!(all.iter().all(|rows| rows.matches('I').count() == 5 && rows.matches('X').count() == 5));
        }
        let hard = Search::new(&[Piece::I, Piece::L, Piece::N, Piece::T, Piece::X, Piece::Y], table(false));
        assert_eq!(hard.count(), 4);
        assert_eq!((0..4).map(|n| hard.nth(n).to_string()).collect::<BTreeSet<_>>().len(), 4);
    }
}
