"""Answers to commands that change nothing in a table's log."""

from collections.abc import Callable
from typing import Final

import msgspec

from ...core.errors import MoveError
from ..pool.pool import BotPool
from ..protocol import commands as do
from ..protocol.messages import Ack, Answer, Past, Pong, Reviewing, Scored, encode
from ..protocol.refusals import Refusal
from ..store.interface import Guest, Store
from ..tables.explaining import moves_since, score_sight
from ..tables.playing import running_match
from .advising import Adviser
from .chat import Chat
from .room import Outlet, Room
from .rooms import Rooms


class Requests:
    """Answers whoever may look at the table."""

    def __init__(self, store: Store, pool: BotPool | None, rooms: Rooms, now: Callable[[], int]) -> None:
        self._rooms: Final = rooms
        self._now: Final = now
        self._adviser: Final = Adviser(store, pool)
        self.chat: Final = Chat(store)

    async def answer(
        self, room: Room, guest: Guest, command: do.Request, outlet: Outlet | None
    ) -> Answer | msgspec.Raw:
        """The answer to a request; raises `Refusal`."""
        match command:
            case do.Ping():
                return Pong(key=command.key, now=self._now())
            case do.Look():
                return msgspec.Raw(room.view(guest.id))
            case do.Say():
                return await self.chat.say(room, guest.id, command, self._now())
            case do.Mute():
                await self.chat.mute(list(self._rooms), guest.id, command)
                return Ack(key=command.key, v=room.table.version)
            case do.Preview():
                return _preview(room, guest.id, command)
            case do.History():
                return _history(room, command)
            case do.Advise():
                return await self._adviser.hint(room, guest.id, command)
            case do.Review():
                return await self._review(room, command, outlet)

    async def _review(self, room: Room, command: do.Review, outlet: Outlet | None) -> Answer:
        def tell(done: int, of: int) -> None:
            if outlet is not None:
                outlet.send(encode(Reviewing(key=command.key, game=command.game, done=done, of=of)))

        return await self._adviser.review(room, command, tell)


def _preview(room: Room, guest: str, command: do.Preview) -> Scored:
    """What a move would score. Only for who is to make it: why it is not legal would betray a rack."""
    table = room.table
    match = running_match(table)
    if table.seats[match.actor].person != guest:
        raise Refusal("not_your_turn", f"it is the turn of seat {match.actor}")
    try:
        score = match.explain(command.move)
    except MoveError as error:
        raise Refusal("illegal_move", str(error)) from None
    sight = score_sight(table.rules, score)
    return Scored(key=command.key, v=table.version, move=str(score.move), score=sight)


def _history(room: Room, command: do.History) -> Past:
    table = room.table
    if table.match is None:
        raise Refusal("not_started", "the game has not begun")
    moves = moves_since(table, command.since)
    return Past(key=command.key, v=table.version, game=table.number, moves=moves)
