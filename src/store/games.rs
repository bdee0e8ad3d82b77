//! Games, seats, events and the log.

use rusqlite::{OptionalExtension, Row, params};

use super::{Ask, StoreError, Tx};
use crate::game::Seat;
use crate::judge::{Corrupt, Event, StartLine, Table};

/// How a game stands, as the listing writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// In progress.
    Playing,
    /// Somebody won.
    Won,
    /// Drawn.
    Drawn,
    /// Stopped, since its log does not replay.
    Stopped,
}

impl State {
    /// The word in the database and in listings.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Stopped => "stopped",
        }
    }

    fn from_word(word: &str) -> Self {
        match word {
            "playing" => Self::Playing,
            "won" => Self::Won,
            "drawn" => Self::Drawn,
            _ => Self::Stopped,
        }
    }
}

/// A game as the listings need it.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Number.
    pub id: i64,
    /// The game's name.
    pub name: String,
    /// The start line.
    pub start: String,
    /// When it was opened.
    pub opened: i64,
    /// Since when the seats that are to act are.
    pub since: i64,
    /// Seats to act.
    pub to_act: Vec<Seat>,
    /// How it stands.
    pub state: State,
    /// The winner's seat.
    pub winner: Option<Seat>,
    /// Why it ended or was stopped.
    pub reason: Option<String>,
    /// Letters in the log.
    pub letters: i64,
    /// Events.
    pub events: i64,
    /// The digest after the last letter.
    pub digest: Vec<u8>,
}

/// A seat of a game with the player on it.
#[derive(Clone, Copy, Debug)]
pub struct SeatRow {
    /// The seat.
    pub seat: Seat,
    /// The player's number.
    pub player: i64,
}

/// A letter of a game's log.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// From 1.
    pub seq: i64,
    /// `opening`, `in`, `out`.
    pub kind: String,
    /// Whose letter, or to whom.
    pub seat: Seat,
    /// When.
    pub time: i64,
    /// The trust that it was judged with; empty for ours.
    pub trust: String,
    /// Its row in the inbox.
    pub inbox: Option<i64>,
    /// Its row in the outbox.
    pub outbox: Option<i64>,
    /// The digest after it.
    pub digest: Vec<u8>,
}

const COLUMNS: &str = "id, name, start, opened, since, to_act, state, winner, reason, letters, events, digest";

fn seat(number: i64) -> Seat {
    if number == 2 { Seat::Two } else { Seat::One }
}

fn game(r: &Row<'_>) -> rusqlite::Result<GameRow> {
    let to_act: i64 = r.get(5)?;
    let state: String = r.get(6)?;
    let winner: Option<i64> = r.get(7)?;
    Ok(GameRow {
        id: r.get(0)?,
        name: r.get(1)?,
        start: r.get(2)?,
        opened: r.get(3)?,
        since: r.get(4)?,
        to_act: Seat::BOTH.into_iter().filter(|s| to_act & i64::from(s.number()) != 0).collect(),
        state: State::from_word(&state),
        winner: winner.map(seat),
        reason: r.get(8)?,
        letters: r.get(9)?,
        events: r.get(10)?,
        digest: r.get(11)?,
    })
}

fn log_row(r: &Row<'_>) -> rusqlite::Result<LogRow> {
    Ok(LogRow {
        seq: r.get(0)?,
        kind: r.get(1)?,
        seat: seat(r.get(2)?),
        time: r.get(3)?,
        trust: r.get(4)?,
        inbox: r.get(5)?,
        outbox: r.get(6)?,
        digest: r.get(7)?,
    })
}

impl Ask<'_> {
    /// A game.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn game(&self, id: i64) -> Result<Option<GameRow>, StoreError> {
        Ok(self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM game WHERE id = ?1"))?
            .query_row([id], game)
            .optional()?)
    }

    /// Games, in order; only those in progress unless `all`.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn games(&self, all: bool) -> Result<Vec<GameRow>, StoreError> {
        let filter = if all { "" } else { "WHERE state IN ('playing', 'stopped')" };
        let mut statement = self.connection.prepare(&format!("SELECT {COLUMNS} FROM game {filter} ORDER BY id"))?;
        let rows = statement.query_map([], game)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A player's games in progress, with his seat.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn games_of(&self, player: i64) -> Result<Vec<(GameRow, Seat)>, StoreError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS}, seat FROM game JOIN seat ON seat.game = game.id
             WHERE seat.player = ?1 AND state = 'playing' ORDER BY id"
        ))?;
        let rows = statement.query_map([player], |r| Ok((game(r)?, seat(r.get(12)?))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Who sits where.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn seats(&self, game: i64) -> Result<Vec<SeatRow>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT seat, player FROM seat WHERE game = ?1 ORDER BY seat")?;
        let rows = statement.query_map([game], |r| Ok(SeatRow { seat: seat(r.get(0)?), player: r.get(1)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Whose token it is: game, seat, and whether it is still good.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn token(&self, token: &str) -> Result<Option<(i64, Seat, bool)>, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT game, seat, live FROM token WHERE token = ?1")?
            .query_row([token], |r| Ok((r.get(0)?, seat(r.get(1)?), r.get(2)?)))
            .optional()?)
    }

    /// All tokens of a game that were ever good, with their seats.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn tokens(&self, game: i64) -> Result<Vec<(String, Seat)>, StoreError> {
        let mut statement = self.connection.prepare_cached("SELECT token, seat FROM token WHERE game = ?1")?;
        let rows = statement.query_map([game], |r| Ok((r.get(0)?, seat(r.get(1)?))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The events of a game, in order.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite, or where an event cannot be read.
    pub fn events(&self, game: i64) -> Result<Vec<(i64, Event)>, StoreError> {
        let mut statement = self.connection.prepare_cached("SELECT seq, text FROM event WHERE game = ?1 ORDER BY n")?;
        let rows = statement.query_map([game], |r| Ok((r.get::<_, i64>(0)?, r.get::<_, String>(1)?)))?;
        rows.map(|row| {
            let (seq, text) = row?;
            Ok((seq, text.parse().map_err(|e| StoreError::Row(format!("game {game}: {e}")))?))
        })
        .collect()
    }

    /// Sets a table up from its start line and events.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite; the inner error where the log cannot be folded.
    pub fn table(&self, row: &GameRow) -> Result<Result<Table, Corrupt>, StoreError> {
        Ok(self.table_from(row, |_| None)?.map(|(table, _)| table))
    }

    /// As [`Ask::table`], with the events; `known` gives a table that was made of this start line and these events
    /// before, if there is one.
    ///
    /// # Errors
    /// As there.
    pub fn table_from(
        &self,
        row: &GameRow,
        known: impl FnOnce(&[Event]) -> Option<Table>,
    ) -> Result<Result<(Table, Vec<Event>), Corrupt>, StoreError> {
        let events: Vec<Event> = match self.events(row.id) {
            Ok(events) => events.into_iter().map(|(_, event)| event).collect(),
            Err(StoreError::Row(why)) => return Ok(Err(Corrupt::Event { event: row.start.clone(), why })),
            Err(e) => return Err(e),
        };
        let fold = || {
            let mut table = Table::open(row.id, row.start.parse::<StartLine>()?)?;
            for event in &events {
                table.apply(event)?;
            }
            Ok(table)
        };
        Ok(known(&events).map_or_else(fold, Ok).map(|table| (table, events)))
    }

    /// The log of a game, in order.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn log(&self, game: i64) -> Result<Vec<LogRow>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT seq, kind, seat, time, trust, inbox, outbox, digest FROM log WHERE game = ?1 ORDER BY seq",
        )?;
        let rows = statement.query_map([game], log_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The last letters to or from a seat of the log before letter `before`, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn last_letters(
        &self,
        game: i64,
        to: Seat,
        incoming: bool,
        before: i64,
        most: i64,
    ) -> Result<Vec<LogRow>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT seq, kind, seat, time, trust, inbox, outbox, digest FROM log
             WHERE game = ?1 AND seq < ?5 AND seat = ?2 AND (kind = 'in') = ?3 ORDER BY seq DESC LIMIT ?4",
        )?;
        let rows = statement.query_map(params![game, to.number(), incoming, most, before], log_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One letter of the log of a game.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn log_letter(&self, game: i64, seq: i64) -> Result<Option<LogRow>, StoreError> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT seq, kind, seat, time, trust, inbox, outbox, digest FROM log WHERE game = ?1 AND seq = ?2",
            )?
            .query_row([game, seq], log_row)
            .optional()?)
    }

    /// The first letter of the log to a seat.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn first_letter(&self, game: i64, to: Seat) -> Result<Option<LogRow>, StoreError> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT seq, kind, seat, time, trust, inbox, outbox, digest FROM log
                 WHERE game = ?1 AND seat = ?2 AND kind <> 'in' ORDER BY seq LIMIT 1",
            )?
            .query_row(params![game, to.number()], log_row)
            .optional()?)
    }

    /// The `Message-ID` of a letter of the log.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn msgid(&self, row: &LogRow) -> Result<Option<String>, StoreError> {
        let (table, id) = match (row.inbox, row.outbox) {
            (Some(id), _) => ("inbox", id),
            (None, Some(id)) => ("outbox", id),
            (None, None) => return Ok(None),
        };
        Ok(self
            .connection
            .prepare_cached(&format!("SELECT msgid FROM {table} WHERE id = ?1"))?
            .query_row([id], |r| r.get(0))
            .optional()?)
    }

    /// The last letters of a seat's thread, the newest first: did the player write it, and its `Message-ID`.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn thread(&self, game: i64, seat: Seat, most: i64) -> Result<Vec<(bool, String)>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT inbox IS NOT NULL, ifnull((SELECT msgid FROM inbox WHERE id = l.inbox),
               (SELECT msgid FROM outbox WHERE id = l.outbox)) FROM log l
             WHERE game = ?1 AND seat = ?2 ORDER BY seq DESC LIMIT ?3",
        )?;
        let rows = statement.query_map(params![game, seat.number(), most], |r| {
            Ok((r.get(0)?, r.get::<_, Option<String>>(1)?.unwrap_or_default()))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The bytes of a letter of the log.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn log_bytes(&self, row: &LogRow) -> Result<Vec<u8>, StoreError> {
        let gone = || StoreError::Row(format!("the bytes of letter {} are missing", row.seq));
        match (row.inbox, row.outbox) {
            (Some(id), _) => Ok(self.letter(id)?.ok_or_else(gone)?.raw),
            (None, Some(id)) => self.out_bytes(id)?.ok_or_else(gone),
            (None, None) => Err(gone()),
        }
    }

    /// Keys, for what is derived from them.
    #[must_use]
    pub const fn keys(&self) -> &super::Keys {
        self.keys
    }
}

impl Tx<'_> {
    /// Opens a game's row; gives its number.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn new_game(&self, name: &str, start: &str, players: &[i64], now: i64) -> Result<i64, StoreError> {
        self.tx.execute(
            "INSERT INTO game(name, start, opened, since, to_act, state, letters, events, digest)
             VALUES(?1, ?2, ?3, ?3, 0, 'playing', 0, 0, x'')",
            params![name, start, now],
        )?;
        let id = self.tx.last_insert_rowid();
        for (seat, player) in (1i64..).zip(players) {
            self.tx.execute("INSERT INTO seat(game, seat, player) VALUES(?1, ?2, ?3)", params![id, seat, player])?;
        }
        Ok(id)
    }

    /// Makes a seat's token good; older ones of the seat are not any more.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn new_token(&self, game: i64, seat: Seat, generation: u32) -> Result<String, StoreError> {
        let token = self.keys.token(game, seat, generation);
        self.tx.execute("UPDATE token SET live = 0 WHERE game = ?1 AND seat = ?2", params![game, seat.number()])?;
        self.tx.execute(
            "INSERT INTO token(token, game, seat, generation, live) VALUES(?1, ?2, ?3, ?4, 1)",
            params![token, game, seat.number(), generation],
        )?;
        Ok(token)
    }

    /// Adds events. The primary key refuses a second event at the same place: the last line of defence.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn add_events(&self, game: i64, first: i64, seq: i64, events: &[Event]) -> Result<(), StoreError> {
        let mut statement = self.tx.prepare_cached("INSERT INTO event(game, n, seq, text) VALUES(?1, ?2, ?3, ?4)")?;
        for (n, event) in (first..).zip(events) {
            statement.execute(params![game, n, seq, event.to_string()])?;
        }
        Ok(())
    }

    /// Adds a letter to the log.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn add_log(&self, game: i64, row: &LogRow) -> Result<(), StoreError> {
        self.tx
            .prepare_cached(
                "INSERT INTO log(game, seq, kind, seat, time, trust, inbox, outbox, digest)
                 VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                game,
                row.seq,
                row.kind,
                row.seat.number(),
                row.time,
                row.trust,
                row.inbox,
                row.outbox,
                row.digest
            ])?;
        Ok(())
    }

    /// Writes how a game stands now.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn update_game(&self, row: &GameRow) -> Result<(), StoreError> {
        let to_act: u8 = row.to_act.iter().map(|s| s.number()).sum();
        self.tx
            .prepare_cached(
                "UPDATE game SET since = ?2, to_act = ?3, state = ?4, winner = ?5, reason = ?6, letters = ?7, events = ?8,
                 digest = ?9 WHERE id = ?1",
            )?
            .execute(params![
                row.id,
                row.since,
                to_act,
                row.state.word(),
                row.winner.map(Seat::number),
                row.reason,
                row.letters,
                row.events,
                row.digest
            ])?;
        Ok(())
    }
}
