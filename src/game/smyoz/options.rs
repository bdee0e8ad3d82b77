//! The options of a game.

use std::fmt;

use crate::game::options::{First, OptionFault, Pairs, seed};

/// The option keys, in the order of help and of the canonical spelling.
pub const KEYS: &[&str] = &["mode", "info", "origo", "delta_tips", "strict", "hints", "grade", "first", "seed"];

/// Makes an option whose values are words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $key:literal, $allowed:literal: $($(#[$vdoc:meta])* $variant:ident = $word:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        pub enum $name {
            $($(#[$vdoc])* $variant),+
        }

        impl $name {
            /// The option's word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Reads the option's word.
            ///
            /// # Errors
            /// [`OptionFault::BadValue`] for any other.
            pub fn read(value: &str) -> Result<Self, OptionFault> {
                match value {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(OptionFault::value($key, value, $allowed)),
                }
            }
        }
    };
}

words! {
    /// Who sets and who solves.
    Mode, "mode", "duel|problem|puzzle":
    /// Both set and both solve.
    #[default]
    Duel = "duel",
    /// Seat 1 sets, seat 2 solves.
    Problem = "problem",
    /// The server sets and shoots, seat 1 solves.
    Puzzle = "puzzle"
}

words! {
    /// What is told before the first step; each value includes those before it.
    Info, "info", "none|header|codes|directions":
    /// Nothing.
    None = "none",
    /// Water lines, islands, docked ships.
    Header = "header",
    /// The ten hint codes too.
    #[default]
    Codes = "codes",
    /// Whether betas and gammas are parallel or perpendicular to the alpha, too.
    Directions = "directions"
}

words! {
    /// Which lattice points belong to the origin's 3 × 3.
    Origo, "origo", "closed|open":
    /// The closed square's 4 × 4.
    #[default]
    Closed = "closed",
    /// The four corners of the shot cell.
    Open = "open"
}

words! {
    /// How hard a puzzle is; see [`super::generator`].
    Grade, "grade", "easy|medium|hard":
    /// A short search.
    Easy = "easy",
    /// In between.
    #[default]
    Medium = "medium",
    /// A long search.
    Hard = "hard"
}

impl Grade {
    /// What a puzzle of this grade tells beforehand.
    #[must_use]
    pub const fn info(self) -> Info {
        match self {
            Self::Easy | Self::Medium => Info::Directions,
            Self::Hard => Info::Codes,
        }
    }
}

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Who sets and who solves.
    pub mode: Mode,
    /// What is told beforehand, if said; see [`Options::info`].
    pub info: Option<Info>,
    /// The origin's points.
    pub origo: Origo,
    /// Do deltas count as four tips?
    pub delta_tips: bool,
    /// Must the cells of D, E and Z be ship cells?
    pub strict: bool,
    /// Does the solver see how many layouts are still possible?
    pub hints: bool,
    /// How hard the server's puzzle is.
    pub grade: Grade,
    /// Who steps first in a duel.
    pub first: First,
    /// The seed of random layouts, lots and puzzles.
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            info: None,
            origo: Origo::default(),
            delta_tips: true,
            strict: false,
            hints: false,
            grade: Grade::default(),
            first: First::default(),
            seed: None,
        }
    }
}

fn yes(key: &str, value: &str) -> Result<bool, OptionFault> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(OptionFault::value(key, value, "yes|no")),
    }
}

impl Options {
    /// Reads the options.
    ///
    /// # Errors
    /// The first value that cannot be used, or a puzzle that would tell too little: without codes it would need more
    /// steps than the rules have.
    pub fn read(pairs: &Pairs) -> Result<Self, OptionFault> {
        let mut options = Self::default();
        for (key, value) in pairs {
            match key.as_str() {
                "mode" => options.mode = Mode::read(value)?,
                "info" => options.info = Some(Info::read(value)?),
                "origo" => options.origo = Origo::read(value)?,
                "delta_tips" => options.delta_tips = yes(key, value)?,
                "strict" => options.strict = yes(key, value)?,
                "hints" => options.hints = yes(key, value)?,
                "grade" => options.grade = Grade::read(value)?,
                "first" => options.first = First::read(value)?,
                "seed" => options.seed = Some(seed(value)?),
                _ => return Err(OptionFault::UnknownKey { key: key.clone(), known: KEYS.to_vec() }),
            }
        }
        match options.info {
            Some(info) if options.mode == Mode::Puzzle && info < Info::Codes => {
                Err(OptionFault::conflict("info", info.word(), "puzzle-info", "mode=puzzle: codes|directions"))
            }
            _ => Ok(options),
        }
    }

    /// What is told beforehand: if not said, the codes, and in easy and medium puzzles the directions too.
    #[must_use]
    pub fn info(&self) -> Info {
        self.info.unwrap_or_else(|| if self.mode == Mode::Puzzle { self.grade.info() } else { Info::default() })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        let flag = |b: bool| if b { "yes" } else { "no" };
        let mut words: Vec<String> = [
            ("mode", self.mode.word(), usual.mode.word()),
            ("info", self.info().word(), Self { info: None, ..self.clone() }.info().word()),
            ("origo", self.origo.word(), usual.origo.word()),
            ("delta_tips", flag(self.delta_tips), flag(usual.delta_tips)),
            ("strict", flag(self.strict), flag(usual.strict)),
            ("hints", flag(self.hints), flag(usual.hints)),
            ("grade", self.grade.word(), usual.grade.word()),
        ]
        .into_iter()
        .filter(|(_, value, usual)| value != usual)
        .map(|(key, value, _)| format!("{key}={value}"))
        .collect();
        if self.first != usual.first {
            words.push(format!("first={}", self.first));
        }
        if let Some(seed) = self.seed {
            words.push(format!("seed={seed}"));
        }
        f.write_str(&words.join(" "))
    }
}
