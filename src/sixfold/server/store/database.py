"""The database file of the SQLite store: where it is, making it, checking it before anything is written."""

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO

from .interface import StoreError, StoreUnavailable
from .migrations import steps, upgrade

_NAME = "sixfold.db"
_PREPARED = 256
"""Statements that a connection keeps ready: one that inserts many rows is another for each number of them."""
_CHECKED_AT_START = 64 * 2**20
"""Up to this size a file is read through before it is used, which takes a tenth of a second or two."""


def database_in(data: Path) -> Path:
    """The database of a data folder; a file, such as a backup, is one itself."""
    return data if data.is_file() else data / _NAME


def connect(file: Path, mode: str) -> sqlite3.Connection:
    """A connection to an existing file (`ro`, `rw`) or a new one (`rwc`), for one thread at a time."""
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=_PREPARED,
    )
    # FULL: a commit returns when the disk has it. A store that promises durability has no cheaper choice.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is gone from the file, too
    connection.execute("PRAGMA wal_autocheckpoint = 64000")  # only where `Checkpointer` cannot keep up
    return connection


def prepare(file: Path) -> None:
    """Make the database if there is none, else check it and bring its schema up to date.

    Raises a StoreError that says what is wrong; the file is left as it was then.
    """
    try:
        if not file.exists():
            _make(file)
        check(file)
        with closing(connect(file, "rw")) as connection:
            upgrade(connection, steps())
            connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        raise StoreUnavailable(f"{file}: {error}") from error
    except (sqlite3.Error, StoreError) as error:
        raise StoreError(f"{file}: {error}") from error


def check(file: Path, *, whole: bool = False) -> None:
    """Raise a StoreError if the file is damaged, without writing to it; a big one is read only if `whole`."""
    size = file.stat().st_size
    if size == 0:
        raise StoreError("it is empty, and a database never is: put a backup in its place")
    try:
        with closing(connect(file, "ro")) as connection:
            problem = "ok"
            if whole:
                (problem,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            elif size <= _CHECKED_AT_START:
                (problem,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        problem = str(error)
    if problem != "ok":
        raise StoreError(f"it is damaged ({problem.splitlines()[-1]}); put a backup in its place")


def _make(file: Path) -> None:
    """A new database appears under its name complete, so that an empty file always means damage."""
    for left in (Path(f"{file}-wal"), Path(f"{file}-journal")):
        if left.exists() and left.stat().st_size:
            raise StoreError(f"it is missing, but {left.name} is there: put the database back beside it")
    unfinished = Path(f"{file}.new")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    with closing(connect(unfinished, "rwc")) as connection:
        upgrade(connection, steps())
    unfinished.rename(file)
    sync_folder(file.parent)


def make_private(file: Path) -> None:
    """An empty file that only its owner reads: the seeds of running games will be in it."""
    file.touch(mode=0o600, exist_ok=False)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def lock(file: Path) -> IO[bytes]:
    """Keep the database for this process, until the returned file is closed or the process ends.

    Two servers on one database would lose nothing, but neither would tell its players of the other's moves.
    """
    handle = open(f"{file}.lock", "ab")  # noqa: SIM115  (it stays open: that is the lock)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        raise StoreError(f"{file}: another server is using it") from None
    return handle
