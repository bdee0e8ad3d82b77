//! Troubles with the mail that are not over yet, for whoever asks how things stand.

use rusqlite::{OptionalExtension, params};

use super::{Ask, StoreError, Tx};

/// A way of the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Letters that come.
    In,
    /// Letters that leave.
    Out,
}

impl Way {
    const fn key(self) -> &'static str {
        match self {
            Self::In => "outage-in",
            Self::Out => "outage-out",
        }
    }
}

/// A trouble that lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Since when.
    pub since: i64,
    /// Of what kind, as one word.
    pub kind: String,
    /// What was said last.
    pub why: String,
}

impl Ask<'_> {
    /// The trouble that a way of the mail has.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn outage(&self, way: Way) -> Result<Option<Outage>, StoreError> {
        let value: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
            .query_row([way.key()], |r| r.get(0))
            .optional()?;
        let text = value.map(|v| String::from_utf8_lossy(&v).into_owned()).unwrap_or_default();
        Ok(text.split_once(' ').and_then(|(since, rest)| {
            let (kind, why) = rest.split_once(' ')?;
            Some(Outage { since: since.parse().ok()?, kind: kind.to_owned(), why: why.to_owned() })
        }))
    }
}

impl Tx<'_> {
    /// Notes a trouble, a word and a text; one of the same kind goes on.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn begin_outage(&self, way: Way, kind: &str, why: &str, now: i64) -> Result<(), StoreError> {
        let old = self.ask().outage(way)?;
        let since = old.as_ref().filter(|o| o.kind == kind).map_or(now, |o| o.since);
        let new = Outage { since, kind: kind.to_owned(), why: why.to_owned() };
        if old.as_ref() != Some(&new) {
            let sql = "INSERT INTO meta(key, value) VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET value = ?2";
            let value = format!("{since} {kind} {why}");
            self.tx.prepare_cached(sql)?.execute(params![way.key(), value.as_bytes()])?;
        }
        Ok(())
    }

    /// Notes that a way of the mail works.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn end_outage(&self, way: Way) -> Result<(), StoreError> {
        self.tx.execute("DELETE FROM meta WHERE key = ?1", [way.key()])?;
        Ok(())
    }
}
