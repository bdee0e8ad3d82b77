//! Torpedó-pentominó: six pentominoes a side, hidden on 6×10 cells.
//!
//! The rules are those of cogitoys' page (Hungarian): sides never touch, corners may; each is told which six pieces the
//! other has laid out; a turn is up to five reconnaissance shots until the first hit, or aimed shots until the first
//! miss; a fleet is sunk when the other side has its whole layout on the control board, or has hit all its cells.
//!
//! Where the page is silent, a fair referee rules:
//! - Which six the other has is told when both fleets stand, so that nobody picks his own by it. Until then a fleet may
//!   be replaced; `replace` works as the first placement too.
//! - A placement that comes a second time without `replace`, or when both fleets stand, is `locked`.
//! - A list of cells with a fault is refused whole; cells behind the first hit or miss, or behind the last cell of a
//!   fleet, are not spent.
//! - A guess is made on one's own turn, also in a run of aimed shots. It must be a legal layout of six pieces, whatever
//!   pieces; if it is not, it is refused and costs nothing. A wrong one ends the turn; with `guess=free` it costs
//!   nothing, and with `guess=once` it ends the turn and there is no second one in the whole game (`too-many`).
//! - When the side that began has sunk the fleet, the other has one full turn to do the same, which is a draw.
//! - Shots before both fleets stand are refused (`not-placed`).

mod drawing;
pub mod layout;
mod notation;
mod options;
pub mod random;
pub mod shapes;
mod view;

use std::fmt::Write as _;

pub use layout::{Drawing, Layout};
pub use notation::Turn;
pub use options::{Guess, Options, Touch};
pub use shapes::Piece;

use super::grid::Spot;
use super::{Eye, Illegal, Lang, OptionFault, Outcome, Pairs, Phrase, Reader, Rules, Seat, Seats, Unreadable, View};
use notation::Said;
use shapes::{Cell, Cells};

/// The most cells of a reconnaissance.
const RECON_MOST: usize = 5;

/// A position.
#[derive(Clone, Debug)]
pub struct Pentomino {
    options: Options,
    /// What `place random` and the lot draw from.
    seed: u64,
    /// What each seat hides.
    layouts: [Option<Layout>; 2],
    /// How often each seat has laid its fleet out: numbers its random draws.
    placings: [u32; 2],
    /// Where each seat has shot.
    fired: [Cells; 2],
    /// How often each seat has guessed.
    guesses: [u32; 2],
    /// Whose fleet is sunk.
    sunk: [bool; 2],
    /// Whose turn it is, once both fleets stand.
    mover: Seat,
    /// Is the mover in a run of aimed shots?
    run: bool,
    /// The cells of the last shots.
    last: Cells,
    /// Whose they were.
    last_by: Seat,
    outcome: Option<Outcome>,
}

impl Pentomino {
    /// Do both fleets stand?
    const fn standing(&self) -> bool {
        matches!(&self.layouts, [Some(_), Some(_)])
    }

    fn layout(&self, seat: Seat) -> Option<&Layout> {
        seat.of(&self.layouts).as_ref()
    }

    /// The cells of a seat's fleet that are hit.
    fn hits(&self, fleet: Seat) -> Cells {
        let all = self.layout(fleet).map_or(Cells::NONE, Layout::all);
        all.and(*fleet.other().of(&self.fired))
    }

    fn place(&mut self, seat: Seat, again: bool, drawing: &Drawing) -> Result<Vec<Phrase>, Illegal> {
        if self.standing() || (!again && self.layout(seat).is_some()) {
            return Err(Illegal::one(Phrase::new("locked")));
        }
        let layout = layout::check(drawing, self.options.corners(), self.options.set.as_ref())?;
        let id = if self.layout(seat).is_some() { "replaced" } else { "placed" };
        *seat.of_mut(&mut self.layouts) = Some(layout);
        *seat.of_mut(&mut self.placings) += 1;
        let manner = if self.standing() { "both" } else { "waits" };
        let mut phrases = vec![Phrase::new(id).seat("seat", seat).manner(manner)];
        if self.standing() {
            for owner in Seat::BOTH {
                let pieces = self.layout(owner).into_iter().flat_map(Layout::pieces).map(|(piece, _)| piece);
                phrases.push(Phrase::new("pieces").seat("seat", owner).terms("pieces", pieces));
            }
            phrases.push(Phrase::new("begins").seat("seat", self.mover));
        }
        Ok(phrases)
    }

    /// The cells of a list of shots, in order, or everything that is wrong with it.
    fn targets(&self, seat: Seat, spots: &[Spot], recon: bool) -> Result<Vec<Cell>, Illegal> {
        let mut faults = Vec::new();
        if recon && self.run {
            faults.push(Phrase::new("aimed-run"));
        }
        if recon && spots.len() > RECON_MOST {
            let have = i64::try_from(spots.len()).unwrap_or(i64::MAX);
            faults.push(Phrase::new("too-many").text("what", "cells").number("have", have).number("most", 5));
        }
        let mut seen = *seat.of(&self.fired);
        let (mut cells, mut outside, mut again) = (Vec::new(), Vec::new(), Cells::NONE);
        for spot in spots {
            match Cell::of(*spot) {
                None => outside.push(layout::name(*spot)),
                Some(cell) if seen.contains(cell) => again.insert(cell),
                Some(cell) => {
                    seen.insert(cell);
                    cells.push(cell);
                }
            }
        }
        layout::off_board(outside, &mut faults);
        if !again.is_empty() {
            faults.push(Phrase::new("repeat").terms("cells", again.iter()));
        }
        if faults.is_empty() { Ok(cells) } else { Err(Illegal { faults }) }
    }

    /// Shoots in order until a hit (reconnaissance) or a miss (aimed shots).
    fn shoot(&mut self, seat: Seat, cells: &[Cell], recon: bool) -> Vec<Phrase> {
        let fleet = seat.other();
        let size = self.layout(fleet).map_or(0, |l| l.all().len());
        let mut phrases = Vec::new();
        let mut rest = cells.iter().copied();
        let (mut ends, mut all_hit) = (recon, false);
        self.last = Cells::NONE;
        self.last_by = seat;
        for cell in rest.by_ref() {
            seat.of_mut(&mut self.fired).insert(cell);
            self.last.insert(cell);
            match self.layout(fleet).and_then(|l| l.at(cell)) {
                Some(piece) => {
                    let hit = Phrase::new("hit").term("cell", cell).number("number", piece.number());
                    phrases.push(hit.text("piece", piece.letter().to_string()));
                    all_hit = self.hits(fleet).len() == size;
                    if recon || all_hit {
                        break;
                    }
                }
                None => {
                    phrases.push(Phrase::new("miss").term("cell", cell));
                    if !recon {
                        ends = true;
                        break;
                    }
                }
            }
        }
        let left: Vec<Cell> = rest.collect();
        if !left.is_empty() {
            // what he means to shoot at next is nobody else's business
            phrases.push(Phrase::new("not-fired").terms("cells", left).only(seat));
        }
        if all_hit {
            phrases.push(Phrase::new("all-hit").seat("seat", fleet));
            self.sink(seat, &mut phrases);
        } else if ends {
            self.pass(seat);
        } else {
            self.run = true;
            phrases.push(Phrase::new("run").seat("seat", seat));
        }
        phrases
    }

    fn solve(&mut self, seat: Seat, drawing: &Drawing) -> Result<Vec<Phrase>, Illegal> {
        let spent = self.options.guess == Guess::Once && *seat.of(&self.guesses) > 0;
        let spent = spent.then(|| Phrase::new("too-many").text("what", "guesses").number("have", 2).number("most", 1));
        // which pieces the other side really has is no rule here: they may be guessed wrong
        let guess = match (layout::check(drawing, self.options.corners(), None), spent) {
            (Ok(guess), None) => guess,
            (Ok(_), Some(spent)) => return Err(Illegal::one(spent)),
            (Err(mut illegal), spent) => {
                illegal.faults.extend(spent);
                return Err(illegal);
            }
        };
        *seat.of_mut(&mut self.guesses) += 1;
        self.last = Cells::NONE;
        let mut phrases = Vec::new();
        if self.layout(seat.other()) == Some(&guess) {
            phrases.push(Phrase::new("right"));
            self.sink(seat, &mut phrases);
        } else {
            phrases.push(Phrase::new("wrong"));
            if self.options.guess != Guess::Free {
                self.pass(seat);
            }
        }
        Ok(phrases)
    }

    /// The seat that began.
    fn starter(&self) -> Seat {
        self.options.first.seat(self.seed)
    }

    /// A seat has sunk the other's fleet.
    fn sink(&mut self, seat: Seat, phrases: &mut Vec<Phrase>) {
        *seat.other().of_mut(&mut self.sunk) = true;
        if seat == self.starter() {
            phrases.push(Phrase::new("equaliser").seat("seat", seat.other()));
            self.run = false;
            self.mover = seat.other();
        } else if *seat.of(&self.sunk) {
            self.end(None, "equalised");
        } else {
            self.end(Some(seat), "sunk");
        }
    }

    /// A seat's turn is over, and it has not sunk the fleet.
    fn pass(&mut self, seat: Seat) {
        self.run = false;
        if *seat.of(&self.sunk) {
            // that was the equaliser
            self.end(Some(seat.other()), "sunk");
        } else {
            self.mover = seat.other();
        }
    }

    fn end(&mut self, winner: Option<Seat>, reason: &'static str) {
        self.run = false;
        self.outcome = Some(Outcome { winner, reason });
    }
}

impl Rules for Pentomino {
    const NAME: &'static str = "pentomino";
    const EDITION: u32 = 1;
    const GRAMMAR: &'static str = concat!(
        include_str!("../../../grammar/pentomino.abnf"),
        "\n",
        include_str!("../../../grammar/coordinates.abnf")
    );
    const EVENINGS: &'static [&'static str] = &[include_str!("../../../examples/pentomino.mbox")];
    const HIDDEN: bool = true;
    const OPTIONS: &'static [&'static str] = Options::KEYS;
    type Options = Options;
    type Turn = Turn;

    fn options(pairs: &Pairs) -> Result<Options, OptionFault> {
        options::read(pairs)
    }

    fn seed(options: &Options) -> Option<u64> {
        options.seed
    }

    /// `place random` may come in any game.
    fn wants_seed(_options: &Options) -> bool {
        true
    }

    fn start(options: &Options, seed: u64) -> Self {
        Self {
            options: options.clone(),
            seed,
            layouts: [None, None],
            placings: [0; 2],
            fired: [Cells::NONE; 2],
            guesses: [0; 2],
            sunk: [false; 2],
            mover: options.first.seat(seed),
            run: false,
            last: Cells::NONE,
            last_by: Seat::One,
            outcome: None,
        }
    }

    fn read(text: &str, reader: Reader<'_, Self>) -> Result<Turn, Unreadable> {
        let position = reader.position;
        let in_run = position.run && position.to_act().contains(reader.seat);
        match notation::read(text, in_run)? {
            Said::Turn(turn) => Ok(turn),
            Said::Random { again } => {
                let attempt = *reader.seat.of(&position.placings);
                let layout = random::layout(&position.options, position.seed, reader.seat, attempt);
                let rows = layout.to_string().split('/').map(ToOwned::to_owned).collect();
                Ok(Turn::Place { again, drawing: Drawing::Rows(rows) })
            }
        }
    }

    fn may_be_turn(text: &str) -> bool {
        notation::may_be_turn(text)
    }

    fn opens_block(line: &str, _lang: Lang) -> bool {
        notation::opens_block(line)
    }

    /// A fleet is its owner's secret, whether it was taken up or not.
    fn secret(turn: &Turn) -> bool {
        matches!(turn, Turn::Place { .. })
    }

    fn spell(&self, term: &str, lang: Lang) -> String {
        notation::spell(term, lang)
    }

    /// Both until both fleets stand: who has placed may still replace.
    fn to_act(&self) -> Seats {
        match (self.outcome, self.standing()) {
            (Some(_), _) => Seats::NONE,
            (None, true) => Seats::only(self.mover),
            (None, false) => Seats::BOTH,
        }
    }

    fn play(&self, seat: Seat, turn: &Turn) -> Result<(Self, Vec<Phrase>), Illegal> {
        if !self.to_act().contains(seat) {
            return Err(Illegal::one(Phrase::new("not-your-turn").seat("seat", seat.other())));
        }
        let mut next = self.clone();
        let phrases = match turn {
            Turn::Place { again, drawing } => next.place(seat, *again, drawing)?,
            _ if !self.standing() => return Err(Illegal::one(Phrase::new("not-placed"))),
            Turn::Recon(spots) => {
                let cells = self.targets(seat, spots, true)?;
                next.shoot(seat, &cells, true)
            }
            Turn::Aim(spots) => {
                let cells = self.targets(seat, spots, false)?;
                next.shoot(seat, &cells, false)
            }
            Turn::Stop if !self.run => return Err(Illegal::one(Phrase::new("no-run"))),
            Turn::Stop => {
                next.last = Cells::NONE;
                next.pass(seat);
                vec![Phrase::new("stopped").seat("seat", seat)]
            }
            Turn::Solve(drawing) => next.solve(seat, drawing)?,
        };
        Ok((next, phrases))
    }

    /// Placements and lists of cells are too many to list.
    fn legal(&self, seat: Seat) -> Option<Vec<Turn>> {
        if self.to_act().contains(seat) { None } else { Some(Vec::new()) }
    }

    fn view(&self, eye: Eye) -> View {
        view::view(self, eye)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn dump(&self) -> String {
        let mut line = format!("[{}] ", self.options);
        // writing to a string cannot fail
        for seat in Seat::BOTH {
            let layout = self.layout(seat).map_or_else(|| "-".to_owned(), ToString::to_string);
            let fired: Vec<String> = seat.of(&self.fired).iter().map(|c| c.to_string()).collect();
            let _ = write!(
                line,
                "{seat}:{layout} placings={} fired={} guesses={} sunk={} ",
                seat.of(&self.placings),
                fired.join(","),
                seat.of(&self.guesses),
                u8::from(*seat.of(&self.sunk)),
            );
        }
        let last: Vec<String> = self.last.iter().map(|c| c.to_string()).collect();
        let _ =
            write!(line, "turn={} run={} last={}:{} ", self.mover, u8::from(self.run), self.last_by, last.join(","));
        let _ = match self.outcome {
            Some(o) => write!(line, "end={}:{}", o.winner.map_or(0, Seat::number), o.reason),
            None => write!(line, "end=-"),
        };
        line
    }

    fn example(lang: Lang) -> &'static str {
        match lang {
            Lang::En => "recon b3 d5",
            Lang::Hu => "felderítő b3 d5",
            Lang::Ru => "разведка b3 d5",
        }
    }
}
