//! Thoughtwave (Csövek, Ultra), Eric Solomon, 1973: two players lay pipes on one board; the first whose two sides are
//! linked wins.
//!
//! # Rules
//! In turn each player lays one piece from his own hand on an empty cell, any way round. It must match every occupied
//! neighbour: an end towards it if and only if the neighbour has one towards the cell. The rim and empty cells demand
//! nothing. A link is a pipe from one side of the board to the opposite one; its outer pieces must have an end that
//! cuts the side. Seat 1 links left and right (`sides=`). Pieces on the board belong to nobody.
//!
//! # Rulings
//! The rules as they came down to us leave these open; they are ruled so:
//! - If a piece completes both links, who laid it wins (`both-linked`; this one is Solomon's). If it completes the
//!   other player's link alone, the other one wins.
//! - A player without pieces is skipped, and so is one who holds pieces but can place none (`stuck=skip`); nobody may
//!   pass of his own will. When neither can place, the game is drawn: `no-pieces` if both hands are empty, else
//!   `stuck`. Since a cell only ever gets harder to fill, who is stuck stays so.
//! - With `stuck=lose` who is to move, holds pieces and can place none loses. A player without pieces is still skipped:
//!   he ran out, he was not shut in.
//! - All this holds from the first move on: `position=` and `hands=` may open a game in which the first player is
//!   skipped, or which is over at once. If links stand on the board already, the seat that is not to move counts as
//!   the one that laid the last piece.
//! - A handicap takes tees from the full hand of seat 1; it does not go together with `hands=`, which says what is held.
//! - Of several rules that a turn breaks the first one is told: off the board, occupied, no such piece, mismatch.

mod board;
pub mod notation;
pub mod options;
pub mod piece;
mod view;

use std::fmt;

use super::grid::Spot;
use super::{Eye, Illegal, Lang, OptionFault, Outcome, Pairs, Phrase, Reader, Rules, Seat, Seats, Unreadable, View};
use board::Board;
use options::{Options, Sides, Stuck};
use piece::{Ends, Hand, Kind};

/// A position of Thoughtwave.
#[derive(Clone, Debug)]
pub struct Thoughtwave {
    board: Board,
    hands: [Hand; 2],
    /// Who is to move; when the game is over, who would be.
    turn: Seat,
    sides: Sides,
    stuck: Stuck,
    /// Where the last piece was laid; for pictures only.
    last: Option<usize>,
    outcome: Option<Outcome>,
}

/// A turn: one piece on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The piece, as it lies.
    pub ends: Ends,
    /// Where.
    pub cell: Spot,
}

/// The canonical spelling: `ew@E5`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.ends, self.cell)
    }
}

/// Why a seat cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Idle {
    NoPiece,
    Stuck,
}

impl Idle {
    const fn word(self) -> &'static str {
        match self {
            Self::NoPiece => "no-piece",
            Self::Stuck => "stuck",
        }
    }
}

impl Thoughtwave {
    fn hand(&self, seat: Seat) -> Hand {
        *seat.of(&self.hands)
    }

    /// The pieces of a hand, in every way round.
    fn shapes(&self, seat: Seat) -> Vec<Ends> {
        let hand = self.hand(seat);
        Ends::all().filter(|ends| hand.holds(*ends)).collect()
    }

    /// Every placement of a seat, whoever's turn it is.
    fn placements(&self, seat: Seat) -> impl Iterator<Item = (usize, Ends)> {
        let shapes = self.shapes(seat);
        self.board.cells().filter(|(_, ends)| ends.is_none()).flat_map(move |(at, _)| {
            let (must, barred) = self.board.demands(at);
            let fitting: Vec<_> =
                shapes.iter().filter(|e| e.covers(must) && !e.meets(barred)).map(|e| (at, *e)).collect();
            fitting
        })
    }

    /// Why the seat could not move if it were to; `None` if it could.
    fn idle(&self, seat: Seat) -> Option<Idle> {
        if self.hand(seat).is_empty() {
            Some(Idle::NoPiece)
        } else if self.placements(seat).next().is_none() {
            Some(Idle::Stuck)
        } else {
            None
        }
    }

    /// Ends the game if a link stands: who laid the last piece has the better claim.
    fn judge_links(&mut self, mover: Seat) -> Vec<Phrase> {
        let links = self.board.links();
        let linked = |seat| if seat == self.sides.left_right() { links.left_right } else { links.top_bottom };
        let (mine, theirs) = (linked(mover), linked(mover.other()));
        self.outcome = match (mine, theirs) {
            (true, true) => Some(Outcome { winner: Some(mover), reason: "both-linked" }),
            (true, false) => Some(Outcome { winner: Some(mover), reason: "link" }),
            (false, true) => Some(Outcome { winner: Some(mover.other()), reason: "link" }),
            (false, false) => None,
        };
        let phrase = |seat: Seat| {
            let sides = if seat == self.sides.left_right() { "left-right" } else { "top-bottom" };
            Phrase::new("linked").seat("seat", seat).text("sides", sides)
        };
        [mover, mover.other()].into_iter().filter(|s| linked(*s)).map(phrase).collect()
    }

    /// Gives the move to a seat, or to the other one if it cannot move, or ends the game.
    fn hand_over(&mut self, to: Seat) -> Vec<Phrase> {
        let mut skipped = Vec::new();
        self.turn = to;
        for seat in [to, to.other()] {
            match self.idle(seat) {
                None => {
                    self.turn = seat;
                    return skipped;
                }
                Some(Idle::Stuck) if self.stuck == Stuck::Lose => {
                    self.turn = seat;
                    self.outcome = Some(Outcome { winner: Some(seat.other()), reason: "stuck" });
                    return skipped;
                }
                Some(why) => skipped.push(Phrase::new("skipped").seat("seat", seat).text("why", why.word())),
            }
        }
        let reason = if self.hands.iter().all(|hand| hand.is_empty()) { "no-pieces" } else { "stuck" };
        self.outcome = Some(Outcome { winner: None, reason });
        // a draw says it all
        Vec::new()
    }

    /// The first rule that a turn breaks, or the number of its cell.
    fn check(&self, seat: Seat, turn: Turn) -> Result<usize, Phrase> {
        let Some(at) = self.board.index(turn.cell) else {
            let last = self.board.spot(self.board.size() * self.board.size() - 1);
            return Err(Phrase::new("off-board").term("cell", turn.cell).term("last", last));
        };
        let there = self.board.at(at);
        if !there.is_none() {
            return Err(Phrase::new("occupied").term("cell", turn.cell).term("piece", there));
        }
        let hand = self.hand(seat);
        if !hand.holds(turn.ends) {
            let kind = turn.ends.kind().map_or("", Kind::id);
            let phrase = Phrase::new("no-such-piece").text("kind", kind);
            return Err(Kind::ALL.into_iter().fold(phrase, |p, k| p.number(k.id(), hand.count(k))));
        }
        let quarrels = self.board.quarrels(at, turn.ends);
        if !quarrels.is_empty() {
            let fits: Vec<Ends> = self.shapes(seat).into_iter().filter(|e| self.board.fits(at, *e)).collect();
            return Err(Phrase::new("mismatch")
                .term("cell", turn.cell)
                .terms("neighbours", quarrels.into_iter().map(|n| self.board.spot(n)))
                .number("choices", u8::try_from(fits.len()).unwrap_or(u8::MAX))
                .terms("fits", fits));
        }
        Ok(at)
    }

    /// The position after a legal placement.
    fn placed(&self, seat: Seat, at: usize, ends: Ends) -> (Self, Vec<Phrase>) {
        let mut next = self.clone();
        next.board.put(at, ends);
        let hand = seat.of_mut(&mut next.hands);
        *hand = hand.without(ends);
        next.last = Some(at);
        next.turn = seat.other();
        let mut phrases = next.judge_links(seat);
        if next.outcome.is_none() {
            phrases = next.hand_over(seat.other());
        }
        (next, phrases)
    }
}

impl Rules for Thoughtwave {
    const NAME: &'static str = "thoughtwave";
    const EDITION: u32 = 1;
    const EVENINGS: &'static [&'static str] = &[include_str!("../../../examples/thoughtwave.mbox")];
    const GRAMMAR: &'static str = concat!(
        include_str!("../../../grammar/thoughtwave.abnf"),
        "\n",
        include_str!("../../../grammar/coordinates.abnf")
    );
    const OPTIONS: &'static [&'static str] =
        &["size", "position", "hands", "turn", "sides", "handicap", "stuck", "first", "seed"];
    type Options = Options;
    type Turn = Turn;

    fn options(pairs: &Pairs) -> Result<Options, OptionFault> {
        options::read(pairs)
    }

    fn seed(options: &Options) -> Option<u64> {
        options.seed
    }

    fn wants_seed(options: &Options) -> bool {
        options.first == super::options::First::Random
    }

    fn start(options: &Options, seed: u64) -> Self {
        let mut position = Self {
            board: Board::new(options.size),
            hands: Seat::BOTH.map(|seat| options.hand(seat)),
            turn: options.turn.unwrap_or_else(|| options.first.seat(seed)),
            sides: options.sides,
            stuck: options.stuck,
            last: None,
            outcome: None,
        };
        for (spot, ends) in &options.position {
            if let Some(at) = position.board.index(*spot) {
                position.board.put(at, *ends);
            }
        }
        position.judge_links(position.turn.other());
        if position.outcome.is_none() {
            position.hand_over(position.turn);
        }
        position
    }

    const TRANSLATED: bool = true;

    fn read(text: &str, reader: Reader<'_, Self>) -> Result<Turn, Unreadable> {
        notation::read(text, reader.lang)
    }

    fn may_be_turn(text: &str) -> bool {
        notation::may_be_turn(text)
    }

    fn spell(&self, term: &str, lang: Lang) -> String {
        notation::spell(term, lang)
    }

    fn to_act(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { Seats::only(self.turn) }
    }

    fn play(&self, seat: Seat, turn: &Turn) -> Result<(Self, Vec<Phrase>), Illegal> {
        if !self.to_act().contains(seat) {
            return Err(Illegal::one(Phrase::new("not-your-turn")));
        }
        let at = self.check(seat, *turn).map_err(Illegal::one)?;
        let (next, more) = self.placed(seat, at, turn.ends);
        Ok((next, more))
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Turn>> {
        if !self.to_act().contains(seat) {
            return Some(Vec::new());
        }
        Some(self.placements(seat).map(|(at, ends)| Turn { ends, cell: self.board.spot(at) }).collect())
    }

    fn view(&self, _eye: Eye) -> View {
        view::view(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The options that open this position, all written out, and the outcome if the game is over. Who moved last is
    /// no part of it: it changes nothing that can still happen.
    fn dump(&self) -> String {
        let position = fmt::from_fn(|f| options::write_position(f, self.board.pieces()));
        let [one, two] = self.hands;
        let over = self.outcome.map_or_else(String::new, |o| match o.winner {
            Some(winner) => format!(" won={winner}:{}", o.reason),
            None => format!(" drawn={}", o.reason),
        });
        format!(
            "size={} position={position} hands=1:{one},2:{two} turn={} sides={} stuck={}{over}",
            self.board.size(),
            self.turn,
            self.sides.word(),
            self.stuck.word(),
        )
    }

    /// As the general one, but the last ply is counted, not played.
    fn perft(&self, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if self.outcome.is_some() {
            return Some(0);
        }
        let turns = self.placements(self.turn);
        if depth == 1 {
            return u64::try_from(turns.count()).ok();
        }
        turns.map(|(at, ends)| self.placed(self.turn, at, ends).0.perft(depth - 1)).sum()
    }

    fn example(lang: Lang) -> &'static str {
        notation::example(lang)
    }
}
