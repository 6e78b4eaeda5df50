-- Names and types are those that Postgres has too, or that translate word by word (BLOB is its BYTEA).
-- Times are milliseconds since 1970. Hashes stand for secrets, which are nowhere in here.

CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished')),
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    rules TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    wake INTEGER,
    summary BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_in_lobby ON tables (changed, id) WHERE public = 1 AND status = 'open';
CREATE INDEX tables_finished ON tables (changed, id) WHERE public = 1 AND status = 'finished';
CREATE INDEX tables_waking ON tables (wake) WHERE wake IS NOT NULL;

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL CHECK (version >= 0),
    guest_id TEXT NOT NULL,
    key TEXT,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    -- An entry needs the one before it: a log with a gap cannot be written.
    previous INTEGER GENERATED ALWAYS AS (CASE WHEN version > 0 THEN version - 1 END),
    PRIMARY KEY (table_id, version),
    FOREIGN KEY (table_id, previous) REFERENCES entries (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entries_by_key ON entries (table_id, guest_id, key) WHERE key IS NOT NULL;

CREATE TABLE guests (
    id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    hash BLOB PRIMARY KEY NOT NULL,
    guest_id TEXT NOT NULL REFERENCES guests (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of_guest ON tokens (guest_id);

CREATE TABLE codes (
    hash BLOB PRIMARY KEY NOT NULL,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX codes_by_end ON codes (expires);

CREATE TABLE links (
    hash BLOB PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    purpose TEXT NOT NULL,
    seat INTEGER,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
    guest_id TEXT NOT NULL REFERENCES guests (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (guest_id, table_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    guest_id TEXT NOT NULL REFERENCES guests (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    rules TEXT NOT NULL,
    players INTEGER NOT NULL,
    place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guest_id, table_id, game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL REFERENCES tables (id),
    guest_id TEXT NOT NULL REFERENCES guests (id),
    channel TEXT NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE INDEX chat_at_table ON chat (table_id, id);
CREATE INDEX chat_of_guest ON chat (guest_id, id);

CREATE TABLE mutes (
    guest_id TEXT NOT NULL REFERENCES guests (id),
    other_id TEXT NOT NULL REFERENCES guests (id),
    PRIMARY KEY (guest_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX mutes_of_other ON mutes (other_id);

CREATE TABLE reviews (
    table_id TEXT NOT NULL REFERENCES tables (id),
    game INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE moments (
    name TEXT PRIMARY KEY NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
