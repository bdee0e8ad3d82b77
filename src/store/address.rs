//! Changes of address that wait for their confirmations, and addresses that letters come back from.

use rusqlite::{OptionalExtension, params};

use super::{Ask, Person, StoreError, Tx};

/// A change of address that somebody asked for, at one of its two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRequest {
    /// Whose.
    pub player: i64,
    /// The new address.
    pub address: String,
    /// 1 = to be confirmed at the old address, 2 = at the new one.
    pub step: i64,
}

/// An address that letters come back from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounced {
    /// The address.
    pub address: String,
    /// Since when, seconds since 1970.
    pub since: i64,
    /// What the mail system said.
    pub why: String,
}

impl Ask<'_> {
    /// Does any change of address wait that was asked for after a time?
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn address_requests(&self, since: i64) -> Result<bool, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT EXISTS(SELECT 1 FROM address_request WHERE used = 0 AND created > ?1)")?
            .query_row([since], |r| r.get(0))?)
    }

    /// The address that letters to a player go to: the first one that takes them, else the first one.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn mailbox(&self, person: &Person) -> Result<String, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT address, bounced <> 0 FROM address WHERE player = ?1 ORDER BY n")?;
        let mut rows = statement.query([person.id])?;
        // the first that letters don't come back from, else the first
        let mut address: Option<String> = None;
        while let Some(row) = rows.next()? {
            if !row.get(1)? {
                address = Some(row.get(0)?);
                break;
            }
            if address.is_none() {
                address = Some(row.get(0)?);
            }
        }
        Ok(address.or_else(|| person.addresses.first().cloned()).unwrap_or_default())
    }

    /// Addresses that letters come back from, the latest first.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn bounced(&self) -> Result<Vec<Bounced>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT address, bounced, why FROM address WHERE bounced <> 0 ORDER BY bounced DESC, address",
        )?;
        let rows = statement.query_map([], |r| Ok(Bounced { address: r.get(0)?, since: r.get(1)?, why: r.get(2)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// Keeps a change of address until its first confirmation; gives the code.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn ask_address(&self, player: i64, address: &str, now: i64) -> Result<String, StoreError> {
        self.keep_request(&AddressRequest { player, address: address.to_owned(), step: 1 }, now)
    }

    fn keep_request(&self, request: &AddressRequest, now: i64) -> Result<String, StoreError> {
        let number: i64 = self.tx.query_row("SELECT count(*) FROM address_request", [], |r| r.get(0))?;
        let code = self.keys.address_code(number + 1, request.step);
        self.tx.execute(
            "INSERT INTO address_request(code, player, address, step, created) VALUES(?1, ?2, ?3, ?4, ?5)",
            params![code, request.player, request.address, request.step, now],
        )?;
        Ok(code)
    }

    /// Takes a change of address whose code came back in time; it is good once. After the first step gives the code of
    /// the second, too.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn take_address(
        &self,
        code: &str,
        since: i64,
        now: i64,
    ) -> Result<Option<(AddressRequest, Option<String>)>, StoreError> {
        let request: Option<AddressRequest> = self
            .tx
            .query_row(
                "SELECT player, address, step FROM address_request WHERE code = ?1 AND used = 0 AND created > ?2",
                params![code, since],
                |r| Ok(AddressRequest { player: r.get(0)?, address: r.get(1)?, step: r.get(2)? }),
            )
            .optional()?;
        let Some(request) = request else { return Ok(None) };
        self.tx.execute("UPDATE address_request SET used = 1 WHERE code = ?1", [code])?;
        let next = if request.step == 1 {
            Some(self.keep_request(&AddressRequest { step: 2, ..request.clone() }, now)?)
        } else {
            None
        };
        Ok(Some((request, next)))
    }

    /// Puts a new address in the place of a player's first one; the others stay.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn change_address(&self, person: &Person, address: &str) -> Result<(), StoreError> {
        if let Some(old) = person.addresses.first() {
            self.tx.execute("DELETE FROM address WHERE address = ?1 AND player = ?2", params![old, person.id])?;
        }
        self.tx.execute(
            "INSERT INTO address(address, player, n) VALUES(?1, ?2, 0)
             ON CONFLICT(address) DO UPDATE SET n = 0, bounced = 0, why = '' WHERE player = ?2",
            params![address, person.id],
        )?;
        Ok(())
    }

    /// Remembers that letters to an address come back; gives false where that is known already.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn mark_bounced(&self, address: &str, why: &str, now: i64) -> Result<bool, StoreError> {
        let fresh = self.tx.execute(
            "UPDATE address SET bounced = ?2, why = ?3 WHERE address = ?1 AND bounced = 0",
            params![address, now, why],
        )?;
        Ok(fresh > 0)
    }

    /// Somebody writes from an address again.
    ///
    /// # Errors
    /// [`StoreError`] from SQLite.
    pub fn clear_bounced(&self, address: &str) -> Result<(), StoreError> {
        self.tx
            .prepare_cached("UPDATE address SET bounced = 0, why = '' WHERE address = ?1 AND bounced <> 0")?
            .execute([address])?;
        Ok(())
    }
}
