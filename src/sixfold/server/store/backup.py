"""Copying a database while a server uses it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from .database import check, connect, database_in, make_private, sync_folder
from .interface import StoreError


def back_up(data: Path, target: Path) -> None:
    """Copy what the server has written up to now to one file, checked; it appears complete or not at all.

    Raises a StoreError that says what is in the way.
    """
    source = database_in(data)
    if not source.exists():
        raise StoreError(f"{source}: there is no database here")
    if target.exists():
        raise StoreError(f"{target}: it exists already, and a backup overwrites nothing")
    if not target.parent.is_dir():
        raise StoreError(f"{target.parent}: there is no such folder")
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        make_private(unfinished)
        _copy(source, unfinished)
        check(unfinished, whole=True)
        unfinished.rename(target)
        sync_folder(target.parent)
    except (sqlite3.Error, StoreError) as error:
        raise StoreError(f"{source} could not be copied to {target}: {error}") from error
    finally:
        for left in (unfinished, Path(f"{unfinished}-journal"), Path(f"{unfinished}-wal")):
            left.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    with closing(connect(source, "ro")) as reading, closing(connect(target, "rw")) as writing:
        # In one step, which is one snapshot: a copy in several starts again whenever the server writes.
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
