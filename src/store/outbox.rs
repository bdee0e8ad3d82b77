//! Letters that leave: rendered bytes, one row a reader.

use rusqlite::{OptionalExtension, Row, params};

use super::pack::{pack, unpack};
use super::{Ask, StoreError, Tx};

/// A letter to put into the outbox.
#[derive(Clone, Debug)]
pub struct NewOutbox<'a> {
    /// The envelope's sender.
    pub sender: &'a str,
    /// The envelope's recipient.
    pub rcpt: &'a str,
    /// `Message-ID`.
    pub msgid: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
    /// Now.
    pub now: i64,
}

/// A letter in the outbox.
#[derive(Clone, Debug)]
pub struct OutboxRow {
    /// Number.
    pub id: i64,
    /// The envelope's sender.
    pub sender: String,
    /// The envelope's recipient.
    pub rcpt: String,
    /// `Message-ID`.
    pub msgid: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// `ready`, `sending`, `sent`, `dead`, `superseded`.
    pub state: String,
    /// How often it was tried.
    pub attempts: i64,
    /// How often nobody knew what became of it.
    pub unknowns: i64,
    /// When it is due.
    pub next_at: i64,
    /// What went wrong last.
    pub last_error: String,
    /// When it was written.
    pub created: i64,
    /// It is held back until then; [`FOREVER`] = until it is released.
    pub held_until: i64,
}

/// A letter that waits to leave, and whose place a newer one may take.
#[derive(Clone, Debug)]
pub struct HeldUp {
    /// Number.
    pub id: i64,
    /// `Message-ID`.
    pub msgid: String,
    /// Since when somebody waits for it.
    pub created: i64,
    /// It is held back until then.
    pub held_until: i64,
}

/// A letter that is held back until somebody releases it.
pub const FOREVER: i64 = i64::MAX;

const COLUMNS: &str =
    "id, sender, rcpt, msgid, bytes, state, attempts, unknowns, next_at, last_error, created, held_until";

fn row(r: &Row<'_>) -> rusqlite::Result<OutboxRow> {
    Ok(OutboxRow {
        id: r.get(0)?,
        sender: r.get(1)?,
        rcpt: r.get(2)?,
        msgid: r.get(3)?,
        bytes: r.get(4)?,
        state: r.get(5)?,
        attempts: r.get(6)?,
        unknowns: r.get(7)?,
        next_at: r.get(8)?,
        last_error: r.get(9)?,
        created: r.get(10)?,
        held_until: r.get(11)?,
    })
}

fn whole(mut row: OutboxRow) -> Result<OutboxRow, StoreError> {
    row.bytes = unpack(&row.bytes)?;
    Ok(row)
}

impl Ask<'_> {
    /// Numbers of the letters that are due at `due`, the longest due first. Letters left in `sending` by a crash are
    /// among them; those that are held back now are not.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn due_ids(&self, due: i64, now: i64, most: usize) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id FROM outbox WHERE state IN ('ready', 'sending') AND next_at <= ?1 AND held_until <= ?2
             ORDER BY next_at, id LIMIT ?3",
        )?;
        let rows = statement.query_map(params![due, now, i64::try_from(most).unwrap_or(i64::MAX)], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A letter of the outbox.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite, or where its bytes are damaged.
    pub fn out_row(&self, id: i64) -> Result<Option<OutboxRow>, StoreError> {
        self.connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM outbox WHERE id = ?1"))?
            .query_row([id], row)
            .optional()?
            .map(whole)
            .transpose()
    }

    /// Letters to an address that surely never left: those that were put off, with `all` those that were not tried too,
    /// and with `now` those that are held back until a time after it. By number.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn held_up(&self, rcpt: &str, all: bool, now: Option<i64>) -> Result<Vec<HeldUp>, StoreError> {
        let row =
            |r: &Row<'_>| Ok(HeldUp { id: r.get(0)?, msgid: r.get(1)?, created: r.get(2)?, held_until: r.get(3)? });
        let mut statement = self.connection.prepare_cached(
            "SELECT id, msgid, created, held_until FROM outbox
             WHERE state = 'ready' AND rcpt = ?1 AND attempts >= ?2 AND unknowns = 0",
        )?;
        let mut list = statement.query_map(params![rcpt, i64::from(!all)], row)?.collect::<Result<Vec<HeldUp>, _>>()?;
        if let Some(now) = now {
            let mut statement = self.connection.prepare_cached(
                // few are held back: no other index is to be taken, and no other row looked at
                "SELECT id, msgid, created, held_until FROM outbox WHERE held_until > 0 AND held_until > ?2
                 AND held_until < ?3 AND +rcpt = ?1 AND +state = 'ready' AND unknowns = 0",
            )?;
            for row in statement.query_map(params![rcpt, now, FOREVER], row)? {
                list.push(row?);
            }
        }
        list.sort_unstable_by_key(|l| l.id);
        list.dedup_by_key(|l| l.id);
        Ok(list)
    }

    /// The letters whose place a letter took, oldest first: numbers and `Message-ID`s.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn superseded_by(&self, id: i64) -> Result<Vec<(i64, String)>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT id, msgid FROM outbox WHERE newer = ?1 ORDER BY id")?;
        let rows = statement.query_map([id], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many letters these are, with all whose place they took, however indirectly; boards alone do not count.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn replaced(&self, ids: &[i64]) -> Result<usize, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "WITH RECURSIVE chain(id) AS
             (VALUES(?1) UNION SELECT o.id FROM outbox o JOIN chain ON o.newer = chain.id)
             SELECT count(*) FROM chain JOIN outbox USING(id) WHERE msgid NOT GLOB '*.board.c*'",
        )?;
        let mut count: i64 = 0;
        for id in ids {
            count += statement.query_row([id], |r| r.get::<_, i64>(0))?;
        }
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Did a newer letter take this one's place?
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn superseded(&self, id: i64) -> Result<bool, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT state = 'superseded' FROM outbox WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?
            .unwrap_or(false))
    }

    /// Is the way out known to be closed, since no server could be reached?
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn shut(&self) -> Result<bool, StoreError> {
        Ok(self.connection.prepare_cached("SELECT 1 FROM meta WHERE key = 'shut'")?.exists([])?)
    }

    /// How many letters wait, due or not.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn outbox_depth(&self) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending')")?
            .query_row([], |r| r.get(0))?)
    }

    /// When the next letter is due.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn next_due(&self) -> Result<Option<i64>, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT min(max(next_at, held_until)) FROM outbox WHERE state IN ('ready', 'sending')")?
            .query_row([], |r| r.get(0))?)
    }

    /// Letters that wait or failed.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn undelivered(&self) -> Result<Vec<OutboxRow>, StoreError> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT {COLUMNS} FROM outbox WHERE state IN ('ready', 'sending', 'dead') ORDER BY id"
        ))?;
        let rows = statement.query_map([], row)?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(whole).collect()
    }

    /// The latest letter to an address: when it was written, and its bytes.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite, or where its bytes are damaged.
    pub fn last_to(&self, rcpt: &str) -> Result<Option<(i64, Vec<u8>)>, StoreError> {
        let found: Option<(i64, Vec<u8>)> = self
            .connection
            .prepare_cached("SELECT created, bytes FROM outbox WHERE rcpt = ?1 ORDER BY id DESC LIMIT 1")?
            .query_row([rcpt], |r| Ok((r.get(0)?, r.get(1)?)))
            .optional()?;
        found.map(|(created, bytes)| Ok((created, unpack(&bytes)?))).transpose()
    }

    /// What a letter said, if it was a refusal.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn gist(&self, id: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let gist: Option<Option<Vec<u8>>> = self
            .connection
            .prepare_cached("SELECT gist FROM outbox WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?;
        Ok(gist.flatten())
    }

    /// The bytes of a letter.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite, or where its bytes are damaged.
    pub fn out_bytes(&self, id: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let bytes: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT bytes FROM outbox WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?;
        bytes.map(|b| unpack(&b)).transpose()
    }

    /// The bytes of a letter by its `Message-ID`.
    ///
    /// # Errors
    /// As [`Ask::out_bytes`].
    pub fn out_by_msgid(&self, msgid: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let bytes: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT bytes FROM outbox WHERE msgid = ?1")?
            .query_row([msgid], |r| r.get(0))
            .optional()?;
        bytes.map(|b| unpack(&b)).transpose()
    }
}

impl Tx<'_> {
    /// Puts a letter into the outbox. A letter with the same `Message-ID` stays as it is.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn post(&self, letter: &NewOutbox<'_>) -> Result<Option<i64>, StoreError> {
        let changed = self
            .tx
            .prepare_cached(
                "INSERT INTO outbox(sender, rcpt, msgid, bytes, state, next_at, created)
             VALUES(?1, ?2, ?3, ?4, 'ready', ?5, ?5) ON CONFLICT(msgid) DO NOTHING",
            )?
            .execute(params![letter.sender, letter.rcpt, letter.msgid, pack(letter.bytes)?, letter.now])?;
        Ok((changed > 0).then(|| self.tx.last_insert_rowid()))
    }

    /// Makes letters due that wait beyond `horizon`, and lets go of those that are held back until a time beyond `held`.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn hasten(&self, horizon: i64, held: i64, now: i64) -> Result<(), StoreError> {
        self.tx
            .prepare_cached("UPDATE outbox SET next_at = ?2 WHERE state IN ('ready', 'sending') AND next_at > ?1")?
            .execute([horizon, now])?;
        self.tx
            .prepare_cached(
                "UPDATE outbox SET held_until = ?2
                 WHERE held_until > 0 AND held_until > ?1 AND held_until < ?3 AND +state = 'ready'",
            )?
            .execute([held, now, FOREVER])?;
        Ok(())
    }

    /// Notes that letters are on their way now.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn sending(&self, ids: &[i64]) -> Result<(), StoreError> {
        let mut statement =
            self.tx.prepare_cached("UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE id = ?1")?;
        for id in ids {
            statement.execute([id])?;
        }
        Ok(())
    }

    /// Takes waiting letters out of the outbox, since the letter `newer` tells what they would have told; and `kept`,
    /// whose place they had taken themselves. The time since when somebody waits is its too.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn supersede(&self, ids: &[i64], kept: &[i64], newer: i64, since: i64) -> Result<(), StoreError> {
        let mut replace = self.tx.prepare_cached("UPDATE outbox SET state = 'superseded', newer = ?2 WHERE id = ?1")?;
        for id in kept.iter().chain(ids) {
            replace.execute([*id, newer])?;
        }
        self.tx
            .prepare_cached("UPDATE outbox SET created = min(created, ?2) WHERE id = ?1")?
            .execute([newer, since])?;
        Ok(())
    }

    /// Notes whether the way out is closed.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn set_shut(&self, shut: bool) -> Result<(), StoreError> {
        let statement = if shut {
            "INSERT INTO meta(key, value) VALUES('shut', x'01') ON CONFLICT(key) DO NOTHING"
        } else {
            "DELETE FROM meta WHERE key = 'shut'"
        };
        self.tx.prepare_cached(statement)?.execute([])?;
        Ok(())
    }

    /// Notes that a letter was taken.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn sent(&self, id: i64, receipt: &str, now: i64) -> Result<(), StoreError> {
        self.tx
            .prepare_cached(
                "UPDATE outbox SET state = 'sent', sent_at = ?2, receipt = ?3, last_error = '' WHERE id = ?1",
            )?
            .execute(params![id, now, receipt])?;
        Ok(())
    }

    /// Puts a letter off.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn defer(&self, id: i64, next_at: i64, error: &str, unknown: bool) -> Result<(), StoreError> {
        self.tx
            .prepare_cached("UPDATE outbox SET state = 'ready', next_at = ?2, last_error = ?3, unknowns = unknowns + ?4 WHERE id = ?1")?
            .execute(params![id, next_at, error, unknown])?;
        Ok(())
    }

    /// Gives a letter up.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn bury(&self, id: i64, error: &str) -> Result<(), StoreError> {
        self.tx.execute("UPDATE outbox SET state = 'dead', last_error = ?2 WHERE id = ?1", params![id, error])?;
        Ok(())
    }

    /// Keeps what a refusal said, as a digest, to know it again.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn keep_gist(&self, id: i64, gist: &[u8]) -> Result<(), StoreError> {
        self.tx.prepare_cached("UPDATE outbox SET gist = ?2 WHERE id = ?1")?.execute(params![id, gist])?;
        Ok(())
    }

    /// Holds a letter back until a time.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn hold(&self, id: i64, until: i64, why: &str) -> Result<(), StoreError> {
        self.tx.execute("UPDATE outbox SET held_until = ?2, last_error = ?3 WHERE id = ?1", params![id, until, why])?;
        Ok(())
    }

    /// Lets go of all letters that are held back; gives their number.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn release(&self, now: i64) -> Result<usize, StoreError> {
        Ok(self.tx.execute(
            "UPDATE outbox SET held_until = 0, last_error = '' WHERE held_until > ?1 AND state = 'ready'",
            [now],
        )?)
    }

    /// Makes a waiting or dead letter due at once. False where there is none.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn retry(&self, id: i64, now: i64) -> Result<bool, StoreError> {
        let changed = self.tx.execute(
            "UPDATE outbox SET state = 'ready', next_at = ?2, unknowns = 0, held_until = 0
             WHERE id = ?1 AND state NOT IN ('sent', 'superseded')",
            params![id, now],
        )?;
        Ok(changed > 0)
    }
}
