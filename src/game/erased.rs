//! Games and positions with their types erased: what all that is no game sees of one.

use std::marker::PhantomData;

use super::{Eye, Illegal, Lang, OptionFault, Outcome, Pairs, Phrase, Puzzled, Reader, Rules, Seat, Seats, Solved};
use super::{Unreadable, View};

/// A turn that was played: the next position, the canonical spelling, and what happened.
pub struct Played {
    /// The position after it.
    pub next: Box<dyn Position>,
    /// The canonical spelling that goes into the log.
    pub turn: String,
    /// Is the turn its player's secret?
    pub secret: bool,
    /// What happened, in order.
    pub phrases: Vec<Phrase>,
}

/// Why a turn was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not understood.
    Unreadable(Unreadable),
    /// Not allowed.
    Illegal(Illegal),
}

/// A position with its game's type erased.
pub trait Position: Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn Game;
    /// A copy.
    fn copy(&self) -> Box<dyn Position>;
    /// See [`Rules::read`]; gives the canonical spelling.
    ///
    /// # Errors
    /// [`Unreadable`] as there.
    fn read(&self, text: &str, lang: Lang, seat: Seat) -> Result<String, Unreadable>;
    /// See [`Rules::may_be_turn`].
    fn may_be_turn(&self, text: &str) -> bool;
    /// See [`Rules::TRANSLATED`].
    fn translated(&self) -> bool;
    /// See [`Rules::spell`].
    fn spell(&self, term: &str, lang: Lang) -> String;
    /// See [`Rules::to_act`].
    fn to_act(&self) -> Seats;
    /// Plays a turn in its canonical spelling.
    ///
    /// # Errors
    /// [`Refusal`] where it is not understood or not allowed.
    fn play(&self, seat: Seat, turn: &str) -> Result<Played, Refusal>;
    /// See [`Rules::secret`]; the turn in its canonical spelling, legal or not.
    fn secret(&self, turn: &str) -> bool;
    /// See [`Rules::legal`]; canonical spellings sorted bytewise.
    fn legal(&self, seat: Seat) -> Option<Vec<String>>;
    /// See [`Rules::view`].
    fn view(&self, eye: Eye) -> View;
    /// See [`Rules::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Rules::forced`].
    fn forced(&self) -> Option<(Seat, String)>;
    /// See [`Rules::fair`].
    ///
    /// # Errors
    /// As there.
    fn fair(&self) -> Result<(), Phrase>;
    /// See [`Rules::dump`].
    fn dump(&self) -> String;
    /// See [`Rules::perft`].
    fn perft(&self, depth: u32) -> Option<u64>;
}

struct Erased<R>(R);

impl<R: Rules> Position for Erased<R> {
    fn game(&self) -> &'static dyn Game {
        &Entry::<R>(PhantomData)
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(Self(self.0.clone()))
    }

    fn read(&self, text: &str, lang: Lang, seat: Seat) -> Result<String, Unreadable> {
        R::read(text, Reader { lang, position: &self.0, seat }).map(|t| t.to_string())
    }

    fn may_be_turn(&self, text: &str) -> bool {
        R::may_be_turn(text)
    }

    fn translated(&self) -> bool {
        R::TRANSLATED
    }

    fn spell(&self, term: &str, lang: Lang) -> String {
        self.0.spell(term, lang)
    }

    fn to_act(&self) -> Seats {
        self.0.to_act()
    }

    fn play(&self, seat: Seat, turn: &str) -> Result<Played, Refusal> {
        let turn = R::read(turn, Reader { lang: Lang::En, position: &self.0, seat }).map_err(Refusal::Unreadable)?;
        let (next, phrases) = self.0.play(seat, &turn).map_err(Refusal::Illegal)?;
        Ok(Played { next: Box::new(Self(next)), turn: turn.to_string(), secret: R::secret(&turn), phrases })
    }

    fn secret(&self, turn: &str) -> bool {
        let reader = Reader { lang: Lang::En, position: &self.0, seat: Seat::One };
        R::read(turn, reader).is_ok_and(|turn| R::secret(&turn))
    }

    fn legal(&self, seat: Seat) -> Option<Vec<String>> {
        let mut turns: Vec<String> = self.0.legal(seat)?.iter().map(ToString::to_string).collect();
        turns.sort_unstable();
        Some(turns)
    }

    fn view(&self, eye: Eye) -> View {
        self.0.view(eye)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn forced(&self) -> Option<(Seat, String)> {
        self.0.forced().map(|(seat, turn)| (seat, turn.to_string()))
    }

    fn fair(&self) -> Result<(), Phrase> {
        self.0.fair()
    }

    fn dump(&self) -> String {
        self.0.dump()
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        self.0.perft(depth)
    }
}

/// A game of the registry, its type erased.
pub trait Game: Send + Sync {
    /// See [`Rules::NAME`].
    fn name(&self) -> &'static str;
    /// See [`Rules::EDITION`].
    fn edition(&self) -> u32;
    /// See [`Rules::GRAMMAR`].
    fn grammar(&self) -> &'static str;
    /// See [`Rules::EVENINGS`].
    fn evenings(&self) -> &'static [&'static str];
    /// See [`Rules::HIDDEN`].
    fn hidden(&self) -> bool;
    /// See [`Rules::picture`].
    ///
    /// # Errors
    /// As there.
    fn picture(&self, picture: &str) -> Result<String, OptionFault>;
    /// See [`Rules::puzzle`].
    ///
    /// # Errors
    /// As there.
    fn puzzle(&self, seed: u64, grade: Option<&str>) -> Option<Result<Puzzled, OptionFault>>;
    /// See [`Rules::solve`].
    ///
    /// # Errors
    /// As there.
    fn solve(&self, text: &str) -> Option<Result<Solved, String>>;
    /// See [`Rules::adapt`].
    fn adapt(&self, pairs: &mut Vec<(String, String)>, langs: &[Lang]);
    /// See [`Rules::OPTIONS`].
    fn option_keys(&self) -> &'static [&'static str];
    /// See [`Rules::example`].
    fn example(&self, lang: Lang) -> &'static str;
    /// See [`Rules::opens_block`].
    fn opens_block(&self, line: &str, lang: Lang) -> bool;
    /// Reads the options and opens a game. `draw` supplies a seed where the game wants one and the options have none.
    ///
    /// # Errors
    /// The first option that cannot be used.
    fn open(&self, pairs: &Pairs, draw: &mut dyn FnMut() -> u64) -> Result<Opened, OptionFault>;
}

/// A game that was opened.
pub struct Opened {
    /// The canonical options, with the seed if one is drawn from: what the start line records.
    pub options: String,
    /// How many players sit down.
    pub seats: u8,
    /// The opening position.
    pub position: Box<dyn Position>,
}

/// A game of the registry.
pub(super) struct Entry<R>(pub(super) PhantomData<fn() -> R>);

impl<R: Rules> Game for Entry<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn edition(&self) -> u32 {
        R::EDITION
    }

    fn grammar(&self) -> &'static str {
        R::GRAMMAR
    }

    fn evenings(&self) -> &'static [&'static str] {
        R::EVENINGS
    }

    fn hidden(&self) -> bool {
        R::HIDDEN
    }

    fn picture(&self, picture: &str) -> Result<String, OptionFault> {
        R::picture(picture)
    }

    fn puzzle(&self, seed: u64, grade: Option<&str>) -> Option<Result<Puzzled, OptionFault>> {
        R::puzzle(seed, grade)
    }

    fn solve(&self, text: &str) -> Option<Result<Solved, String>> {
        R::solve(text)
    }

    fn adapt(&self, pairs: &mut Vec<(String, String)>, langs: &[Lang]) {
        R::adapt(pairs, langs);
    }

    fn option_keys(&self) -> &'static [&'static str] {
        R::OPTIONS
    }

    fn example(&self, lang: Lang) -> &'static str {
        R::example(lang)
    }

    fn opens_block(&self, line: &str, lang: Lang) -> bool {
        R::opens_block(line, lang)
    }

    fn open(&self, pairs: &Pairs, draw: &mut dyn FnMut() -> u64) -> Result<Opened, OptionFault> {
        let mut keys = std::collections::BTreeSet::new();
        for (key, _) in pairs {
            if !R::OPTIONS.contains(&key.as_str()) {
                return Err(OptionFault::UnknownKey { key: key.clone(), known: R::OPTIONS.to_vec() });
            }
            if !keys.insert(key) {
                return Err(OptionFault::Repeated { key: key.clone() });
            }
        }
        let mut options = R::options(pairs)?;
        let mut seed = R::seed(&options);
        if seed.is_none() && R::wants_seed(&options) {
            let drawn = draw();
            let mut with_seed = pairs.to_vec();
            with_seed.push(("seed".to_owned(), drawn.to_string()));
            options = R::options(&with_seed)?;
            seed = Some(drawn);
        }
        Ok(Opened {
            options: options.to_string(),
            seats: R::seats(&options),
            position: Box::new(Erased(R::start(&options, seed.unwrap_or(0)))),
        })
    }
}
