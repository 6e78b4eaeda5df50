"""Work that goes on by itself: kept track of, so that it can be ended, and no failure is silent."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from ..logs import note_failure

T = TypeVar("T")


class Tasks:
    """Some tasks of the running event loop."""

    def __init__(self) -> None:
        self._tasks: Final[set[asyncio.Task[Any]]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background; should it fail, the log says so."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def settled(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever waits for it is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._settled)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until all have ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cancel(self) -> None:
        """End all."""
        for task in list(self._tasks):
            task.cancel()
        await self.finish()

    def _settled(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits gets it; if nobody does any more, nobody has to know

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            note_failure("work in the background failed", error)
