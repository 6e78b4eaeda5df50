"""All tables. Whatever is done at one, by socket, HTTP, bot or clock, is written through one `Ledger`."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from time import time
from typing import Final

import msgspec

from ...core.errors import RulesError
from ...core.match import Match
from ...core.rules import Rules
from ..pool.pool import BotPool
from ..protocol import commands as do
from ..protocol.documents import Dealing, LinkMade, Made, NewBranch, NewLink, NewTable, Opened, Replay
from ..protocol.messages import Answer, Closing, Hello, Refused, encode
from ..protocol.refusals import Refusal
from ..protocol.sights import RulesSight
from ..store.interface import Conflict, Guest, KnownKey, Link, Store, StoreError, StoreUnavailable
from ..tables.branching import Past, play_on
from ..tables.deciding import Decision, check_chairs, entries_of, new_id
from ..tables.entries import AnyBody, read_body
from ..tables.explaining import rules_sight
from ..tables.links import admission_by, link_to, new_secret, opened_by
from ..tables.seating import check_sight, plan_table
from ..web.guests import hashed
from .acting import Acting
from .archive import Archive, dealing, record_text, replay
from .housekeeping import Housekeeping
from .ledger import Ledger
from .minding import Minder
from .requests import Requests
from .room import Listener, Outlet, Room
from .rooms import Rooms
from .tasks import Tasks


class Subscription:
    """An outlet at a table; a guest is here until the last one is closed."""

    def __init__(self, close: Callable[[], None]) -> None:
        self._close = close

    def close(self) -> None:
        """Send nothing more to the outlet."""
        self._close()


class House:
    """All tables of one process. Methods raise `Refusal` for what cannot be, and `StoreUnavailable`."""

    def __init__(self, store: Store, pool: BotPool | None, now: Callable[[], int] | None = None) -> None:
        self._store: Final = store
        self._now: Final = now or (lambda: int(time() * 1000))
        self.archive: Final = Archive(store)
        """Lists of tables, and what is kept about a guest."""
        self._rooms: Final = Rooms(store, self.archive, self._now)
        self._ledger: Final = Ledger(store, self._now, self._committed)
        self._acting: Final = Acting(store, self._ledger, pool is not None, self._now)
        self._minder: Final = Minder(pool, self._commit_own, self._now)
        self._requests: Final = Requests(store, pool, self._rooms, self._now)
        self._keeping: Final = Housekeeping(store, self._rooms, self._ledger, self._wake, self._now)
        self._has_bots: Final = pool is not None
        self._tasks: Final = Tasks()
        self._closing = False

    async def open(self) -> None:
        """See to what has to happen by itself: bots' turns, and clocks, which do not count an outage."""
        await self._keeping.open()

    async def tidy(self) -> None:
        """What is done every few seconds anyway: bring lists up to date, and give up tables that are idle."""
        await self._keeping.tidy()

    async def close(self, again: int) -> None:
        """Tell everyone to come back after so many milliseconds, finish what is being written, and stop."""
        self._closing = True
        goodbye = encode(Closing(code="restart", again=again))
        for room in self._rooms:
            room.send_all(goodbye)
        await self._minder.close()
        await self._tasks.finish()
        await self._keeping.close()
        for room in self._rooms:
            room.close()

    @property
    def tables_in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    # ------------------------------------------------------------ doing

    async def create(self, guest: Guest, new: NewTable) -> Made:
        """Make a table."""
        self._check_open()
        try:
            created = plan_table(guest.id, new)
        except RulesError as error:
            raise Refusal("bad_settings", str(error)) from None
        return await self._make([(guest.id, created)], new.key)

    async def play_on(self, table: str, guest: Guest, new: NewBranch) -> Made:
        """Make a practice table from the first moves of a finished game."""
        self._check_open()
        async with self._visit(table, guest) as room:
            log = [(entry.guest, read_body(entry.body)) for entry in await self._store.log(table)]
            past = await asyncio.to_thread(play_on, room.table, guest.id, new, log)
        return await self._make(past, new.key)

    async def _make(self, past: Past, key: str | None) -> Made:
        """Write the log of a new table; by a key that is known, the first one is the answer."""
        maker, created = past[0]
        if not self._has_bots:
            check_chairs(created)
        table = _id_for(maker, key) if key else new_id()
        log = entries_of(past, table, self._now(), key)
        try:
            await self._tasks.settled(self._ledger.create(*log))
        except KnownKey as known:
            return Made(table=known.entry.table, v=known.entry.version)
        return Made(table=table, v=log[-1].version)

    async def act(
        self, table: str, guest: Guest, command: do.AnyCommand, outlet: Outlet | None = None
    ) -> Answer | msgspec.Raw:
        """Carry out a command and answer it (a view comes encoded); `outlet` gets the progress of a review.

        An action is finished even if the caller is cancelled: who asked may be gone, but the table is not.
        """
        room = None
        try:
            self._check_open()
            room = await self._rooms.enter(table, self._opened)
            room.names[guest.id] = guest.name
            if isinstance(command, do.Action):
                return await self._tasks.settled(self._acting.carry_out(room, guest.id, command))
            check_sight(room.table, guest.id)
            return await self._requests.answer(room, guest, command, outlet)
        except Refusal as refusal:
            return refusal.message(command.key, None if room is None else room.table.version)
        except StoreError as error:
            return Refused(code="unavailable", detail=str(error), key=command.key)
        finally:
            if room is not None:
                self._rooms.leave(room)

    async def _commit_own(self, room: Room, key: str, body: AnyBody, successor: Match | None = None) -> None:
        """Write something that the house itself does."""
        try:
            await self._ledger.commit(room, "", key, Decision(body, successor))
        except (Conflict, KnownKey):
            await self._ledger.catch_up(room)

    def _committed(self, room: Room, ended: bool) -> None:
        room.show()
        self._minder.mind(room)
        if ended:
            self._tasks.start(self._requests.chat.open_watchers(room))

    # ------------------------------------------------------------ looking and listening

    async def look(self, table: str, guest: Guest, v: int | None = None) -> bytes:
        """The encoded `View` for this guest; `InStep` if `v` is the present version."""
        async with self._visit(table, guest) as room:
            return room.view_since(guest.id, v)

    async def subscribe(self, table: str, guest: Guest, outlet: Outlet, v: int | None = None) -> Subscription:
        """Send the outlet `Hello`, the view or `InStep`, presence and chat; then all that happens."""
        self._check_open()
        async with self._visit(table, guest) as room:
            muted, lines = await self._requests.chat.backlog(room, guest.id)
            check_sight(room.table, guest.id)
            room.names[guest.id] = guest.name
            room.add(outlet, Listener(guest.id, muted))
            outlet.send(encode(Hello(you=guest.id, now=self._now())))
            outlet.send(room.view_since(guest.id, v))
            outlet.send(room.presence())
            self._requests.chat.send_backlog(room, outlet, lines)
            self._minder.mind(room)

        def close() -> None:
            room.remove(outlet, self._now())
            if not self._closing:
                self._minder.mind(room)

        return Subscription(close)

    async def make_link(self, table: str, guest: Guest, new: NewLink) -> LinkMade:
        """A new link to a table: the host makes all kinds, who sits there those to watch."""
        async with self._visit(table, guest) as room:
            secret = new_secret()
            await self._store.add_link(link_to(room.table, guest.id, new, secret, self._now()))
            return LinkMade(secret=secret)

    async def open_link(self, guest: Guest, secret: str) -> Opened:
        """Admit the guest to the table whose link has this secret."""
        link = await self._store.link(hashed(secret))
        if link is None:
            raise Refusal("not_found", "there is no such link")
        async with self._inside(link.table) as room:
            await self._tasks.settled(self._admit(room, guest.id, link))
        return opened_by(link)

    async def _admit(self, room: Room, guest: str, link: Link) -> None:
        async with room.lock:
            admission = admission_by(link, room.table, guest)
            if admission is not None:
                await self._ledger.commit(room, guest, None, Decision(admission))

    # ------------------------------------------------------------ people, records

    async def rename(self, guest: Guest, name: str) -> None:
        """Give a guest another name, which has been checked."""
        await self._store.rename_guest(guest.id, name)
        self._call(guest.id, name)

    async def forget(self, guest: Guest) -> None:
        """Delete a guest: bots play on for them, and their name and words are gone. Logs stay valid."""
        self._check_open()
        for listed in (await self.archive.export(guest)).tables:
            if listed.status != "over":
                await self._tasks.settled(self._see_off(listed.id, guest.id))
        await self._store.delete_guest(guest.id)
        self._call(guest.id, None)

    async def _see_off(self, table: str, guest: str) -> None:
        async with self._inside(table) as room:
            if room.table.seats_of(guest):
                await self._acting.carry_out(room, guest, do.Leave(key=new_id()))

    def _call(self, guest: str, name: str | None) -> None:
        """Use a guest's new name at all tables that are in memory."""
        for room in self._rooms:
            if guest in room.names:
                room.names[guest] = name
                room.changed()
                room.show()

    async def record(self, table: str, guest: Guest | None, game: int = 0) -> str:
        """The record of a finished game as text; it passes `sixfold verify`."""
        async with self._visit(table, guest) as room:
            return await asyncio.to_thread(record_text, room.table, game, dict(room.names))

    async def dealing(self, table: str, guest: Guest | None, game: int = 0) -> Dealing:
        """What chance decided in a finished game."""
        async with self._visit(table, guest) as room:
            return await asyncio.to_thread(dealing, room.table, game)

    async def replay(
        self, table: str, guest: Guest | None, game: int = 0, first: int = 0, count: int = 100
    ) -> Replay:
        """Steps of a game as this guest may see it."""
        async with self._visit(table, guest) as room:
            return await replay(room.table, guest.id if guest else None, game, first, count, room.names)

    def rules(self, game: str) -> RulesSight:
        """A game's fixed things."""
        try:
            return rules_sight(Rules.parse(game))
        except RulesError as error:
            raise Refusal("bad_settings", str(error)) from None

    # ------------------------------------------------------------ rooms

    @asynccontextmanager
    async def _inside(self, table: str) -> AsyncIterator[Room]:
        """The room of a table, which stays in memory meanwhile."""
        room = await self._rooms.enter(table, self._opened)
        try:
            yield room
        finally:
            self._rooms.leave(room)

    @asynccontextmanager
    async def _visit(self, table: str, guest: Guest | None) -> AsyncIterator[Room]:
        """The room of a table that the guest may see."""
        async with self._inside(table) as room:
            check_sight(room.table, None if guest is None else guest.id)
            yield room

    async def _opened(self, room: Room) -> None:
        """A table has just been read from the store."""
        credit = self._keeping.credit(room.table)
        if credit is not None:
            with suppress(StoreUnavailable):  # one may look at the table all the same
                await self._commit_own(room, *credit)
        self._minder.mind(room)

    async def _wake(self, table: str) -> None:
        """Look at a table because something is due there; opening the room sees to it."""
        async with self._inside(table):
            pass

    def _check_open(self) -> None:
        if self._closing:
            raise StoreUnavailable("the server is stopping")


def _id_for(guest: str, key: str) -> str:
    """The id of the table that a guest makes by a key; as hard to guess as the key."""
    return urlsafe_b64encode(sha256(f"{guest} {key}".encode()).digest()[:12]).decode()
