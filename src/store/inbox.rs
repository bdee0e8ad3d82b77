//! Letters that came.

use rusqlite::{OptionalExtension, Row, params};

use super::pack::{pack, unpack};
use super::{Ask, StoreError, Tx};
use crate::post::Place;

/// A letter that came.
#[derive(Clone, Debug)]
pub struct InboxRow {
    /// Number.
    pub id: i64,
    /// Where it lies.
    pub place: Place,
    /// `Message-ID`, or a made-up one.
    pub msgid: String,
    /// The bytes.
    pub raw: Vec<u8>,
    /// When we got it, seconds since 1970.
    pub received: i64,
    /// Are these the header fields of a letter that was over the limit?
    pub too_big: bool,
    /// How often reading it was begun.
    pub attempts: i64,
    /// `new`, `done`, `ignored`, `shunt`.
    pub state: String,
    /// Why.
    pub note: String,
}

/// What became of a letter that was brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Kept, under this number.
    New(i64),
    /// This place is known already.
    Known,
    /// The same letter was kept from another place.
    Copy,
}

const COLUMNS: &str = "id, folder, epoch, key, msgid, raw, received, too_big, attempts, state, note";

type Packed = (InboxRow, Vec<u8>);

fn row(r: &Row<'_>) -> rusqlite::Result<Packed> {
    Ok((
        InboxRow {
            id: r.get(0)?,
            place: Place { folder: r.get(1)?, epoch: r.get(2)?, key: r.get(3)? },
            msgid: r.get(4)?,
            raw: Vec::new(),
            received: r.get(6)?,
            too_big: r.get(7)?,
            attempts: r.get(8)?,
            state: r.get(9)?,
            note: r.get(10)?,
        },
        r.get(5)?,
    ))
}

fn whole((mut row, packed): Packed) -> Result<InboxRow, StoreError> {
    row.raw = unpack(&packed)?;
    Ok(row)
}

impl Ask<'_> {
    /// Is a place known, and is its letter done with (so that it may be moved)?
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn place(&self, place: &Place) -> Result<Option<bool>, StoreError> {
        let state: Option<String> = self
            .connection
            .prepare_cached("SELECT state FROM inbox WHERE folder = ?1 AND epoch = ?2 AND key = ?3")?
            .query_row(params![place.folder, place.epoch, place.key], |r| r.get(0))
            .optional()?;
        Ok(state.map(|s| s != "new"))
    }

    /// Numbers of letters that wait for a ruling, in order.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn waiting(&self) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.connection.prepare_cached("SELECT id FROM inbox WHERE state = 'new' ORDER BY id")?;
        let rows = statement.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A letter.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite, or where its bytes are damaged.
    pub fn letter(&self, id: i64) -> Result<Option<InboxRow>, StoreError> {
        self.connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM inbox WHERE id = ?1"))?
            .query_row([id], row)
            .optional()?
            .map(whole)
            .transpose()
    }

    /// How a letter stands: `new`, `done`, `ignored`, `shunt`.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn letter_state(&self, id: i64) -> Result<Option<String>, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT state FROM inbox WHERE id = ?1")?
            .query_row([id], |r| r.get(0))
            .optional()?)
    }

    /// Letters, the newest first; only those that were put aside if `shunted`.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn letters(&self, shunted: bool, most: i64) -> Result<Vec<InboxRow>, StoreError> {
        let filter = if shunted { "WHERE state = 'shunt'" } else { "" };
        let mut statement =
            self.connection.prepare(&format!("SELECT {COLUMNS} FROM inbox {filter} ORDER BY id DESC LIMIT ?1"))?;
        let rows = statement.query_map([most], row)?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(whole).collect()
    }
}

impl Tx<'_> {
    /// Brings a letter in, once: the same place or the same letter again changes nothing.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn take(
        &self,
        place: &Place,
        msgid: &str,
        digest: &[u8],
        raw: &[u8],
        received: i64,
        too_big: bool,
    ) -> Result<Taken, StoreError> {
        if self.ask().place(place)?.is_some() {
            return Ok(Taken::Known);
        }
        let changed = self
            .tx
            .prepare_cached(
                "INSERT INTO inbox(folder, epoch, key, msgid, digest, raw, received, too_big, state)
             VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'new') ON CONFLICT DO NOTHING",
            )?
            .execute(params![place.folder, place.epoch, place.key, msgid, digest, pack(raw)?, received, too_big])?;
        Ok(if changed == 0 { Taken::Copy } else { Taken::New(self.tx.last_insert_rowid()) })
    }

    /// Counts an attempt to read a letter; gives their number with this one.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn attempt(&self, id: i64) -> Result<i64, StoreError> {
        Ok(self
            .tx
            .prepare_cached("UPDATE inbox SET attempts = attempts + 1 WHERE id = ?1 RETURNING attempts")?
            .query_row([id], |r| r.get(0))?)
    }

    /// Takes the last attempt back: it failed through no fault of the letter.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn excuse(&self, id: i64) -> Result<(), StoreError> {
        self.tx.prepare_cached("UPDATE inbox SET attempts = attempts - 1 WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Closes the file of a letter that is none of a game's: of its bytes only what tells whose it was is kept.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn forget(&self, id: i64, from: Option<&str>) -> Result<(), StoreError> {
        let head = format!("From: {}\r\n\r\n", from.unwrap_or_default());
        self.tx
            .prepare_cached("UPDATE inbox SET raw = ?2, slim = 1 WHERE id = ?1")?
            .execute(params![id, pack(head.as_bytes())?])?;
        Ok(())
    }

    /// Drops the rows of forgotten letters that came before a time.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn prune(&self, before: i64) -> Result<(), StoreError> {
        self.tx.prepare_cached("DELETE FROM inbox WHERE slim = 1 AND received < ?1")?.execute([before])?;
        Ok(())
    }

    /// Closes a letter's file: `done`, `ignored` or `shunt`.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn settle(&self, id: i64, state: &str, note: &str) -> Result<(), StoreError> {
        self.tx
            .prepare_cached("UPDATE inbox SET state = ?2, note = ?3 WHERE id = ?1")?
            .execute(params![id, state, note])?;
        Ok(())
    }
}
