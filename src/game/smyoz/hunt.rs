//! One side's search for the other's fleet: the steps so far, the wrong solutions, and what is still allowed.

use std::fmt;

use super::Shot;
use super::derived::join;
use super::layout::{Cell, Layout};
use super::shots::{CELLS, STEPS, Step, Told};
use crate::game::Phrase;

/// So many wrong solutions give up.
pub(super) const WRONG: usize = 3;

/// How a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By the right solution.
    Solved,
    /// By `stop`, or by the third wrong solution.
    GivenUp,
}

/// What one side has found out.
#[derive(Clone, Debug, Default)]
pub(super) struct Hunt {
    /// The steps, in order.
    pub(super) told: Vec<Told>,
    /// The wrong solutions, in order.
    pub(super) wrong: Vec<Layout>,
    /// How it ended.
    pub(super) end: Option<End>,
    /// How many layouts are possible, and whether that is all of them; counted for hints only.
    pub(super) candidates: Option<(u64, bool)>,
}

impl Hunt {
    /// Cells that were shot.
    fn shot(&self) -> impl Iterator<Item = Cell> {
        self.told.iter().flat_map(|t| t.cells.iter().copied())
    }

    /// The score, less is better: cells, then steps (each wrong solution is one), then wrong solutions.
    pub(super) fn score(&self) -> (usize, usize, usize) {
        (self.shot().count(), self.told.len() + self.wrong.len(), self.wrong.len())
    }

    /// Types that can still be shot.
    pub(super) fn types_left(&self) -> impl Iterator<Item = Step> {
        Step::ALL
            .into_iter()
            .filter(|s| self.told.iter().all(|t| t.step != *s) && (*s != Step::O || self.told.is_empty()))
    }

    /// Steps and cells that can still be shot.
    pub(super) fn rest(&self) -> (usize, usize) {
        let cells = self.types_left().map(Step::most).sum::<usize>();
        (self.types_left().count(), cells.min(CELLS - self.shot().count().min(CELLS)))
    }

    /// Adds what is still allowed to a fault; `nothing` is for a puzzle, where no step is.
    pub(super) fn left(&self, fault: Phrase, nothing: bool) -> Phrase {
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let (steps, cells) = if nothing { (0, 0) } else { self.rest() };
        let types = self.types_left().filter(|_| !nothing);
        fault.number("steps", number(steps)).number("cells", number(cells)).terms("types", types)
    }

    /// The cells of a step that may be shot now.
    ///
    /// # Errors
    /// Every broken rule: `used`, `too-many`, `not-first`, `repeat`, `off-board`; after the last step just `no-steps`.
    pub(super) fn check(&self, shot: &Shot) -> Result<Vec<Cell>, Vec<Phrase>> {
        if self.told.len() >= STEPS {
            return Err(vec![self.left(Phrase::new("no-steps"), false)]);
        }
        let mut faults = Vec::new();
        let step = shot.step;
        if self.told.iter().any(|t| t.step == step) {
            faults.push(Phrase::new("used").term("step", step));
        }
        if shot.cells.len() > step.most() {
            let most = i64::try_from(step.most()).unwrap_or(0);
            faults.push(Phrase::new("too-many").term("step", step).number("most", most));
        }
        if step == Step::O && !self.told.is_empty() {
            faults.push(Phrase::new("not-first").term("step", step));
        }
        let cells: Vec<Cell> = shot.cells.iter().filter_map(|w| w.cell()).collect();
        let mut again: Vec<Cell> = Vec::new();
        for (n, cell) in cells.iter().enumerate() {
            let before = self.shot().chain(cells.iter().copied().take(n)).any(|c| c == *cell);
            if before && !again.contains(cell) {
                again.push(*cell);
            }
        }
        if !again.is_empty() {
            faults.push(Phrase::new("repeat").term("step", step).terms("at", again));
        }
        let outside: Vec<_> = shot.cells.iter().filter(|w| w.cell().is_none()).collect();
        if !outside.is_empty() {
            faults.push(Phrase::new("off-board").text("where", "shot").terms("at", outside));
        }
        if faults.is_empty() { Ok(cells) } else { Err(faults.into_iter().map(|f| self.left(f, false)).collect()) }
    }
}

/// For dumps: `O98:1 ships=…;A32,96:2 0|WRONG|solved`, without blanks.
impl fmt::Display for Hunt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.told.iter().map(|t| format!("{}{}:{}", t.step, join(&t.cells), t.reply).replace(' ', "+"));
        let end = match self.end {
            None => "-",
            Some(End::Solved) => "solved",
            Some(End::GivenUp) => "stopped",
        };
        write!(f, "{}|{}|{end}", told.collect::<Vec<_>>().join(";"), join(&self.wrong))
    }
}
