"""The tables that are in memory: read from the store when they are needed, given up when nobody is there."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from ..protocol.refusals import Refusal
from ..store.interface import Store
from ..tables.table import Table
from .archive import Archive
from .room import Room

_IDLE: Final = 60_000  # milliseconds without anybody after which a table leaves memory


class Rooms:
    """Rooms by their tables' ids. Whoever uses one says so, between `enter` and `leave`."""

    def __init__(self, store: Store, archive: Archive, now: Callable[[], int]) -> None:
        self._store: Final = store
        self._archive: Final = archive
        self._now: Final = now
        self._rooms: Final[dict[str, Room]] = {}
        self._opening: Final[dict[str, asyncio.Task[Room]]] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    async def enter(self, table: str, opened: Callable[[Room], Awaitable[None]]) -> Room:
        """The room of a table, to be left later; `opened` is called if it has just been read."""
        room = self._rooms.get(table)
        if room is None:
            task = self._opening.get(table)
            if task is None:
                task = self._opening[table] = asyncio.create_task(self._open(table, opened))
                task.add_done_callback(lambda task: self._opened(table, task))
            room = await asyncio.shield(task)
        room.users += 1
        return room

    def leave(self, room: Room) -> None:
        """Whoever entered has done what they wanted."""
        room.users -= 1
        room.used_at = self._now()

    def add(self, table: Table, names: dict[str, str | None]) -> Room:
        """The room of a new table."""
        room = self._rooms[table.id] = Room(table, names, self._now())
        return room

    def idle(self) -> list[Room]:
        """Rooms that nobody needs."""
        before = self._now() - _IDLE
        return [
            room
            for room in self._rooms.values()
            if not (room.users or room.listeners or room.thinking) and room.used_at < before
        ]

    def give_up(self, room: Room) -> None:
        """Forget a room; the table is in the store."""
        room.close()
        del self._rooms[room.table.id]

    def _opened(self, table: str, task: asyncio.Task[Room]) -> None:
        del self._opening[table]
        if not task.cancelled():
            task.exception()  # those who wait get it; there may be none left

    async def _open(self, table_id: str, opened: Callable[[Room], Awaitable[None]]) -> Room:
        log = await self._store.log(table_id)
        if not log:
            raise Refusal("not_found", "there is no such table")
        table = Table.of(log)
        room = Room(table, await self._archive.names(table.people), self._now())
        await opened(room)
        self._rooms[table_id] = room
        return room
