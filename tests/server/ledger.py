"""What really happened at a table, read from the server's database behind its back."""

import os
import sqlite3
from pathlib import Path

from sixfold.server.store.interface import Entry


def log_of(data: Path, table: str) -> list[Entry]:
    """The log of a table, while the server runs or after it."""
    connection = sqlite3.connect(f"file:{data / 'sixfold.db'}?mode=ro", uri=True)
    try:
        rows = connection.execute(
            "SELECT table_id, version, guest_id, key, at, body FROM entries WHERE table_id = ? "
            "ORDER BY version",
            (table,),
        ).fetchall()
    finally:
        connection.close()
    return [Entry(*row) for row in rows]


def amount(name: str, usual: int) -> int:
    """How much of something a test does: more if the environment says so, for thorough runs."""
    return int(os.environ.get(name, usual))
