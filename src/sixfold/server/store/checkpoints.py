"""Moving what was committed from SQLite's write-ahead log into the database, in a thread of its own.

SQLite would do it within some commit, every thousand pages, and those who wait for that commit would wait for
the disk twice. Commits wait here, too, while the disk syncs the database, a tenth of a second each: so it
is done rarely. After a crash the log is read once, a hundred megabytes in a few tenths of a second.
"""

import contextlib
import sqlite3
from threading import Event, Thread

_PAUSE = 30.0
_LONG = 25_000  # pages, a hundred megabytes
_ROUNDS = 4


class Checkpointer:
    """Keeps the write-ahead log short for as long as it is open."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._closing = Event()
        self._thread = Thread(target=self._serve, name="store checkpointer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish, and let go of the connection."""
        self._closing.set()
        self._thread.join()

    def _serve(self) -> None:
        while not self._closing.wait(_PAUSE):
            with contextlib.suppress(sqlite3.OperationalError):  # a full disk: those who write are told so
                self._catch_up()
        self._connection.close()

    def _catch_up(self) -> None:
        """Move the log once; if it is long, try to get to its end, for only there it starts anew.

        More comes in meanwhile: hence the rounds.
        """
        before = -1
        for _ in range(_ROUNDS):
            _, length, _ = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if length == before or length < _LONG:
                return
            before = length
