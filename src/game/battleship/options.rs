//! The options of Battleship.

use std::fmt;

use super::alphabet::Alphabet;
use super::waters::{Bent, Fleet, Waters};
use super::{Battleship, random};
use crate::game::options::{First, seed};
use crate::game::{OptionFault, Pairs, Rules};

/// When the move goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Turns {
    /// A hit gives another shot; the first miss ends the turn.
    #[default]
    UntilMiss,
    /// One shot each.
    Alternate,
}

impl Turns {
    /// The option's value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::UntilMiss => "until-miss",
            Self::Alternate => "alternate",
        }
    }
}

/// The Russian words of the three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// «Мимо!», «Ранил!», «Убил!»
    #[default]
    MimoRanilUbil,
    /// «Промах!», «Ранил!», «Потопил!»
    PromakhRanilPotopil,
    /// «Промах!», «Попал!», «Потопил!»
    PromakhPopalPotopil,
}

impl Style {
    const ALL: [Self; 3] = [Self::MimoRanilUbil, Self::PromakhRanilPotopil, Self::PromakhPopalPotopil];

    /// The option's value in ASCII, which is also the manner in which answers are said.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::MimoRanilUbil => "mimo-ranil-ubil",
            Self::PromakhRanilPotopil => "promakh-ranil-potopil",
            Self::PromakhPopalPotopil => "promakh-popal-potopil",
        }
    }

    /// The option's value in its own letters.
    const fn cyrillic(self) -> &'static str {
        match self {
            Self::MimoRanilUbil => "мимо-ранил-убил",
            Self::PromakhRanilPotopil => "промах-ранил-потопил",
            Self::PromakhPopalPotopil => "промах-попал-потопил",
        }
    }
}

/// Options that were read; a fleet that they name finds room on their board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rows and columns, 3 to 15.
    pub(super) size: usize,
    /// Which ships there are, where it isn't the board's usual fleet.
    fleet: Option<Fleet>,
    /// May ships touch by corners?
    pub(super) corners: bool,
    /// Which bent ships are allowed.
    pub(super) bent: Bent,
    /// When the move goes over.
    pub(super) turns: Turns,
    /// The letters of the columns.
    pub(super) alphabet: Alphabet,
    /// The Russian words of the answers.
    pub(super) style: Style,
    /// Has the second player a last turn when the first one has sunk everything?
    pub(super) last_shot: bool,
    /// Who moves first.
    pub(super) first: First,
    /// The seed, where one was given.
    pub(super) seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: 10,
            fleet: None,
            corners: false,
            bent: Bent::default(),
            turns: Turns::default(),
            alphabet: Alphabet::default(),
            style: Style::default(),
            last_shot: false,
            first: First::default(),
            seed: None,
        }
    }
}

impl Options {
    /// Which ships there are: the classic fleet, on a board of 15 the big one, if nothing else was said.
    pub(super) fn fleet(&self) -> Fleet {
        self.fleet.unwrap_or_else(|| usual(self.size))
    }

    /// The sea that they describe.
    pub(super) fn waters(&self) -> Waters {
        Waters::new(self.size, self.fleet(), self.corners, self.bent)
    }
}

const fn usual(size: usize) -> Fleet {
    if size == 15 { Fleet::BIG } else { Fleet::CLASSIC }
}

/// Reads the options.
///
/// # Errors
/// The first option that cannot be used, in the order of [`Rules::OPTIONS`].
pub(super) fn read(pairs: &Pairs) -> Result<Options, OptionFault> {
    let mut options = Options::default();
    let given = |key: &str| pairs.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str());
    for key in Battleship::OPTIONS {
        let Some(value) = given(key) else { continue };
        let bad = |allowed: &str| OptionFault::value(key, value, allowed);
        match *key {
            "size" => options.size = number(value).filter(|n| (3..=15).contains(n)).ok_or_else(|| bad("3-15"))?,
            "fleet" => {
                options.fleet = match value {
                    "classic" => Some(Fleet::CLASSIC),
                    "big" => Some(Fleet::BIG),
                    counts => Some(fleet(counts).ok_or_else(|| bad("classic|big|0,1,2,3,4 (0-225)"))?),
                };
            }
            "touch" => {
                options.corners = match value {
                    "none" => false,
                    "corner" => true,
                    _ => return Err(bad("none|corner")),
                };
            }
            "bent" => options.bent = bent(value).ok_or_else(|| bad("none|G,square,zigzag"))?,
            "turns" => {
                options.turns = one_of([Turns::UntilMiss, Turns::Alternate], |t| t.word() == value)
                    .ok_or_else(|| bad("until-miss|alternate"))?;
            }
            "alphabet" => {
                let lower = value.to_lowercase();
                let is_word = |a: &Alphabet| matches!(a, Alphabet::Respublika | Alphabet::Snegurochka);
                let named = |a: &Alphabet| a.word() == lower || is_word(a) && a.letters() == lower;
                options.alphabet = one_of(Alphabet::ALL, named)
                    .ok_or_else(|| bad("lat|ru|ru-yo|respublika|snegurochka|республика|снегурочка"))?;
                if options.alphabet.letters().chars().count() < options.size {
                    return Err(OptionFault::conflict(key, value, "alphabet-too-short", options.size));
                }
            }
            "style" => {
                let lower = value.to_lowercase();
                options.style = one_of(Style::ALL, |s| s.word() == lower || s.cyrillic() == lower)
                    .ok_or_else(|| bad(&Style::ALL.map(Style::cyrillic).join("|")))?;
            }
            "last_shot" => {
                options.last_shot = match value {
                    "no" => false,
                    "yes" => true,
                    _ => return Err(bad("no|yes")),
                };
            }
            "first" => options.first = First::read(value)?,
            "seed" => options.seed = Some(seed(value)?),
            _ => {}
        }
    }
    options.fleet = options.fleet.filter(|fleet| *fleet != usual(options.size));
    if random::fits(&options.waters()).is_none() {
        // where no fleet was named, the size asks for too much
        let (key, value) = given("fleet").map_or(("size", given("size")), |fleet| ("fleet", Some(fleet)));
        let fleet = options.fleet().terms().join(",");
        return Err(OptionFault::conflict(key, value.unwrap_or("10"), "fleet-does-not-fit", fleet));
    }
    Ok(options)
}

fn one_of<T: Copy, const N: usize>(all: [T; N], named: impl Fn(&T) -> bool) -> Option<T> {
    all.into_iter().find(named)
}

/// A plain number: digits alone, no sign.
fn number<T: std::str::FromStr>(value: &str) -> Option<T> {
    value.bytes().all(|b| b.is_ascii_digit()).then(|| value.parse().ok()).flatten()
}

/// Five counts from five-deckers down, one ship at least. More than there are cells on any board is no fleet.
fn fleet(value: &str) -> Option<Fleet> {
    let counts: Vec<usize> = value.split(',').map(number).collect::<Option<_>>()?;
    let fleet = Fleet::from_counts(counts.try_into().ok().filter(|c: &[usize; 5]| c.iter().all(|n| *n <= 225))?);
    (fleet.ships() > 0).then_some(fleet)
}

/// `none`, or names of bent ships joined by commas, each once.
fn bent(value: &str) -> Option<Bent> {
    let mut bent = Bent::default();
    if value == "none" {
        return Some(bent);
    }
    for name in value.split(',') {
        let flag = match name {
            "G" | "g" => &mut bent.g,
            "square" => &mut bent.square,
            "zigzag" => &mut bent.zigzag,
            _ => return None,
        };
        if std::mem::replace(flag, true) {
            return None;
        }
    }
    Some(bent)
}

/// The spelling of `bent=`.
pub(super) fn write_bent(bent: Bent) -> String {
    let names = [(bent.g, "G"), (bent.square, "square"), (bent.zigzag, "zigzag")];
    let some: Vec<&str> = names.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect();
    if some.is_empty() { "none".to_owned() } else { some.join(",") }
}

/// What differs from the default, in the order of [`Rules::OPTIONS`]. All of it is ASCII, so that it travels in a
/// header field.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::default();
        let mut words: Vec<String> = Vec::new();
        let mut add = |key: &str, differs: bool, value: String| {
            if differs {
                words.push(format!("{key}={value}"));
            }
        };
        let fleet = match self.fleet() {
            Fleet::CLASSIC => "classic".to_owned(),
            Fleet::BIG => "big".to_owned(),
            other => other.to_string(),
        };
        add("size", self.size != default.size, self.size.to_string());
        add("fleet", self.fleet.is_some(), fleet);
        add("touch", self.corners, "corner".to_owned());
        add("bent", self.bent != default.bent, write_bent(self.bent));
        add("turns", self.turns != default.turns, self.turns.word().to_owned());
        add("alphabet", self.alphabet != default.alphabet, self.alphabet.word().to_owned());
        add("style", self.style != default.style, self.style.word().to_owned());
        add("last_shot", self.last_shot, "yes".to_owned());
        add("first", self.first != default.first, self.first.to_string());
        add("seed", self.seed.is_some(), self.seed.map_or_else(String::new, |s| s.to_string()));
        f.write_str(&words.join(" "))
    }
}
