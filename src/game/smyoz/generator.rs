//! Puzzles: a layout's header and codes, and the fewest shots that leave no other layout.
//!
//! # Grades
//! A grade promises two things that can be measured.
//! - **The search.** How many ships the solver has to try (its nodes) until it knows all layouts that agree with header
//!   and codes alone: easy up to 100 000, medium up to 300 000, hard more. Shots are left out, since they help a
//!   program more than a person.
//! - **The answers.** Easy begins with an origin, and every further step is one cell, so that each answer has its place;
//!   easy and medium tell the directions. Medium and hard mix the cells of a step.
//!
//! Header and codes are the same for all eight images of a layout, so that at least one shot is needed.

use super::derived::{Answer, Codes, Header};
use super::layout::{Cell, Layout};
use super::options::{Grade, Info, Origo};
use super::shots::{Reply, Step, Told};
use super::solver::{Clues, Found, Limits, search};
use crate::game::View;
use crate::game::options::Dice;

/// What a puzzle tells and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Codes, or codes and directions.
    pub info: Info,
    /// The origin's points.
    pub origo: Origo,
    /// Do deltas count as four tips?
    pub delta_tips: bool,
}

impl Terms {
    /// The usual terms of a grade.
    #[must_use]
    pub const fn of(grade: Grade) -> Self {
        Self { info: grade.info(), origo: Origo::Closed, delta_tips: true }
    }
}

/// A puzzle: what is told, and perhaps the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The grade, if the generator made it.
    pub grade: Option<Grade>,
    /// The generator's seed.
    pub seed: Option<u64>,
    /// Ships that the solver tried on header and codes alone.
    pub tried: Option<u64>,
    /// Layouts that agree with header and codes alone.
    pub candidates: Option<u64>,
    /// Do deltas count as four tips?
    pub delta_tips: bool,
    /// The origin's points.
    pub origo: Origo,
    /// The header, if told.
    pub header: Option<Header>,
    /// The codes, if told.
    pub codes: Option<Codes>,
    /// The steps and their answers.
    pub told: Vec<Told>,
    /// The solution, if it is kept with the puzzle.
    pub solution: Option<Layout>,
}

impl Puzzle {
    /// All that is told, for the solver.
    #[must_use]
    pub fn clues(&self) -> Clues {
        Clues {
            delta_tips: self.delta_tips,
            origo: self.origo,
            header: self.header.clone(),
            codes: self.codes.clone(),
            told: self.told.clone(),
            not: Vec::new(),
        }
    }

    /// The sheet, to be drawn by `picture`; with the solution on it if asked for.
    #[must_use]
    pub fn view(&self, solved: bool) -> View {
        super::view::of_puzzle(self, solved)
    }
}

/// Solves a puzzle: at most `limit` solutions are counted and kept. It is unique where `limit` is 2 or more, the count is
/// 1 and the search complete.
#[must_use]
pub fn solve(puzzle: &Puzzle, limit: usize) -> Found {
    search(&puzzle.clues(), &Limits { count: limit as u64, keep: limit, nodes: u64::MAX })
}

/// Layouts that are looked at until one has the grade; then the nearest one is taken.
const ATTEMPTS: u64 = 40;
/// A layout with more companions than this would need too many shots.
const COMPANIONS: u64 = 1000;

impl Grade {
    /// The ships that the solver tries, at least and at most.
    const fn tried(self) -> (u64, u64) {
        match self {
            Self::Easy => (0, 100_000),
            Self::Medium => (100_001, 300_000),
            Self::Hard => (300_001, 3_000_000),
        }
    }
}

/// Generates a puzzle. The same seed, grade and terms give the same puzzle, and its solution is the only one. Terms that
/// tell less than the codes count as the codes.
#[must_use]
pub fn generate(seed: u64, grade: Grade, terms: Terms) -> Puzzle {
    let (least, most) = grade.tried();
    let mut nearest: Option<(u64, Puzzle)> = None;
    let mut attempt = 0;
    loop {
        let mut dice = Dice::new(seed, 1000 + attempt);
        let layout = Layout::random(&mut dice, terms.delta_tips);
        // where only harder layouts were met, a longer search must do in the end
        let nodes = if attempt < ATTEMPTS { most } else { u64::MAX };
        if let Some(puzzle) = of_layout(&layout, grade, terms, nodes, &mut dice) {
            let tried = puzzle.tried.unwrap_or(0);
            let off = least.saturating_sub(tried) + tried.saturating_sub(most);
            if nearest.as_ref().is_none_or(|(best, _)| off < *best) {
                nearest = Some((off, Puzzle { seed: Some(seed), ..puzzle }));
            }
        }
        attempt += 1;
        match nearest {
            Some((off, puzzle)) if off == 0 || attempt >= ATTEMPTS => return puzzle,
            _ => {}
        }
    }
}

/// Makes a puzzle of a layout, if the solver tries no more ships than that and its companions are few enough.
fn of_layout(layout: &Layout, grade: Grade, terms: Terms, nodes: u64, dice: &mut Dice) -> Option<Puzzle> {
    let mut puzzle = Puzzle {
        grade: Some(grade),
        seed: None,
        tried: None,
        candidates: None,
        delta_tips: terms.delta_tips,
        origo: terms.origo,
        header: Some(Header::of(layout)),
        codes: Some(Codes::of(layout, terms.info == Info::Directions)),
        told: Vec::new(),
        solution: Some(layout.clone()),
    };
    let found = search(&puzzle.clues(), &Limits { count: COMPANIONS, keep: usize::MAX, nodes });
    if !found.complete {
        return None;
    }
    puzzle.tried = Some(found.nodes);
    puzzle.candidates = Some(found.count);
    let others: Vec<Layout> = found.layouts.into_iter().filter(|l| l != layout).collect();
    let mut cells: Vec<Cell> = Cell::all().collect();
    dice.shuffle(&mut cells);
    let steps = fewest(layout, &others, grade == Grade::Easy, &cells, terms.origo)?;
    puzzle.told = steps
        .into_iter()
        .map(|(step, cells)| Told { step, reply: Reply::of(layout, step, &cells, terms.origo, false), cells })
        .collect();
    Some(puzzle)
}

/// The answers of all cells of a layout, cell by cell.
fn table(layout: &Layout) -> Vec<Answer> {
    Cell::all().map(|c| Answer::of(layout, c)).collect()
}

/// Steps with the fewest cells that tell the layout from all others: one cell, then two, then three in all; where that is
/// not enough, step by step the cells that leave the fewest others. `None` where the steps run out.
fn fewest(
    layout: &Layout,
    others: &[Layout],
    single: bool,
    cells: &[Cell],
    origo: Origo,
) -> Option<Vec<(Step, Vec<Cell>)>> {
    let mut steps = Vec::new();
    let mut left: Vec<&Layout> = others.iter().collect();
    let mut letters = Step::ALL.into_iter().filter(|s| single || *s != Step::O);
    while !left.is_empty() {
        let step = letters.next()?;
        let free: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|c| steps.iter().all(|(_, shot): &(_, Vec<Cell>)| !shot.contains(c)))
            .collect();
        let alike = |other: &Layout, shot: &[Cell]| {
            Reply::of(other, step, shot, origo, false) == Reply::of(layout, step, shot, origo, false)
        };
        let shot = if step == Step::O {
            free.iter()
                .min_by_key(|c| left.iter().filter(|o| alike(o, std::slice::from_ref(c))).count())
                .map(|c| vec![*c])?
        } else {
            best_shot(layout, &left, if single { 1 } else { step.most() }, &free)?
        };
        left.retain(|o| alike(o, &shot));
        steps.push((step, shot));
    }
    Some(steps)
}

/// The fewest cells, at most so many, that leave no other layout; else the cells that leave the fewest.
fn best_shot(layout: &Layout, others: &[&Layout], most: usize, cells: &[Cell]) -> Option<Vec<Cell>> {
    let own = table(layout);
    let tables: Vec<Vec<Answer>> = others.iter().map(|o| table(o)).collect();
    let mut best: Option<(usize, Vec<Cell>)> = None;
    for size in 1..=most {
        let mut pick: Vec<usize> = (0..size).collect();
        loop {
            let shot: Vec<Cell> = pick.iter().filter_map(|n| cells.get(*n).copied()).collect();
            let answer = sorted(&own, &shot);
            let alike = tables.iter().filter(|t| sorted(t, &shot) == answer).count();
            if best.as_ref().is_none_or(|(least, _)| alike < *least) {
                best = Some((alike, shot));
                if alike == 0 {
                    return best.map(|b| b.1);
                }
            }
            if !next_pick(&mut pick, cells.len()) {
                break;
            }
        }
    }
    best.map(|b| b.1)
}

/// The answers of some cells, at most three, as a step tells them.
fn sorted(table: &[Answer], shot: &[Cell]) -> [Option<Answer>; 3] {
    let mut answers = [None; 3];
    for (slot, cell) in answers.iter_mut().zip(shot) {
        *slot = table.get(cell.index()).copied();
    }
    answers.sort_unstable();
    answers
}

/// The next choice of some numbers below `n`, in the order of a dictionary.
fn next_pick(pick: &mut [usize], n: usize) -> bool {
    let size = pick.len();
    for at in (0..size).rev() {
        let Some(value) = pick.get(at).copied() else { return false };
        if value + 1 + (size - 1 - at) < n {
            for (step, slot) in pick.iter_mut().skip(at).enumerate() {
                *slot = value + 1 + step;
            }
            return true;
        }
    }
    false
}
