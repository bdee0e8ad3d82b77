//! The counting mode: all legal layouts, without a clue. One alpha of each class of turned and mirrored places is walked;
//! of the last delta only the number of its places is asked.

use super::layout::Kind;
use super::tables::{Bits, Place, Tables};

/// Counts all legal layouts: 1 068 330 184 with delta tips, 2 627 970 792 without.
#[must_use]
pub fn count_all(delta_tips: bool) -> u64 {
    let tables = Tables::of(delta_tips);
    tables.alphas().iter().map(|(alpha, turns)| turns.len() as u64 * count_with(tables, alpha)).sum()
}

/// Counts the layouts with this alpha.
fn count_with(tables: &Tables, alpha: &Place) -> u64 {
    let narrow = |from: &[u128; 4], p: &Place| -> [u128; 4] { Kind::ALL.map(|k| k.of(from) & k.of(&p.mates)) };
    let mut count = 0;
    let all = narrow(&tables.legal, alpha);
    let [_, betas, ..] = all;
    for one in tables.each(Kind::Beta, betas) {
        let after = narrow(&all, one);
        let [_, betas, ..] = after;
        for two in tables.each(Kind::Beta, betas) {
            let [_, _, gammas, deltas] = narrow(&after, two);
            count += count_gammas(tables, gammas, deltas, 3);
        }
    }
    count
}

fn count_gammas(tables: &Tables, gammas: u128, deltas: u128, left: u32) -> u64 {
    if gammas.count_ones() < left || deltas.count_ones() < 4 {
        return 0;
    }
    let mut count = 0;
    for gamma in tables.each(Kind::Gamma, gammas) {
        let [_, _, gamma_mates, delta_mates] = gamma.mates;
        let rest = deltas & delta_mates;
        count += if left == 1 {
            count_deltas(tables.list(Kind::Delta), rest)
        } else {
            count_gammas(tables, gammas & gamma_mates, rest, left - 1)
        };
    }
    count
}

/// Counts the sets of four deltas that go together.
fn count_deltas(list: &[Place], all: u128) -> u64 {
    let later = |set: u128, n: usize| list.get(n).map_or(0, |p| set & p.mates[3]);
    let mut count = 0;
    for one in Bits(all) {
        let after = later(all, one);
        if after.count_ones() < 3 {
            continue;
        }
        for two in Bits(after) {
            let last = later(after, two);
            for three in Bits(last) {
                count += u64::from(later(last, three).count_ones());
            }
        }
    }
    count
}
