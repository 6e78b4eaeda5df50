"""The schema of the SQLite store, and bringing an older file up to it.

A step is a numbered file of SQL in `schema/`, and the database's own `user_version` says how many it has had.
Alembic would do the same for five more packages and half a second of imports at every start; what it adds,
writing steps from classes, is of no use to a store that has none.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files

from .interface import StoreError

APPLICATION = 0x5358_4644
"""In the header of every file of ours ("SXFD"), so that another program's database is not taken for one."""


def steps() -> list[str]:
    """The SQL of all steps; the first makes version 1 of the schema."""
    folder = files(__package__) / "schema"
    count = sum(file.name.endswith(".sql") for file in folder.iterdir())
    return [(folder / f"{number}.sql").read_text(encoding="utf-8") for number in range(1, count + 1)]


def upgrade(connection: sqlite3.Connection, steps: Sequence[str]) -> None:
    """Take the steps that the file has not had yet: all of them, or none if one fails.

    Raises a StoreError if the file is not one of ours, or is of a newer version; it is left as it was.
    """
    _check_ours(connection)
    version = schema_version(connection)
    if version > len(steps):
        raise StoreError(
            f"it was written by a newer Sixfold (its schema is version {version}, the newest known here is "
            f"{len(steps)}); install that one, or use an older backup"
        )
    if version == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version, len(steps)):
            for statement in _statements(steps[number]):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def schema_version(connection: sqlite3.Connection) -> int:
    """How many steps the file has had."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _check_ours(connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (contents,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION and contents:
        raise StoreError("it is another program's database")


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would commit before it begins."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
