//! A whole post office in a temporary folder: Maildir in, desk, Maildir out, with the clock in the caller's hand. The
//! demo and the example evenings are played on it; nothing in it is a stand-in but the clock.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::desk::Desk;
use super::open::{StartArgs, StartFailure, start};
use super::send::drain;
use crate::config::{BUILT_IN, Config, ConfigError};
use crate::post::maildir::{MaildirInbox, MaildirMailer};
use crate::post::{Inbox, PostError};
use crate::store::{GameRow, Store, StoreError};

/// What can go wrong on a stage.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// The folder.
    #[error("the stage: {0}")]
    Io(#[from] std::io::Error),
    /// The configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The Maildirs.
    #[error(transparent)]
    Post(#[from] PostError),
}

/// A post office in a temporary folder, which goes with it.
pub struct Stage {
    folder: tempfile::TempDir,
    desk: Desk,
    inbox: MaildirInbox,
    mailer: MaildirMailer,
    out: PathBuf,
    seen: BTreeSet<PathBuf>,
    delivered: u64,
}

impl Stage {
    /// Sets one up whose server has this name and address.
    ///
    /// # Errors
    /// [`StageError`] where the folder or the database cannot be made.
    pub fn new(address: &str, now: i64) -> Result<Self, StageError> {
        let folder = tempfile::Builder::new().prefix("boardpost-").tempdir()?;
        let mut config = Config::parse(BUILT_IN, &folder.path().join("config.toml"))?;
        config.server.address = address.to_owned();
        config.server.hostname = address.rsplit('@').next().unwrap_or("localhost").to_owned();
        let store = Store::open(&config.store)?;
        let desk = Desk::new(store, config, now)?;
        let at = |name: &str| folder.path().join(name);
        Ok(Self {
            inbox: MaildirInbox::new(at("mail/in"), at("mail/done")),
            mailer: MaildirMailer::new(at("mail/out")),
            out: at("mail/out/new"),
            folder,
            desk,
            seen: BTreeSet::new(),
            delivered: 0,
        })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The desk.
    #[must_use]
    pub const fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Starts a game; gives its number.
    ///
    /// # Errors
    /// [`StageError`]; the inner [`StartFailure`] where it cannot be opened.
    pub fn start(&mut self, args: &StartArgs, now: i64) -> Result<Result<i64, StartFailure>, StageError> {
        let config = self.desk.config().clone();
        Ok(start(self.desk.store_mut(), &config, args, now)?)
    }

    /// Puts a letter into the server's Maildir, as a mail server would, and lets the desk work.
    ///
    /// # Errors
    /// [`StageError`] where a file or the database fails.
    pub fn deliver(&mut self, letter: &[u8], now: i64) -> Result<(), StageError> {
        let new = self.folder.path().join("mail/in/new");
        std::fs::create_dir_all(&new)?;
        self.delivered += 1;
        std::fs::write(new.join(format!("{:06}", self.delivered)), letter)?;
        let listed = self.inbox.list()?;
        let arrived = self.inbox.fetch(&listed, 0)?;
        self.desk.take(&arrived, now)?;
        for id in self.desk.store().ask().waiting()? {
            self.desk.rule(id, now)?;
        }
        let places: Vec<_> = listed.into_iter().map(|l| l.place).collect();
        self.inbox.done(&places)?;
        Ok(())
    }

    /// Sends what waits; gives the bytes of the letters that left, in order.
    ///
    /// # Errors
    /// [`StageError`] where a file or the database fails.
    pub fn collect(&mut self, now: i64) -> Result<Vec<Vec<u8>>, StageError> {
        let config = self.desk.config().clone();
        let (_, fault) = drain(self.desk.store_mut(), &config, &mut self.mailer, i64::MAX, &|| now)?;
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        let mut fresh: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(&self.out)? {
            let path = entry?.path();
            if self.seen.insert(path.clone()) {
                fresh.push(path);
            }
        }
        fresh.sort();
        Ok(fresh.iter().map(std::fs::read).collect::<Result<_, _>>()?)
    }

    /// A game's log as an mbox.
    ///
    /// # Errors
    /// [`StageError`] where the database fails.
    pub fn log(&self, game: i64) -> Result<Vec<u8>, StageError> {
        let row = self.row(game)?;
        let mut bytes = Vec::new();
        for record in super::records(self.desk.store().ask(), &row)? {
            let time = jiff::Timestamp::from_second(record.time).unwrap_or_default();
            crate::post::mbox::write(&mut bytes, &record.write(), "boardpost", time);
        }
        Ok(bytes)
    }

    /// A game's row.
    ///
    /// # Errors
    /// [`StageError`] where there is none.
    pub fn row(&self, game: i64) -> Result<GameRow, StageError> {
        let row = self.desk.store().ask().game(game)?;
        Ok(row.ok_or_else(|| StoreError::Row(format!("there is no game {game}")))?)
    }
}
