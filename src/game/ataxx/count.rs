//! Perft: how many lines of play of a length there are. It works on two sets alone, allocates nothing, and asks the
//! same questions in the same order as the rules: a test walks both trees.

use super::board::Set;
use super::board::{Cells, Graph, only};

/// What a count needs to know besides the position.
#[derive(Clone, Copy)]
pub(super) struct Counter<'a> {
    /// The board.
    pub(super) graph: &'a Graph,
    /// So many plies without a clone end the game.
    pub(super) limit: u32,
    /// Does a pass end the game?
    pub(super) fill: bool,
    /// Is the last ply counted without being played?
    pub(super) bulk: bool,
}

impl Counter<'_> {
    /// Lines of `depth` plies where `own` is to move.
    pub(super) fn lines(&self, own: Set, foe: Set, clock: u32, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if own == 0 || foe == 0 || clock >= self.limit {
            return 0;
        }
        let empty = self.graph.playable & !(own | foe);
        let clones = self.graph.around(own) & empty;
        if depth == 1 && self.bulk {
            let turns = u64::from(clones.count_ones()) + self.jumps(own, empty);
            return if turns > 0 { turns } else { u64::from(self.mobile(foe, empty)) };
        }
        let mut nodes = 0;
        for to in Cells(clones) {
            let flips = self.graph.near(to) & foe;
            nodes += self.lines(foe & !flips, own | flips | only(to), 0, depth - 1);
        }
        let mut jumped = false;
        for from in Cells(own) {
            for to in Cells(self.graph.far(from) & empty) {
                let flips = self.graph.near(to) & foe;
                nodes += self.lines(foe & !flips, (own | flips | only(to)) & !only(from), clock + 1, depth - 1);
                jumped = true;
            }
        }
        if clones == 0 && !jumped && self.mobile(foe, empty) {
            if self.fill {
                return u64::from(depth == 1);
            }
            return self.lines(foe, own, clock + 1, depth - 1);
        }
        nodes
    }

    fn jumps(&self, own: Set, empty: Set) -> u64 {
        Cells(own).map(|from| u64::from((self.graph.far(from) & empty).count_ones())).sum()
    }

    fn mobile(&self, discs: Set, empty: Set) -> bool {
        (self.graph.around(discs) | self.graph.leaps(discs)) & empty != 0
    }
}
