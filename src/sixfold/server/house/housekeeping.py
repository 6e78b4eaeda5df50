"""What is done every few seconds, and when the server starts: lists, idle tables, outages, waking tables."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from ..logs import note, note_failure
from ..protocol.refusals import Refusal
from ..store.interface import Store, StoreError
from ..tables.entries import Credited
from ..tables.table import Table
from .ledger import Ledger
from .rooms import Rooms
from .tasks import Tasks

_PAUSE: Final = 5.0
_ROWS_AT_ONCE: Final = 32  # nobody's move should have to wait for all of them


class Housekeeping:
    """Keeps the house in order; `woken` is called with a table at which something is due."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        ledger: Ledger,
        woken: Callable[[str], Awaitable[None]],
        now: Callable[[], int],
    ) -> None:
        self._store: Final = store
        self._rooms: Final = rooms
        self._ledger: Final = ledger
        self._woken: Final = woken
        self._now: Final = now
        self._outage: tuple[int, int] | None = None
        self._waking: Final[dict[str, asyncio.TimerHandle]] = {}
        self._tasks: Final = Tasks()

    async def open(self) -> None:
        """Find out for how long the server was down, and arrange for everything that is due."""
        last, now = await self._store.last_alive(), self._now()
        if last is not None and last < now:
            self._outage = last, now
        rows = await self._store.waking()
        due = [row.id for row in rows if row.wake is not None and row.wake <= now]
        for row in rows:
            if row.wake is not None and row.wake > now:
                self._wake_at(row.id, row.wake)
        self._tasks.start(self._wake_all(due))
        self._tasks.start(self._keep())

    async def close(self) -> None:
        """Stop, and leave everything up to date."""
        for timer in self._waking.values():
            timer.cancel()
        await self._tasks.cancel()
        try:
            await self._write()
        except StoreError as error:
            note("not everything was written", error=str(error))

    def credit(self, table: Table) -> tuple[str, Credited] | None:
        """What a clock gets back because the server was down during the present decision."""
        if self._outage is None or table.actor is None or table.clock.each is None:
            return None
        begin, end = self._outage
        lost = end - max(begin, table.clock.since)
        return (f"outage:{begin}", Credited(lost)) if lost > 0 else None

    # ------------------------------------------------------------ now and then

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(_PAUSE)
            try:
                await self.tidy()
            except StoreError as error:
                note("cannot write", error=str(error))
            except Exception as error:  # a mistake of ours; the next round may go well
                note_failure("housekeeping failed", error)

    async def tidy(self) -> None:
        """Bring the lists up to date, and give up tables that are idle."""
        await self._write()
        self._give_up_idle()

    async def _write(self) -> None:
        await self._store.alive(self._now())
        stale = [room for room in self._rooms if room.row_is_stale]
        for first in range(0, len(stale), _ROWS_AT_ONCE):
            await self._ledger.write_rows(stale[first : first + _ROWS_AT_ONCE])

    def _give_up_idle(self) -> None:
        for room in self._rooms.idle():
            if not room.row_is_stale:
                table = room.table
                due = None if table.actor is None else table.clock.deadline(table.actor)
                self._rooms.give_up(room)
                if due is not None:
                    self._wake_at(table.id, due)

    # ------------------------------------------------------------ waking

    async def _wake_all(self, tables: list[str]) -> None:
        for table in tables:
            await self._wake(table)

    def _wake_at(self, table: str, moment: int) -> None:
        def ring() -> None:
            del self._waking[table]
            self._tasks.start(self._wake(table))

        if table not in self._waking:
            wait = max(0, moment - self._now()) / 1000
            self._waking[table] = asyncio.get_running_loop().call_later(wait, ring)

    async def _wake(self, table: str) -> None:
        try:
            await self._woken(table)
        except (StoreError, Refusal) as error:
            note("a table sleeps on", table=table, error=str(error))
            self._wake_at(table, self._now() + int(_PAUSE * 1000))
