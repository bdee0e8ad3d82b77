//! An independent judge of fleets, slow and plain; and what chance gives.

use std::collections::{BTreeMap, BTreeSet};

use boardpost::game::options::Dice;
use boardpost::game::{Lang, Seat};

use super::{ids, open};

/// What decides whether a layout is a fleet.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) size: usize,
    /// Counts by length, from 1.
    pub(super) fleet: [usize; 5],
    pub(super) corners: bool,
    pub(super) bent: Vec<String>,
}

type Spot = (i32, i32);

impl Rules {
    pub(super) fn new(size: usize, fleet: [usize; 5], corners: bool, bent: &[&str]) -> Self {
        Self { size, fleet, corners, bent: bent.iter().map(|b| (*b).to_owned()).collect() }
    }

    /// The same as `key=value` words.
    pub(super) fn options(&self) -> String {
        let [one, two, three, four, five] = self.fleet;
        let touch = if self.corners { "corner" } else { "none" };
        let bent = if self.bent.is_empty() { "none".to_owned() } else { self.bent.join(",") };
        format!("size={} fleet={five},{four},{three},{two},{one} touch={touch} bent={bent}", self.size)
    }

    /// Is it the shape of a ship? Told by how many of its cells have how many neighbours, and by its box.
    fn shaped(&self, ship: &BTreeSet<Spot>) -> bool {
        let degree = |&(x, y): &Spot| {
            [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].iter().filter(|s| ship.contains(s)).count()
        };
        let xs = ship.iter().map(|s| s.0);
        let ys = ship.iter().map(|s| s.1);
        let width = xs.clone().max().unwrap() - xs.min().unwrap() + 1;
        let height = ys.clone().max().unwrap() - ys.min().unwrap() + 1;
        let most = ship.iter().map(degree).max().unwrap();
        let may = |name: &str| self.bent.iter().any(|b| b == name);
        match (ship.len(), width.min(height), width.max(height)) {
            (_, 1, _) => true,
            (3, 2, 2) => may("G"),
            (4, 2, 2) => may("square"),
            // of the two-by-three shapes the T has a cell with three neighbours; the zigzag's ends lie in both rows
            (4, 2, 3) if most == 2 => {
                let ends: Vec<&Spot> = ship.iter().filter(|s| degree(s) == 1).collect();
                let apart = (ends[0].0 - ends[1].0).abs() + (ends[0].1 - ends[1].1).abs();
                let corner = ship.iter().filter(|&&(x, y)| {
                    ship.contains(&(x + 1, y)) != ship.contains(&(x - 1, y))
                        && ship.contains(&(x, y + 1)) != ship.contains(&(x, y - 1))
                });
                assert_eq!(apart, 3);
                if corner.count() == 2 { may("zigzag") } else { may("G") }
            }
            _ => false,
        }
    }

    /// The ids of the rules that a drawing of `#` and `.` breaks.
    pub(super) fn faults(&self, grid: &str) -> Vec<&'static str> {
        let rows: Vec<&str> = grid.split('/').collect();
        if rows.len() != self.size || rows.iter().any(|row| row.len() != self.size) {
            return vec!["size"];
        }
        let mut cells: BTreeSet<Spot> = BTreeSet::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                if c == '#' {
                    cells.insert((x as i32, y as i32));
                }
            }
        }
        let mut owner: BTreeMap<Spot, usize> = BTreeMap::new();
        let mut ships: Vec<BTreeSet<Spot>> = Vec::new();
        for start in &cells {
            if owner.contains_key(start) {
                continue;
            }
            let mut ship = BTreeSet::new();
            let mut stack = vec![*start];
            while let Some((x, y)) = stack.pop() {
                if cells.contains(&(x, y)) && ship.insert((x, y)) {
                    owner.insert((x, y), ships.len());
                    stack.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
                }
            }
            ships.push(ship);
        }
        let mut faults = BTreeSet::new();
        for &(x, y) in &cells {
            for other in [(x + 1, y + 1), (x + 1, y - 1)] {
                if !self.corners && owner.get(&other).is_some_and(|o| o != &owner[&(x, y)]) {
                    faults.insert("corner-touch");
                }
            }
        }
        let longest = (1..=5).rev().find(|n| self.fleet[n - 1] > 0).unwrap();
        let mut counts = [0; 5];
        for ship in &ships {
            let line = ship.iter().all(|s| s.0 == ship.first().unwrap().0)
                || ship.iter().all(|s| s.1 == ship.first().unwrap().1);
            if line && ship.len() > longest {
                faults.insert("too-long");
            } else if !self.shaped(ship) {
                faults.insert("shape-or-side-touch");
            }
            match counts.get_mut(ship.len() - 1) {
                Some(count) => *count += 1,
                None => {
                    faults.insert("fleet");
                }
            }
        }
        if counts != self.fleet {
            faults.insert("fleet");
        }
        faults.into_iter().collect()
    }

    /// Every shape of a ship of this length, as a mask on the board.
    pub(super) fn masks(&self, length: usize) -> Vec<u128> {
        let mut masks = BTreeSet::new();
        // grow connected sets cell by cell, then ask for their shape
        let size = self.size as i32;
        let mut sets: BTreeSet<BTreeSet<Spot>> =
            (0..size).flat_map(|y| (0..size).map(move |x| BTreeSet::from([(x, y)]))).collect();
        for _ in 1..length {
            let grown = sets.iter().flat_map(|set| {
                set.iter().flat_map(|&(x, y)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]).filter_map(move |s| {
                    let inside = (0..size).contains(&s.0) && (0..size).contains(&s.1);
                    (inside && !set.contains(&s)).then(|| set.iter().copied().chain([s]).collect())
                })
            });
            sets = grown.collect();
        }
        for set in sets.iter().filter(|set| self.shaped(set)) {
            masks.insert(set.iter().fold(0, |mask, (x, y)| mask | 1u128 << (y * size + x)));
        }
        masks.into_iter().collect()
    }

    /// A mask and the cells around it where no other ship may be.
    pub(super) fn claim(&self, mask: u128) -> u128 {
        let size = self.size as i32;
        let mut claim = mask;
        for cell in (0..size * size).filter(|c| mask >> c & 1 == 1) {
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let (x, y) = (cell % size + dx, cell / size + dy);
                if (0..size).contains(&x) && (0..size).contains(&y) && (!self.corners || dx == 0 || dy == 0) {
                    claim |= 1 << (y * size + x);
                }
            }
        }
        claim
    }

    pub(super) fn drawing(&self, mask: u128) -> String {
        let row = |y: usize| {
            (0..self.size).map(|x| if mask >> (y * self.size + x) & 1 == 1 { '#' } else { '.' }).collect::<String>()
        };
        (0..self.size).map(row).collect::<Vec<_>>().join("/")
    }

    /// Every legal layout.
    pub(super) fn layouts(&self) -> BTreeSet<String> {
        let ships: Vec<usize> = (1..=5).rev().flat_map(|n| vec![n; self.fleet[n - 1]]).collect();
        let masks: Vec<Vec<(u128, u128)>> =
            (1..=5).map(|n| self.masks(n).into_iter().map(|m| (m, self.claim(m))).collect()).collect();
        let mut found = BTreeSet::new();
        let mut stack = vec![(0usize, 0usize, 0u128, 0u128)];
        while let Some((n, from, cells, claimed)) = stack.pop() {
            let Some(length) = ships.get(n) else {
                assert!(found.insert(cells), "a layout came up twice");
                continue;
            };
            for (i, (mask, claim)) in masks[length - 1].iter().enumerate().skip(from) {
                if mask & claimed == 0 {
                    let next = if ships.get(n + 1) == Some(length) { i + 1 } else { 0 };
                    stack.push((n + 1, next, cells | mask, claimed | claim));
                }
            }
        }
        found.into_iter().map(|mask| self.drawing(mask)).collect()
    }
}

/// Boards and fleets of all sorts.
pub(super) fn sorts() -> Vec<Rules> {
    let all = ["G", "square", "zigzag"];
    vec![
        Rules::new(3, [2, 0, 0, 0, 0], false, &[]),
        Rules::new(3, [5, 0, 0, 0, 0], true, &[]),
        Rules::new(4, [2, 1, 0, 0, 0], false, &[]),
        Rules::new(5, [2, 1, 1, 0, 0], true, &["G"]),
        Rules::new(6, [2, 2, 1, 0, 0], false, &[]),
        Rules::new(6, [1, 1, 1, 1, 0], false, &all),
        Rules::new(7, [2, 1, 1, 0, 1], true, &["zigzag"]),
        Rules::new(8, [3, 2, 1, 1, 0], false, &["square"]),
        Rules::new(10, [4, 3, 2, 1, 0], false, &[]),
        Rules::new(10, [4, 3, 2, 1, 0], true, &all),
    ]
}

/// A fleet by chance for seat 1 of a game with this seed.
pub(super) fn by_chance(options: &str, seed: u64) -> String {
    let turn = open(&format!("{options} seed={seed}")).read("random", Lang::En, Seat::One).unwrap();
    turn.strip_prefix("place ").unwrap().to_owned()
}

#[test]
fn chance_gives_legal_fleets() {
    let mut seen = 0;
    let mut sorts: Vec<(Rules, usize)> = sorts().into_iter().map(|rules| (rules, 1200)).collect();
    // the big board and a crowded one
    sorts.push((Rules::new(15, [5, 4, 3, 2, 1], false, &["G"]), 60));
    sorts.push((Rules::new(7, [16, 0, 0, 0, 0], false, &[]), 2));
    for (rules, count) in sorts {
        let count = if rules.size == 10 { 300 } else { count };
        let mut position = open(&rules.options());
        let mut distinct = BTreeSet::new();
        for _ in 0..count {
            let turn = position.read("replace random", Lang::En, Seat::One).unwrap();
            let grid = turn.strip_prefix("replace ").unwrap().to_owned();
            assert_eq!(rules.faults(&grid), [""; 0], "{grid}");
            position = position.play(Seat::One, &turn).unwrap().next;
            distinct.insert(grid);
            seen += 1;
        }
        let all = if rules.size < 5 { rules.layouts().len() } else { usize::MAX };
        assert!(distinct.len() > count / 4 || distinct.len() == all, "{rules:?}: {} of {count}", distinct.len());
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn chance_is_fair() {
    for (rules, layouts) in
        [(Rules::new(4, [1, 1, 0, 0, 0], false, &[]), 184), (Rules::new(5, [2, 0, 0, 1, 0], false, &[]), 876)]
    {
        let mut counts: BTreeMap<String, u32> = rules.layouts().into_iter().map(|l| (l, 0)).collect();
        assert_eq!(counts.len(), layouts);
        let mut position = open(&format!("{} seed=20", rules.options()));
        let each = 40;
        for _ in 0..layouts * each {
            let turn = position.read("replace random", Lang::En, Seat::Two).unwrap();
            *counts.get_mut(turn.strip_prefix("replace ").unwrap()).unwrap() += 1;
            position = position.play(Seat::Two, &turn).unwrap().next;
        }
        let each = each as f64;
        let chi: f64 = counts.values().map(|n| (f64::from(*n) - each).powi(2) / each).sum();
        // chi-square has this mean and deviation; the seed is fixed, so this is no matter of luck
        let (mean, deviation) = ((layouts - 1) as f64, (2.0 * (layouts - 1) as f64).sqrt());
        assert!((chi - mean).abs() < 4.0 * deviation, "{rules:?}: {chi} where {mean} was expected");
    }
}

#[test]
fn drawings_are_judged_as_the_slow_judge_does() {
    let mut dice = Dice::new(77, 0);
    let mut seen: BTreeMap<Vec<&str>, u32> = BTreeMap::new();
    for rules in sorts() {
        let position = open(&rules.options());
        let cells = (rules.size * rules.size) as u64;
        for seed in 0..150 {
            // a legal fleet with a few cells moved, or cells at random
            let mut grid: Vec<char> = if seed % 5 == 0 {
                vec!['.'; 0]
            } else {
                by_chance(&rules.options(), seed).chars().filter(|c| *c != '/').collect()
            };
            while grid.len() < cells as usize {
                grid.push(if dice.below(5) == 0 { '#' } else { '.' });
            }
            for _ in 0..dice.below(4) {
                let at = dice.below(cells) as usize;
                grid[at] = if grid[at] == '#' { '.' } else { '#' };
            }
            let rows: Vec<String> = grid.chunks(rules.size).map(|row| row.iter().collect()).collect();
            let grid = rows.join("/");
            let wanted = rules.faults(&grid);
            let got = ids(&*position, Seat::One, &format!("place {grid}"));
            let spelled = if wanted.is_empty() { "=".to_owned() } else { wanted.join(",") };
            assert_eq!(got, spelled, "{rules:?}: {grid}");
            *seen.entry(wanted).or_default() += 1;
        }
    }
    for id in ["corner-touch", "shape-or-side-touch", "too-long", "fleet"] {
        assert!(seen.keys().any(|faults| faults.contains(&id)), "{id} never came up");
    }
    assert!(seen[&vec![]] > 100);
}
