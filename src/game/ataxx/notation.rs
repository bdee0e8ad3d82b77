//! How a turn is written: UAI, and what other programs and people write instead.

use std::fmt;

use super::board::{Name, Shape, only};
use super::{Ataxx, PASSES};
use crate::game::furthest::begins;
use crate::game::grid::twin;
use crate::game::{Reader, Unreadable};

/// A turn. Its `Display` is UAI: `g2`, `a7c7`, `0000`; on a basketweave `b2.1`, `a1.1b2.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A new disc on this cell.
    Clone(Name),
    /// A disc goes from the first cell to the second.
    Jump(Name, Name),
    /// No move.
    Pass,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clone(to) => to.fmt(f),
            Self::Jump(from, to) => write!(f, "{from}{to}"),
            Self::Pass => f.write_str("0000"),
        }
    }
}

/// Reads a turn: `g2`, `P@g2`, `a7c7`, `a7-c7`, `a7^c7`, `a7:c7`, blanks between cells, or a word for the pass. A
/// clone that is named with a source of the mover's is the clone; with any other source the pair stays, so that the
/// rules can refuse it. A cell to itself is a pass (cuteataxx).
pub(super) fn read(text: &str, reader: Reader<'_, Ataxx>) -> Result<Turn, Unreadable> {
    let word = text.trim_matches(' ').to_lowercase();
    if PASSES.contains(&word.as_str()) {
        return Ok(Turn::Pass);
    }
    let graph = &reader.position.table.graph;
    let mut scan = Scan { text: text.chars().collect(), at: 0, halves: matches!(graph.shape, Shape::Pentagon { .. }) };
    scan.blanks();
    let start = scan.at;
    let drop = scan.eat(&['p', 'P', 'р', 'Р']) && scan.eat(&['@']);
    if !drop {
        scan.at = start;
    }
    let first = scan.cell()?;
    scan.blanks();
    if scan.peek().is_none() {
        return Ok(Turn::Clone(first));
    }
    if drop {
        return Err(scan.expected(&["expect-end"]));
    }
    scan.eat(&['-', '^', ':']);
    scan.blanks();
    let second = scan.cell()?;
    scan.blanks();
    if scan.peek().is_some() {
        return Err(scan.expected(&["expect-end"]));
    }
    if first == second {
        return Ok(Turn::Pass);
    }
    if let (Some(from), Some(to)) = (graph.find(first), graph.find(second)) {
        let own = reader.seat.of(&reader.position.discs);
        if own & only(from) != 0 && graph.near(from) & only(to) != 0 {
            return Ok(Turn::Clone(second));
        }
    }
    Ok(Turn::Jump(first, second))
}

/// Does the text begin as turns do: with a cell, the mark of a drop, or a word?
pub(super) fn may_be_turn(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let mut signs = text.chars();
    let letter = signs.next().is_some_and(char::is_alphabetic);
    let cell = letter && signs.next().is_some_and(|c| c == '@' || c.is_ascii_digit());
    cell || begins(text, &PASSES, |c, small| c.to_lowercase().next() == Some(small))
}

struct Scan {
    text: Vec<char>,
    at: usize,
    halves: bool,
}

impl Scan {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, any: &[char]) -> bool {
        let found = self.peek().is_some_and(|c| any.contains(&c));
        self.at += usize::from(found);
        found
    }

    fn blanks(&mut self) {
        while self.eat(&[' ']) {}
    }

    fn expected(&self, what: &[&'static str]) -> Unreadable {
        Unreadable { at: self.at, expected: what.to_vec() }
    }

    /// A letter, Latin or its Cyrillic twin, and a number; on a basketweave a dot and a half too.
    fn cell(&mut self) -> Result<Name, Unreadable> {
        let letter = self.peek().map(|c| twin(c).unwrap_or(c).to_ascii_lowercase());
        let Some(letter @ 'a'..='z') = letter else {
            let start = self.text.iter().take(self.at).all(|c| *c == ' ');
            return Err(self.expected(if start { &["expect-cell", "expect-pass"] } else { &["expect-cell"] }));
        };
        self.at += 1;
        let number = self.number().ok_or_else(|| self.expected(&["expect-number"]))?;
        let half = if self.halves {
            if !self.eat(&['.']) {
                return Err(self.expected(&["expect-half"]));
            }
            Some(self.number().ok_or_else(|| self.expected(&["expect-half"]))?)
        } else {
            None
        };
        Ok(Name { letter: u32::from(letter) - u32::from('a'), number, half })
    }

    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut number = 0_u32;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }
}
