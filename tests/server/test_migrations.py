"""The schema moves on and the data stay: from every older version, completely or not at all."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixfold.server.store.database import prepare
from sixfold.server.store.interface import StoreError
from sixfold.server.store.migrations import schema_version, steps, upgrade

SAMPLES = Path(__file__).parent / "schema_samples"
"""Data as each version of the schema had them: `1.sql` fills a database of version 1."""


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    yield connection
    connection.close()


def contents(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


@pytest.mark.parametrize("version", range(1, len(steps()) + 1))
def test_an_older_database_is_brought_up_to_date_with_all_its_data(
    connection: sqlite3.Connection, version: int
) -> None:
    upgrade(connection, steps()[:version])
    connection.executescript((SAMPLES / f"{version}.sql").read_text(encoding="utf-8"))
    before = contents(connection)
    assert all(before.values()), "the sample has something of everything"
    upgrade(connection, steps())
    assert schema_version(connection) == len(steps())
    after = contents(connection)
    for table, rows in before.items():
        assert len(after[table]) == len(rows), f"rows of {table} were lost"
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    body = connection.execute(
        "SELECT body FROM entries WHERE table_id = 'quiet-lake' AND version = 1"
    ).fetchone()
    assert body == (b"moved\x00\xff",)


def test_a_new_database_and_an_upgraded_one_have_the_same_schema(connection: sqlite3.Connection) -> None:
    for version in range(1, len(steps()) + 1):
        upgrade(connection, steps()[:version])
    new = sqlite3.connect(":memory:", isolation_level=None)
    upgrade(new, steps())
    assert schema(connection) == schema(new)
    new.close()


FIRST = "CREATE TABLE a (x INTEGER);\n"
SECOND = "-- two; with a comment\nCREATE TABLE b (y TEXT DEFAULT ';');\nINSERT INTO b VALUES ('new;');\n"
BROKEN = "CREATE TABLE c (z INTEGER);\nUPDATE a SET x = 0;\nINSERT INTO nowhere VALUES (1);\n"


def test_steps_are_taken_once_and_in_order(connection: sqlite3.Connection) -> None:
    upgrade(connection, [FIRST])
    connection.execute("INSERT INTO a VALUES (7)")
    for _ in range(2):
        upgrade(connection, [FIRST, SECOND])
        assert contents(connection) == {"a": [(7,)], "b": [("new;",)]}
        assert schema_version(connection) == 2


def test_a_step_that_fails_halfway_leaves_the_database_as_it_was(connection: sqlite3.Connection) -> None:
    upgrade(connection, [FIRST])
    connection.execute("INSERT INTO a VALUES (7)")
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        upgrade(connection, [FIRST, SECOND, BROKEN])
    assert contents(connection) == {"a": [(7,)]}
    assert schema_version(connection) == 1
    upgrade(connection, [FIRST, SECOND])
    assert schema_version(connection) == 2


def test_a_newer_database_is_refused_with_a_clear_error_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "sixfold.db"
    prepare(file)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(
        StoreError, match=r"sixfold\.db: it was written by a newer Sixfold \(its schema is version 999"
    ):
        prepare(file)
    assert file.read_bytes() == before
