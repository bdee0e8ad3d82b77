//! Fleets by chance.
//!
//! # Method
//! Rejection: every ship is put into a place drawn fairly from all places that a ship of its length can have on an
//! empty board; if any two ships come too close, all is thrown away and begun again. What is left is exactly uniform
//! over the legal layouts, since each was as likely as any other (a layout comes up in as many ways as its ships of
//! equal length can change places, which is the same number for all). A classic fleet takes some thousand tries.
//!
//! A board may be so crowded that this finds nothing. Then ships are put one by one into places shuffled by the same
//! dice, with backtracking: every legal layout can come up, though not all equally often.

use super::waters::{Cells, Fleet, Waters};
use crate::game::options::Dice;

/// How often all ships are thrown before the board counts as crowded.
const THROWS: u32 = 200_000;
/// How many places one search may look at.
const STEPS: u32 = 100_000;
/// How many shuffled searches there are on a crowded board.
const SEARCHES: u32 = 20;

/// Draws a layout. The same dice give the same one. Empty only where [`fits`] says no.
pub(super) fn draw(waters: &Waters, mut dice: Dice) -> Cells {
    let lengths: Vec<usize> = waters.fleet.lengths().collect();
    for _ in 0..THROWS {
        if let Some(cells) = throw(waters, &lengths, &mut dice) {
            return cells;
        }
    }
    for _ in 0..SEARCHES {
        let mut steps = STEPS;
        let mut order = |n: usize| {
            let mut order: Vec<usize> = (0..n).collect();
            dice.shuffle(&mut order);
            order
        };
        if let Some(cells) = search(waters, &mut order, &mut steps) {
            return cells;
        }
    }
    fits(waters).unwrap_or(Cells::NONE)
}

/// One throw of all ships.
fn throw(waters: &Waters, lengths: &[usize], dice: &mut Dice) -> Option<Cells> {
    let (mut cells, mut claimed) = (Cells::NONE, Cells::NONE);
    for length in lengths {
        let berths = waters.berths(*length);
        let berth = berths.get(usize::try_from(dice.below(berths.len() as u64)).ok()?)?;
        if berth.cells.meets(claimed) {
            return None;
        }
        cells = cells.and(berth.cells);
        claimed = claimed.and(berth.claim);
    }
    Some(cells)
}

/// A layout of the fleet if one is found, by rows from the top left. On boards of which it is hard to say whether
/// there is one, the search gives up.
pub(super) fn fits(waters: &Waters) -> Option<Cells> {
    let mut steps = STEPS;
    search(waters, &mut |n| (0..n).collect(), &mut steps)
}

/// Puts the ships one by one, the longest first, trying places in an order for each length.
fn search(waters: &Waters, order: &mut dyn FnMut(usize) -> Vec<usize>, steps: &mut u32) -> Option<Cells> {
    // every ship and the water that only it may touch take up points of the lattice: more than there are is hopeless
    let points: usize = waters.fleet.lengths().map(|length| if length == 4 { 9 } else { 2 * (length + 1) }).sum();
    let room =
        if waters.corners { waters.fleet.cells() <= waters.size.pow(2) } else { points <= (waters.size + 1).pow(2) };
    if !room {
        return None;
    }
    let mut orders: Vec<Vec<usize>> = Vec::new();
    for length in 1..=super::waters::LONGEST {
        orders.push(order(waters.berths(length).len()));
    }
    descend(waters, &orders, waters.fleet, 0, (Cells::NONE, Cells::NONE), steps)
}

/// `from`: ships of one length are put in the order of their places, so that no layout is tried twice.
fn descend(
    waters: &Waters,
    orders: &[Vec<usize>],
    left: Fleet,
    from: usize,
    (cells, claimed): (Cells, Cells),
    steps: &mut u32,
) -> Option<Cells> {
    let length = left.longest();
    if length == 0 {
        return Some(cells);
    }
    let rest = left.less(Fleet::from_lengths([length]));
    let berths = waters.berths(length);
    for (n, at) in orders.get(length - 1)?.iter().enumerate().skip(from) {
        *steps = steps.checked_sub(1)?;
        let berth = berths.get(*at)?;
        if berth.cells.meets(claimed) {
            continue;
        }
        let from = if rest.longest() == length { n + 1 } else { 0 };
        let placed = (cells.and(berth.cells), claimed.and(berth.claim));
        if let Some(found) = descend(waters, orders, rest, from, placed, steps) {
            return Some(found);
        }
        if *steps == 0 {
            return None;
        }
    }
    None
}
