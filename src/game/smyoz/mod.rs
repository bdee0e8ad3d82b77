//! SMYOZ, Hennyey's torpedó: ten ships on 9 × 9 cells, found by shots that are answered together.
//!
//! Rulings where the source is silent:
//! - The labels 10 … 90 name the columns, so that `50,6` is the cell `56`.
//! - Both layouts are final when both stand; before, `replace` puts another one in place of the first.
//! - A duel is played by turns of one step, one `solve` or `stop`; who has finished is passed over. Where nobody waits
//!   for an answer (a problem, or a duel whose other side has finished), one turn may hold several steps.
//! - A `solve` that is no legal layout is refused and costs nothing; a legal one that is not the hidden one is a wrong
//!   solution and says no more than that. The third wrong solution gives up.
//! - The strict game's spoiled step spends its letter and its cells.
//! - After seven steps a further one is told just that; before, every broken rule is named.
//! - `first` has no say in a problem or a puzzle: there is one solver.

pub mod count;
pub mod derived;
mod file;
pub mod generator;
mod hunt;
pub mod layout;
mod notation;
pub mod options;
pub mod plan;
pub mod shots;
pub mod solver;
mod tables;
mod view;

use std::fmt;
use std::sync::Arc;

pub use file::FileFault;
pub use generator::Puzzle;
pub use options::{Mode, Options};

use self::derived::{Codes, Header, join};
use self::hunt::{End, Hunt};
use self::layout::{Kind, Layout};
use self::options::Info;
use self::plan::{Plan, Written};
use self::shots::{Reply, Step};
use super::options::Dice;
use super::{Eye, Illegal, Lang, OptionFault, Outcome, Pairs, Phrase, Reader, Rules, Seat, Seats, Unreadable, View};

/// A step as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Its type.
    pub step: Step,
    /// Its cells, in the order in which they were typed.
    pub cells: Vec<Written>,
}

/// `A 56 43 72`.
impl fmt::Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.step)?;
        self.cells.iter().try_for_each(|c| write!(f, " {c}"))
    }
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Places the fleet, or another one instead of the first.
    Place {
        /// Was it `replace`?
        replace: bool,
        /// The layout.
        plan: Plan,
    },
    /// Steps, in order.
    Steps(Vec<Shot>),
    /// A solution.
    Solve(Plan),
    /// Gives up solving.
    Stop,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { replace, plan } => write!(f, "{} {plan}", if *replace { "replace" } else { "place" }),
            Self::Steps(shots) => f.write_str(&shots.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
            Self::Solve(plan) => write!(f, "solve {plan}"),
            Self::Stop => f.write_str("stop"),
        }
    }
}

/// A game of SMYOZ.
#[derive(Clone)]
pub struct Smyoz {
    options: Options,
    seed: u64,
    /// What each seat hides; in a puzzle seat 2's is the server's.
    layouts: [Option<Layout>; 2],
    /// How often each seat has placed.
    placed: [u32; 2],
    /// What each seat has found out about the other's layout.
    hunts: [Hunt; 2],
    /// Who acts once the layouts stand.
    turn: Seat,
    puzzle: Option<Arc<Puzzle>>,
}

impl Smyoz {
    /// The server's puzzle, in that mode.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_deref()
    }

    /// The seats that set a fleet.
    const fn setters(&self) -> Seats {
        match self.options.mode {
            Mode::Duel => Seats::BOTH,
            Mode::Problem => Seats::only(Seat::One),
            Mode::Puzzle => Seats::NONE,
        }
    }

    /// The seats that solve.
    const fn solvers(&self) -> Seats {
        match self.options.mode {
            Mode::Duel => Seats::BOTH,
            Mode::Problem => Seats::only(Seat::Two),
            Mode::Puzzle => Seats::only(Seat::One),
        }
    }

    /// Do fleets still have to be placed?
    fn setting(&self) -> bool {
        self.setters().iter().any(|s| s.of(&self.layouts).is_none())
    }

    /// May a turn of this seat hold several steps?
    fn alone(&self, seat: Seat) -> bool {
        !self.solvers().contains(seat.other()) || seat.other().of(&self.hunts).end.is_some()
    }

    /// The header and the codes of a seat's layout, as far as the options tell them.
    fn told(&self, owner: Seat) -> (Option<Header>, Option<Codes>) {
        let Some(layout) = owner.of(&self.layouts).as_ref().filter(|_| !self.setting()) else { return (None, None) };
        let info = self.options.info();
        let header = (info >= Info::Header).then(|| Header::of(layout));
        let codes = (info >= Info::Codes).then(|| Codes::of(layout, info == Info::Directions));
        (header, codes)
    }

    /// A layout from the seed, another one each time that the seat places.
    fn random(&self, seat: Seat) -> Layout {
        let stream = 16 + 2 * u64::from(*seat.of(&self.placed)) + u64::from(seat.number());
        Layout::random(&mut Dice::new(self.seed, stream), self.options.delta_tips)
    }

    /// All that a solver knows.
    fn clues(&self, seat: Seat) -> solver::Clues {
        let (header, codes) = self.told(seat.other());
        let hunt = seat.of(&self.hunts);
        solver::Clues {
            delta_tips: self.options.delta_tips,
            origo: self.options.origo,
            header,
            codes,
            told: hunt.told.clone(),
            not: hunt.wrong.clone(),
        }
    }

    fn count_candidates(&mut self, seat: Seat) {
        if self.options.hints && self.solvers().contains(seat) && seat.of(&self.hunts).end.is_none() {
            let found = solver::search(&self.clues(seat), &solver::Limits::HINT);
            seat.of_mut(&mut self.hunts).candidates = Some((found.count, found.complete));
        }
    }

    fn place(&self, seat: Seat, replace: bool, plan: &Plan) -> Result<(Self, Vec<Phrase>), Illegal> {
        let again = seat.of(&self.layouts).is_some() && !replace;
        if !self.setting() || !self.setters().contains(seat) || again {
            return Err(Illegal::one(Phrase::new("locked")));
        }
        let layout = plan.check(self.options.delta_tips).map_err(|faults| Illegal { faults })?;
        let mut next = self.clone();
        *seat.of_mut(&mut next.layouts) = Some(layout);
        *seat.of_mut(&mut next.placed) += 1;
        let mut phrases = Vec::new();
        if !next.setting() {
            for owner in next.setters().iter() {
                let (header, codes) = next.told(owner);
                phrases.extend(header.map(|h| header_phrase(&h).seat("of", owner)));
                phrases.extend(codes.map(|c| codes_phrase(&c).seat("of", owner)));
            }
            // the contract puts the owner first
            phrases.iter_mut().for_each(|p| p.args.rotate_right(1));
        }
        let manner = if next.setting() { "waits" } else { "both" };
        phrases.insert(0, Phrase::new("placed").seat("seat", seat).manner(manner));
        if !next.setting() {
            for solver in Seat::BOTH {
                next.count_candidates(solver);
            }
        }
        Ok((next, phrases))
    }

    fn shoot(&self, seat: Seat, shots: &[Shot]) -> Result<(Self, Vec<Phrase>), Illegal> {
        if shots.len() > 1 && !self.alone(seat) {
            return Err(Illegal::one(Phrase::new("two-moves").terms("turns", shots)));
        }
        let owner = seat.other().of(&self.layouts);
        // the server's puzzle is solved without shots
        let Some(layout) = owner.as_ref().filter(|_| self.puzzle.is_none()) else {
            return Err(Illegal::one(seat.of(&self.hunts).left(Phrase::new("no-steps"), true)));
        };
        let mut next = self.clone();
        let hunt = seat.of_mut(&mut next.hunts);
        let (mut faults, mut phrases) = (Vec::new(), Vec::new());
        for shot in shots {
            match hunt.check(shot) {
                Ok(cells) => {
                    let reply = Reply::of(layout, shot.step, &cells, self.options.origo, self.options.strict);
                    phrases.push(answer_phrase(shot.step, &reply));
                    hunt.told.push(shots::Told { step: shot.step, cells, reply });
                }
                Err(more) => faults.extend(more),
            }
        }
        if let Some((last, before)) = faults.split_last_mut() {
            // what is still allowed is said once, at the end
            before.iter_mut().for_each(|fault| fault.manner = Some("more"));
            last.manner = Some("last");
            return Err(Illegal { faults });
        }
        next.count_candidates(seat);
        next.pass(seat);
        Ok((next, phrases))
    }

    fn solve(&self, seat: Seat, plan: &Plan) -> Result<(Self, Vec<Phrase>), Illegal> {
        let guess = plan.check(self.options.delta_tips).map_err(|faults| Illegal { faults })?;
        let mut next = self.clone();
        let right = seat.other().of(&self.layouts).as_ref() == Some(&guess);
        let hunt = seat.of_mut(&mut next.hunts);
        let mut phrases = vec![Phrase::new(if right { "right" } else { "wrong" })];
        if right {
            hunt.end = Some(End::Solved);
        } else {
            hunt.wrong.push(guess);
            if hunt.wrong.len() >= hunt::WRONG {
                hunt.end = Some(End::GivenUp);
                phrases.push(Phrase::new("gave-up").seat("seat", seat));
            }
        }
        next.count_candidates(seat);
        next.pass(seat);
        Ok((next, phrases))
    }

    fn stop(&self, seat: Seat) -> (Self, Vec<Phrase>) {
        let mut next = self.clone();
        seat.of_mut(&mut next.hunts).end = Some(End::GivenUp);
        next.pass(seat);
        (next, vec![Phrase::new("gave-up").seat("seat", seat)])
    }

    /// The turn goes to the other side unless it has finished.
    fn pass(&mut self, seat: Seat) {
        if !self.alone(seat) {
            self.turn = seat.other();
        }
    }
}

/// `header waterlines=1 islands=4,3,3 docked=7`: islands keep their order, so they are one term.
pub(super) fn header_phrase(header: &Header) -> Phrase {
    Phrase::new("header")
        .number("waterlines", header.waterlines)
        .term("islands", header.island_list())
        .number("docked", header.docked)
}

fn codes_phrase(codes: &Codes) -> Phrase {
    Phrase::new("codes")
        .term("a", join(codes.list(Kind::Alpha)))
        .term("b", join(codes.list(Kind::Beta)))
        .term("g", join(codes.list(Kind::Gamma)))
        .term("d", join(codes.list(Kind::Delta)))
}

/// `answer A b^ 2__ 0^_`, `answer O 2 ships=b:2,g:1 islands=4:3,1:1`, `answer D spoiled`.
fn answer_phrase(step: Step, reply: &Reply) -> Phrase {
    let phrase = Phrase::new("answer").term("step_", step);
    match reply {
        Reply::Origin(cell, around) => {
            phrase.term("answer_", cell).term("ships", around.ship_list()).term("islands", around.island_list())
        }
        other => phrase.term("answer_", other),
    }
}

impl Rules for Smyoz {
    const NAME: &'static str = "smyoz";
    const EDITION: u32 = 1;
    const GRAMMAR: &'static str = include_str!("../../../grammar/smyoz.abnf");
    const EVENINGS: &'static [&'static str] = &[
        include_str!("../../../examples/smyoz-duel.mbox"),
        include_str!("../../../examples/smyoz-problem.mbox"),
        include_str!("../../../examples/smyoz-puzzle.mbox"),
    ];
    const HIDDEN: bool = true;
    const OPTIONS: &'static [&'static str] = options::KEYS;
    type Options = Options;
    type Turn = Turn;

    fn puzzle(seed: u64, grade: Option<&str>) -> Option<Result<super::Puzzled, OptionFault>> {
        let grade = match grade.map_or(Ok(options::Grade::default()), options::Grade::read) {
            Ok(grade) => grade,
            Err(fault) => return Some(Err(fault)),
        };
        let puzzle = generator::generate(seed, grade, generator::Terms::of(grade));
        let text = puzzle.to_toml().unwrap_or_default();
        Some(Ok(super::Puzzled { text, view: puzzle.view(false) }))
    }

    fn solve(text: &str) -> Option<Result<super::Solved, String>> {
        let mut puzzle = match generator::Puzzle::from_toml(text) {
            Ok(puzzle) => puzzle,
            Err(fault) => return Some(Err(fault.to_string())),
        };
        // two are enough to say that there is more than one
        let found = generator::solve(&puzzle, 2);
        let layouts = found.layouts.iter().map(|layout| {
            puzzle.solution = Some(layout.clone());
            puzzle.view(true)
        });
        Some(Ok(super::Solved { solutions: layouts.collect(), complete: found.complete }))
    }

    fn options(pairs: &Pairs) -> Result<Options, OptionFault> {
        Options::read(pairs)
    }

    fn seed(options: &Options) -> Option<u64> {
        options.seed
    }

    fn wants_seed(_options: &Options) -> bool {
        // anybody may place at random; a puzzle is drawn
        true
    }

    fn seats(options: &Options) -> u8 {
        if options.mode == Mode::Puzzle { 1 } else { 2 }
    }

    fn start(options: &Options, seed: u64) -> Self {
        let puzzle = (options.mode == Mode::Puzzle).then(|| {
            let terms = generator::Terms { info: options.info(), origo: options.origo, delta_tips: options.delta_tips };
            Arc::new(generator::generate(seed, options.grade, terms))
        });
        let mut hunts: [Hunt; 2] = Default::default();
        if let Some(puzzle) = &puzzle {
            Seat::One.of_mut(&mut hunts).told.clone_from(&puzzle.told);
        }
        Self {
            turn: match options.mode {
                Mode::Duel => options.first.seat(seed),
                Mode::Problem => Seat::Two,
                Mode::Puzzle => Seat::One,
            },
            options: options.clone(),
            seed,
            layouts: [None, puzzle.as_ref().and_then(|p| p.solution.clone())],
            placed: [0, 0],
            hunts,
            puzzle,
        }
    }

    fn read(text: &str, reader: Reader<'_, Self>) -> Result<Turn, Unreadable> {
        Ok(match notation::read(text)? {
            notation::Text::Turn(turn) => turn,
            notation::Text::Random { replace } => {
                Turn::Place { replace, plan: Plan::from(&reader.position.random(reader.seat)) }
            }
        })
    }

    fn may_be_turn(text: &str) -> bool {
        notation::may_be_turn(text)
    }

    fn opens_block(line: &str, _lang: Lang) -> bool {
        notation::opens_block(line)
    }

    fn secret(turn: &Turn) -> bool {
        matches!(turn, Turn::Place { .. })
    }

    fn spell(&self, term: &str, lang: Lang) -> String {
        notation::spell(term, lang)
    }

    fn to_act(&self) -> Seats {
        if self.outcome().is_some() {
            Seats::NONE
        } else if self.setting() {
            self.setters()
        } else {
            Seats::only(self.turn)
        }
    }

    fn play(&self, seat: Seat, turn: &Turn) -> Result<(Self, Vec<Phrase>), Illegal> {
        if !self.to_act().contains(seat) {
            return Err(Illegal::one(Phrase::new("not-your-turn").seat("seat", seat.other())));
        }
        match turn {
            Turn::Place { replace, plan } => self.place(seat, *replace, plan),
            _ if self.setting() => Err(Illegal::one(Phrase::new("place-first"))),
            Turn::Steps(shots) => self.shoot(seat, shots),
            Turn::Solve(plan) => self.solve(seat, plan),
            Turn::Stop => Ok(self.stop(seat)),
        }
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Turn>> {
        if self.to_act().contains(seat) { None } else { Some(Vec::new()) }
    }

    fn view(&self, eye: Eye) -> View {
        view::view(self, eye)
    }

    fn outcome(&self) -> Option<Outcome> {
        let [one, two] = &self.hunts;
        let won = |winner: Option<Seat>, reason| Some(Outcome { winner, reason });
        match self.options.mode {
            Mode::Duel => {
                let ends = (one.end?, two.end?);
                match ends {
                    (End::Solved, End::Solved) => won(
                        match one.score().cmp(&two.score()) {
                            std::cmp::Ordering::Less => Some(Seat::One),
                            std::cmp::Ordering::Greater => Some(Seat::Two),
                            std::cmp::Ordering::Equal => None,
                        },
                        "score",
                    ),
                    (End::Solved, End::GivenUp) => won(Some(Seat::One), "solved"),
                    (End::GivenUp, End::Solved) => won(Some(Seat::Two), "solved"),
                    (End::GivenUp, End::GivenUp) => won(None, "unsolved"),
                }
            }
            Mode::Problem | Mode::Puzzle => {
                let solver = self.solvers().iter().next()?;
                match solver.of(&self.hunts).end? {
                    End::Solved => won(Some(solver), "solved"),
                    End::GivenUp => won(Some(solver.other()), "unsolved"),
                }
            }
        }
    }

    fn dump(&self) -> String {
        let layout = |seat: Seat| seat.of(&self.layouts).as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        format!(
            "{} 1={} 2={} placed={} turn={} hunt1={} hunt2={}",
            self.options.mode.word(),
            layout(Seat::One),
            layout(Seat::Two),
            join(&self.placed),
            self.turn,
            Seat::One.of(&self.hunts),
            Seat::Two.of(&self.hunts),
        )
    }

    fn example(_lang: Lang) -> &'static str {
        notation::EXAMPLE
    }
}
