"""Writing into tables' logs: durable first, then applied, then shown."""

from collections.abc import Callable
from typing import Final

from ..store.interface import Entry, Member, Store, TableRow, Writing
from ..tables.deciding import Decision
from ..tables.entries import Moved, read_body, write_body
from ..tables.rows import joined, left, results, table_row
from ..tables.table import Table
from .room import Room

Committed = Callable[[Room, bool], None]
"""Called when a table has changed; and whether a game of it has just ended."""


class Ledger:
    """Writes entries. Whoever calls `commit` holds the room's lock."""

    def __init__(self, store: Store, now: Callable[[], int], committed: Committed) -> None:
        self._store: Final = store
        self._now: Final = now
        self._committed: Final = committed

    async def commit(self, room: Room, guest: str, key: str | None, decision: Decision) -> None:
        """Write what was decided as the table's next entry. If that fails, nothing has changed."""
        table, body, successor = room.table, decision.body, decision.successor
        entry = Entry(table.id, table.version + 1, guest, key, self._now(), write_body(body))
        if isinstance(body, Moved) and successor is not None and not successor.is_over:
            await self._store.append(Writing((entry,)))
            table.apply(entry, body, successor)
            room.row_is_stale = True
            room.changed(moved=True)
            self._committed(room, False)
            return
        after = table.after(entry, body, successor)
        ended = table.game_on and not after.game_on
        rows, members = _new_table(decision.new_table)
        await self._store.append(
            Writing(
                entries=(entry, *decision.new_table),
                tables=(table_row(after), *rows),
                joined=joined(body, guest, table.id) + members,
                left=left(body, guest, table),
                results=results(after, after.number, entry.at) if ended else (),
            )
        )
        room.table = after
        room.row_is_stale = False
        room.changed()
        self._committed(room, ended)

    async def catch_up(self, room: Room) -> None:
        """Take in what others have written."""
        was_on = room.table.game_on
        for entry in await self._store.log(room.table.id, room.table.version + 1):
            room.table.apply(entry, read_body(entry.body))
        room.changed()
        self._committed(room, was_on and not room.table.game_on)

    async def create(self, *log: Entry) -> None:
        """Write the first entries of a table."""
        rows, members = _new_table(log)
        await self._store.append(Writing(log, tables=rows, joined=members))

    async def write_rows(self, rooms: list[Room]) -> None:
        """Bring the lists up to date."""
        if rooms:
            await self._store.append(Writing((), tables=tuple(table_row(room.table) for room in rooms)))
            for room in rooms:
                room.row_is_stale = False


def _new_table(log: tuple[Entry, ...]) -> tuple[tuple[TableRow, ...], tuple[Member, ...]]:
    """What lists get of a table that is made with this log."""
    if not log:
        return (), ()
    body = read_body(log[0].body)
    return (table_row(Table.of(list(log))),), joined(body, log[0].guest, log[0].table)
