//! Maildirs: a folder of letters as an inbox, and one as an outbox.
//!
//! A letter is one file. It is written in `tmp`, and appears in `new` whole by a rename; readers move it on to `cur`,
//! with flags behind `:2,`. What stands before the colon names the letter for good. A letter that disappears while we
//! look is nobody's fault; folders, pipes and hidden files are passed over.

use super::{Arrived, Inbox, Listed, Mailer, Outgoing, Place, PostError, Sent, Stop, Trouble};
use crate::fault;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How often a waiting inbox looks at its folders' times.
const TICK: Duration = Duration::from_millis(200);
/// Bytes of a header that are read of a letter over the limit.
const HEADER_BYTES: u64 = 256 << 10;

fn error(step: &str, path: &Path, error: &io::Error) -> PostError {
    PostError::new(Trouble::Io, format!("{}: {step}: {error}", path.display()))
}

/// `None` where the thing is not there (any more).
fn present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// Makes a Maildir's three folders where they are missing.
fn make(path: &Path) -> Result<(), PostError> {
    ["tmp", "new", "cur"].iter().try_for_each(|sub| {
        let folder = path.join(sub);
        fs::create_dir_all(&folder).map_err(|e| error("cannot make the folder", &folder, &e))
    })
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// What names a letter: its file's name without the flags.
fn unique(file: &str) -> &str {
    file.split_once(':').map_or(file, |(name, _)| name)
}

/// The letters' files in one folder: unique name, path, and what the system knows of it.
fn files(folder: &Path) -> Result<Vec<(String, PathBuf, Metadata)>, PostError> {
    let mut found = Vec::new();
    let Some(entries) = present(fs::read_dir(folder)).map_err(|e| error("cannot read", folder, &e))? else {
        return Ok(found);
    };
    for entry in entries {
        let path = entry.map_err(|e| error("cannot read", folder, &e))?.path();
        let Some(file) = path.file_name().and_then(|n| n.to_str()).filter(|n| !n.starts_with('.')) else { continue };
        // follows links: a linked letter is a letter
        if let Ok(metadata) = fs::metadata(&path)
            && metadata.is_file()
        {
            found.push((unique(file).to_owned(), path, metadata));
        }
    }
    Ok(found)
}

/// A Maildir that letters come to. Letters of `new` and of `cur` are listed, whatever their flags.
pub struct MaildirInbox {
    path: PathBuf,
    done: PathBuf,
    /// The unique names of the last list: others are news.
    seen: BTreeMap<String, PathBuf>,
}

impl MaildirInbox {
    /// An inbox at `path`; letters done are moved to the Maildir `done`, which may lie on another disk. Missing folders
    /// are made.
    #[must_use]
    pub fn new(path: PathBuf, done: PathBuf) -> Self {
        Self { path, done, seen: BTreeMap::new() }
    }

    /// All letters by unique name; where two files bear one name, that in `cur`.
    fn all(&self) -> Result<BTreeMap<String, (PathBuf, Metadata)>, PostError> {
        let mut all = BTreeMap::new();
        for sub in ["new", "cur"] {
            all.extend(files(&self.path.join(sub))?.into_iter().map(|(name, path, data)| (name, (path, data))));
        }
        Ok(all)
    }

    fn times(&self) -> [Option<SystemTime>; 2] {
        ["new", "cur"].map(|sub| fs::metadata(self.path.join(sub)).and_then(|m| m.modified()).ok())
    }

    fn folder(&self) -> String {
        self.path.display().to_string()
    }

    /// Moves one file to the done folder, as a letter that was seen.
    fn finish(&self, key: &str, from: &Path) -> io::Result<()> {
        let file = from.file_name().and_then(|n| n.to_str()).unwrap_or(key);
        let mut flags: Vec<char> = file.split_once(":2,").map_or("", |(_, flags)| flags).chars().collect();
        flags.push('S');
        flags.sort_unstable();
        flags.dedup();
        let flags: String = flags.into_iter().collect();
        let cur = self.done.join("cur");
        // another letter of this name may lie there, from a careless writer: no letter is ever written over
        let mut to = cur.join(format!("{key}:2,{flags}"));
        let mut count = 1_u32;
        while to.try_exists()? {
            to = cur.join(format!("{key}.{count}:2,{flags}"));
            count = count.saturating_add(1);
        }
        match fs::rename(from, &to) {
            Err(e) if e.kind() == ErrorKind::CrossesDevices => {
                let temporary = self.done.join("tmp").join(key);
                fs::copy(from, &temporary)?;
                File::open(&temporary)?.sync_all()?;
                fs::rename(&temporary, &to)?;
                sync(&cur)?;
                fs::remove_file(from)
            }
            other => other,
        }
    }
}

impl Inbox for MaildirInbox {
    fn list(&mut self) -> Result<Vec<Listed>, PostError> {
        make(&self.path)?;
        make(&self.done)?;
        let all = self.all()?;
        // a rename keeps the time at which a letter was written
        let mut order: Vec<_> = all.iter().map(|(name, (_, data))| (data.modified().ok(), name, data.len())).collect();
        order.sort();
        let place = |key: &String| Place { folder: self.folder(), epoch: 0, key: key.clone() };
        let listed = order.into_iter().map(|(_, name, size)| Listed { place: place(name), size }).collect();
        self.seen = all.into_iter().map(|(name, (path, _))| (name, path)).collect();
        Ok(listed)
    }

    fn fetch(&mut self, letters: &[Listed], limit: u64) -> Result<Vec<Arrived>, PostError> {
        let all = self.all()?;
        let folder = self.folder();
        let mut arrived = Vec::new();
        for Listed { place, .. } in letters.iter().filter(|l| l.place.folder == folder && l.place.epoch == 0) {
            let Some((path, data)) = all.get(&place.key) else { continue };
            match present(read(path, data, limit)) {
                Ok(Some((raw, too_big))) => arrived.push(Arrived { place: place.clone(), raw, too_big }),
                Ok(None) => {}
                // one unreadable file must not stop the others
                Err(e) => tracing::warn!("{}: cannot read: {e}", path.display()),
            }
        }
        Ok(arrived)
    }

    fn done(&mut self, places: &[Place]) -> Result<(), PostError> {
        if places.is_empty() {
            return Ok(());
        }
        make(&self.done)?;
        let all = self.all()?;
        let folder = self.folder();
        for place in places.iter().filter(|p| p.folder == folder && p.epoch == 0) {
            let Some((path, _)) = all.get(&place.key) else { continue };
            present(self.finish(&place.key, path)).map_err(|e| error("cannot move to the done folder", path, &e))?;
            fault::point("maildir-moved");
        }
        for folder in [self.done.join("cur"), self.path.join("new"), self.path.join("cur")] {
            present(sync(&folder)).map_err(|e| error("cannot sync", &folder, &e))?;
        }
        Ok(())
    }

    fn wait(&mut self, at_most: Duration, stop: &Stop) -> Result<(), PostError> {
        let start = Instant::now();
        let mut times = None;
        // a folder's time is coarse: one more look after each change, a tick later, misses nothing
        let mut looks = 2_u8;
        loop {
            let now = self.times();
            if times.replace(now) != Some(now) {
                looks = 2;
            }
            if looks > 0 {
                looks = looks.saturating_sub(1);
                if self.all()?.keys().any(|name| !self.seen.contains_key(name)) {
                    return Ok(());
                }
            }
            let left = at_most.saturating_sub(start.elapsed());
            if left.is_zero() || stop.is_set() {
                return Ok(());
            }
            std::thread::sleep(TICK.min(left));
        }
    }
}

/// Reads a letter; the header fields alone where it is over the limit (0 = none).
fn read(path: &Path, data: &Metadata, limit: u64) -> io::Result<(Vec<u8>, bool)> {
    let mut raw = Vec::new();
    let most = match limit {
        0 => u64::MAX,
        _ if data.len() > limit => HEADER_BYTES,
        // the file may have grown
        _ => limit.saturating_add(1),
    };
    File::open(path)?.take(most).read_to_end(&mut raw)?;
    let too_big = limit > 0 && (data.len() > limit || u64::try_from(raw.len()).is_ok_and(|n| n > limit));
    Ok((if too_big { super::header_of(raw) } else { raw }, too_big))
}

/// A Maildir that letters leave by: one folder for all readers. A file is exactly the letter's bytes. Its name is made
/// of our number and the Message-ID, so a letter that is delivered again after a crash is found to be there already,
/// also where a reader has moved it on to `cur`.
pub struct MaildirMailer {
    path: PathBuf,
}

impl MaildirMailer {
    /// An outbox at `path`; missing folders are made.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Is a letter of this name there?
    fn delivered(&self, name: &str) -> Result<bool, PostError> {
        let new = self.path.join("new").join(name);
        if new.try_exists().map_err(|e| error("cannot look", &new, &e))? {
            return Ok(true);
        }
        // the common case: nobody reads here, and `cur` is empty
        Ok(files(&self.path.join("cur"))?.iter().any(|(there, ..)| there == name))
    }

    fn deliver(&self, letter: &Outgoing, name: &str) -> Result<(), PostError> {
        let (temporary, new) = (self.path.join("tmp").join(name), self.path.join("new"));
        let write = || {
            let mut file = File::create(&temporary)?;
            file.write_all(&letter.bytes)?;
            file.sync_all()?;
            fault::point("maildir-written");
            fs::rename(&temporary, new.join(name))?;
            sync(&new)?;
            fault::point("maildir-delivered");
            Ok(())
        };
        write().map_err(|e| error("cannot deliver", &new, &e))
    }
}

impl Mailer for MaildirMailer {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        while let Some(letter) = next() {
            let name = file_name(&letter);
            let sent = make(&self.path).and_then(|()| self.delivered(&name)).and_then(|there| match there {
                true => Ok(()),
                false => self.deliver(&letter, &name),
            });
            if let Err(error) = sent {
                report(letter, Sent::Untried(error.text.clone()));
                return Err(error);
            }
            report(letter, Sent::Accepted(name));
        }
        Ok(())
    }
}

/// `NUMBER.HASH.boardpost`; the hash is over the Message-ID, or over all bytes where there is none.
fn file_name(letter: &Outgoing) -> String {
    let id = message_id(&letter.bytes);
    let hash = HEXLOWER.encode(&Sha256::digest(id.as_deref().map_or(letter.bytes.as_slice(), str::as_bytes)));
    let short: String = hash.chars().take(16).collect();
    format!("{:010}.{short}.boardpost", letter.id)
}

fn message_id(letter: &[u8]) -> Option<String> {
    let header = String::from_utf8_lossy(letter.get(..letter.len().min(64 << 10))?).into_owned();
    let mut lines = header.lines().take_while(|l| !l.is_empty());
    let is_id = |l: &str| l.split_once(':').is_some_and(|(name, _)| name.trim_end().eq_ignore_ascii_case("message-id"));
    let first = lines.find(|l| is_id(l))?;
    let (_, value) = first.split_once(':')?;
    let folded: String = lines.take_while(|l| l.starts_with([' ', '\t'])).collect();
    let id: String = value.chars().chain(folded.chars()).filter(|c| !c.is_whitespace()).collect();
    (!id.is_empty()).then_some(id)
}
