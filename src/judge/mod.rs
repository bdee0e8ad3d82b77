//! Decisions. A table is one match; the judge reads a letter's commands against it and answers with a ruling. It has
//! no clock, disk or language, and it cannot fail: a refusal is a value with an address.

pub mod command;
pub mod event;
mod near;
mod notation;
pub mod reading;
pub mod rule;
pub mod ruling;
mod scrub;
pub mod start;
pub mod table;

pub use command::Command;
pub use event::Event;
pub use near::offered;
pub use reading::{Item, Reading};
pub use rule::{Incoming, judge, opening, remark};
pub use ruling::{Notice, NoticeKind, Part, Ruling, Verdict};
pub use start::StartLine;
pub use table::{Corrupt, Table};

/// How sure it is who wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The seat's token and the player's registered address; or the address alone, where the admin trusts it.
    Full,
    /// The seat's token, but another address.
    Token,
    /// The registered address, but no token.
    From,
}

impl Trust {
    /// The log's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Token => "token",
            Self::From => "from",
        }
    }

    /// Reads the log's word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Full, Self::Token, Self::From].into_iter().find(|t| t.word() == word)
    }
}
