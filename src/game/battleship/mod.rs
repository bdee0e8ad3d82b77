//! Морской бой (Battleship): each player hides a fleet; then they name cells in turn until one fleet is sunk.
//!
//! # Rules
//! Both place the same ships on a board of their own; ships never touch by sides, nor by corners (`touch=corner`
//! allows that). A shot is answered «Мимо!» where there is water, «Ранил!» where a ship is hit, «Убил!» where its
//! last cell is. A hit gives another shot (`turns=until-miss`). Who first sinks all of the other's fleet wins.
//!
//! # Rulings
//! - Both send their fleets in any order, and each may replace his own until both stand. Until then both seats are to
//!   act; that a fleet stands is public. A shot before that is refused with `not-placed`.
//! - A second `place` without `replace`, and any later one, is `locked`; its layout isn't looked at. `replace` where
//!   nothing stands yet is as good as `place`.
//! - Several shots in one turn are fired in order until the first miss or the end; the others aren't fired, which the
//!   shooter alone is told. A list with one bad cell is refused whole, so a cell twice in a list is `repeat` as well as
//!   one that was shot at before. Under `turns=alternate` there is one shot a turn; more are `too-many`.
//! - A ship of a list may not touch another one of it, even where both together have the shape of a ship. In a drawing
//!   ships are what is connected by sides; digits in it must be the length of their ship, else they are `char`.
//! - In lists of ships `letter` is any letter that names no column, and `row` any number that names no row; a drawing
//!   with wrong row numbers is `row` too. For shots both are `off-board`, and `letter` is a look-alike alone.
//! - `fleet` is told beside other faults, but not where what could not be read may be what is missing.
//! - `last_shot=yes`: when who began has sunk everything, the other has one more turn, by the rule of turns. If he sinks
//!   everything in it the game is drawn (`equalised`). If the second player is first to sink everything he wins at once.
//! - The water around a sunk ship is marked where nothing can lie; shooting there stays legal.

pub mod alphabet;
mod board;
mod layout;
mod notation;
pub mod options;
mod plan;
mod random;
mod view;
mod waters;

use std::sync::Arc;

use super::options::Dice;
use super::{Eye, Illegal, Lang, OptionFault, Outcome, Pairs, Phrase, Reader, Rules, Seat, Seats, Unreadable, View};
use board::{Board, Place};
pub use notation::{Shot, Turn};
use options::{Options, Turns};
pub use plan::{Fleet, Plan};
use waters::Cells;

/// A position of Battleship.
#[derive(Clone, Debug)]
pub struct Battleship {
    board: Arc<Board>,
    options: Arc<Options>,
    seed: u64,
    /// What each seat has placed.
    fleets: [Option<Fleet>; 2],
    /// How often each seat has placed: fleets by chance differ from time to time.
    placings: [u32; 2],
    /// What is known of each seat's field.
    screens: [Screen; 2],
    /// Who is to move when both fleets stand.
    turn: Seat,
    /// Is this the last turn of the second player, whose fleet is sunk?
    closing: bool,
    /// The last turn's shots and who fired them; for pictures only.
    last: Option<(Seat, Cells)>,
    outcome: Option<Outcome>,
}

/// The answers that were given about one field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Screen {
    missed: Cells,
    /// Hits, sunk ships included.
    hit: Cells,
    /// Ships that were sunk, in that order.
    sunk: Vec<Cells>,
}

impl Screen {
    fn shot(&self) -> Cells {
        self.missed.and(self.hit)
    }

    fn sunk_cells(&self) -> Cells {
        self.sunk.iter().copied().fold(Cells::NONE, Cells::and)
    }
}

impl Battleship {
    /// Do both fleets stand?
    fn begun(&self) -> bool {
        self.fleets.iter().all(Option::is_some)
    }

    /// What is known of a seat's field.
    fn screen(&self, seat: Seat) -> &Screen {
        seat.of(&self.screens)
    }

    fn first(&self) -> Seat {
        self.options.first.seat(self.seed)
    }

    /// The fleet that chance gives to a seat now.
    fn by_chance(&self, seat: Seat) -> Fleet {
        // stream 0 is the lot for the first move
        let stream = u64::from(seat.number()) + 2 * u64::from(*seat.of(&self.placings));
        Fleet::new(&self.board, random::draw(&self.board.waters, Dice::new(self.seed, stream)))
    }

    fn place(&self, seat: Seat, again: bool, plan: &Plan) -> Result<(Self, Vec<Phrase>), Illegal> {
        let stands = seat.of(&self.fleets).is_some();
        if self.begun() || (stands && !again) {
            let manner = if self.begun() { "begun" } else { "stands" };
            return Err(Illegal::one(Phrase::new("locked").manner(manner)));
        }
        let fleet = match plan {
            Plan::Fleet(fleet) => fleet,
            Plan::Faulty { faults, .. } => return Err(Illegal { faults: faults.clone() }),
        };
        let mut next = self.clone();
        *seat.of_mut(&mut next.fleets) = Some(fleet.clone());
        *seat.of_mut(&mut next.placings) += 1;
        let manner = if next.begun() { "both" } else { "waits" };
        let mut phrases =
            vec![Phrase::new(if stands { "replaced" } else { "placed" }).seat("seat", seat).manner(manner)];
        if next.begun() {
            phrases.push(Phrase::new("begun").seat("first", next.turn));
        }
        Ok((next, phrases))
    }

    /// The cells of some shots, or all that is wrong with them. Nothing here looks at a fleet.
    fn targets(&self, seat: Seat, shots: &[Shot]) -> Result<Vec<usize>, Illegal> {
        if !self.begun() {
            let awaited = if seat.of(&self.fleets).is_none() { seat } else { seat.other() };
            return Err(Illegal::one(Phrase::new("not-placed").seat("seat", awaited)));
        }
        let shot = self.screen(seat.other()).shot();
        let (mut cells, mut letters, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        let (mut before, mut twice) = (Cells::NONE, Cells::NONE);
        for Shot { point, place, .. } in shots {
            match *place {
                Place::On(cell) => {
                    if shot.has(cell) {
                        before.put(cell);
                    } else if cells.contains(&cell) {
                        twice.put(cell);
                    }
                    cells.push(cell);
                }
                Place::Treacherous(..) => letters.push(plan::letter_fault(point, *place)),
                Place::NoColumn | Place::NoRow => outside.push(point.text.clone()),
            }
        }
        let mut faults = letters;
        if !outside.is_empty() {
            let last = self.board.waters.size.pow(2) - 1;
            let phrase = Phrase::new("off-board").terms("cells", outside);
            faults.push(phrase.term("from", self.board.spell(0)).term("last", self.board.spell(last)));
        }
        for (cells, manner) in [(before, "shot"), (twice, "twice")] {
            if !cells.is_empty() {
                faults.push(Phrase::new("repeat").terms("cells", self.board.spell_all(cells)).manner(manner));
            }
        }
        if self.options.turns == Turns::Alternate && shots.len() > 1 {
            faults.push(Phrase::new("too-many").number("count", i64::try_from(shots.len()).unwrap_or(i64::MAX)));
        }
        if faults.is_empty() { Ok(cells) } else { Err(Illegal { faults }) }
    }

    /// Fires at cells in order, until the first miss or the last ship.
    fn fire(&self, seat: Seat, cells: &[usize]) -> (Self, Vec<Phrase>) {
        let mut next = self.clone();
        let target = seat.other();
        let style = self.options.style.word();
        let ships = seat.other().of(&self.fleets).as_ref().map_or(Cells::NONE, |fleet| fleet.cells);
        let groups = self.board.waters.groups(ships);
        let screen = target.of_mut(&mut next.screens);
        let (mut phrases, mut fired, mut missed) = (Vec::new(), Cells::NONE, false);
        let mut rest = cells.iter().copied();
        for cell in rest.by_ref() {
            fired.put(cell);
            let answer = |id| Phrase::new(id).term("cell", self.board.spell(cell)).manner(style);
            let Some(ship) = groups.iter().find(|ship| ship.has(cell)) else {
                screen.missed.put(cell);
                phrases.push(answer("miss"));
                missed = true;
                break;
            };
            screen.hit.put(cell);
            if ship.without(screen.hit).is_empty() {
                screen.sunk.push(*ship);
                phrases.push(answer("sunk").number("size", i64::try_from(ship.len()).unwrap_or(0)));
            } else {
                phrases.push(answer("hit"));
            }
            if screen.sunk.len() == groups.len() {
                break;
            }
        }
        let sunk_all = screen.sunk.len() == groups.len();
        next.last = Some((seat, fired));
        let unfired: Vec<String> = rest.map(|cell| self.board.spell(cell)).collect();
        if !unfired.is_empty() {
            let why = if sunk_all { "end" } else { "miss" };
            phrases.push(Phrase::new("not-fired").terms("cells", unfired).manner(why).only(seat));
        }
        if let Some(phrase) = next.settle(seat, sunk_all, missed || self.options.turns == Turns::Alternate) {
            phrases.push(phrase);
        }
        (next, phrases)
    }

    /// Ends the game, hands the move over or leaves it where it is.
    fn settle(&mut self, seat: Seat, sunk_all: bool, turn_over: bool) -> Option<Phrase> {
        if sunk_all && self.closing {
            self.outcome = Some(Outcome { winner: None, reason: "equalised" });
        } else if sunk_all && self.options.last_shot && seat == self.first() {
            self.closing = true;
            self.turn = seat.other();
            return Some(Phrase::new("last-turn").seat("seat", seat.other()));
        } else if sunk_all {
            self.outcome = Some(Outcome { winner: Some(seat), reason: "sunk" });
        } else if turn_over && self.closing {
            self.outcome = Some(Outcome { winner: Some(seat.other()), reason: "sunk" });
        } else if turn_over {
            self.turn = seat.other();
        }
        None
    }
}

impl Rules for Battleship {
    const NAME: &'static str = "battleship";
    const EDITION: u32 = 1;
    const GRAMMAR: &'static str = include_str!("../../../grammar/battleship.abnf");
    const EVENINGS: &'static [&'static str] = &[include_str!("../../../examples/battleship.mbox")];
    const HIDDEN: bool = true;
    const OPTIONS: &'static [&'static str] =
        &["size", "fleet", "touch", "bent", "turns", "alphabet", "style", "last_shot", "first", "seed"];
    type Options = Options;
    type Turn = Turn;

    fn options(pairs: &Pairs) -> Result<Options, OptionFault> {
        options::read(pairs)
    }

    /// Where a player reads Russian the columns have Russian letters, if nothing else was asked for.
    fn adapt(pairs: &mut Vec<(String, String)>, langs: &[Lang]) {
        if langs.contains(&Lang::Ru) && pairs.iter().all(|(key, _)| key != "alphabet") {
            pairs.push(("alphabet".to_owned(), "ru".to_owned()));
        }
    }

    fn seed(options: &Options) -> Option<u64> {
        options.seed
    }

    /// Any fleet may be left to chance.
    fn wants_seed(_options: &Options) -> bool {
        true
    }

    fn start(options: &Options, seed: u64) -> Self {
        Self {
            board: Arc::new(Board::new(options)),
            options: Arc::new(options.clone()),
            seed,
            fleets: [None, None],
            placings: [0; 2],
            screens: Default::default(),
            turn: options.first.seat(seed),
            closing: false,
            last: None,
            outcome: None,
        }
    }

    fn read(text: &str, reader: Reader<'_, Self>) -> Result<Turn, Unreadable> {
        notation::read(text, reader.position, reader.seat)
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

    fn to_act(&self) -> Seats {
        match self.outcome {
            Some(_) => Seats::NONE,
            None if self.begun() => Seats::only(self.turn),
            None => Seats::BOTH,
        }
    }

    fn play(&self, seat: Seat, turn: &Turn) -> Result<(Self, Vec<Phrase>), Illegal> {
        if !self.to_act().contains(seat) {
            return Err(Illegal::one(Phrase::new("not-your-turn").seat("seat", seat.other())));
        }
        match turn {
            Turn::Place { again, plan } => self.place(seat, *again, plan),
            Turn::Fire(shots) => Ok(self.fire(seat, &self.targets(seat, shots)?)),
        }
    }

    /// Single shots; fleets are not listed.
    fn legal(&self, seat: Seat) -> Option<Vec<Turn>> {
        if !self.to_act().contains(seat) {
            return Some(Vec::new());
        }
        let shot = self.screen(seat.other()).shot();
        let cells = (0..self.board.waters.size.pow(2)).filter(|cell| !shot.has(*cell));
        self.begun().then(|| cells.map(|cell| Turn::Fire(vec![Shot::at(&self.board, cell)])).collect())
    }

    fn view(&self, eye: Eye) -> View {
        view::view(self, eye)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What was agreed, both fleets, how often they were placed, the shots at each field, and whose turn it is or how
    /// the game ended. The order of shots and what the last turn was are no part of it.
    fn dump(&self) -> String {
        let options = &self.options;
        let waters = &self.board.waters;
        let fleet = |seat: Seat| seat.of(&self.fleets).as_ref().map_or("-", |fleet| fleet.drawing.as_str());
        let shots = |seat: Seat| {
            let cells = self.board.spell_all(self.screen(seat).shot());
            if cells.is_empty() { "-".to_owned() } else { cells.join(",") }
        };
        let [one, two] = self.placings;
        let state = match self.outcome {
            Some(Outcome { winner: Some(winner), reason }) => format!("won={winner}:{reason}"),
            Some(Outcome { winner: None, reason }) => format!("drawn={reason}"),
            None => format!("turn={}", self.turn),
        };
        format!(
            "size={} fleet={} touch={} bent={} turns={} alphabet={} style={} last_shot={} first={} seed={} \
             fleets=1:{},2:{} placings={one},{two} shots-at=1:{};2:{} closing={} {state}",
            waters.size,
            waters.fleet,
            if waters.corners { "corner" } else { "none" },
            options::write_bent(options.bent),
            options.turns.word(),
            options.alphabet.word(),
            options.style.word(),
            if options.last_shot { "yes" } else { "no" },
            self.first(),
            self.seed,
            fleet(Seat::One),
            fleet(Seat::Two),
            shots(Seat::One),
            shots(Seat::Two),
            if self.closing { "yes" } else { "no" },
        )
    }

    fn example(lang: Lang) -> &'static str {
        notation::example(lang)
    }
}
