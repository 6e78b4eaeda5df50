"""Hints and reviews, thought about in the bots' pool."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from ...notation.position import write_position
from ..pool.pool import BotPool, BusyError, ThinkingError
from ..protocol.commands import Advise, Review
from ..protocol.messages import Advice, Reviewed
from ..protocol.refusals import Refusal
from ..store.interface import Store
from ..tables.playing import running_match
from .archive import record_text
from .room import Room

Progress = Callable[[int, int], None]
_Game = tuple[str, int]


class Adviser:
    """Asks the pool for people, where that is allowed."""

    def __init__(self, store: Store, pool: BotPool | None) -> None:
        self._store: Final = store
        self._pool: Final = pool
        self._reviews: Final[dict[_Game, asyncio.Task[msgspec.Raw]]] = {}
        self._waiting: Final[dict[_Game, list[Progress]]] = {}

    async def hint(self, room: Room, guest: str, command: Advise) -> Advice:
        """A hint for the seat to act, if it is the guest's."""
        table = room.table
        match = running_match(table)
        if table.seats[match.actor].person != guest:
            raise Refusal("not_your_turn", "hints are for the seat to act")
        if not table.hints_open:
            raise Refusal("hints_closed", "in a game between people all have to agree")
        version = table.version
        try:
            hint = await self._asked().hint(write_position(match.view(match.actor)), table=table.id)
        except ThinkingError as error:
            raise _busy(error) from None
        return Advice(key=command.key, v=version, hint=hint)

    async def review(self, room: Room, command: Review, progress: Progress | None) -> Reviewed:
        """The review of a finished game: kept, or made now, once for all who ask."""
        table, game = room.table, (room.table.id, command.game)
        if not table.is_over(command.game):
            raise Refusal("not_over", "a game is reviewed when it is over")
        kept = await self._store.review(*game)
        if kept is None:
            kept = await self._make(room, game, progress)
        return Reviewed(key=command.key, game=command.game, review=msgspec.Raw(kept))

    async def _make(self, room: Room, game: _Game, progress: Progress | None) -> msgspec.Raw:
        task = self._reviews.get(game)
        if task is None:
            record = record_text(room.table, game[1], {})
            self._waiting[game] = []
            task = self._reviews[game] = asyncio.create_task(self._judge(game, record))
            task.add_done_callback(lambda task: self._judged(game, task))
        if progress is not None:
            self._waiting[game].append(progress)
        try:
            return await asyncio.shield(task)
        except ThinkingError as error:
            raise _busy(error) from None

    def _judged(self, game: _Game, task: asyncio.Task[msgspec.Raw]) -> None:
        del self._reviews[game], self._waiting[game]
        if not task.cancelled():
            task.exception()  # those who wait get it; there may be none left

    async def _judge(self, game: _Game, record: str) -> msgspec.Raw:
        def tell(done: int, of: int) -> None:
            for progress in self._waiting.get(game, ()):
                progress(done, of)

        review = await self._asked().review(record, tell, table=game[0])
        await self._store.keep_review(*game, bytes(review))
        return review

    def _asked(self) -> BotPool:
        if self._pool is None:
            raise Refusal("no_bots", "there are no bots here")
        return self._pool


def _busy(error: ThinkingError) -> Refusal:
    return Refusal("busy" if isinstance(error, BusyError) else "unavailable", str(error))
