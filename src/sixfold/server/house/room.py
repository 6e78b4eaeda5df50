"""A table that is in memory: its state, who listens, and what was encoded for them."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import msgspec

from ...core.views import View
from ..protocol.messages import Closing, InStep, Presence, Somebody, encode
from ..protocol.sights import MoveSight
from ..tables.explaining import recent_moves
from ..tables.looking import EncodedView, game_sight, table_sight, yours
from ..tables.seating import may_look
from ..tables.table import Table

_MOST_NAMED: Final = 100
_WATCHING: Final = ""
"""In place of the guest's id for all who watch."""


class Outlet(Protocol):
    """Where messages for one connection go."""

    def send(self, message: bytes) -> None:
        """Queue a message at once, without waiting; an outlet that cannot keep up closes itself."""
        ...


@dataclass(slots=True)
class Listener:
    """Who an outlet belongs to, and whom they do not want to hear."""

    guest: str
    muted: frozenset[str] = frozenset()


class Thinking(NamedTuple):
    """A bot at work: about which decision (game, moves made, level), and the task that does it."""

    about: tuple[int, int, str | None]
    task: "asyncio.Task[None]"


class Room:
    """One table in memory."""

    def __init__(self, table: Table, names: dict[str, str | None], at: int) -> None:
        self.table = table
        self.names: Final = names
        self.lock: Final = asyncio.Lock()
        self.users = 0
        """How many are just doing something here; with none, and no listener, the room may be given up."""
        self.used_at = at
        self.listeners: Final[dict[Outlet, Listener]] = {}
        self.gone_at: Final[dict[str, int]] = {}
        """When people who sit here were seen last, unless they are here."""
        self.opened_at = at
        self.thinking: Thinking | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.row_is_stale = False
        self._present: tuple[str, ...] = ()
        self._presence_due: asyncio.TimerHandle | None = None
        self._moves: Final[dict[int, MoveSight]] = {}
        self._table_part: msgspec.Raw | None = None
        self._game_part: msgspec.Raw | None = None
        self._public: View | None = None
        self._views: Final[dict[str, bytes]] = {}

    # ------------------------------------------------------------ views

    def changed(self, moved: bool = False) -> None:
        """What was encoded is no longer true; after a mere move the table around the game still is."""
        if not moved:
            self._table_part = None
        if self.table.progress.made == 0:
            self._moves.clear()
        self._game_part = self._public = None
        self._views.clear()

    def view(self, guest: str) -> bytes:
        """What this guest sees, encoded; once the game has begun, all who have no seat see the same."""
        table = self.table
        eye = guest if table.match is None or table.seats_of(guest) else _WATCHING
        found = self._views.get(eye)
        if found is not None:
            return found
        if self._table_part is None:
            self._table_part = msgspec.Raw(encode(table_sight(table, self.names)))
        if self._game_part is None and table.match is not None:
            self._public = table.match.view(None)
            moves = recent_moves(table, self._moves)
            sight = game_sight(table, table.number, table.match, self._public, moves)
            self._game_part = msgspec.Raw(encode(sight))
        own = yours(table, guest, self._public)
        message = encode(
            EncodedView(v=table.version, table=self._table_part, yours=own, game=self._game_part)
        )
        self._views[eye] = message
        return message

    def view_since(self, guest: str, v: int | None) -> bytes:
        """The view, or that the client has it already."""
        return encode(InStep(v=v)) if v == self.table.version else self.view(guest)

    # ------------------------------------------------------------ who listens

    def show(self) -> None:
        """Send everyone who listens what they see now; who may not look any more hears nothing further."""
        for outlet, listener in list(self.listeners.items()):
            if may_look(self.table, listener.guest):
                outlet.send(self.view(listener.guest))
            else:
                outlet.send(encode(Closing(code="gone")))
                self.remove(outlet, self.used_at)

    def add(self, outlet: Outlet, listener: Listener) -> None:
        """Somebody listens from now on."""
        self.listeners[outlet] = listener
        self.gone_at.pop(listener.guest, None)
        self._presence_soon()

    def remove(self, outlet: Outlet, at: int) -> None:
        """Somebody does not listen any more."""
        listener = self.listeners.pop(outlet, None)
        if listener is None:
            return
        self.used_at = at
        if not self.is_here(listener.guest):
            if listener.guest in self.table.people:
                self.gone_at[listener.guest] = at
            self._presence_soon()

    def is_here(self, guest: str) -> bool:
        """Whether any of a guest's connections listens."""
        return any(listener.guest == guest for listener in self.listeners.values())

    def presence(self) -> bytes:
        """Who is here."""
        here = sorted({listener.guest for listener in self.listeners.values()})
        named = [Somebody(id=guest, name=self.names.get(guest)) for guest in here[:_MOST_NAMED]]
        return encode(Presence(here=tuple(named), count=len(here)))

    def send_all(self, message: bytes, to: Iterable[Outlet] | None = None) -> None:
        """Send a message to everyone who listens, or to some of them."""
        for outlet in list(self.listeners if to is None else to):
            outlet.send(message)

    def _presence_soon(self) -> None:
        """Tell everyone who is here in a moment: a page that is loaded anew should not make a stir."""
        if self._presence_due is None:
            self._presence_due = asyncio.get_running_loop().call_later(1, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = None
        present = tuple(sorted({listener.guest for listener in self.listeners.values()}))
        if present != self._present:
            self._present = present
            self.send_all(self.presence())

    def close(self) -> None:
        """Stop everything that would still happen here by itself."""
        for timer in (self.alarm, self._presence_due):
            if timer is not None:
                timer.cancel()
        if self.thinking is not None:
            self.thinking.task.cancel()
