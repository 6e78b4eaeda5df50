"""Talking at tables: kept in the store beside the log, so that it can be deleted."""

from collections import OrderedDict
from typing import Final

from ..protocol.commands import Mute, Say
from ..protocol.messages import Ack, Line, Said, encode
from ..protocol.refusals import Refusal
from ..store.interface import ChatLine, Store
from ..tables.talking import heard_channels, shown_channel, speaking, stored_channel
from .room import Outlet, Room

_LINES: Final = 50  # shown to somebody who comes
_REMEMBERED: Final = 10_000  # keys of things said


class Chat:
    """What is said, and who hears it."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._said: Final[OrderedDict[tuple[str, str, str], None]] = OrderedDict()

    async def say(self, room: Room, guest: str, command: Say, at: int) -> Ack:
        """Say something; the same key says it once, as long as the server runs."""
        table = room.table
        done = Ack(key=command.key, v=table.version)
        known = (table.id, guest, command.key)
        if known in self._said:
            return done
        if command.channel not in speaking(table, guest):
            raise Refusal("talk_closed", f"you cannot speak in {command.channel!r} now")
        text = " ".join(command.text.split())
        if not text or not text.isprintable():
            raise Refusal("bad_message", "nothing that can be shown was said")
        channel = stored_channel(table, guest, command.channel)
        self._remember(known)
        try:
            line = await self._store.say(table.id, guest, channel, at, text)
        except BaseException:
            self._said.pop(known, None)
            raise
        message = encode(Said(lines=(_line(line, room),)))
        hearers = [
            outlet
            for outlet, listener in room.listeners.items()
            if guest not in listener.muted and channel in heard_channels(table, listener.guest)
        ]
        room.send_all(message, hearers)
        return done

    async def mute(self, rooms: list[Room], guest: str, command: Mute) -> None:
        """Let a guest hear nothing more of another, or hear them again."""
        if command.guest not in await self._store.guests([command.guest]):
            raise Refusal("not_found", "there is no such guest")
        await self._store.set_mute(guest, command.guest, command.on)
        for room in rooms:
            for listener in room.listeners.values():
                if listener.guest == guest:
                    other = frozenset({command.guest})
                    listener.muted = listener.muted | other if command.on else listener.muted - other

    async def backlog(self, room: Room, guest: str) -> tuple[frozenset[str], list[ChatLine]]:
        """Whom a guest does not want to hear, and the last lines of the table."""
        muted = await self._store.mutes(guest)
        channels = heard_channels(room.table, guest)
        return muted, await self._store.chat(room.table.id, channels, _LINES)

    def send_backlog(self, room: Room, outlet: Outlet, lines: list[ChatLine]) -> None:
        """Send an outlet what was said before, as far as its guest may hear it now."""
        listener = room.listeners[outlet]
        heard = heard_channels(room.table, listener.guest)
        shown = [line for line in lines if line.channel in heard and line.guest not in listener.muted]
        if shown:
            outlet.send(encode(Said(lines=tuple(_line(line, room) for line in shown))))

    async def open_watchers(self, room: Room) -> None:
        """After the end players may read what those who watched have said."""
        lines = await self._store.chat(room.table.id, ("watchers",), _LINES)
        for outlet, listener in list(room.listeners.items()):
            if room.table.seats_of(listener.guest):
                self.send_backlog(room, outlet, lines)

    def _remember(self, known: tuple[str, str, str]) -> None:
        self._said[known] = None
        if len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)


def _line(line: ChatLine, room: Room) -> Line:
    return Line(
        id=line.id,
        who=line.guest,
        at=line.at,
        text=line.text,
        channel=shown_channel(line.channel),
        name=room.names.get(line.guest),
    )
