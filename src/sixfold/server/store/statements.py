"""Every SQL statement of the store, in one place, in the SQL that SQLite and Postgres share."""

_ENTRY = "table_id, version, guest_id, key, at, body"
_TABLE = "id, status, public, rules, created, changed, wake, summary, spectators"
_CHAT = "id, table_id, guest_id, channel, at, text"

# ---- tables and their logs

ADD_ENTRIES = f"INSERT INTO entries ({_ENTRY}) VALUES {{rows}}"
LOG = f"SELECT {_ENTRY} FROM entries WHERE table_id = ? AND version >= ? ORDER BY version"
ENTRY_BY_KEY = f"SELECT {_ENTRY} FROM entries WHERE table_id = ? AND guest_id = ? AND key = ?"

PUT_TABLES = f"""
    INSERT INTO tables ({_TABLE}) VALUES {{rows}}
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, public = excluded.public, rules = excluded.rules,
    created = excluded.created, changed = excluded.changed, wake = excluded.wake, summary = excluded.summary,
    spectators = excluded.spectators
"""
TABLE = f"SELECT {_TABLE} FROM tables WHERE id = ?"
_PAGE = "(changed, id) < (?, ?) ORDER BY changed DESC, id DESC LIMIT ?"
LOBBY = f"SELECT {_TABLE} FROM tables WHERE public = 1 AND status = 'open' AND {_PAGE}"
RUNNING = (
    f"SELECT {_TABLE} FROM tables WHERE public = 1 AND status = 'playing' AND spectators = 1 AND {_PAGE}"
)
FINISHED = f"SELECT {_TABLE} FROM tables WHERE public = 1 AND status = 'finished' AND {_PAGE}"
TABLES_OF = f"SELECT {_TABLE} FROM members JOIN tables ON id = table_id WHERE guest_id = ? AND {_PAGE}"
WAKING = f"SELECT {_TABLE} FROM tables WHERE wake IS NOT NULL ORDER BY wake, id"

_UNLESS_DELETED = "WHERE NOT EXISTS (SELECT 1 FROM guests WHERE id = ? AND deleted = 1)"
JOIN = f"INSERT INTO members (table_id, guest_id) SELECT ?, ? {_UNLESS_DELETED} ON CONFLICT DO NOTHING"
LEAVE = "DELETE FROM members WHERE table_id = ? AND guest_id = ?"

_RESULT = "guest_id, table_id, game, seat, rules, players, place, score, at"
ADD_RESULT = f"INSERT INTO results ({_RESULT}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? {_UNLESS_DELETED}"
RESULTS = (
    f"SELECT {_RESULT} FROM results WHERE guest_id = ? ORDER BY at DESC, table_id, game DESC, seat LIMIT ?"
)
BESTS = """
    SELECT rules, count(*), sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), max(score)
    FROM results WHERE guest_id = ? GROUP BY rules ORDER BY rules
"""

# ---- guests

ADD_GUEST = "INSERT INTO guests (id, name, created, deleted) VALUES (?, ?, ?, ?)"
ADD_TOKEN = "INSERT INTO tokens (hash, guest_id) SELECT ?, id FROM guests WHERE id = ? AND deleted = 0"
DROP_TOKEN = "DELETE FROM tokens WHERE hash = ?"
GUEST_BY_TOKEN = "SELECT id, name, created, deleted FROM tokens JOIN guests ON id = guest_id WHERE hash = ?"
GUESTS = "SELECT id, name, created, deleted FROM guests WHERE id IN ({marks})"
RENAME_GUEST = "UPDATE guests SET name = ? WHERE id = ? AND deleted = 0"
FORGET_GUEST = (
    "DELETE FROM tokens WHERE guest_id = ?",
    "DELETE FROM codes WHERE guest_id = ?",
    "DELETE FROM chat WHERE guest_id = ?",
    "DELETE FROM mutes WHERE guest_id = ?",
    "DELETE FROM mutes WHERE other_id = ?",
    "DELETE FROM results WHERE guest_id = ?",
    "DELETE FROM members WHERE guest_id = ?",
    "UPDATE guests SET name = '', deleted = 1 WHERE id = ?",
)

# ---- links and codes

ADD_LINKS = "INSERT INTO links (hash, table_id, purpose, seat, created) VALUES {rows}"
LINK = "SELECT hash, table_id, purpose, seat, created FROM links WHERE hash = ?"
ADD_CODE = """
    INSERT INTO codes (hash, guest_id, expires) SELECT ?, id, ? FROM guests WHERE id = ? AND deleted = 0
    ON CONFLICT (hash) DO UPDATE SET guest_id = excluded.guest_id, expires = excluded.expires
"""
DROP_OLD_CODES = "DELETE FROM codes WHERE expires <= ?"
TAKE_CODE = "DELETE FROM codes WHERE hash = ? RETURNING guest_id"

# ---- chat

SAY = """
    INSERT INTO chat (table_id, guest_id, channel, at, text)
    SELECT ?, id, ?, ?, ? FROM guests WHERE id = ? AND deleted = 0 RETURNING id
"""
CHAT = f"SELECT {_CHAT} FROM chat WHERE table_id = ? AND channel IN ({{marks}}) ORDER BY id DESC LIMIT ?"
CHAT_OF = f"SELECT {_CHAT} FROM chat WHERE guest_id = ? ORDER BY id"
MUTE = "INSERT INTO mutes (guest_id, other_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
UNMUTE = "DELETE FROM mutes WHERE guest_id = ? AND other_id = ?"
MUTES = "SELECT other_id FROM mutes WHERE guest_id = ?"

# ---- the rest

PUT_REVIEW = """
    INSERT INTO reviews (table_id, game, body) VALUES (?, ?, ?)
    ON CONFLICT (table_id, game) DO UPDATE SET body = excluded.body
"""
REVIEW = "SELECT body FROM reviews WHERE table_id = ? AND game = ?"
PUT_MOMENT = """
    INSERT INTO moments (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at
"""
MOMENT = "SELECT at FROM moments WHERE name = ?"
