//! Ataxx and its family: a new disc beside an own one, or a jump of two cells; then all enemy discs around the disc
//! that moved turn over. Rules after "Rablás", UAI and pbmserv's Ataxx and Hexxagon.
//!
//! One idea carries all boards: a board is a graph of cells ([`board::Graph`]), a position is two sets over it.
//!
//! Rulings where the sources are silent:
//! - A game ends, asked in this order, when a side has no disc left (`eliminated`), when the board is full (`full`),
//!   when neither side can move though cells are empty (`count`), or after `nomove` plies without a clone (`nomove`).
//!   `full` and `count` go to the side with more discs; equal numbers are a draw. A board without any disc is a draw
//!   by `count`.
//! - A side without a move passes by the explicit turn `0000`, which is legal then only. With `stuck=fill` that pass
//!   ends the game: all empty cells, also those that nobody could reach, get discs of the other side.
//! - A position's FEN says who moves; `first` beside it may only say the same.
//! - A jump leaps over anything, a covered cell too.
//! - A clone that is named with a source which is not the mover's is refused (`not-yours`), also where another disc
//!   could clone there.

pub mod board;
mod count;
pub mod fen;
pub mod holes;
mod notation;
pub mod options;
mod view;

use std::sync::Arc;

use board::{Cells, Graph, Name, Set, only};
use fen::Setting;
pub use notation::Turn;
pub use options::Options;
use options::{NomoveResult, Stuck};

use super::options::{First, OptionFault, Pairs};
use super::phrase::{Lang, Phrase};
use super::seat::{Eye, Seat, Seats};
use super::view::View;
use super::{Illegal, Outcome, Reader, Rules, Unreadable};

/// Words for the pass, in lower case.
const PASSES: [&str; 5] = ["0000", "pass", "passz", "пас", "null"];

/// How many legal moves a refusal names.
const NEAREST: usize = 5;

/// What stays the same through a game.
#[derive(Debug)]
struct Table {
    graph: Graph,
    holes: Set,
    nomove: Option<u32>,
    nomove_result: NomoveResult,
    stuck: Stuck,
}

/// The last move, for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Last {
    from: Option<usize>,
    to: usize,
    flipped: Set,
}

/// A position of Ataxx.
#[derive(Clone, Debug)]
pub struct Ataxx {
    table: Arc<Table>,
    discs: [Set; 2],
    side: Seat,
    clock: u32,
    number: u32,
    last: Option<Last>,
}

impl Ataxx {
    fn empty(&self) -> Set {
        let [x, o] = self.discs;
        self.table.graph.playable & !(x | o)
    }

    fn mobile(&self, seat: Seat) -> bool {
        let (graph, discs) = (&self.table.graph, *seat.of(&self.discs));
        (graph.around(discs) | graph.leaps(discs)) & self.empty() != 0
    }

    fn counts(&self) -> [u32; 2] {
        self.discs.map(Set::count_ones)
    }

    /// The seat with more discs.
    fn leader(&self) -> Option<Seat> {
        let [x, o] = self.counts();
        match x.cmp(&o) {
            std::cmp::Ordering::Greater => Some(Seat::One),
            std::cmp::Ordering::Less => Some(Seat::Two),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn setting(&self) -> Setting {
        let Self { discs, side, clock, number, .. } = *self;
        Setting { holes: self.table.holes, discs, side, clock, number }
    }

    /// The turns of the side to move: clones, then jumps, or the pass alone.
    fn turns(&self) -> Vec<Turn> {
        let (graph, own, empty) = (&self.table.graph, *self.side.of(&self.discs), self.empty());
        let mut turns: Vec<Turn> = graph.names_of(graph.around(own) & empty).map(Turn::Clone).collect();
        for from in Cells(own) {
            turns.extend(graph.names_of(graph.far(from) & empty).map(|to| Turn::Jump(graph.name(from), to)));
        }
        if turns.is_empty() {
            turns.push(Turn::Pass);
        }
        turns
    }

    /// The position after the side to move did something: the discs as they lie then, and the clock.
    fn after(&self, discs: [Set; 2], clock: u32, last: Option<Last>) -> Self {
        let number = self.number + u32::from(self.side == Seat::Two);
        Self { table: Arc::clone(&self.table), discs, side: self.side.other(), clock, number, last }
    }

    /// Puts the mover's disc on `to`, off `from`, and turns the enemy's around it.
    fn step(&self, from: Option<usize>, to: usize) -> (Self, Vec<Phrase>) {
        let flipped = self.table.graph.near(to) & self.side.other().of(&self.discs);
        let mut discs = self.discs;
        let own = self.side.of_mut(&mut discs);
        *own = (*own | only(to) | flipped) & !from.map_or(0, only);
        *self.side.other().of_mut(&mut discs) &= !flipped;
        let clock = if from.is_some() { self.clock + 1 } else { 0 };
        let mut phrases = Vec::new();
        if flipped != 0 {
            phrases.push(Phrase::new("flipped").terms("cells", self.table.graph.names_of(flipped)));
        }
        (self.after(discs, clock, Some(Last { from, to, flipped })), phrases)
    }

    fn pass(&self) -> (Self, Vec<Phrase>) {
        let mut phrases = vec![Phrase::new("skipped").seat("seat", self.side)];
        if self.table.stuck == Stuck::Skip {
            return (self.after(self.discs, self.clock + 1, None), phrases);
        }
        let (empty, other) = (self.empty(), self.side.other());
        let mut discs = self.discs;
        *other.of_mut(&mut discs) |= empty;
        phrases.push(Phrase::new("filled").seat("seat", other).terms("cells", self.table.graph.names_of(empty)));
        (self.after(discs, 0, None), phrases)
    }

    /// A refusal with the cells at fault and the legal turns nearest to the one that was tried.
    fn refuse(&self, id: &'static str, cells: &[Name], turn: &Turn) -> Illegal {
        let shape = self.table.graph.shape;
        let apart = |a: Name, b: Name| shape.distance(shape.place(a), shape.place(b));
        let distance = |legal: &Turn| match (turn, legal) {
            (Turn::Clone(to), Turn::Clone(near)) => 2 * apart(*to, *near),
            (Turn::Jump(from, to), Turn::Jump(start, near)) => 2 * apart(*to, *near) + apart(*from, *start),
            (Turn::Clone(to), Turn::Jump(_, near)) | (Turn::Jump(_, to), Turn::Clone(near)) => {
                2 * apart(*to, *near) + 1
            }
            (Turn::Pass, _) | (_, Turn::Pass) => 0,
        };
        let mut near = self.turns();
        near.sort_by_key(distance);
        near.truncate(NEAREST);
        let mut fault = Phrase::new(id);
        if !cells.is_empty() {
            fault = fault.terms("cells", cells);
        }
        Illegal::one(fault.terms("near", near))
    }

    /// Lines of play of a length by playing every turn, the last one too: what the bulk count is measured against.
    #[must_use]
    pub fn walk(&self, depth: u32) -> u64 {
        self.lines(depth, false)
    }

    fn lines(&self, depth: u32, bulk: bool) -> u64 {
        let Table { graph, nomove, stuck, .. } = &*self.table;
        let limit = nomove.unwrap_or(u32::MAX);
        let counter = count::Counter { graph, limit, fill: *stuck == Stuck::Fill, bulk };
        counter.lines(*self.side.of(&self.discs), *self.side.other().of(&self.discs), self.clock, depth)
    }
}

impl Rules for Ataxx {
    const NAME: &'static str = "ataxx";
    const EDITION: u32 = 1;
    const GRAMMAR: &'static str = include_str!("../../../grammar/ataxx.abnf");
    const EVENINGS: &'static [&'static str] = &[
        include_str!("../../../examples/ataxx-8x8.mbox"),
        include_str!("../../../examples/ataxx-hexagon5.mbox"),
        include_str!("../../../examples/ataxx-pentagon5x5.mbox"),
    ];
    const OPTIONS: &'static [&'static str] = options::KEYS;
    type Options = Options;
    type Turn = Turn;

    fn options(pairs: &Pairs) -> Result<Options, OptionFault> {
        Options::read(pairs)
    }

    fn seed(options: &Options) -> Option<u64> {
        options.seed
    }

    fn wants_seed(options: &Options) -> bool {
        options.first == First::Random && options.position.is_none()
    }

    fn start(options: &Options, seed: u64) -> Self {
        let Setting { holes, discs, side, clock, number } = options.setting(seed);
        let table = Table {
            graph: Graph::new(options.shape, options.jump, holes),
            holes,
            nomove: options.nomove,
            nomove_result: options.nomove_result,
            stuck: options.stuck,
        };
        Self { table: Arc::new(table), discs, side, clock, number, last: None }
    }

    fn may_be_turn(text: &str) -> bool {
        notation::may_be_turn(text)
    }

    fn read(text: &str, reader: Reader<'_, Self>) -> Result<Turn, Unreadable> {
        notation::read(text, reader)
    }

    /// UAI is the notation of all three languages; only the pass has words.
    fn spell(&self, term: &str, lang: Lang) -> String {
        match (term, lang) {
            ("0000", Lang::En) => "pass",
            ("0000", Lang::Hu) => "passz",
            ("0000", Lang::Ru) => "пас",
            _ => term,
        }
        .to_owned()
    }

    fn to_act(&self) -> Seats {
        if self.outcome().is_some() { Seats::NONE } else { Seats::only(self.side) }
    }

    fn play(&self, seat: Seat, turn: &Turn) -> Result<(Self, Vec<Phrase>), Illegal> {
        let graph = &self.table.graph;
        let (from, to) = match turn {
            Turn::Clone(to) => (None, *to),
            Turn::Jump(from, to) => (Some(*from), *to),
            Turn::Pass if self.mobile(seat) => return Err(self.refuse("must-move", &[], turn)),
            Turn::Pass => return Ok(self.pass()),
        };
        let named: Vec<Name> = from.into_iter().chain([to]).collect();
        let those = |fault: &dyn Fn(Option<usize>) -> bool| -> Vec<Name> {
            named.iter().copied().filter(|name| fault(graph.find(*name))).collect()
        };
        let outside = those(&|cell| cell.is_none());
        let (Some(to_cell), []) = (graph.find(to), outside.as_slice()) else {
            return Err(self.refuse("off-board", &outside, turn));
        };
        let covered = those(&|cell| cell.is_some_and(|cell| graph.playable & only(cell) == 0));
        if !covered.is_empty() {
            return Err(self.refuse("covered", &covered, turn));
        }
        if self.empty() & only(to_cell) == 0 {
            return Err(self.refuse("occupied", &[to], turn));
        }
        let own = *seat.of(&self.discs);
        let Some(from_cell) = from.and_then(|name| graph.find(name)) else {
            if graph.near(to_cell) & own == 0 {
                return Err(self.refuse("too-far", &[to], turn));
            }
            return Ok(self.step(None, to_cell));
        };
        if own & only(from_cell) == 0 {
            return Err(self.refuse("not-yours", &[graph.name(from_cell)], turn));
        }
        if graph.near(from_cell) & only(to_cell) != 0 {
            return Ok(self.step(None, to_cell));
        }
        if graph.far(from_cell) & only(to_cell) == 0 {
            return Err(self.refuse("too-far", &named, turn));
        }
        Ok(self.step(Some(from_cell), to_cell))
    }

    fn forced(&self) -> Option<(Seat, Turn)> {
        let seat = self.to_act().iter().next()?;
        (self.legal(seat)? == [Turn::Pass]).then_some((seat, Turn::Pass))
    }

    /// A drawn board is a position without side and clock.
    fn picture(picture: &str) -> Result<String, OptionFault> {
        Ok(picture.trim_matches('\n').to_owned())
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Turn>> {
        Some(if self.to_act().contains(seat) { self.turns() } else { Vec::new() })
    }

    fn view(&self, _eye: Eye) -> View {
        self.draw()
    }

    fn outcome(&self) -> Option<Outcome> {
        let by_count = |reason| Some(Outcome { winner: self.leader(), reason });
        match self.discs {
            [0, 0] => return by_count("count"),
            [0, _] | [_, 0] => return by_count("eliminated"),
            _ => {}
        }
        if self.empty() == 0 {
            return by_count("full");
        }
        if !self.mobile(Seat::One) && !self.mobile(Seat::Two) {
            return by_count("count");
        }
        if self.table.nomove.is_some_and(|limit| self.clock >= limit) {
            return match self.table.nomove_result {
                NomoveResult::Draw => Some(Outcome { winner: None, reason: "nomove" }),
                NomoveResult::Count => by_count("nomove"),
            };
        }
        None
    }

    /// The FEN.
    fn dump(&self) -> String {
        fen::write(self.table.graph.shape, &self.setting())
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        Some(self.lines(depth, true))
    }

    /// What a player can't be asked to play on: a board in pieces, of a size beyond the limits, a side without discs,
    /// or a game that is over already.
    fn fair(&self) -> Result<(), Phrase> {
        let graph = &self.table.graph;
        if !graph.shape.usual() {
            return Err(Phrase::new("limits").term("board", graph.shape));
        }
        let rest = graph.playable & !graph.first_part();
        if let Some(cell) = Cells(rest).next() {
            return Err(Phrase::new("torn").term("cell", graph.name(cell)));
        }
        for seat in Seat::BOTH {
            if *seat.of(&self.discs) == 0 {
                return Err(Phrase::new("no-discs").seat("seat", seat));
            }
        }
        match self.outcome() {
            Some(_) => Err(Phrase::new("over-already")),
            None => Ok(()),
        }
    }

    fn example(_lang: Lang) -> &'static str {
        "a7c7"
    }
}
