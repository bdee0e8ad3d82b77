//! What can be said in a letter.

use std::fmt;

use super::notation;
use crate::game::{self, Lang};

/// The grammar file of what a line and a subject can say.
const GRAMMAR: &str = include_str!("../../grammar/command.abnf");

/// The grammar of commands (`command`, `subject`, `language`), with the games of the registry.
#[must_use]
pub fn grammar() -> String {
    format!("{GRAMMAR}\n{}", game_rule())
}

/// `game`, the rule that grammar files cannot know.
pub(super) fn game_rule() -> String {
    let names: Vec<String> = game::GAMES.iter().map(|g| format!("\"{}\"", g.name())).collect();
    format!("game        = {}\n", names.join(" / "))
}

/// One command. `Display` gives the canonical English words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A turn of the game. Fresh from [`Command::read`] it is as it was written; a [`super::Reading`] has it in the
    /// canonical spelling where it could be read.
    Move(String),
    /// Gives the game up; needs a confirmation.
    Resign,
    /// Offers a draw, or takes the other's offer.
    Draw,
    /// Takes the offer on the table.
    Accept,
    /// Declines the offer on the table.
    Decline,
    /// Asks to take one's last turn back.
    Undo,
    /// Sends a board again.
    Show {
        /// Another game's number.
        game: Option<i64>,
        /// The board after so many turns.
        ply: Option<u32>,
    },
    /// Lists the writer's games.
    Games,
    /// Sends a page of help.
    Help(Option<String>),
    /// Changes the language of the answers; `None` where the language is not known.
    Lang(Option<Lang>),
    /// A word to the other player.
    Say(String),
    /// Ends the reading.
    Quit,
    /// Redeems a one-time code.
    Confirm(String),
    /// Asks for a new reply address.
    NewKey,
    /// An admin's start line.
    Start(String),
    /// Asks that letters go to another address from now on.
    Address(String),
}

impl Command {
    /// Reads a folded line as a command other than a bare move. `Some(Command::Move)` is `move …` with its text
    /// unread.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        notation::line(line)
    }

    /// Reads a folded subject in the style of pbmserv: `thoughtwave move 17 ew@E5`, `ataxx show 12`, `help
    /// thoughtwave`. Gives the game's number where one is named.
    #[must_use]
    pub fn from_subject(subject: &str) -> Option<(Self, Option<i64>)> {
        notation::subject(subject)
    }

    /// Can it change a game? Letters of doubtful origin are asked back before such a command runs.
    #[must_use]
    pub const fn changes(&self) -> bool {
        matches!(
            self,
            Self::Move(_)
                | Self::Resign
                | Self::Draw
                | Self::Accept
                | Self::Decline
                | Self::Undo
                | Self::Say(_)
                | Self::Lang(_)
                | Self::NewKey
        )
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(turn) => write!(f, "move {}", turn.replace('\n', " / ")),
            Self::Resign => f.write_str("resign"),
            Self::Draw => f.write_str("draw"),
            Self::Accept => f.write_str("accept"),
            Self::Decline => f.write_str("decline"),
            Self::Undo => f.write_str("undo"),
            Self::Show { game, ply } => {
                f.write_str("show")?;
                if let Some(n) = game {
                    write!(f, " {n}")?;
                }
                if let Some(p) = ply {
                    write!(f, " #{p}")?;
                }
                Ok(())
            }
            Self::Games => f.write_str("games"),
            Self::Help(None) => f.write_str("help"),
            Self::Help(Some(topic)) => write!(f, "help {topic}"),
            Self::Lang(lang) => write!(f, "lang {}", lang.map_or("?", Lang::code)),
            Self::Say(text) => write!(f, "say {text}"),
            Self::Quit => f.write_str("quit"),
            // the code is a secret
            Self::Confirm(_) => f.write_str("confirm"),
            Self::NewKey => f.write_str("newkey"),
            Self::Start(line) => write!(f, "start {line}"),
            Self::Address(address) => write!(f, "address {address}"),
        }
    }
}
