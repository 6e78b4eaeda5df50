"""The store of one machine: SQLite, a thread that writes and a few that read, so that no event loop waits."""

import asyncio
import sqlite3
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Self

from . import statements as sql
from .checkpoints import Checkpointer
from .database import connect, database_in, lock, prepare
from .interface import (
    Best,
    ChatLine,
    Entry,
    Guest,
    Link,
    Result,
    Seen,
    Status,
    StoreError,
    StoreUnavailable,
    TableRow,
    Writing,
)
from .writer import Writer, unavailable

_READERS = 2
_FIRST_PAGE: Seen = (2**62, "")
_ALIVE = "alive"

Row = tuple[Any, ...]


class SqliteStore:
    """A `Store` in one file; see there for what each method promises."""

    def __init__(self, file: Path, held: IO[bytes], on_commit: Callable[[int], None]) -> None:
        """Use `open` instead: it takes the file, makes and checks it."""
        self._held = held
        self._closed = False
        self._connections = [connect(file, "ro") for _ in range(_READERS)]
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        for connection in self._connections:
            self._idle.put(connection)
        self._readers = ThreadPoolExecutor(_READERS, "store reader")
        self._writer = Writer(connect(file, "rw"), on_commit)
        self._checkpointer = Checkpointer(connect(file, "rw"))

    @classmethod
    async def open(cls, data: Path, on_commit: Callable[[int], None] = lambda size: None) -> Self:
        """The store in a data folder (or database file), made if it is not there and brought up to date.

        `on_commit` is told, in another thread, how many writings each transaction had.
        """

        def take() -> tuple[Path, IO[bytes]]:
            file = database_in(data)
            file.parent.mkdir(parents=True, exist_ok=True)
            held = lock(file)
            try:
                prepare(file)
            except BaseException:
                held.close()
                raise
            return file, held

        return cls(*await asyncio.to_thread(take), on_commit)

    async def close(self) -> None:
        """Finish what was begun and let go of the files."""
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()
        await asyncio.to_thread(self._checkpointer.close)
        self._held.close()

    async def _read(self, statement: str, *values: object) -> list[Row]:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._fetch, statement, values)

    def _fetch(self, statement: str, values: tuple[object, ...]) -> list[Row]:
        connection = self._idle.get()
        try:
            return connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise unavailable(error) from error
        finally:
            self._idle.put(connection)

    async def _write(self, statement: str, *values: object) -> None:
        await self._writer.run(lambda connection: connection.execute(statement, values) and None)

    async def _write_for_guest(self, statement: str, *values: object) -> None:
        """A statement that changes no row if there is no such guest."""
        await self._writer.run(lambda connection: _changed(connection.execute(statement, values)))

    # ---- tables and their logs

    async def append(self, writing: Writing) -> None:
        """Write all of it durably, or nothing."""
        await self._writer.append(writing)

    async def log(self, table: str, since: int = 0) -> list[Entry]:
        """The table's entries from that version on, in order."""
        return [Entry(*row) for row in await self._read(sql.LOG, table, since)]

    async def by_key(self, table: str, guest: str, key: str) -> Entry | None:
        """What this guest has done at the table by that key."""
        rows = await self._read(sql.ENTRY_BY_KEY, table, guest, key)
        return Entry(*rows[0]) if rows else None

    async def table(self, table: str) -> TableRow | None:
        """The table's row in the lists."""
        rows = await self._read(sql.TABLE, table)
        return _table(rows[0]) if rows else None

    async def lobby(self, limit: int, before: Seen | None = None) -> list[TableRow]:
        """Public tables with open seats."""
        return [_table(row) for row in await self._read(sql.LOBBY, *(before or _FIRST_PAGE), limit)]

    async def running(self, limit: int, before: Seen | None = None) -> list[TableRow]:
        """Public tables under way that one may watch."""
        return [_table(row) for row in await self._read(sql.RUNNING, *(before or _FIRST_PAGE), limit)]

    async def finished(self, limit: int, before: Seen | None = None) -> list[TableRow]:
        """Public tables whose games are over."""
        return [_table(row) for row in await self._read(sql.FINISHED, *(before or _FIRST_PAGE), limit)]

    async def tables_of(self, guest: str, limit: int, before: Seen | None = None) -> list[TableRow]:
        """The guest's own tables."""
        rows = await self._read(sql.TABLES_OF, guest, *(before or _FIRST_PAGE), limit)
        return [_table(row) for row in rows]

    async def waking(self) -> list[TableRow]:
        """All tables that the house has to look at by itself, soonest first."""
        return [_table(row) for row in await self._read(sql.WAKING)]

    # ---- guests

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """A new guest, known by the hash of a token."""

        def add(connection: sqlite3.Connection) -> None:
            connection.execute(sql.ADD_GUEST, guest)
            connection.execute(sql.ADD_TOKEN, (token, guest.id))

        await self._writer.run(add)

    async def add_token(self, guest: str, token: bytes) -> None:
        """One more token of a guest."""
        await self._write_for_guest(sql.ADD_TOKEN, token, guest)

    async def drop_token(self, token: bytes) -> None:
        """Forget one token."""
        await self._write(sql.DROP_TOKEN, token)

    async def guest_by_token(self, token: bytes) -> Guest | None:
        """Whose token has this hash."""
        rows = await self._read(sql.GUEST_BY_TOKEN, token)
        return _guest(rows[0]) if rows else None

    async def guests(self, ids: Collection[str]) -> dict[str, Guest]:
        """Guests by id."""
        rows = await self._read(sql.GUESTS.format(marks=_marks(ids)), *ids)
        return {row[0]: _guest(row) for row in rows}

    async def rename_guest(self, guest: str, name: str) -> None:
        """Give a guest another name."""
        await self._write_for_guest(sql.RENAME_GUEST, name, guest)

    async def delete_guest(self, guest: str) -> None:
        """Forget all about the guest but the id."""

        def forget(connection: sqlite3.Connection) -> None:
            for statement in sql.FORGET_GUEST:
                connection.execute(statement, (guest,))

        await self._writer.run(forget)

    async def results(self, guest: str, limit: int) -> list[Result]:
        """The guest's latest results."""
        return [Result(*row) for row in await self._read(sql.RESULTS, guest, limit)]

    async def bests(self, guest: str) -> list[Best]:
        """The guest's record in each game."""
        return [Best(*row) for row in await self._read(sql.BESTS, guest)]

    # ---- links and codes

    async def add_link(self, link: Link) -> None:
        """One more link to a table."""
        await self._writer.append(Writing(links=(link,)))

    async def link(self, secret: bytes) -> Link | None:
        """The link whose secret has this hash."""
        rows = await self._read(sql.LINK, secret)
        return Link(*rows[0]) if rows else None

    async def add_code(self, code: bytes, guest: str, expires: int) -> None:
        """A code that will stand for the guest once."""
        await self._write_for_guest(sql.ADD_CODE, code, expires, guest)

    async def take_code(self, code: bytes, now: int) -> str | None:
        """Whose code this is, if it is still good."""

        def take(connection: sqlite3.Connection) -> str | None:
            connection.execute(sql.DROP_OLD_CODES, (now,))
            rows = connection.execute(sql.TAKE_CODE, (code,)).fetchall()
            return rows[0][0] if rows else None

        return await self._writer.run(take)

    # ---- chat

    async def say(self, table: str, guest: str, channel: str, at: int, text: str) -> ChatLine:
        """Keep something said at a table."""

        def add(connection: sqlite3.Connection) -> ChatLine:
            rows = connection.execute(sql.SAY, (table, channel, at, text, guest)).fetchall()
            if not rows:
                raise StoreError("there is no such guest")
            return ChatLine(rows[0][0], table, guest, channel, at, text)

        return await self._writer.run(add)

    async def chat(self, table: str, channels: Collection[str], limit: int) -> list[ChatLine]:
        """The last lines in these channels, oldest first."""
        rows = await self._read(sql.CHAT.format(marks=_marks(channels)), table, *channels, limit)
        return [ChatLine(*row) for row in reversed(rows)]

    async def chat_of(self, guest: str) -> list[ChatLine]:
        """Everything a guest has said, oldest first."""
        return [ChatLine(*row) for row in await self._read(sql.CHAT_OF, guest)]

    async def set_mute(self, guest: str, other: str, on: bool) -> None:
        """Whether the guest wants to hear nothing of the other."""
        await self._write(sql.MUTE if on else sql.UNMUTE, guest, other)

    async def mutes(self, guest: str) -> frozenset[str]:
        """Whom the guest does not want to hear."""
        return frozenset(row[0] for row in await self._read(sql.MUTES, guest))

    # ---- the rest

    async def keep_review(self, table: str, game: int, body: bytes) -> None:
        """Keep the review of a finished game."""
        await self._write(sql.PUT_REVIEW, table, game, body)

    async def review(self, table: str, game: int) -> bytes | None:
        """The kept review of a game."""
        rows = await self._read(sql.REVIEW, table, game)
        return rows[0][0] if rows else None

    async def alive(self, now: int) -> None:
        """Note that the server is up."""
        await self._write(sql.PUT_MOMENT, _ALIVE, now)

    async def last_alive(self) -> int | None:
        """When the server was up last."""
        rows = await self._read(sql.MOMENT, _ALIVE)
        return rows[0][0] if rows else None


def _changed(cursor: sqlite3.Cursor) -> None:
    if not cursor.rowcount:
        raise StoreError("there is no such guest")


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


def _table(row: Row) -> TableRow:
    listed = TableRow(*row)
    return listed._replace(
        status=Status(listed.status), public=bool(listed.public), spectators=bool(listed.spectators)
    )


def _guest(row: Row) -> Guest:
    guest, name, created, deleted = row
    return Guest(guest, name, created, bool(deleted))
