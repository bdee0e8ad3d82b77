//! The rules. A position knows no mail, clock, disk, language or chance but recorded dice.
//!
//! A game implements [`Rules`]; the implementor *is* the position. A blanket implementation erases it to
//! [`Position`], and [`GAMES`] is the registry of all games. Nothing outside a game's own folder matches on a game.

pub mod ataxx;
pub mod battleship;
mod erased;
pub mod furthest;
pub mod grid;
pub mod options;
pub mod pentomino;
pub mod phrase;
pub mod seat;
pub mod smyoz;
pub mod thoughtwave;
pub mod view;

use std::fmt;
use std::marker::PhantomData;

use erased::Entry;
pub use erased::{Game, Opened, Played, Position, Refusal};
pub use options::{OptionFault, Pairs};
pub use phrase::{Audience, Lang, Phrase, Value};
pub use seat::{Eye, Seat, Seats};
pub use view::View;

/// The rules of one game, and one position in it.
///
/// Laws, which the tests hold on every prefix of every vector and of random play: a refused turn leaves no trace
/// (there is nothing to leave it in: `play` takes `&self`); a turn's `Display` is its one canonical spelling, and
/// [`Rules::read`] in English reads it back to the same turn; folding the canonical turns gives the same `dump`.
pub trait Rules: Clone + Send + Sync + 'static {
    /// The name on the command line, lower-case ASCII.
    const NAME: &'static str;
    /// Raised whenever the same log would lead to another position.
    const EDITION: u32;
    /// The grammar file of the game's notation.
    const GRAMMAR: &'static str;
    /// Complete evenings of play, each an mbox that replays: what `demo` plays.
    const EVENINGS: &'static [&'static str];
    /// Do set-ups stay hidden while the game runs? Then its log is a secret as well.
    const HIDDEN: bool = false;
    /// Are turns written otherwise in each language? Else [`Rules::read`] takes no notice of the reader's.
    const TRANSLATED: bool = false;
    /// The option keys, in the order in which help lists them.
    const OPTIONS: &'static [&'static str];
    /// The read options; `Display` is canonical: `key=value` of all that differs from the default, in the order of
    /// [`Rules::OPTIONS`], separated by blanks, values with blanks in double quotes.
    type Options: Default + Clone + fmt::Display + Send + Sync + 'static;
    /// Everything that a player does in one go; `Display` is the canonical spelling.
    type Turn: Clone + PartialEq + fmt::Display;

    /// Reads the options. `first=` and `seed=` are among the pairs; [`options::First`] reads the former.
    ///
    /// # Errors
    /// The first option that cannot be used.
    fn options(pairs: &Pairs) -> Result<Self::Options, OptionFault>;

    /// The seed in the options, if one was given.
    fn seed(options: &Self::Options) -> Option<u64>;

    /// Does the opening or a later turn draw from the seed? Then the start line must record one.
    fn wants_seed(options: &Self::Options) -> bool;

    /// How many players sit down: 1 or 2.
    fn seats(_options: &Self::Options) -> u8 {
        2
    }

    /// The opening position. Options that were read always give one.
    fn start(options: &Self::Options, seed: u64) -> Self;

    /// Reads a turn in the reader's notation. The text is folded already (see `letter::fold`), one logical line; a
    /// drawing's lines are joined by `\n`.
    ///
    /// # Errors
    /// [`Unreadable`] where the text is no turn in this notation. A turn that is readable but not allowed is not an
    /// error here.
    fn read(text: &str, reader: Reader<'_, Self>) -> Result<Self::Turn, Unreadable>;

    /// False where the text surely neither is a turn nor opens a drawing, whatever the reader's language is, also
    /// without punctuation behind it. A look at it tells: most lines of a letter are none.
    fn may_be_turn(_text: &str) -> bool {
        true
    }

    /// Does this line open a drawing, so that the lines below belong to the same turn?
    fn opens_block(_line: &str, _lang: Lang) -> bool {
        false
    }

    /// Is the turn its player's secret, so that nobody else may be told it (a set-up)? Then the phrases that
    /// [`Rules::play`] gives say what the others may know.
    fn secret(_turn: &Self::Turn) -> bool {
        false
    }

    /// A turn that the referee plays for a seat at once, because it is the only one and nothing to decide: a pass.
    fn forced(&self) -> Option<(Seat, Self::Turn)> {
        None
    }

    /// Is the opening fit for a game between people? Stricter than the options, which take any well-formed position.
    ///
    /// # Errors
    /// What is wrong with it.
    fn fair(&self) -> Result<(), Phrase> {
        Ok(())
    }

    /// Makes a puzzle of a grade; `None` where the game has none.
    ///
    /// # Errors
    /// A grade that there is not.
    fn puzzle(_seed: u64, _grade: Option<&str>) -> Option<Result<Puzzled, OptionFault>> {
        None
    }

    /// Solves a puzzle in the text form that [`Rules::puzzle`] gives; `None` where the game has none.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn solve(_text: &str) -> Option<Result<Solved, String>> {
        None
    }

    /// Reads a drawn board as the value of the option `position`.
    ///
    /// # Errors
    /// An [`OptionFault`] where the game takes no picture, or cannot read this one.
    fn picture(_picture: &str) -> Result<String, OptionFault> {
        Err(OptionFault::conflict("picture", "", "no-picture", Self::NAME))
    }

    /// Adds options that follow from the players' languages, where they are not given.
    fn adapt(_pairs: &mut Vec<(String, String)>, _langs: &[Lang]) {}

    /// Spells a canonical turn or term in a reader's notation. Unknown terms come back as they are.
    fn spell(&self, term: &str, _lang: Lang) -> String {
        term.to_owned()
    }

    /// Who is to act. Empty when the game is over.
    fn to_act(&self) -> Seats;

    /// Plays a turn of a seat that is to act: all or nothing.
    ///
    /// # Errors
    /// [`Illegal`] with every broken rule.
    fn play(&self, seat: Seat, turn: &Self::Turn) -> Result<(Self, Vec<Phrase>), Illegal>;

    /// All legal turns of a seat; empty where it is not to act; `None` where listing is hopeless.
    fn legal(&self, seat: Seat) -> Option<Vec<Self::Turn>>;

    /// What the eye may see, built up from nothing.
    fn view(&self, eye: Eye) -> View;

    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;

    /// The whole position in one line, for digests and admins; never mailed.
    fn dump(&self) -> String;

    /// How many lines of play of this length there are; `None` where listing is hopeless. A finished game has none.
    fn perft(&self, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut nodes = 0;
        for seat in self.to_act().iter() {
            for turn in self.legal(seat)? {
                if let Ok((next, _)) = self.play(seat, &turn) {
                    nodes += next.perft(depth - 1)?;
                }
            }
        }
        Some(nodes)
    }

    /// An example of a turn as it looks in this language, for texts about the notation (`ew@E5`).
    fn example(lang: Lang) -> &'static str;
}

/// Who reads a turn: language, position and seat.
pub struct Reader<'a, R> {
    /// The language whose notation is read.
    pub lang: Lang,
    /// The position in which the turn is to be played.
    pub position: &'a R,
    /// Whose turn text it is.
    pub seat: Seat,
}

impl<R> Clone for Reader<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R> Copy for Reader<'_, R> {}

/// Text that is no turn: not understood (as opposed to [`Illegal`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where reading stopped: the offset in characters (not bytes) of the text.
    pub at: usize,
    /// What could stand there: ids of Fluent messages such as `expect-cell`.
    pub expected: Vec<&'static str>,
}

/// A turn that is understood but not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Every broken rule that is told; at least one.
    pub faults: Vec<Phrase>,
}

impl Illegal {
    /// One broken rule.
    #[must_use]
    pub fn one(fault: Phrase) -> Self {
        Self { faults: vec![fault] }
    }

    /// The ids, each once, sorted bytewise, joined by `,`: the line protocol's spelling.
    #[must_use]
    pub fn ids(&self) -> String {
        let mut ids: Vec<&str> = self.faults.iter().map(|f| f.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.join(",")
    }
}

/// How a game ended. Who won and why are two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Seat>,
    /// The reason's id, as the command-line contract spells it: `link`, `resigned`.
    pub reason: &'static str,
}

/// A puzzle that was made.
pub struct Puzzled {
    /// Its text form (TOML).
    pub text: String,
    /// Its drawing, unsolved.
    pub view: View,
}

/// What a solver found.
pub struct Solved {
    /// Drawings of the solutions, two at most.
    pub solutions: Vec<View>,
    /// Was everything searched, so that there are no more?
    pub complete: bool,
}

/// All games, in the order in which help lists them.
pub const GAMES: &[&dyn Game] = &[
    &Entry::<thoughtwave::Thoughtwave>(PhantomData),
    &Entry::<ataxx::Ataxx>(PhantomData),
    &Entry::<battleship::Battleship>(PhantomData),
    &Entry::<pentomino::Pentomino>(PhantomData),
    &Entry::<smyoz::Smyoz>(PhantomData),
];

/// Finds a game by its name, in any case.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|g| g.name().eq_ignore_ascii_case(name))
}
