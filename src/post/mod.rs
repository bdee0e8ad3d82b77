//! Everything that touches the world's mail: inboxes ([`Inbox`]) and mailers ([`Mailer`]). Nothing here knows a game.

mod helper;
pub mod imap;
mod imap_text;
pub mod maildir;
pub mod mbox;
mod password;
pub mod smtp;
mod wire;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Where a letter lies, for good: a UID is only one within its UIDVALIDITY.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The folder's name, or the Maildir's path as configured.
    pub folder: String,
    /// UIDVALIDITY; 0 for a Maildir.
    pub epoch: i64,
    /// The UID, or the Maildir file's unique name (before the `:`).
    pub key: String,
}

/// A letter in the inbox that was not fetched yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Where.
    pub place: Place,
    /// How many bytes.
    pub size: u64,
}

/// A letter that was fetched.
#[derive(Clone, Debug)]
pub struct Arrived {
    /// Where it lies.
    pub place: Place,
    /// Its bytes; the header fields alone where the letter was over the limit.
    pub raw: Vec<u8>,
    /// Was the letter over the limit?
    pub too_big: bool,
}

/// A mailbox that letters come to.
pub trait Inbox: Send {
    /// All letters that lie in the inbox now, oldest first. Connects where needed.
    ///
    /// # Errors
    /// [`PostError`]; the connection is dropped and the next call makes a new one.
    fn list(&mut self) -> Result<Vec<Listed>, PostError>;

    /// Fetches letters without marking them. Letters that vanished meanwhile are left out. Letters of more than
    /// `limit` bytes (0 = no limit) come as header fields alone.
    ///
    /// # Errors
    /// As [`Inbox::list`].
    fn fetch(&mut self, letters: &[Listed], limit: u64) -> Result<Vec<Arrived>, PostError>;

    /// Moves letters to the done folder. A letter that is not there any more counts as moved.
    ///
    /// # Errors
    /// As [`Inbox::list`].
    fn done(&mut self, places: &[Place]) -> Result<(), PostError>;

    /// Waits until letters may have come, the time is over, or `stop` is set.
    ///
    /// # Errors
    /// As [`Inbox::list`].
    fn wait(&mut self, at_most: Duration, stop: &Stop) -> Result<(), PostError>;

    /// Says good-bye, briefly.
    fn close(&mut self) {}
}

/// A letter to send: one recipient, final bytes with CRLF line ends.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// Our number of it; a Maildir file is named after it.
    pub id: i64,
    /// The envelope's sender.
    pub from: String,
    /// The envelope's one recipient.
    pub to: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The server took it; its answer (with the queue id).
    Accepted(String),
    /// The server refused it.
    Refused {
        /// 5xx: trying again is useless.
        permanent: bool,
        /// What it said.
        text: String,
    },
    /// Nobody knows, as when the line breaks after the final dot.
    Unknown(String),
    /// It was not tried, since the server could not be reached or the line broke before this letter's turn.
    Untried(String),
}

/// A way for letters to leave: one line to the world, kept where that makes sense. Several may work side by side.
pub trait Mailer: Send {
    /// Sends the letters that `next` hands out, one after the other, until it hands out none; calls `report` with each
    /// and what became of it, exactly once for each that was handed out, as soon as it is known. The line is made
    /// before the first letter is taken.
    ///
    /// # Errors
    /// [`PostError`] where the server could not be reached or threw the line away; the letters concerned were
    /// reported already.
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError>;

    /// Sends a list of letters in order; calls `report` with the index of each and what became of it, exactly once for
    /// each, as soon as it is known.
    ///
    /// # Errors
    /// As [`Mailer::stream`]; letters that were not tried were reported so.
    fn send(&mut self, letters: &[Outgoing], report: &mut dyn FnMut(usize, Sent)) -> Result<(), PostError> {
        if letters.is_empty() {
            return Ok(());
        }
        let (mut given, mut told) = (letters.iter(), 0_usize);
        let result = self.stream(&mut || given.next().cloned(), &mut |_, sent| {
            report(told, sent);
            told = told.saturating_add(1);
        });
        if let Err(error) = &result {
            (told..letters.len()).for_each(|index| report(index, Sent::Untried(error.text.clone())));
        }
        result
    }

    /// Says good-bye, briefly.
    fn close(&mut self) {}
}

/// How a connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    /// TLS from the first byte.
    Implicit,
    /// STARTTLS, required.
    Starttls,
    /// Plain text; only to a loopback address.
    None,
}

/// A password or token. Its `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The secret itself, for the one place that needs it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

/// Where the password comes from; read anew at each login, so that it may change while the daemon runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Password {
    /// The first line of a file.
    File(PathBuf),
    /// The first line that a shell command prints (a password store).
    Command(String),
    /// The first line that a shell command prints is an OAuth access token: the login is by XOAUTH2.
    Token(String),
}

/// A mail server and how to reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Host name or address; the name that the certificate must bear.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Protection.
    pub tls: Tls,
    /// More certificate authorities to trust, as PEM.
    pub ca_file: Option<PathBuf>,
    /// Login name; `None` sends without login.
    pub user: Option<String>,
    /// The password's source.
    pub password: Option<Password>,
}

/// How long each step may take; zero = no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// To connect, per address.
    pub connect: Duration,
    /// Until the greeting.
    pub greeting: Duration,
    /// One command.
    pub command: Duration,
    /// One fetch.
    pub fetch: Duration,
    /// From the final dot to the answer.
    pub dot: Duration,
    /// One IDLE.
    pub idle: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            greeting: Duration::from_secs(30),
            command: Duration::from_secs(60),
            fetch: Duration::from_secs(120),
            dot: Duration::from_secs(300),
            idle: Duration::from_secs(240),
        }
    }
}

/// The signal to stop, shared by all that may block.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// The flag itself, for a signal handler.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Was it set?
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets it.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What kind of trouble there was with the post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The server could not be reached.
    Connect,
    /// The certificate or the handshake failed.
    Tls,
    /// The server refused name or password.
    Login,
    /// No answer in time.
    Timeout,
    /// The server said something unexpected, or refused a command.
    Protocol,
    /// The line broke, or a file could not be read or written.
    Io,
    /// The password could not be had from its file.
    Password,
    /// The command that prints the password or token failed.
    Helper,
    /// [`Stop`] was set.
    Stopped,
}

/// Trouble with the post. Its text names the server and the step, and no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct PostError {
    /// The kind.
    pub trouble: Trouble,
    /// What happened, for the admin.
    pub text: String,
}

impl PostError {
    /// New trouble.
    pub fn new(trouble: Trouble, text: impl Into<String>) -> Self {
        Self { trouble, text: text.into() }
    }
}

/// The header fields of a letter, with the empty line that ends them; all of it where there is no such line.
fn header_of(mut raw: Vec<u8>) -> Vec<u8> {
    let lf = raw.windows(2).position(|w| w == b"\n\n").map(|at| at.saturating_add(2));
    let crlf = raw.windows(4).position(|w| w == b"\r\n\r\n").map(|at| at.saturating_add(4));
    if let Some(end) = lf.into_iter().chain(crlf).min() {
        raw.truncate(end);
    }
    raw
}
