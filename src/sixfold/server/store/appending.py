"""Writing to tables and logs: many callers' writings with few statements, or one with an exact refusal.

Python lets go of its lock for every statement, and a busy event loop takes its time to hand it back. So a
batch is written with a few long statements, and one of nothing but entries, as most are, with a single one,
which is a transaction by itself. Each length is prepared once.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from . import statements as sql
from .interface import Conflict, Entry, KnownKey, Writing

_LONGEST = 64


def append_entries(connection: sqlite3.Connection, writings: Sequence[Writing]) -> bool:
    """Write and commit all of them at once, if they are few entries and nothing else; says whether it has."""
    entries = [entry for writing in writings for entry in writing.entries]
    if len(entries) > _LONGEST or any(any(writing[1:]) for writing in writings):
        return False
    _insert(connection, sql.ADD_ENTRIES, entries)
    return True


def append_all(connection: sqlite3.Connection, writings: Sequence[Writing]) -> None:
    """Write all of them; raises some error if one cannot be written, and leaves undoing to the caller."""
    _insert(connection, sql.PUT_TABLES, [row for writing in writings for row in writing.tables])
    _insert(connection, sql.ADD_ENTRIES, [entry for writing in writings for entry in writing.entries])
    for writing in writings:
        _append_rest(connection, writing)


def append_one(connection: sqlite3.Connection, writing: Writing) -> None:
    """Write it; raises `KnownKey`, `Conflict` or an IntegrityError, and leaves undoing to the caller."""
    _insert(connection, sql.PUT_TABLES, writing.tables)
    for entry in writing.entries:
        _append_entry(connection, entry)
    _append_rest(connection, writing)


def _append_rest(connection: sqlite3.Connection, writing: Writing) -> None:
    for member in writing.joined:
        connection.execute(sql.JOIN, (*member, member.guest))
    for member in writing.left:
        connection.execute(sql.LEAVE, member)
    for result in writing.results:
        connection.execute(sql.ADD_RESULT, (*result, result.guest))
    _insert(connection, sql.ADD_LINKS, writing.links)


def _append_entry(connection: sqlite3.Connection, entry: Entry) -> None:
    try:
        _insert(connection, sql.ADD_ENTRIES, (entry,))
    except sqlite3.IntegrityError as error:
        known = connection.execute(sql.ENTRY_BY_KEY, (entry.table, entry.guest, entry.key)).fetchone()
        if known:
            raise KnownKey(Entry(*known)) from None
        missing = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
        if missing and entry.version == 0:
            raise  # it lacks the table, not an entry before it
        raise Conflict(f"version {entry.version} is not the next of table {entry.table}") from None


def _insert(connection: sqlite3.Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    first = 0
    while first < len(rows):
        count = min(_LONGEST, len(rows) - first)
        connection.execute(_filled(statement, count, len(rows[0])), _flat(rows[first : first + count]))
        first += count


@cache
def _filled(statement: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.format(rows=", ".join([row] * rows))


def _flat(rows: Iterable[tuple[object, ...]]) -> tuple[object, ...]:
    return tuple(chain.from_iterable(rows))
