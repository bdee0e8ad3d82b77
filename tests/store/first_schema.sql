-- The database as its first schema made it.
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
