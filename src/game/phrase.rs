//! Phrases: what happened or what is wrong, as an id with values. Sentences are made of them in `lang`, per reader.

use std::fmt;

use super::seat::{Eye, Seat};

/// A language that players write and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Hungarian.
    Hu,
    /// Russian.
    Ru,
}

impl Lang {
    /// All languages, in the order in which a text is tried.
    pub const ALL: [Self; 3] = [Self::En, Self::Hu, Self::Ru];

    /// The two-letter code of ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Hu => "hu",
            Self::Ru => "ru",
        }
    }

    /// Reads a two-letter code, in any case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|l| l.code().eq_ignore_ascii_case(code))
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A value inside a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A count.
    Number(i64),
    /// A player; letters write the name.
    Seat(Seat),
    /// A turn, a cell, a piece or another term of the game in its canonical spelling; respelled for the reader by [`super::Rules::spell`].
    Term(String),
    /// Several terms; printed joined by `,` and sorted bytewise.
    Terms(Vec<String>),
    /// Text as somebody typed it, printed as it is.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Seat(s) => write!(f, "{s}"),
            Self::Term(t) => f.write_str(t),
            Self::Terms(list) => {
                let mut sorted: Vec<&str> = list.iter().map(String::as_str).collect();
                sorted.sort_unstable();
                f.write_str(&sorted.join(","))
            }
            // the line protocol knows no blank inside a value
            Self::Text(t) => f.write_str(&t.split_whitespace().collect::<Vec<_>>().join("_")),
        }
    }
}

/// Who may hear a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both players and every spectator.
    All,
    /// One player alone.
    Only(Seat),
}

impl Audience {
    /// May this eye read the phrase?
    #[must_use]
    pub fn admits(self, eye: Eye) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => eye.sees(seat),
        }
    }
}

/// Something that happened, or a rule that was broken: an id of the game's vocabulary with its values.
///
/// Its sentence is the Fluent message `GAME-ID` (or plain `ID` where all games share it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The id, as the command-line contract spells it, such as `off-board`.
    pub id: &'static str,
    /// Named values, in the order in which the line protocol prints them.
    pub args: Vec<(&'static str, Value)>,
    /// Who may hear it.
    pub to: Audience,
    /// A variant of the sentence, `$manner` in Fluent: how it is said, not what. The line protocol doesn't print it.
    pub manner: Option<&'static str>,
}

impl Phrase {
    /// A phrase for everybody, without values.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self { id, args: Vec::new(), to: Audience::All, manner: None }
    }

    /// Adds any value.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: Value) -> Self {
        self.args.push((key, value));
        self
    }

    /// Adds a count.
    #[must_use]
    pub fn number(self, key: &'static str, n: impl Into<i64>) -> Self {
        self.with(key, Value::Number(n.into()))
    }

    /// Adds a seat.
    #[must_use]
    pub fn seat(self, key: &'static str, seat: Seat) -> Self {
        self.with(key, Value::Seat(seat))
    }

    /// Adds a term of the game in its canonical spelling.
    #[must_use]
    pub fn term(self, key: &'static str, term: impl fmt::Display) -> Self {
        self.with(key, Value::Term(term.to_string()))
    }

    /// Adds a list of terms.
    #[must_use]
    pub fn terms<T: fmt::Display>(self, key: &'static str, terms: impl IntoIterator<Item = T>) -> Self {
        self.with(key, Value::Terms(terms.into_iter().map(|t| t.to_string()).collect()))
    }

    /// Adds text as it was typed.
    #[must_use]
    pub fn text(self, key: &'static str, text: impl Into<String>) -> Self {
        self.with(key, Value::Text(text.into()))
    }

    /// Keeps the phrase for one seat.
    #[must_use]
    pub const fn only(mut self, seat: Seat) -> Self {
        self.to = Audience::Only(seat);
        self
    }

    /// Chooses a variant of the sentence.
    #[must_use]
    pub const fn manner(mut self, manner: &'static str) -> Self {
        self.manner = Some(manner);
        self
    }

    /// The value under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.args.iter().find(|(k, _)| *k == key).map(|(_, v)| v)
    }
}

/// The line protocol's spelling: `id key=value …`. A key that ends in `_` is not written: the value stands alone, as in
/// `answer A b^ 0` with the keys `step_` and `answer_`.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)?;
        for (key, value) in &self.args {
            if key.ends_with('_') {
                write!(f, " {value}")?;
            } else {
                write!(f, " {key}={value}")?;
            }
        }
        Ok(())
    }
}
