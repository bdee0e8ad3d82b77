//! The board: which piece lies where, what may lie beside it, and what is linked.

use super::piece::Ends;
use crate::game::grid::Spot;

/// The links that stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Links {
    /// From the left side to the right.
    pub left_right: bool,
    /// From the top to the bottom.
    pub top_bottom: bool,
}

/// A square of cells, by rows from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    size: usize,
    cells: Vec<Ends>,
}

impl Board {
    /// An empty board.
    pub(super) fn new(size: u32) -> Self {
        let size = size as usize;
        Self { size, cells: vec![Ends::NONE; size * size] }
    }

    /// Rows and columns.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The cells in order, [`Ends::NONE`] for empty ones.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, Ends)> {
        self.cells.iter().copied().enumerate()
    }

    /// The pieces in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Spot, Ends)> {
        self.cells().filter(|(_, ends)| !ends.is_none()).map(|(at, ends)| (self.spot(at), ends))
    }

    /// The number of a cell; `None` off the board.
    pub(super) fn index(&self, spot: Spot) -> Option<usize> {
        let (col, row) = (spot.col as usize, spot.row as usize);
        (col < self.size && row < self.size).then(|| row * self.size + col)
    }

    /// The cell of a number.
    pub(super) fn spot(&self, at: usize) -> Spot {
        let part = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Spot { col: part(at % self.size), row: part(at / self.size) }
    }

    /// What lies there.
    pub(super) fn at(&self, at: usize) -> Ends {
        self.cells.get(at).copied().unwrap_or_default()
    }

    /// Lays a piece.
    pub(super) fn put(&mut self, at: usize, ends: Ends) {
        if let Some(cell) = self.cells.get_mut(at) {
            *cell = ends;
        }
    }

    /// The neighbour on one side; `None` beyond the rim.
    fn neighbour(&self, at: usize, side: Ends) -> Option<usize> {
        let (col, row, last) = (at % self.size, at / self.size, self.size - 1);
        match side {
            Ends::NORTH if row > 0 => Some(at - self.size),
            Ends::EAST if col < last => Some(at + 1),
            Ends::SOUTH if row < last => Some(at + self.size),
            Ends::WEST if col > 0 => Some(at - 1),
            _ => None,
        }
    }

    /// The occupied neighbours with the side on which each lies.
    fn occupied(&self, at: usize) -> impl Iterator<Item = (Ends, usize, Ends)> {
        Ends::COMPASS.into_iter().filter_map(move |(_, side)| {
            let next = self.neighbour(at, side)?;
            let ends = self.at(next);
            (!ends.is_none()).then_some((side, next, ends))
        })
    }

    /// The ends that the neighbours demand of a piece there, and those that they forbid.
    pub(super) fn demands(&self, at: usize) -> (Ends, Ends) {
        let (mut must, mut barred) = (Ends::NONE, Ends::NONE);
        for (side, _, ends) in self.occupied(at) {
            if ends.meets(side.opposite()) {
                must = must.with(side);
            } else {
                barred = barred.with(side);
            }
        }
        (must, barred)
    }

    /// Does a piece match all occupied neighbours?
    pub(super) fn fits(&self, at: usize, ends: Ends) -> bool {
        let (must, barred) = self.demands(at);
        ends.covers(must) && !ends.meets(barred)
    }

    /// The neighbours that a piece does not match, by rows from the top left.
    pub(super) fn quarrels(&self, at: usize, ends: Ends) -> Vec<usize> {
        let mut cells: Vec<usize> = self
            .occupied(at)
            .filter(|(side, _, other)| ends.meets(*side) != other.meets(side.opposite()))
            .map(|(_, next, _)| next)
            .collect();
        cells.sort_unstable();
        cells
    }

    /// Which sides are linked.
    pub(super) fn links(&self) -> Links {
        Links {
            left_right: self.linked(Ends::WEST, (0..self.size).map(|row| row * self.size)),
            top_bottom: self.linked(Ends::NORTH, 0..self.size),
        }
    }

    /// Does a pipe lead from one side of the board, whose rim cells are given, to the opposite one? It must cut both.
    fn linked(&self, from: Ends, rim: impl Iterator<Item = usize>) -> bool {
        let mut seen = vec![false; self.cells.len()];
        let mut open: Vec<usize> = rim.filter(|at| self.at(*at).meets(from)).collect();
        while let Some(at) = open.pop() {
            match seen.get_mut(at) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            let ends = self.at(at);
            for (_, side) in Ends::COMPASS.into_iter().filter(|(_, side)| ends.meets(*side)) {
                match self.neighbour(at, side) {
                    Some(next) if self.at(next).meets(side.opposite()) => open.push(next),
                    None if side == from.opposite() => return true,
                    _ => {}
                }
            }
        }
        false
    }
}
