//! The configuration: one TOML file, read whole, all its faults told at once.
//!
//! A key that is left out has its default; the file `config.toml` at the top of the sources shows all of them, is
//! built in, and stands in where there is no file. Relative paths are from the file's folder. No password stands in
//! it, only where to get one.

pub mod address;
mod describe;
mod fault;
mod read;
mod section;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use fault::{ConfigError, Fault};

use crate::game::Lang;
use crate::post::{Server, Timeouts};

/// The default configuration, with its comments.
pub const BUILT_IN: &str = include_str!("../../config.toml");

/// Where the configuration is looked for by default.
pub const DEFAULT_FILE: &str = "config.toml";

/// A configuration that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The file it was read from; `None` is the one built in.
    pub file: Option<PathBuf>,
    /// Who we are.
    pub server: ServerConfig,
    /// Where letters come from.
    pub inbox: Inbox,
    /// Where letters go to.
    pub outbox: Outbox,
    /// The database file.
    pub store: PathBuf,
    /// Whom to believe.
    pub trust: Trust,
    /// How much is allowed.
    pub limits: Limits,
    /// The players that the file names.
    pub players: Vec<Player>,
    /// The admins.
    pub admins: Vec<Admin>,
}

/// Who we are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// The sender name of our letters.
    pub name: String,
    /// The address that players write to, in lower case, without plus tag.
    pub address: String,
    /// The name for EHLO and Message-IDs, in lower case.
    pub hostname: String,
    /// For people whose language is not known.
    pub language: Lang,
    /// Does the mail host deliver `local+tag@…` to `local@…`?
    pub plus: bool,
}

/// Where letters come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inbox {
    /// A Maildir.
    Maildir {
        /// Its folder, with `new` and `cur` inside.
        path: PathBuf,
        /// The Maildir that letters are moved into when they are done.
        done: PathBuf,
    },
    /// An IMAP mailbox.
    Imap {
        /// The server; user and password are there.
        server: Server,
        /// The folder that letters come into.
        folder: String,
        /// The folder that letters are moved into when they are done.
        done_folder: String,
        /// The time between two looks.
        poll: Duration,
        /// Use IDLE where the server can.
        idle: bool,
    },
}

/// Where letters go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outbox {
    /// One Maildir for all readers.
    Maildir {
        /// Its folder.
        path: PathBuf,
    },
    /// An SMTP server.
    Smtp {
        /// The server.
        server: Server,
    },
}

/// Whom to believe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trust {
    /// What a letter needs to count as a player's.
    pub mode: TrustMode,
    /// The `authserv-id` of our own mail host (RFC 8601), in lower case; `None` believes no Authentication-Results.
    pub authserv_id: Option<String>,
    /// What to do where our own mail host says that the sender is forged.
    pub require_auth: RequireAuth,
}

/// What a letter needs to count as a player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustMode {
    /// A valid token and a registered From.
    TokenFrom,
    /// A registered From.
    From,
}

/// What to do where our own mail host says that the sender is forged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequireAuth {
    /// Nothing.
    Off,
    /// Ask the player to confirm.
    Warn,
    /// Refuse the letter.
    Reject,
}

/// How much is allowed. 0 = off, everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a letter that is read.
    pub letter_bytes: u64,
    /// Answers to refused, unread or chat letters, to one player in an hour; more wait until there is room.
    pub player_hour: u64,
    /// The same in a day.
    pub player_day: u64,
    /// Answers to accepted moves, in one game in a day.
    pub per_game_day: u64,
    /// Help letters to strangers, in all in a day.
    pub unknown_day: u64,
    /// Help letters to one stranger's address in seven days.
    pub unknown_week: u64,
    /// Help letters to strangers of one domain, whatever their addresses, in a day.
    pub stranger_domain_day: u64,
    /// Letters with a wrong token that are looked at, from one sender in a day.
    pub wrong_tokens_day: u64,
    /// Answers other than those to accepted moves, in all in an hour; beyond it mail is held and the admins are told.
    pub breaker_hour: u64,
    /// Seconds to connect, for each address.
    pub connect_seconds: u64,
    /// Seconds until the greeting.
    pub greeting_seconds: u64,
    /// Seconds for one command.
    pub command_seconds: u64,
    /// Seconds for one fetch.
    pub fetch_seconds: u64,
    /// Seconds from a letter's final dot to the answer.
    pub dot_seconds: u64,
    /// Seconds of one IDLE; 0 = no IDLE.
    pub idle_seconds: u64,
}

/// A player that the file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The short name: letters, digits, `-`, `_` and `.`; no two are equal in any case.
    pub nick: String,
    /// The full name.
    pub name: String,
    /// The registered addresses, in lower case; at least one. Letters go to the first.
    pub addresses: Vec<String>,
    /// The language of letters.
    pub language: Lang,
}

/// An admin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admin {
    /// The addresses, in lower case; at least one. Letters go to the first.
    pub addresses: Vec<String>,
    /// The language of letters.
    pub language: Lang,
}

impl Config {
    /// Reads the given file; without one `./config.toml`, and where there is none, what is built in.
    ///
    /// # Errors
    /// [`ConfigError`] where the file cannot be read, or with all that is wrong in it.
    pub fn load(path: Option<&Path>) -> Result<Self, ConfigError> {
        let given = path.unwrap_or(Path::new(DEFAULT_FILE));
        match std::fs::read_to_string(given) {
            Ok(text) => Self::parse(&text, given),
            Err(e) if path.is_none() && e.kind() == std::io::ErrorKind::NotFound => {
                let built_in = Self::parse(BUILT_IN, Path::new(DEFAULT_FILE))?;
                Ok(Self { file: None, ..built_in })
            }
            Err(source) => Err(ConfigError::Unreadable { file: given.to_owned(), source }),
        }
    }

    /// Reads the text of a file. Relative paths are joined to the file's folder.
    ///
    /// # Errors
    /// [`ConfigError::Faulty`] with all that is wrong.
    pub fn parse(text: &str, file: &Path) -> Result<Self, ConfigError> {
        let base = file.parent().unwrap_or(Path::new(""));
        read::config(text, base)
            .map(|config| Self { file: Some(file.to_owned()), ..config })
            .map_err(|faults| ConfigError::Faulty { file: file.to_owned(), faults })
    }

    /// How long each step with a mail server may take. A limit that is off comes as a year: a bound that no clock
    /// overflows on.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        const YEAR: u64 = 365 * 24 * 60 * 60;
        let time = |seconds: u64| Duration::from_secs(if seconds == 0 { YEAR } else { seconds });
        Timeouts {
            connect: time(self.limits.connect_seconds),
            greeting: time(self.limits.greeting_seconds),
            command: time(self.limits.command_seconds),
            fetch: time(self.limits.fetch_seconds),
            dot: time(self.limits.dot_seconds),
            idle: time(self.limits.idle_seconds),
        }
    }

    /// The configuration in force, as TOML. Where a password comes from a command, the command is masked too.
    #[must_use]
    pub fn describe(&self) -> String {
        describe::toml(self)
    }
}
