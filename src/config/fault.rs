//! What is wrong with a configuration, and where.

use std::fmt;
use std::path::PathBuf;

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: cannot read the configuration: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file says what cannot be.
    #[error("{}", list(file, faults))]
    Faulty {
        /// The file.
        file: PathBuf,
        /// Everything that is wrong with it, in the order of the lines; at least one.
        faults: Vec<Fault>,
    },
}

fn list(file: &std::path::Path, faults: &[Fault]) -> String {
    faults.iter().map(|f| format!("{}:{f}", file.display())).collect::<Vec<_>>().join("\n")
}

/// One thing that is wrong. Its text never holds the value of a key that may hide a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// The key with its tables, `inbox.host`, `player[2].nick` (counted from 1); empty where the text is no TOML.
    pub key: String,
    /// What stands there.
    pub read: Option<String>,
    /// What is wrong, and what is allowed.
    pub text: String,
}

/// `LINE:COLUMN: KEY = READ: TEXT`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        if !self.key.is_empty() {
            f.write_str(&self.key)?;
            if let Some(read) = &self.read {
                write!(f, " = {read}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.text)
    }
}

/// Collects faults in one text.
pub(super) struct Faults<'t> {
    text: &'t str,
    list: Vec<Fault>,
}

impl<'t> Faults<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, list: Vec::new() }
    }

    /// Notes a fault at an offset in bytes.
    pub(super) fn add(&mut self, at: usize, key: &str, read: Option<String>, text: impl Into<String>) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self.list.push(Fault { line, column, key: key.to_owned(), read, text: text.into() });
    }

    /// Notes a fault of a value that was read.
    pub(super) fn refuse<T: fmt::Debug>(&mut self, at: &At<T>, text: impl Into<String>) {
        self.add(at.at, &at.key, Some(format!("{:?}", at.value)), text);
    }

    /// All faults, in the order of the text.
    pub(super) fn into_list(mut self) -> Vec<Fault> {
        self.list.sort_by_key(|f| (f.line, f.column));
        self.list
    }
}

/// A value, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct At<T> {
    pub(super) value: T,
    /// The offset in bytes.
    pub(super) at: usize,
    /// The key with its tables.
    pub(super) key: String,
}
