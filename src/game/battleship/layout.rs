//! Is it a fleet? Every broken rule is told, with its cells.

use super::board::Board;
use super::waters::{self, Cells, Fleet};
use crate::game::Phrase;

/// What of a drawing or a list could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unclear {
    /// So many cells of a drawing, each of which may be ship or water.
    Signs(usize),
    /// So many items of a list, each of which may be one ship.
    Items(usize),
}

impl Unclear {
    /// Can these ships not become that fleet, whatever the unclear parts mean?
    fn misses(self, lengths: &[usize], fleet: Fleet) -> bool {
        let have = Fleet::from_lengths(lengths.iter().copied());
        match self {
            Self::Signs(0) | Self::Items(0) => have != fleet || have.ships() != lengths.len(),
            Self::Signs(more) => {
                let cells: usize = lengths.iter().sum();
                !(cells..=cells + more).contains(&fleet.cells())
            }
            Self::Items(more) => {
                lengths.len() + more < fleet.ships() || fleet.less(have).ships() + lengths.len() > fleet.ships()
            }
        }
    }
}

/// The rules that a layout breaks. Ships of a drawing are its side-connected groups; those of a list may lie across
/// each other.
pub(super) fn faults(board: &Board, ships: &[Cells], unclear: Unclear) -> Vec<Phrase> {
    let waters = &board.waters;
    let (mut across, mut pairs, mut shapes, mut long) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (n, ship) in ships.iter().enumerate() {
        let (sides, all) = (waters.around(*ship, false), waters.around(*ship, true));
        for other in ships.iter().skip(n + 1) {
            if ship.meets(*other) {
                across.extend(ship.common(*other).iter());
            } else if sides.meets(*other) {
                let touching = sides.common(*other).and(waters.around(*other, false).common(*ship));
                shapes
                    .push(Phrase::new("shape-or-side-touch").terms("cells", board.spell_all(touching)).manner("side"));
            } else if !waters.corners && all.meets(*other) {
                let near = waters.around(*other, true).common(*ship).iter().next();
                let far = near
                    .and_then(|cell| waters.around([cell].into_iter().collect(), true).common(*other).iter().next());
                if let (Some(near), Some(far)) = (near, far) {
                    pairs.push(format!("{}-{}", board.spell(near), board.spell(far)));
                }
            }
        }
        let cells = || board.spell_all(*ship);
        if !waters.ship_shaped(*ship) {
            shapes.push(Phrase::new("shape-or-side-touch").terms("cells", cells()).manner("shape"));
        } else if ship.len() > waters.fleet.longest() && waters.straight(*ship) {
            let longest = i64::try_from(waters.fleet.longest()).unwrap_or(0);
            let size = i64::try_from(ship.len()).unwrap_or(0);
            long.push(Phrase::new("too-long").terms("cells", cells()).number("size", size).number("longest", longest));
        }
    }
    let mut faults = Vec::new();
    if !across.is_empty() {
        faults.push(Phrase::new("overlap").terms("cells", board.spell_all(across.into_iter().collect())));
    }
    pairs.sort_unstable();
    pairs.dedup();
    if !pairs.is_empty() {
        faults.push(Phrase::new("corner-touch").terms("cells", pairs));
    }
    faults.extend(shapes);
    faults.extend(long);
    let lengths: Vec<usize> = ships.iter().map(|ship| ship.len()).collect();
    if unclear.misses(&lengths, waters.fleet) {
        let count = i64::try_from(lengths.len()).unwrap_or(0);
        let have = waters::terms(lengths.into_iter());
        faults
            .push(Phrase::new("fleet").terms("have", have).terms("need", waters.fleet.terms()).number("count", count));
    }
    faults
}
