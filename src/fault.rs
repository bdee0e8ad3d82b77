//! Places where a test can make the program die.
//!
//! Builds with debug assertions read three variables of the environment; a release build has nothing of all this:
//! [`point`] and its sisters are empty there, and [`clock`] is always `None`.
//!
//! - `BOARDPOST_CRASH_AT=NAME` aborts the process the first time that the point `NAME` is passed, `NAME:N` the N-th
//!   time, and `NAME=KEY` each time that it is passed with this key (a letter's Message-ID).
//! - `BOARDPOST_PANIC_AT`, of the same form, unwinds there instead.
//! - `BOARDPOST_NOW=SECONDS` stops the clock, so that two runs can be compared to the byte.

/// All points, in the order of a letter's way. Behind each: the step of the way that it stands between.
pub const POINTS: &[&str] = &[
    // a new database: half of its schema is there
    "schema",
    // before each statement of a connection to the database; of the sender's
    "sql",
    "sql-twin",
    // A: letters were fetched, none is stored
    "fetched",
    // a transaction is about to be committed, and was: taking letters in (B), a ruling with its answers (D), letters
    // noted as being sent (F), their fates (H)
    "commit",
    "committed",
    // C: the try is counted, no byte was read
    "attempt",
    // the letter is being read; its key is the Message-ID
    "read",
    // it was ruled on, and nothing is written
    "judged",
    // E: letters are done with: before they are moved, between two of them (Maildir), between the parts of a move
    // (IMAP without MOVE), and after it
    "moving",
    "maildir-moved",
    "imap-copied",
    "imap-marked",
    "moved",
    // G by Maildir: written and not in its place; in its place and not told
    "maildir-written",
    "maildir-delivered",
    // G by SMTP: before each command, in the middle of the letter, after its final dot, and after the server's word
    "smtp-mail",
    "smtp-rcpt",
    "smtp-data",
    "smtp-body",
    "smtp-half",
    "smtp-dot",
    "smtp-taken",
];

#[cfg(debug_assertions)]
mod live {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// What a variable asks for.
    struct Wish {
        name: String,
        passage: u64,
        key: Option<String>,
        passed: AtomicU64,
    }

    impl Wish {
        fn read(variable: &str) -> Option<Self> {
            let text = std::env::var(variable).ok()?;
            let (name, key) = match text.split_once('=') {
                Some((name, key)) => (name, Some(key.to_owned())),
                None => (text.as_str(), None),
            };
            let (name, passage) = name.split_once(':').unwrap_or((name, "1"));
            let passage = passage.parse().unwrap_or(1);
            Some(Self { name: name.to_owned(), passage, key, passed: AtomicU64::new(0) })
        }

        fn due(&self, name: &str, key: &str) -> bool {
            debug_assert!(super::POINTS.contains(&name), "{name} is not in the list of points");
            self.name == name
                && match &self.key {
                    Some(wanted) => wanted == key,
                    None => self.passed.fetch_add(1, Ordering::Relaxed).wrapping_add(1) == self.passage,
                }
        }
    }

    static CRASH: OnceLock<Option<Wish>> = OnceLock::new();
    static PANIC: OnceLock<Option<Wish>> = OnceLock::new();
    static CLOCK: OnceLock<Option<i64>> = OnceLock::new();

    pub(crate) fn due(name: &str, key: &str) -> bool {
        if PANIC.get_or_init(|| Wish::read("BOARDPOST_PANIC_AT")).as_ref().is_some_and(|w| w.due(name, key)) {
            std::panic::resume_unwind(Box::new(name.to_owned()));
        }
        CRASH.get_or_init(|| Wish::read("BOARDPOST_CRASH_AT")).as_ref().is_some_and(|w| w.due(name, key))
    }

    pub(crate) fn clock() -> Option<i64> {
        *CLOCK.get_or_init(|| std::env::var("BOARDPOST_NOW").ok()?.parse().ok())
    }
}

/// Is the program to die here? For places that have something to do before they call [`die`].
#[must_use]
#[inline]
pub fn due(name: &str, key: &str) -> bool {
    #[cfg(debug_assertions)]
    return live::due(name, key);
    #[cfg(not(debug_assertions))]
    {
        let _ = (name, key);
        false
    }
}

/// Ends the program as a power failure would: nothing is unwound, nothing is flushed.
pub fn die() {
    #[cfg(debug_assertions)]
    std::process::abort();
}

/// A point that is passed.
#[inline]
pub fn point(name: &str) {
    point_of(name, "");
}

/// A point that is passed with a key.
#[inline]
pub fn point_of(name: &str, key: &str) {
    if due(name, key) {
        die();
    }
}

/// The second at which the clock stands still, if it does.
#[must_use]
#[inline]
pub fn clock() -> Option<i64> {
    #[cfg(debug_assertions)]
    return live::clock();
    #[cfg(not(debug_assertions))]
    None
}
