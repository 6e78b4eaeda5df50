"""What happens at a table by itself: bots' turns, clocks that run out, and people who stay away."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from ...core.match import Match
from ...notation.position import write_position
from ..logs import note
from ..pool.pool import BotPool, ThinkingError
from ..protocol.commands import Level
from ..protocol.refusals import Refusal
from ..protocol.sights import Days
from ..store.interface import StoreError
from ..tables.entries import AnyBody, Handed, Resigned
from ..tables.playing import checked_move
from ..tables.table import Table
from .room import Room, Thinking
from .tasks import Tasks

_RETRY: Final = 2.0  # seconds after bots or the store could not


class Commits(Protocol):
    """Writes an entry of the house itself into a table's log; the room's lock is held."""

    async def __call__(self, room: Room, key: str, body: AnyBody, successor: Match | None = None) -> None:
        """Write it, apply it, show it."""
        ...


class Minder:
    """Looks after tables. `mind` is called whenever something about one has changed."""

    def __init__(self, pool: BotPool | None, commit: Commits, now: Callable[[], int]) -> None:
        self._pool: Final = pool
        self._commit: Final = commit
        self._now: Final = now
        self._tasks: Final = Tasks()

    def mind(self, room: Room) -> None:
        """See to it that what is due at this table will happen."""
        self._mind_bot(room)
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None
        due = self._next_due(room)
        if due is not None:
            wait = max(0, due - self._now()) / 1000
            room.alarm = asyncio.get_running_loop().call_later(wait, self._ring, room)

    async def close(self) -> None:
        """Stop what is under way."""
        await self._tasks.cancel()

    # ------------------------------------------------------------ bots

    def _mind_bot(self, room: Room) -> None:
        level = bot_to_move(room.table)
        decision = (room.table.number, room.table.progress.made, level)
        if room.thinking is not None:
            if level and room.thinking.about == decision:
                return
            if room.thinking.task is not asyncio.current_task():
                room.thinking.task.cancel()
            room.thinking = None
        if level and self._pool is not None:
            room.thinking = Thinking(decision, self._tasks.start(self._bot_turn(room, self._pool)))

    async def _bot_turn(self, room: Room, pool: BotPool) -> None:
        """Think elsewhere, then play here. Cancelled when somebody takes the seat back."""
        match = room.table.match
        while match is not None and match is room.table.match and (level := bot_to_move(room.table)):
            try:
                move = await pool.move(write_position(match.view(match.actor)), level, table=room.table.id)
                async with room.lock:
                    if match is room.table.match and bot_to_move(room.table):
                        body, successor = checked_move(room.table, move, self._now())
                        await self._commit(room, f"bot:{room.table.version}", body, successor)
            except (ThinkingError, StoreError, Refusal) as error:
                note("bot waits", table=room.table.id, error=str(error))
                await asyncio.sleep(_RETRY)

    # ------------------------------------------------------------ clocks and absence

    def _ring(self, room: Room) -> None:
        room.alarm = None
        self._tasks.start(self._time_is_up(room))

    async def _time_is_up(self, room: Room) -> None:
        """Do what is due at a table; if that cannot be written now, try again."""
        try:
            async with room.lock:
                due = self._next_due(room)
                if due is not None and due <= self._now():
                    await self._commit(room, f"due:{room.table.version}", self._consequence(room, due))
                else:
                    self.mind(room)
        except StoreError as error:
            note("clock waits", table=room.table.id, error=str(error))
            room.alarm = asyncio.get_running_loop().call_later(_RETRY, self._ring, room)

    def _next_due(self, room: Room) -> int | None:
        """When the time of the person to move is up, or others have waited enough for a bot to take over."""
        table = room.table
        if table.actor is None or table.seats[table.actor].person is None:
            return None
        late = table.clock.deadline(table.actor)
        away = _away_until(room, table.actor) if self._pool is not None else None
        return min((moment for moment in (late, away) if moment is not None), default=None)

    def _consequence(self, room: Room, due: int) -> AnyBody:
        """What becomes of the seat to move: a bot plays it or, without bots or if agreed on, it gives up."""
        table = room.table
        assert table.actor is not None
        is_late = table.clock.deadline(table.actor) == due
        if self._pool is None:
            return Resigned(table.actor, ends=True)
        if is_late and table.settings.late == "resign":
            return Resigned(table.actor)
        return Handed(table.actor, table.settings.stand_in, "late" if is_late else "away")


def bot_to_move(table: Table) -> Level | None:
    """The bot whose turn it is."""
    return None if table.actor is None else table.seats[table.actor].bot


def _away_until(room: Room, actor: int) -> int | None:
    """When a bot takes over from somebody who is not here, while somebody else who plays is."""
    table, settings = room.table, room.table.settings
    who = table.seats[actor].who
    if settings.grace is None or isinstance(settings.clock, Days) or who is None or room.is_here(who):
        return None
    if not any(room.is_here(other) for other in table.people - {who}):
        return None
    gone_at = room.gone_at.get(who, room.opened_at)
    return max(gone_at, table.clock.since) + settings.grace * 1000
