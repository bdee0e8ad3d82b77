//! Players and their addresses; and the tallies that keep answers within limits.

use rusqlite::{OptionalExtension, params};

use super::{Ask, StoreError, Tx};
use crate::game::Lang;

/// Marks may lie so many seconds ahead, since two in one second are two; those beyond were made by a clock that has been
/// set back since, and count for nothing.
const AHEAD: i64 = 3600;
/// Answers are held back for so many seconds, at most.
const HELD: i64 = 86_400;

/// A player that the server knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Number.
    pub id: i64,
    /// The nick from the configuration.
    pub nick: Option<String>,
    /// The name in letters.
    pub name: String,
    /// The language of new games.
    pub lang: Lang,
    /// Addresses, lower case; letters go to the first.
    pub addresses: Vec<String>,
}

impl Ask<'_> {
    /// The player with an address (in lower case).
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn person_by_address(&self, address: &str) -> Result<Option<Person>, StoreError> {
        let id: Option<i64> = self
            .connection
            .prepare_cached("SELECT player FROM address WHERE address = ?1")?
            .query_row([address], |r| r.get(0))
            .optional()?;
        id.map_or(Ok(None), |id| self.person(id))
    }

    /// The player with a nick, in any case.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn person_by_nick(&self, nick: &str) -> Result<Option<Person>, StoreError> {
        let wanted = nick.to_lowercase();
        for (known, id) in self.nicks()? {
            if known.to_lowercase() == wanted {
                return self.person(id);
            }
        }
        Ok(None)
    }

    /// All nicks.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn nicks(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT nick, id FROM player WHERE nick IS NOT NULL ORDER BY nick")?;
        let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A player.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn person(&self, id: i64) -> Result<Option<Person>, StoreError> {
        let row: Option<(Option<String>, String, String)> = self
            .connection
            .prepare_cached("SELECT nick, name, lang FROM player WHERE id = ?1")?
            .query_row([id], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
            .optional()?;
        let Some((nick, name, lang)) = row else { return Ok(None) };
        let mut statement =
            self.connection.prepare_cached("SELECT address FROM address WHERE player = ?1 ORDER BY n")?;
        let addresses = statement.query_map([id], |r| r.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some(Person { id, nick, name, lang: Lang::from_code(&lang).unwrap_or_default(), addresses }))
    }

    /// How often something happened in the last so many seconds.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn tally(&self, what: &str, who: &str, now: i64, seconds: i64) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT count(*) FROM tally WHERE what = ?1 AND who = ?2 AND at > ?3 AND at <= ?4")?
            .query_row(params![what, who, now - seconds, now + AHEAD], |r| r.get(0))?)
    }

    /// When something happened since a time, the latest first, at most so many.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn marks(&self, what: &str, who: &str, since: i64, now: i64, most: i64) -> Result<Vec<i64>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT at FROM tally WHERE what = ?1 AND who = ?2 AND at > ?3 AND at <= ?4 ORDER BY at DESC LIMIT ?5",
        )?;
        let rows = statement.query_map(params![what, who, since, now + AHEAD, most], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// When answers to a player leave that are held back, or left in the last day: by game, 0 = by none.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn reserved(&self, player: i64, now: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        // '0' is the sign after '/'
        let mut statement = self.connection.prepare_cached(
            "SELECT who, at FROM tally WHERE what = 'held' AND who >= ?1 || '/' AND who < ?1 || '0' AND at > ?2 AND at <= ?3",
        )?;
        let row = |r: &rusqlite::Row<'_>| Ok((r.get::<_, String>(0)?, r.get(1)?));
        let rows = statement.query_map(params![player.to_string(), now - HELD, now + HELD + AHEAD], row)?;
        rows.map(|row| {
            let (who, at) = row?;
            let game = who.split_once('/').and_then(|(_, game)| game.parse().ok());
            Ok((game.ok_or_else(|| StoreError::Row(format!("a reservation of {who}")))?, at))
        })
        .collect()
    }

    /// How often something happened to anybody in the last so many seconds.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn tally_all(&self, what: &str, now: i64, seconds: i64) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT count(*) FROM tally WHERE what = ?1 AND at > ?2 AND at <= ?3")?
            .query_row(params![what, now - seconds, now + AHEAD], |r| r.get(0))?)
    }
}

impl Tx<'_> {
    /// Makes a player known, or brings his data up to date. Players are found by nick, else by any of their addresses.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn keep_person(
        &self,
        nick: Option<&str>,
        name: &str,
        lang: Lang,
        addresses: &[String],
        now: i64,
    ) -> Result<Person, StoreError> {
        let ask = self.ask();
        let mut known = match nick {
            Some(nick) => ask.person_by_nick(nick)?,
            None => None,
        };
        let listed = addresses.join(" ");
        for address in addresses {
            if known.is_none() {
                known = ask.person_by_address(address)?;
            }
        }
        let id = match known {
            Some(person) => {
                if person.name != name || person.lang != lang || (nick.is_some() && person.nick.as_deref() != nick) {
                    self.tx.execute(
                        "UPDATE player SET name = ?2, lang = ?3, nick = coalesce(?4, nick) WHERE id = ?1",
                        params![person.id, name, lang.code(), nick],
                    )?;
                }
                if nick.is_some() {
                    // what a player has changed by letter stands until the configuration says something new
                    if self.configured(person.id)? == listed {
                        return self
                            .ask()
                            .person(person.id)?
                            .ok_or_else(|| StoreError::Row("a player vanished".to_owned()));
                    }
                    self.tx.execute("DELETE FROM address WHERE player = ?1", [person.id])?;
                }
                person.id
            }
            None => {
                self.tx.execute(
                    "INSERT INTO player(nick, name, lang, created) VALUES(?1, ?2, ?3, ?4)",
                    params![nick, name, lang.code(), now],
                )?;
                self.tx.last_insert_rowid()
            }
        };
        for (n, address) in addresses.iter().enumerate() {
            let n = i64::try_from(n).unwrap_or(0);
            self.tx.execute(
                "INSERT INTO address(address, player, n) VALUES(?1, ?2, ?3)
                 ON CONFLICT(address) DO UPDATE SET player = ?2, n = ?3 WHERE player <> ?2 OR n <> ?3",
                params![address, id, n],
            )?;
        }
        if nick.is_some() {
            self.tx.execute("UPDATE player SET configured = ?2 WHERE id = ?1", params![id, listed])?;
        }
        self.ask().person(id)?.ok_or_else(|| StoreError::Row(format!("player {id} vanished")))
    }

    /// The addresses that the configuration had for a player when it was last read.
    fn configured(&self, id: i64) -> Result<String, StoreError> {
        Ok(self.tx.query_row("SELECT configured FROM player WHERE id = ?1", [id], |r| r.get(0))?)
    }

    /// Changes the language of a player's new games.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn set_lang(&self, player: i64, lang: Lang) -> Result<(), StoreError> {
        self.tx.execute("UPDATE player SET lang = ?2 WHERE id = ?1", params![player, lang.code()])?;
        Ok(())
    }

    /// Counts something; forgets what is older than `keep` seconds.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn count(&self, what: &str, who: &str, now: i64, keep: i64) -> Result<(), StoreError> {
        self.tx.prepare_cached("DELETE FROM tally WHERE what = ?1 AND (at < ?2 OR at > ?3)")?.execute(params![
            what,
            now - keep,
            now + AHEAD
        ])?;
        // two in one second are two
        self.tx
            .prepare_cached(
                "INSERT INTO tally(what, who, at) VALUES(?1, ?2, max(?3, coalesce((SELECT max(at) + 1 FROM tally WHERE what = ?1 AND who = ?2 AND at >= ?3), ?3)))",
            )?
            .execute(params![what, who, now])?;
        Ok(())
    }

    /// Notes when an answer to a player will leave that is held back, in the place of what was noted for that game.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn reserve(&self, player: i64, game: i64, at: i64, now: i64) -> Result<(), StoreError> {
        self.unreserve(player, game, now)?;
        self.tx
            .prepare_cached("DELETE FROM tally WHERE what = 'held' AND (at < ?1 OR at > ?2)")?
            .execute([now - HELD, now + HELD + AHEAD])?;
        self.tx
            .prepare_cached("INSERT INTO tally(what, who, at) VALUES('held', ?1, ?2)")?
            .execute(params![format!("{player}/{game}"), at])?;
        Ok(())
    }

    /// Forgets that an answer will leave: a newer one takes its place.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn unreserve(&self, player: i64, game: i64, now: i64) -> Result<(), StoreError> {
        self.tx
            .prepare_cached("DELETE FROM tally WHERE what = 'held' AND who = ?1 AND at > ?2")?
            .execute(params![format!("{player}/{game}"), now])?;
        Ok(())
    }

    /// Forgets what was counted.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn uncount(&self, what: &str) -> Result<(), StoreError> {
        self.tx.execute("DELETE FROM tally WHERE what = ?1", [what])?;
        Ok(())
    }

    /// Keeps an admin's start line until it is confirmed.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn keep_start(&self, code: &str, admin: &str, line: &str, now: i64) -> Result<(), StoreError> {
        self.tx.execute(
            "INSERT INTO start_request(code, admin, line, created, used) VALUES(?1, ?2, ?3, ?4, 0)",
            params![code, admin, line, now],
        )?;
        Ok(())
    }

    /// Takes a start line whose code came back from the same admin; it is good once.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn take_start(&self, code: &str, admin: &str) -> Result<Option<String>, StoreError> {
        let line: Option<String> = self
            .tx
            .query_row(
                "SELECT line FROM start_request WHERE code = ?1 AND admin = ?2 AND used = 0",
                params![code, admin],
                |r| r.get(0),
            )
            .optional()?;
        if line.is_some() {
            self.tx.execute("UPDATE start_request SET used = 1 WHERE code = ?1", [code])?;
        }
        Ok(line)
    }
}
