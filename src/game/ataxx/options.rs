//! The options of Ataxx, and the setting that they open with.

use std::fmt;

use super::board::{Cells, Graph, Jump, MAX_CELLS, Set, Shape, full, only, spread};
use super::fen::{self, Setting};
use super::holes::Pattern;
use crate::game::options::{First, OptionFault, Pairs, seed};
use crate::game::seat::Seat;

/// The keys, in the order in which help lists them.
pub(super) const KEYS: &[&str] =
    &["board", "jump", "setup", "nomove", "nomove_result", "stuck", "preset", "holes", "position", "first", "seed"];

const BOARDS: &str = "3x3-11x11|hexagon3-hexagon6|rhombus3-rhombus11|pentagonWxH (2-16 columns, at most 128 cells)";
const FEN: &str = "a FEN such as \"x5o/7/7/7/7/7/o5x x 0 1\"";

/// The widest rectangle that a FEN may bring.
const WIDEST: usize = 22;

/// How the first discs lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// Opposite corners belong to the same seat.
    Opposite,
    /// Left corners belong to seat 1, right ones to seat 2: on a rhombus each has an acute and an obtuse one.
    Balanced,
}

/// What ends a game without a clone for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NomoveResult {
    /// It is drawn.
    Draw,
    /// The discs are counted.
    Count,
}

/// What happens to a side without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It passes and the game goes on.
    Skip,
    /// It passes, and all empty cells go to the other side.
    Fill,
}

/// The options as they were read.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The board.
    pub shape: Shape,
    /// Where jumps go.
    pub jump: Jump,
    /// How the first discs lie; always one that the shape has.
    pub corners: Corners,
    /// So many plies without a clone end the game.
    pub nomove: Option<u32>,
    /// How they end it.
    pub nomove_result: NomoveResult,
    /// What happens to a side without a move.
    pub stuck: Stuck,
    /// A pattern of covered cells.
    pub holes: Option<Pattern>,
    /// Another opening position.
    pub position: Option<Setting>,
    /// Who moves first; unused with a position.
    pub first: First,
    /// The game's seed, for `first=random`.
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        let shape = Shape::Rectangle { width: 8, height: 8 };
        Self {
            shape,
            jump: Jump::Straight,
            corners: usual_corners(shape),
            nomove: Some(100),
            nomove_result: NomoveResult::Draw,
            stuck: Stuck::Skip,
            holes: None,
            position: None,
            first: First::One,
            seed: None,
        }
    }
}

const fn usual_corners(shape: Shape) -> Corners {
    match shape {
        Shape::Rhombus { .. } => Corners::Balanced,
        _ => Corners::Opposite,
    }
}

impl Options {
    /// Reads the pairs. A preset only changes defaults; a position's board and side outrank it.
    pub(super) fn read(pairs: &Pairs) -> Result<Self, OptionFault> {
        let given = |key: &str| pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
        for (i, (key, _)) in pairs.iter().enumerate() {
            if !KEYS.contains(&key.as_str()) {
                return Err(OptionFault::UnknownKey { key: key.clone(), known: KEYS.to_vec() });
            }
            if pairs.iter().take(i).any(|(k, _)| k == key) {
                return Err(OptionFault::Repeated { key: key.clone() });
            }
        }
        let mut options = Self::default();
        if one_of("preset", given("preset"), &[("none", false), ("uai", true)], false)? {
            options.shape = Shape::Rectangle { width: 7, height: 7 };
            options.jump = Jump::Full;
        }
        options.jump =
            one_of("jump", given("jump"), &[("straight", Jump::Straight), ("full", Jump::Full)], options.jump)?;
        let results = [("draw", NomoveResult::Draw), ("count", NomoveResult::Count)];
        options.nomove_result = one_of("nomove_result", given("nomove_result"), &results, options.nomove_result)?;
        let ways = [("skip", Stuck::Skip), ("fill", Stuck::Fill)];
        options.stuck = one_of("stuck", given("stuck"), &ways, options.stuck)?;
        let patterns = Pattern::ALL.map(|p| (p.word(), Some(p)));
        let patterns = [&[("none", None)], patterns.as_slice()].concat();
        options.holes = one_of("holes", given("holes"), &patterns, None)?;
        if let Some(value) = given("nomove") {
            options.nomove = match value {
                "none" => None,
                _ => match number(value) {
                    Some(plies @ 1..=1000) => Some(plies),
                    _ => return Err(OptionFault::value("nomove", value, "1-1000|none")),
                },
            };
        }
        if let Some(value) = given("seed") {
            options.seed = Some(seed(value)?);
        }
        if let Some(value) = given("first") {
            options.first = First::read(value)?;
        }
        if let Some(value) = given("board") {
            options.shape = shape(value).ok_or_else(|| OptionFault::value("board", value, BOARDS))?;
        }
        let draft = match given("position") {
            Some(value) => Some(options.draft(value, given("board").is_some())?),
            None => None,
        };
        options.corners = usual_corners(options.shape);
        if let Some(value) = given("setup") {
            let ways = [("opposite", Corners::Opposite), ("balanced", Corners::Balanced)];
            let corners = one_of("setup", Some(value), &ways, options.corners)?;
            let fixed = matches!(options.shape, Shape::Hexagon { .. } | Shape::Pentagon { .. });
            if fixed && corners != options.corners {
                return Err(OptionFault::conflict("setup", value, "setup-board", options.shape));
            }
            options.corners = corners;
        }
        if let (Some(draft), Some(value)) = (draft, given("position")) {
            options.position = Some(options.place(&draft, value, given("first"))?);
        }
        if let (Some(_), Some(value)) = (options.holes, given("holes")) {
            if options.position.is_some() {
                return Err(OptionFault::conflict("holes", value, "holes-position", "position"));
            }
            options.check_holes(value)?;
        }
        Ok(options)
    }

    /// Reads a position and sees to it that it fits the board. A rectangle takes its size from the position.
    fn draft(&mut self, value: &str, named: bool) -> Result<fen::Draft, OptionFault> {
        let draft = fen::read(value).ok_or_else(|| OptionFault::value("position", value, FEN))?;
        if !named {
            match draft.rectangle() {
                Some(shape @ Shape::Rectangle { width, .. }) if width <= WIDEST && shape.size() <= MAX_CELLS => {
                    self.shape = shape;
                }
                Some(_) => return Err(OptionFault::conflict("position", value, "position-limits", MAX_CELLS)),
                None => return Err(OptionFault::conflict("position", value, "position-ragged", self.shape)),
            }
        }
        if draft.fits(self.shape) {
            Ok(draft)
        } else {
            Err(OptionFault::conflict("position", value, "position-mismatch", self.shape))
        }
    }

    /// A FEN says who moves; where it doesn't, and in a picture, `first` does. A picture without discs gets the usual.
    fn place(&self, draft: &fen::Draft, value: &str, first: Option<&str>) -> Result<Setting, OptionFault> {
        let (holes, mut discs) = draft.sets();
        if draft.picture && discs == [0, 0] {
            discs = self.opening_discs(holes);
        }
        let side = match (draft.side, self.first, first) {
            (Some(side), _, None) => side,
            (Some(side), First::One, _) if side == Seat::One => side,
            (Some(side), First::Two, _) if side == Seat::Two => side,
            (None, First::One, _) => Seat::One,
            (None, First::Two, _) => Seat::Two,
            (_, _, first) => {
                return Err(OptionFault::conflict("first", first.unwrap_or_default(), "first-position", value));
            }
        };
        Ok(Setting { holes, discs, side, clock: draft.clock, number: draft.number })
    }

    /// A pattern must leave the corners free and the board in one piece; on small boards not all do.
    fn check_holes(&self, value: &str) -> Result<(), OptionFault> {
        let graph = Graph::new(self.shape, self.jump, self.covered());
        let [one, two] = self.opening_discs(0);
        if (one | two) & !graph.playable != 0 || graph.first_part() != graph.playable || self.covered() == 0 {
            return Err(OptionFault::conflict("holes", value, "holes-board", self.shape));
        }
        Ok(())
    }

    fn covered(&self) -> Set {
        self.holes.map_or(0, |pattern| pattern.on(self.shape))
    }

    /// The discs in the corners. Where a corner is covered, its disc goes to the nearest free cell by king steps, ties
    /// row by row from the top left; corners are served in that order too.
    fn opening_discs(&self, holes: Set) -> [Set; 2] {
        let near = self.shape.contacts();
        let mut discs = [0, 0];
        let mut free = full(self.shape.size()) & !holes;
        for (corner, seat) in corners(self.shape, self.corners) {
            let mut reached = only(corner);
            while reached & free == 0 {
                let wider = reached | spread(&near, reached);
                if wider == reached {
                    break;
                }
                reached = wider;
            }
            if let Some(cell) = Cells(reached & free).next() {
                *seat.of_mut(&mut discs) |= only(cell);
                free &= !only(cell);
            }
        }
        discs
    }

    /// The opening position.
    pub(super) fn setting(&self, seed: u64) -> Setting {
        self.position.unwrap_or_else(|| {
            let holes = self.covered();
            let discs = self.opening_discs(holes);
            Setting { holes, discs, side: self.first.seat(seed), clock: 0, number: 1 }
        })
    }
}

/// The corners of a shape in order, and whose disc lies there.
fn corners(shape: Shape, corners: Corners) -> Vec<(usize, Seat)> {
    use Seat::{One, Two};
    let last = shape.size().saturating_sub(1);
    let four = |width: usize| {
        let (left, right) = match corners {
            Corners::Opposite => (Two, One),
            Corners::Balanced => (One, Two),
        };
        vec![(0, One), (width - 1, Two), (last + 1 - width, left), (last, right)]
    };
    match shape {
        Shape::Rectangle { width, .. } => four(width),
        Shape::Rhombus { side } => four(side),
        Shape::Hexagon { side } => {
            let west = shape.rows().iter().take(side - 1).sum();
            let corners = [0, side - 1, west, west + 2 * side - 2, last + 1 - side, last];
            corners.into_iter().zip([One, Two, Two, One, One, Two]).collect()
        }
        // .1 of the top blocks, .2 of the bottom ones
        Shape::Pentagon { width, .. } => {
            vec![(0, One), (2 * width - 2, Two), (last + 2 - 2 * width, Two), (last, One)]
        }
    }
}

/// Reads a number without a sign or a leading nought.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Reads a board's name.
fn shape(value: &str) -> Option<Shape> {
    let value = value.to_ascii_lowercase();
    let number = |text: &str| if text.len() <= 2 { number(text) } else { None };
    let pair = |text: &str| -> Option<(usize, usize)> {
        let (width, height) = text.split_once('x')?;
        Some((number(width)?, number(height)?))
    };
    let shape = if let Some(side) = value.strip_prefix("hexagon") {
        Shape::Hexagon { side: number(side)? }
    } else if let Some(side) = value.strip_prefix("rhombus") {
        Shape::Rhombus { side: number(side)? }
    } else if let Some(blocks) = value.strip_prefix("pentagon") {
        let (width, height) = pair(blocks)?;
        Shape::Pentagon { width, height }
    } else {
        let (width, height) = pair(&value)?;
        Shape::Rectangle { width, height }
    };
    shape.usual().then_some(shape)
}

/// Reads one of some words; `default` where the option isn't given.
fn one_of<T: Copy>(key: &str, value: Option<&str>, words: &[(&str, T)], default: T) -> Result<T, OptionFault> {
    let Some(value) = value else { return Ok(default) };
    words.iter().find(|(word, _)| *word == value).map(|(_, known)| *known).ok_or_else(|| {
        OptionFault::value(key, value, words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|"))
    })
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        let mut pairs: Vec<(&str, String)> = Vec::new();
        let from_fen = self.position.is_some() && matches!(self.shape, Shape::Rectangle { .. });
        if self.shape != usual.shape && !from_fen {
            pairs.push(("board", self.shape.to_string()));
        }
        if self.jump == Jump::Full {
            pairs.push(("jump", "full".to_owned()));
        }
        if self.corners != usual_corners(self.shape) {
            let word = if self.corners == Corners::Opposite { "opposite" } else { "balanced" };
            pairs.push(("setup", word.to_owned()));
        }
        if self.nomove != usual.nomove {
            pairs.push(("nomove", self.nomove.map_or_else(|| "none".to_owned(), |plies| plies.to_string())));
        }
        if self.nomove_result == NomoveResult::Count {
            pairs.push(("nomove_result", "count".to_owned()));
        }
        if self.stuck == Stuck::Fill {
            pairs.push(("stuck", "fill".to_owned()));
        }
        if let Some(pattern) = self.holes {
            pairs.push(("holes", pattern.to_string()));
        }
        match &self.position {
            Some(setting) => pairs.push(("position", format!("\"{}\"", fen::write(self.shape, setting)))),
            None if self.first != First::One => pairs.push(("first", self.first.to_string())),
            None => {}
        }
        if let Some(seed) = self.seed {
            pairs.push(("seed", seed.to_string()));
        }
        let pairs: Vec<String> = pairs.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        f.write_str(&pairs.join(" "))
    }
}
