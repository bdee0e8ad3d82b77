//! Locks that keep a second daemon away from the same database or inbox. They are files of their own, never SQLite's
//! exclusive mode: other commands work meanwhile.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use crate::config::{Config, Inbox};

/// The locks of a running daemon; they end with it.
#[derive(Debug)]
pub(super) struct Locks {
    store: File,
    _inbox: File,
}

impl Locks {
    /// Notes that the inbox was looked into: the time of the database's lock says when, without a write to that.
    pub(super) fn polled(&self, now: i64) {
        let since = Duration::from_secs(u64::try_from(now).unwrap_or(0));
        if let Some(time) = UNIX_EPOCH.checked_add(since) {
            // whoever asks for the status sees an older time
            let _ = self.store.set_modified(time);
        }
    }
}

/// Does a daemon run on this database, and when did one look into its inbox last?
#[must_use]
pub fn polled(store: &Path) -> (bool, Option<i64>) {
    let Ok(file) = File::options().write(true).open(beside(store)) else { return (false, None) };
    let running = matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock));
    let time = file.metadata().and_then(|m| m.modified()).ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok());
    (running, time.and_then(|t| i64::try_from(t.as_secs()).ok()))
}

/// The lock of a database.
fn beside(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

/// Somebody else holds a lock, or it cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum Locked {
    #[error("another boardpost runs on {0}")]
    Held(String),
    #[error("the lock {path} cannot be taken: {source}")]
    Io { path: PathBuf, source: std::io::Error },
}

fn take(path: &Path, what: &str) -> Result<File, Locked> {
    let wrap = |source| Locked::Io { path: path.to_owned(), source };
    let file = File::options().create(true).truncate(false).write(true).open(path).map_err(wrap)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(Locked::Held(what.to_owned())),
        Err(std::fs::TryLockError::Error(source)) => Err(wrap(source)),
    }
}

/// Takes the lock of the database and that of the inbox.
pub(super) fn locks(config: &Config) -> Result<Locks, Locked> {
    let store = take(&beside(&config.store), &format!("the database {}", config.store.display()))?;
    let inbox = match &config.inbox {
        Inbox::Maildir { path, .. } => {
            let lock = path.join(".boardpost.lock");
            std::fs::create_dir_all(path).map_err(|source| Locked::Io { path: lock.clone(), source })?;
            take(&lock, &format!("the inbox {}", path.display()))?
        }
        Inbox::Imap { server, folder, .. } => {
            let user = server.user.clone().unwrap_or_default();
            let name = format!("{user}@{}:{}/{folder}", server.host, server.port);
            let hash = Sha256::digest(&name).iter().take(8).map(|b| format!("{b:02x}")).collect::<String>();
            take(&std::env::temp_dir().join(format!("boardpost-{hash}.lock")), &format!("the inbox {name}"))?
        }
    };
    Ok(Locks { store, _inbox: inbox })
}
