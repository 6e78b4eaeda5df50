"""The one function that takes every action of a guest: known key, right, version, rules; then the ledger."""

from collections.abc import Callable
from typing import Final

from ..protocol import commands as do
from ..protocol.messages import Ack
from ..protocol.refusals import Refusal
from ..store.interface import Conflict, Entry, KnownKey, Store
from ..tables.deciding import check_version, decide, without_bots
from ..tables.entries import read_body, table_made
from ..tables.seating import check_sight
from ..tables.table import KEYS
from .ledger import Ledger
from .room import Room

_TRIES: Final = 5  # of a command that somebody else was faster than


class Acting:
    """Carries out what guests want to do."""

    def __init__(self, store: Store, ledger: Ledger, has_bots: bool, now: Callable[[], int]) -> None:
        self._store: Final = store
        self._has_bots: Final = has_bots
        self._ledger: Final = ledger
        self._now: Final = now

    async def carry_out(self, room: Room, guest: str, command: do.Action) -> Ack:
        """Do it once, whatever happens, and say so when it is durable; or raise `Refusal`."""
        async with room.lock:
            for _ in range(_TRIES):
                known = await self._known(room, guest, command)
                if known is not None:
                    return known
                check_sight(room.table, guest)
                check_version(room.table, command.v)
                if isinstance(command, do.Rematch) and room.table.rematch:
                    return Ack(key=command.key, v=room.table.version, table=room.table.rematch)
                decision = await decide(room.table, guest, command, self._now(), self._store.log)
                if not self._has_bots:
                    decision = without_bots(room.table, guest, decision)
                try:
                    await self._ledger.commit(room, guest, command.key, decision)
                except Conflict:
                    await self._ledger.catch_up(room)
                except KnownKey as known_key:
                    return _ack(known_key.entry)
                else:
                    return Ack(key=command.key, v=room.table.version, table=table_made(decision.body))
        raise Refusal("busy", "too many at once")

    async def _known(self, room: Room, guest: str, command: do.Action) -> Ack | None:
        """The first answer to this command, if it has come before.

        What was asked in view of the present table cannot be old; for all else the store may have to say.
        """
        table = room.table
        known = table.keys.get((guest, command.key))
        if known is not None:
            return Ack(key=command.key, v=known[0], table=known[1])
        if len(table.keys) < KEYS or (command.v is not None and command.v >= table.turned):
            return None
        entry = await self._store.by_key(table.id, guest, command.key)
        return _ack(entry) if entry is not None else None


def _ack(entry: Entry) -> Ack:
    """The answer to the command that made this entry."""
    return Ack(key=entry.key or "", v=entry.version, table=table_made(read_body(entry.body)))
