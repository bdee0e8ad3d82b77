//! What an operator wants to know at a glance; counted in the database, however much there is.

use super::{Ask, StoreError};

/// How the post stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games that are not over.
    pub games: i64,
    /// Letters that wait for a ruling.
    pub unruled: i64,
    /// Letters that were put aside.
    pub shunted: i64,
    /// Letters that wait to be sent.
    pub outbox: i64,
    /// Since when the oldest of them waits.
    pub oldest: Option<i64>,
    /// Letters that were given up.
    pub dead: i64,
    /// Letters that are held back.
    pub held: i64,
}

impl Ask<'_> {
    /// How the post stands.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn summary(&self, now: i64) -> Result<Summary, StoreError> {
        let count = |sql: &str| self.connection.query_row(sql, [], |r| r.get::<_, i64>(0));
        let (outbox, oldest) = self.connection.query_row(
            "SELECT count(*), min(created) FROM outbox WHERE state IN ('ready', 'sending')",
            [],
            |r| Ok((r.get(0)?, r.get(1)?)),
        )?;
        let held = self.connection.query_row(
            "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending') AND held_until > ?1",
            [now],
            |r| r.get(0),
        )?;
        Ok(Summary {
            games: count("SELECT count(*) FROM game WHERE state IN ('playing', 'stopped')")?,
            unruled: count("SELECT count(*) FROM inbox WHERE state = 'new'")?,
            shunted: count("SELECT count(*) FROM inbox WHERE state = 'shunt'")?,
            outbox,
            oldest,
            dead: count("SELECT count(*) FROM outbox WHERE state = 'dead'")?,
            held,
        })
    }
}
