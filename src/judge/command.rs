//! What can be said in a letter.

use std::fmt;

use super::words::{self, Word};
use crate::game::Lang;

/// One command. `Display` gives the canonical English words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A turn of the game. Fresh from [`Command::read`] it is as it was written; a [`super::Reading`] has it in the
    /// canonical spelling.
    Move(String),
    /// What stands behind `move`, where it cannot be read as one.
    Unread(String),
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
}

impl Command {
    /// Reads a folded line as a command other than a bare move. `Some(Command::Move)` is `move …` with its text
    /// unread.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let (word, rest) = words::leading(line)?;
        let bare = rest.trim_matches(['.', '!', '?', ' ', ')', '(', ':', '-']);
        let alone = |c: Self| bare.is_empty().then_some(c);
        match word {
            Word::Move => (!rest.is_empty()).then(|| Self::Move(rest.to_owned())),
            Word::Resign => alone(Self::Resign),
            Word::Draw => alone(Self::Draw),
            Word::Accept => alone(Self::Accept),
            Word::Decline => alone(Self::Decline),
            Word::Undo => alone(Self::Undo),
            Word::Games => alone(Self::Games),
            Word::Quit => alone(Self::Quit),
            Word::NewKey => alone(Self::NewKey),
            Word::Show => show(rest),
            Word::Help => {
                let topic = rest.trim_end_matches(['.', '!', '?']).trim();
                // "help me, please" in prose is no page of help
                (topic.split(' ').count() <= 1).then(|| Self::Help((!topic.is_empty()).then(|| topic.to_lowercase())))
            }
            Word::Lang => (rest.split(' ').count() == 1).then(|| Self::Lang(words::language(rest))),
            Word::Say => (!rest.is_empty()).then(|| Self::Say(rest.to_owned())),
            Word::Confirm => {
                let code = rest.trim_end_matches(['.', '!']).trim();
                (!code.is_empty() && !code.contains(' ')).then(|| Self::Confirm(code.to_lowercase()))
            }
            Word::Start => (!rest.is_empty()).then(|| Self::Start(rest.to_owned())),
        }
    }

    /// Reads a subject in the style of pbmserv: `thoughtwave move 17 ew@E5`, `ataxx show 12`, `help thoughtwave`.
    /// Gives the game's number where one is named.
    #[must_use]
    pub fn from_subject(subject: &str) -> Option<(Self, Option<i64>)> {
        let subject = subject.trim();
        let rest = match subject.split_once(' ') {
            Some((first, rest)) if crate::game::find(first).is_some() => rest.trim(),
            _ => subject,
        };
        let (word, tail) = words::leading(rest)?;
        let numbered = |text: &str| -> Option<(i64, String)> {
            let (n, rest) = text.split_once(' ').unwrap_or((text, ""));
            Some((n.trim_start_matches('#').parse().ok()?, rest.trim().to_owned()))
        };
        match word {
            Word::Move => match numbered(tail) {
                Some((n, text)) if !text.is_empty() => Some((Self::Move(text), Some(n))),
                _ => Some((Self::read(rest)?, None)),
            },
            Word::Resign | Word::Draw | Word::Accept | Word::Decline | Word::Undo => match numbered(tail) {
                Some((n, text)) if text.is_empty() => {
                    let word = rest.get(..rest.len() - tail.len()).unwrap_or(rest).trim();
                    Some((Self::read(word)?, Some(n)))
                }
                _ => Some((Self::read(rest)?, None)),
            },
            _ => Some((Self::read(rest)?, None)),
        }
    }

    /// Can it change a game? Letters of doubtful origin are asked back before such a command runs.
    #[must_use]
    pub const fn changes(&self) -> bool {
        matches!(
            self,
            Self::Move(_)
                | Self::Unread(_)
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

fn show(rest: &str) -> Option<Command> {
    let rest = rest.trim_end_matches(['.', '!', '?']);
    let (mut game, mut ply) = (None, None);
    for part in rest.split_whitespace() {
        match part.strip_prefix('#') {
            Some(n) if ply.is_none() => ply = Some(n.parse().ok()?),
            None if game.is_none() && ply.is_none() => game = Some(part.parse().ok()?),
            _ => return None,
        }
    }
    Some(Command::Show { game, ply })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(turn) | Self::Unread(turn) => write!(f, "move {}", turn.replace('\n', " / ")),
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
        }
    }
}
