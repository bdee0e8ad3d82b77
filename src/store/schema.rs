//! The tables, and how an older database becomes a newer one.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// `BPST`, so that `file` and we know the database.
const APPLICATION: i64 = 0x4250_5354;

/// Each step brings `PRAGMA user_version` from its index to the next. Steps are never changed, only added.
const STEPS: &[&str] = &["
CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES('secret', randomblob(32));

CREATE TABLE player(
  id INTEGER PRIMARY KEY AUTOINCREMENT, nick TEXT UNIQUE, name TEXT NOT NULL, lang TEXT NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE TABLE address(
  address TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player(id), n INTEGER NOT NULL,
  bounced INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX address_player ON address(player, n);

CREATE TABLE game(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, start TEXT NOT NULL, opened INTEGER NOT NULL,
  since INTEGER NOT NULL, to_act INTEGER NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('playing', 'won', 'drawn', 'stopped')),
  winner INTEGER, reason TEXT, letters INTEGER NOT NULL, events INTEGER NOT NULL, digest BLOB NOT NULL
) STRICT;
CREATE INDEX game_open ON game(id) WHERE state = 'playing';
CREATE TABLE seat(
  game INTEGER NOT NULL REFERENCES game(id), seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES player(id),
  PRIMARY KEY(game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_player ON seat(player, game);
CREATE TABLE token(
  token TEXT PRIMARY KEY, game INTEGER NOT NULL, seat INTEGER NOT NULL, generation INTEGER NOT NULL,
  live INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_seat ON token(game, seat);

CREATE TABLE inbox(
  id INTEGER PRIMARY KEY AUTOINCREMENT, folder TEXT NOT NULL, epoch INTEGER NOT NULL, key TEXT NOT NULL,
  msgid TEXT NOT NULL, digest BLOB NOT NULL, raw BLOB NOT NULL, received INTEGER NOT NULL, too_big INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK(state IN ('new', 'done', 'ignored', 'shunt')), note TEXT NOT NULL DEFAULT '',
  UNIQUE(folder, epoch, key)
) STRICT;
CREATE UNIQUE INDEX inbox_copies ON inbox(msgid, digest);
CREATE INDEX inbox_new ON inbox(id) WHERE state = 'new';
CREATE INDEX inbox_shunt ON inbox(id) WHERE state = 'shunt';

CREATE TABLE outbox(
  id INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, rcpt TEXT NOT NULL, msgid TEXT NOT NULL UNIQUE,
  bytes BLOB NOT NULL, state TEXT NOT NULL CHECK(state IN ('ready', 'sending', 'sent', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0, unknowns INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL,
  last_error TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL, sent_at INTEGER, receipt TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX outbox_due ON outbox(next_at, id) WHERE state IN ('ready', 'sending');
CREATE INDEX outbox_dead ON outbox(id) WHERE state = 'dead';

CREATE TABLE log(
  game INTEGER NOT NULL REFERENCES game(id), seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK(kind IN ('opening', 'in', 'out')), seat INTEGER NOT NULL, time INTEGER NOT NULL,
  trust TEXT NOT NULL, inbox INTEGER REFERENCES inbox(id), outbox INTEGER REFERENCES outbox(id), digest BLOB NOT NULL,
  PRIMARY KEY(game, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX log_inbox ON log(inbox, game) WHERE inbox IS NOT NULL;
CREATE TABLE event(
  game INTEGER NOT NULL REFERENCES game(id), n INTEGER NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY(game, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE start_request(
  code TEXT PRIMARY KEY, admin TEXT NOT NULL, line TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tally(
  what TEXT NOT NULL, who TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(what, who, at)
) STRICT, WITHOUT ROWID;
", "
CREATE TABLE outbox_new(
  id INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, rcpt TEXT NOT NULL, msgid TEXT NOT NULL UNIQUE,
  bytes BLOB NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('ready', 'sending', 'sent', 'dead', 'superseded')),
  attempts INTEGER NOT NULL DEFAULT 0, unknowns INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL,
  last_error TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL, sent_at INTEGER, receipt TEXT NOT NULL DEFAULT '',
  newer INTEGER
) STRICT;
INSERT INTO outbox_new SELECT *, NULL FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_due ON outbox(next_at, id) WHERE state IN ('ready', 'sending');
CREATE INDEX outbox_dead ON outbox(id) WHERE state = 'dead';
CREATE INDEX outbox_waiting ON outbox(rcpt, attempts) WHERE state = 'ready';
CREATE INDEX outbox_newer ON outbox(newer) WHERE newer IS NOT NULL;
ALTER TABLE player ADD COLUMN configured TEXT NOT NULL DEFAULT '';
ALTER TABLE address ADD COLUMN why TEXT NOT NULL DEFAULT '';
CREATE TABLE address_request(
  code TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player(id), address TEXT NOT NULL, step INTEGER NOT NULL,
  created INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
ALTER TABLE inbox ADD COLUMN slim INTEGER NOT NULL DEFAULT 0;
CREATE INDEX inbox_slim ON inbox(received) WHERE slim = 1;
ALTER TABLE outbox ADD COLUMN held_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN gist BLOB;
CREATE INDEX outbox_rcpt ON outbox(rcpt, id);
CREATE INDEX tally_age ON tally(what, at);
", "
CREATE INDEX outbox_held ON outbox(held_until, rcpt) WHERE held_until > 0;
", "
-- The same rules in words that cost nothing: for IN with a list, SQLite makes a table at each row that it checks. Nothing
-- that is stored changes (https://sqlite.org/lang_altertable.html#otheralter).
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK(state IN (''ready'', ''sending'', ''sent'', ''dead'', ''superseded''))',
  'CHECK(state = ''ready'' OR state = ''sending'' OR state = ''sent'' OR state = ''dead'' OR state = ''superseded'')')
  WHERE type = 'table' AND name = 'outbox';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK(state IN (''new'', ''done'', ''ignored'', ''shunt''))',
  'CHECK(state = ''new'' OR state = ''done'' OR state = ''ignored'' OR state = ''shunt'')')
  WHERE type = 'table' AND name = 'inbox';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK(state IN (''playing'', ''won'', ''drawn'', ''stopped''))',
  'CHECK(state = ''playing'' OR state = ''won'' OR state = ''drawn'' OR state = ''stopped'')')
  WHERE type = 'table' AND name = 'game';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK(kind IN (''opening'', ''in'', ''out''))',
  'CHECK(kind = ''opening'' OR kind = ''in'' OR kind = ''out'')')
  WHERE type = 'table' AND name = 'log';
PRAGMA writable_schema = RESET;
"];

/// The schema that this program writes.
pub(super) const KNOWN: i64 = STEPS.len() as i64;

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |r| r.get(0))
}

/// Is it ours, and not newer than we are? Changes nothing.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let wrap = |source| StoreError::Sqlite { path: path.to_owned(), source };
    let have = pragma(connection, "user_version").map_err(wrap)?;
    let application = pragma(connection, "application_id").map_err(wrap)?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0)).map_err(wrap)?;
    if tables > 0 && application != APPLICATION {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    if have > KNOWN {
        return Err(StoreError::Newer { path: path.to_owned(), have, know: KNOWN });
    }
    Ok(())
}

/// Is it of this program's schema?
pub(super) fn current(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let wrap = |source| StoreError::Sqlite { path: path.to_owned(), source };
    match pragma(connection, "user_version").map_err(wrap)? {
        KNOWN => Ok(()),
        have => Err(StoreError::Older { path: path.to_owned(), have }),
    }
}

/// Takes the missing steps, all or none. Foreign keys are off meanwhile: a table that is made anew is pointed at.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let wrap = |source| StoreError::Sqlite { path: path.to_owned(), source };
    if pragma(connection, "user_version").map_err(wrap)? == KNOWN {
        return Ok(());
    }
    connection.pragma_update(None, "foreign_keys", "OFF").map_err(wrap)?;
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(wrap)?;
    // another process may have been quicker
    let have = pragma(&tx, "user_version").map_err(wrap)?;
    for step in STEPS.iter().skip(usize::try_from(have).unwrap_or(0)) {
        tx.execute_batch(step).map_err(wrap)?;
        crate::fault::point("schema");
    }
    tx.pragma_update(None, "application_id", APPLICATION).map_err(wrap)?;
    tx.pragma_update(None, "user_version", KNOWN).map_err(wrap)?;
    tx.commit().map_err(wrap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_database_keeps_its_letters() {
        let mut db = Connection::open_in_memory().unwrap();
        db.execute_batch(STEPS[0]).unwrap();
        db.execute_batch(
            "INSERT INTO game VALUES(1, 'x', 'x', 0, 0, 0, 'playing', NULL, NULL, 1, 0, x'');
             INSERT INTO outbox VALUES(7, 'a@b', 'c@d', '<m>', x'00', 'sent', 2, 1, 5, 'e', 4, 6, '250 ok');
             INSERT INTO log VALUES(1, 1, 'out', 1, 0, '', NULL, 7, x'00');
             PRAGMA user_version = 1;",
        )
        .unwrap();
        migrate(&mut db, Path::new("x")).unwrap();
        db.pragma_update(None, "foreign_keys", "ON").unwrap();
        assert_eq!(pragma(&db, "user_version").unwrap(), KNOWN);
        let faults: i64 = db.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |r| r.get(0)).unwrap();
        assert_eq!(faults, 0);
        let row: (i64, String, String, i64) = db
            .query_row("SELECT id, state, receipt, sent_at FROM outbox", [], |r| {
                Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))
            })
            .unwrap();
        assert_eq!(row, (7, "sent".to_owned(), "250 ok".to_owned(), 6));
        // numbers go on, and the log still points at the letters
        db.execute(
            "INSERT INTO outbox(sender, rcpt, msgid, bytes, state, next_at, created) VALUES('', '', '', x'', 'superseded', 0, 0)",
            [],
        )
        .unwrap();
        assert_eq!(db.last_insert_rowid(), 8);
        assert!(db.execute("DELETE FROM outbox WHERE id = 7", []).is_err());
    }

    #[test]
    fn states_are_checked_and_no_table_is_made_for_it() {
        let mut db = Connection::open_in_memory().unwrap();
        migrate(&mut db, Path::new("x")).unwrap();
        let sound: String = db.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
        assert_eq!(sound, "ok");
        let row = |table: &str, state: &str| match table {
            "game" => format!("INSERT INTO game VALUES(NULL, 'x', 'x', 0, 0, 0, '{state}', NULL, NULL, 1, 0, x'')"),
            "inbox" => format!(
                "INSERT INTO inbox(folder, epoch, key, msgid, digest, raw, received, too_big, state)
                 VALUES('', 0, '{state}', '{state}', x'', x'', 0, 0, '{state}')"
            ),
            "outbox" => format!(
                "INSERT INTO outbox(sender, rcpt, msgid, bytes, state, next_at, created)
                 VALUES('', '', '{state}', x'', '{state}', 0, 0)"
            ),
            _ => format!("INSERT INTO log VALUES(1, random(), '{state}', 1, 0, '', NULL, NULL, x'')"),
        };
        for (table, states) in [
            ("game", &["playing", "won", "drawn", "stopped"][..]),
            ("inbox", &["new", "done", "ignored", "shunt"]),
            ("outbox", &["ready", "sending", "sent", "dead", "superseded"]),
            ("log", &["opening", "in", "out"]),
        ] {
            for state in states {
                assert_eq!(db.execute(&row(table, state), []).unwrap(), 1, "{table} {state}");
            }
            for other in ["", "Sent", "lost"] {
                assert!(db.execute(&row(table, other), []).is_err(), "{table} {other}");
            }
            let mut plan = db.prepare(&format!("EXPLAIN {}", row(table, states[0]))).unwrap();
            let steps = plan.query_map([], |r| r.get::<_, String>(1)).unwrap().map(Result::unwrap);
            assert!(steps.into_iter().all(|step| step != "OpenEphemeral"), "{table}");
        }
    }
}
