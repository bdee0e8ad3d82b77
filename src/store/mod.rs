//! SQLite: schema, migrations, transactions. The database is the truth; a mailbox is only a hint.
//!
//! WAL, STRICT tables, IMMEDIATE transactions, `synchronous=FULL`: what it promises was promised to players. Only the
//! rulings on a batch of letters reach the disk as a group ([`Store::relax`]), before anything of them can be seen from
//! outside. One daemon writes; other commands may work meanwhile.

mod address;
mod games;
mod inbox;
mod keys;
mod outage;
mod outbox;
mod pack;
mod people;
pub mod record;
mod schema;
mod summary;

use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::fault;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};

pub use address::{AddressRequest, Bounced};
pub use games::{GameRow, LogRow, SeatRow, State};
pub use inbox::{InboxRow, Taken};
pub use keys::Keys;
pub use outage::{Outage, Way};
pub use outbox::{FOREVER, HeldUp, NewOutbox, OutboxRow};
pub use people::Person;
pub use summary::Summary;

/// How long another program may lock the database.
const BUSY: Duration = Duration::from_secs(30);
/// How many prepared statements a connection keeps.
const STATEMENTS: usize = 100;

/// Trouble with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A newer program made it.
    #[error("{path} has schema {have}, made by a newer Boardpost; this one knows {know}. It has not been touched")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        have: i64,
        /// Ours.
        know: i64,
    },
    /// An older program made it, and it may not be changed now.
    #[error("{path} has schema {have}; `boardpost run` or `boardpost start` brings it up to date")]
    Older {
        /// The file.
        path: PathBuf,
        /// Its schema.
        have: i64,
    },
    /// It is some other program's database.
    #[error("{0} is not a Boardpost database")]
    Foreign(PathBuf),
    /// There is none.
    #[error("there is no database at {0} yet; `boardpost run` or `boardpost start` makes one")]
    Missing(PathBuf),
    /// SQLite says no.
    #[error("database {path}: {source}{}", hint(.source))]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// In the middle of a transaction.
    #[error("database: {0}")]
    Query(#[from] rusqlite::Error),
    /// A row that cannot be understood.
    #[error("database: {0}")]
    Row(String),
}

/// What SQLite's words leave out.
fn hint(said: &rusqlite::Error) -> &'static str {
    match said.sqlite_error_code() {
        // also those who only read write to its -shm
        Some(rusqlite::ErrorCode::ReadOnly) => ": every command needs to write there, so run it as the server's user",
        _ => "",
    }
}

impl StoreError {
    /// Is a part of the database damaged, so that trying again is of no use, and other parts may be sound?
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Row(_) => true,
            Self::Query(e) => matches!(
                e.sqlite_error_code(),
                Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase)
            ),
            _ => false,
        }
    }
}

/// An open database.
pub struct Store {
    connection: Connection,
    keys: Keys,
    path: PathBuf,
    /// Writers of one program wait for each other here; in SQLite they would look again after a sleep.
    gate: Arc<Mutex<()>>,
    /// Commits may be there that no disk has: of a group now, or of a run that died in one.
    loose: bool,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

impl Store {
    /// Opens the database, makes it where there is none, and brings an older one up to date.
    ///
    /// # Errors
    /// [`StoreError`]; a database that is refused is left as it was.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_watched(path, "sql")
    }

    /// As [`Store::open`], where each statement passes a fault point.
    fn open_watched(path: &Path, point: &'static str) -> Result<Self, StoreError> {
        let wrap = |source| StoreError::Sqlite { path: path.to_owned(), source };
        make(path);
        let mut connection = Connection::open(path).map_err(wrap)?;
        watch(&mut connection, point).map_err(wrap)?;
        connection.busy_timeout(BUSY).map_err(wrap)?;
        // look before touching: a newer or foreign file must not change, not even to WAL
        schema::check(&connection, path)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(wrap)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(wrap)?;
        schema::migrate(&mut connection, path)?;
        connection.pragma_update(None, "foreign_keys", "ON").map_err(wrap)?;
        Self::with_keys(connection, path).map_err(|e| match e {
            StoreError::Query(source) => StoreError::Sqlite { path: path.to_owned(), source },
            other => other,
        })
    }

    /// Opens the database only if it is there; for commands that ask.
    ///
    /// # Errors
    /// As [`Store::open`], and [`StoreError::Missing`].
    pub fn existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        Self::open(path)
    }

    /// Opens the database without changing a byte of it.
    ///
    /// # Errors
    /// As [`Store::existing`]; also where an older schema would have to be migrated.
    pub fn read_only(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let wrap = |source| StoreError::Sqlite { path: path.to_owned(), source };
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(wrap)?;
        connection.busy_timeout(BUSY).map_err(wrap)?;
        schema::check(&connection, path)?;
        schema::current(&connection, path)?;
        Self::with_keys(connection, path)
    }

    fn with_keys(connection: Connection, path: &Path) -> Result<Self, StoreError> {
        // all that the way of a letter needs, prepared once
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // else SQLite would plan many of them anew at each use, for the values that are bound
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        let secret: Option<Vec<u8>> =
            connection.query_row("SELECT value FROM meta WHERE key = 'secret'", [], |r| r.get(0)).optional()?;
        let secret = secret.ok_or_else(|| StoreError::Row("the secret is missing".to_owned()))?;
        Ok(Self { connection, keys: Keys::new(&secret), path: path.to_owned(), gate: Arc::default(), loose: true })
    }

    /// The keys of this database.
    #[must_use]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Begins a transaction that may write.
    ///
    /// # Errors
    /// [`StoreError`] where the database is locked for too long.
    pub fn begin(&mut self) -> Result<Tx<'_>, StoreError> {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let tx = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        Ok(Tx { tx, keys: &self.keys, _gate: gate })
    }

    /// From now on commits wait for no disk, until [`Store::sync`]: a group of letters is made to last at once. They
    /// outlive this program, and nothing may depend on them that the machine's end could outlive: whatever leaves has to
    /// wait for a commit that lasts, on any connection of this database, for that one makes all before it last.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn relax(&mut self) -> Result<(), StoreError> {
        self.loose = true;
        Ok(self.connection.pragma_update(None, "synchronous", "NORMAL")?)
    }

    /// Makes all commits so far last, and each from now on.
    ///
    /// # Errors
    /// [`StoreError`] where they could not be.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        let tx = self.begin()?;
        tx.tx
            .prepare_cached(
                "INSERT INTO meta(key, value) VALUES('sync', x'') ON CONFLICT(key) DO UPDATE SET value = x''",
            )?
            .execute([])?;
        tx.commit()?;
        self.loose = false;
        Ok(())
    }

    /// Makes all commits last that may not yet, before anything of them is seen from outside: a run that died in a group
    /// has left some, and so has a [`Store::sync`] that failed.
    ///
    /// # Errors
    /// As [`Store::sync`].
    pub fn settle(&mut self) -> Result<(), StoreError> {
        if self.loose { self.sync() } else { Ok(()) }
    }

    /// A second connection to the same database, for another thread of this program.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn twin(&self) -> Result<Self, StoreError> {
        Ok(Self { gate: Arc::clone(&self.gate), ..Self::open_watched(&self.path, "sql-twin")? })
    }

    /// For questions outside of a transaction.
    #[must_use]
    pub const fn ask(&self) -> Ask<'_> {
        Ask { connection: &self.connection, keys: &self.keys }
    }

    /// Copies the database while it is in use (SQLite's online backup).
    ///
    /// # Errors
    /// [`StoreError`] where the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let wrap = |source| StoreError::Sqlite { path: to.to_owned(), source };
        make(to);
        let mut copy = Connection::open(to).map_err(wrap)?;
        let backup = rusqlite::backup::Backup::new(&self.connection, &mut copy).map_err(wrap)?;
        backup.run_to_completion(256, Duration::from_millis(5), None).map_err(wrap)
    }
}

/// Makes the file where there is none, and keeps it from others: it holds letters, and the secret of reply addresses.
/// SQLite gives the files beside it the same mode.
fn make(path: &Path) {
    // what goes wrong SQLite will say
    let _ = File::options().write(true).create_new(true).mode(0o660).open(path);
}

/// Passes a fault point before each statement of a connection.
#[cfg(debug_assertions)]
fn watch(connection: &mut Connection, point: &'static str) -> rusqlite::Result<()> {
    use rusqlite::trace::{TraceEvent, TraceEventCodes};
    let pass = move |_: TraceEvent<'_>| fault::point(point);
    connection.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(pass))
}

/// A release build has no fault points.
#[cfg(not(debug_assertions))]
fn watch(_: &mut Connection, _: &'static str) -> rusqlite::Result<()> {
    Ok(())
}

/// Questions to the database.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    connection: &'a Connection,
    keys: &'a Keys,
}

/// A transaction. Dropping it undoes it.
pub struct Tx<'a> {
    tx: rusqlite::Transaction<'a>,
    keys: &'a Keys,
    _gate: MutexGuard<'a, ()>,
}

impl Tx<'_> {
    /// Makes it last.
    ///
    /// # Errors
    /// [`StoreError`] where it could not be written; then nothing was.
    pub fn commit(self) -> Result<(), StoreError> {
        fault::point("commit");
        self.tx.commit()?;
        fault::point("committed");
        Ok(())
    }

    /// Questions inside the transaction.
    #[must_use]
    pub fn ask(&self) -> Ask<'_> {
        Ask { connection: &self.tx, keys: self.keys }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_cannot_be_written_says_who_could() {
        let error = |code| StoreError::Sqlite {
            path: "games.db".into(),
            source: rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None),
        };
        let told = error(rusqlite::ffi::SQLITE_READONLY).to_string();
        assert!(told.starts_with("database games.db: ") && told.ends_with("as the server's user"), "{told}");
        assert!(!error(rusqlite::ffi::SQLITE_FULL).to_string().contains("user"));
    }
}
