//! What the judge answers: events for the log, notices for readers.

use super::Trust;
use super::event::Event;
use super::reading::Unread;
use crate::game::{Lang, Phrase, Seat};

/// What became of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything in it was done.
    Accepted,
    /// Something in it was refused.
    Refused,
    /// It was no matter for an answer.
    Ignored,
}

impl Verdict {
    /// The command-line contract's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Ignored => "ignored",
        }
    }
}

/// A ruling on one letter.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// What became of it.
    pub verdict: Verdict,
    /// The ids of refusals, in order.
    pub ids: Vec<String>,
    /// The commands that were read, in canonical English words.
    pub commands: Vec<String>,
    /// What happened, for the log.
    pub events: Vec<Event>,
    /// Whom to tell what; at most one notice a reader.
    pub notices: Vec<Notice>,
}

impl Ruling {
    /// Did it leave the game as it was, so that its answers fall under the limits on refusals, questions and chat?
    #[must_use]
    pub fn idle(&self) -> bool {
        self.events.iter().all(|e| matches!(e, Event::Lang(..) | Event::NewKey(..)))
    }
}

/// One notice to one reader.
#[derive(Clone, Debug)]
pub struct Notice {
    /// The reader.
    pub to: Seat,
    /// What kind of letter it makes.
    pub kind: NoticeKind,
    /// What it says, in order.
    pub parts: Vec<Part>,
}

/// Kinds of letters; the word stands in their Message-ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeKind {
    /// The first letter of a game.
    Opening,
    /// Something happened.
    Move,
    /// An answer to the writer alone: a refusal, a board, help.
    Answer,
    /// A request for confirmation.
    Confirm,
    /// The other player's address takes no letters.
    Unreachable,
    /// The first letter to a new address.
    Address,
    /// The board, asked for in a letter of another game.
    Board,
}

impl NoticeKind {
    /// The word in the Message-ID.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Move => "move",
            Self::Answer => "answer",
            Self::Confirm => "confirm",
            Self::Unreachable => "unreachable",
            Self::Address => "address",
            Self::Board => "board",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Opening, Self::Move, Self::Answer, Self::Confirm, Self::Unreachable, Self::Address, Self::Board]
            .into_iter()
            .find(|k| k.word() == word)
    }
}

/// A piece of a notice.
#[derive(Clone, Debug)]
pub enum Part {
    /// A sentence about what happened or was refused.
    Say(Phrase),
    /// An unreadable line with a caret, what was expected and an example.
    Unread(Unread),
    /// Turns that can be sent back as they are, below the sentence of this id.
    Choices {
        /// The sentence.
        id: &'static str,
        /// Canonical spellings.
        turns: Vec<String>,
    },
    /// A change of address is wanted; filled in by the desk.
    Address(String),
    /// The board after so many turns; `None` is now.
    Board(Option<usize>),
    /// A page of help.
    Help(Option<String>),
    /// The reader's games; filled in by the desk.
    Games,
    /// Another game's board: as it is now in a letter of that game, an earlier one here; filled in by the desk.
    Other {
        /// The game's number.
        game: i64,
        /// After so many turns.
        ply: Option<u32>,
    },
    /// Words of the other player.
    Chat {
        /// Who says it.
        from: Seat,
        /// What.
        text: String,
    },
    /// A request to confirm number so-and-so.
    Confirm {
        /// Its number.
        number: u32,
        /// What waits.
        what: Vec<String>,
        /// What the letter had, where it lacked the token or the registered address; `None` is a resignation.
        doubtful: Option<Trust>,
    },
    /// What was read: the line as written, and its meaning; a foreign language is named.
    Read {
        /// The line.
        line: String,
        /// The command in canonical words; moves are respelled for the reader.
        meaning: String,
        /// Is the meaning a turn?
        turn: bool,
        /// The language that it was read in, where it isn't the reader's.
        foreign: Option<Lang>,
    },
    /// Lines that were no command.
    Ignored(Vec<String>),
}
