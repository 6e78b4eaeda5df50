"""A house on the real store, with a clock that tests set, and people who do things in it."""

import asyncio
import itertools
import random
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Final, Self, cast

import msgspec

from sixfold import Match
from sixfold.server.house.house import House, Subscription
from sixfold.server.pool.pool import BotPool
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.documents import NewTable
from sixfold.server.protocol.messages import Ack, AnyMessage, Refused, View
from sixfold.server.store.interface import Guest
from sixfold.server.store.sqlite import SqliteStore
from sixfold.server.tables.table import Table
from sixfold.server.web.guests import Guests

_read: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyMessage)
HOUR: Final = 3_600_000


def asynchronous(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop of its own."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(test(*arguments, **named))

    return run


async def eventually(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is the case that is about to be."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


class Clock:
    """The time of a house, in milliseconds."""

    def __init__(self, now: int = 1_000_000 * HOUR) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Inn:
    """A house that can be closed and opened again on the same store."""

    def __init__(self, data: Path, pool: BotPool | None = None, has_bots: bool = True) -> None:
        self.data: Final = data
        self.clock: Final = Clock()
        self._pool: Final = pool or (BotPool() if has_bots else None)  # whose bots have not come yet
        self._keys: Final = itertools.count()

    async def __aenter__(self) -> Self:
        self.store = await SqliteStore.open(self.data)
        self.house = await self.another_house()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.close(0)
        await self.store.close()

    async def another_house(self) -> House:
        """One more house on the same store, as another process would have it."""
        house = House(self.store, self._pool, self.clock)
        await house.open()
        return house

    async def reopen(self, hours: float = 0) -> None:
        """Close the house, and open it again after so many hours."""
        await self.house.close(0)
        self.clock.now += int(hours * HOUR)
        self.house = await self.another_house()

    async def guests(self, *names: str) -> list["Person"]:
        """New guests."""
        book = Guests(self.store, 600)
        return [Person(self, (await book.welcome(name))[0]) for name in names]

    async def table(self, table: str) -> Table:
        """What the log of a table tells."""
        return Table.of(await self.store.log(table))

    def next_key(self) -> str:
        """A key that nobody has used."""
        return f"key{next(self._keys)}"


class Person:
    """A guest in the house."""

    def __init__(self, inn: Inn, guest: Guest) -> None:
        self.inn: Final = inn
        self.guest: Final = guest
        self.id: Final = guest.id

    async def makes(self, **settings: Any) -> str:
        """Make a table; returns its id."""
        new = msgspec.convert({"game": "hex(players=2,start=1)", **settings}, NewTable)
        return (await self.inn.house.create(self.guest, new)).table

    async def does(self, table: str, command: type[do.Command], **fields: Any) -> Any:
        """Do something; returns the answer."""
        fields.setdefault("key", self.inn.next_key())
        message = cast(do.AnyCommand, command(**fields))
        return await self.inn.house.act(table, self.guest, message)

    async def succeeds(self, table: str, command: type[do.Command], **fields: Any) -> Ack:
        """Do something that is acknowledged."""
        answer = await self.does(table, command, **fields)
        assert isinstance(answer, Ack), answer
        return answer

    async def is_refused(self, table: str, command: type[do.Command], **fields: Any) -> str:
        """Do something that is refused; returns the code."""
        answer = await self.does(table, command, **fields)
        assert isinstance(answer, Refused), answer
        return answer.code

    async def sees(self, table: str) -> View:
        """The table as this person sees it."""
        raw = await self.inn.house.look(table, self.guest)
        return cast(View, _read.decode(raw))

    async def listens(self, table: str, v: int | None = None) -> "Ear":
        """Listen at a table."""
        ear = Ear()
        ear.subscription = await self.inn.house.subscribe(table, self.guest, ear, v)
        return ear

    async def moves(self, table: str, rng: random.Random | None = None) -> Ack:
        """Make some legal move."""
        view = await self.sees(table)
        match = (await self.inn.table(table)).match
        assert match
        return await self.succeeds(table, do.Play, v=view.v, move=some_move(match, rng or random.Random(0)))


class Ear:
    """An outlet that remembers."""

    def __init__(self) -> None:
        self.raw: Final[list[bytes]] = []
        self.subscription: Subscription

    def send(self, message: bytes) -> None:
        """Hear something."""
        self.raw.append(message)

    @property
    def heard(self) -> list[Any]:
        """Everything so far, understood."""
        return [_read.decode(message) for message in self.raw]

    def all(self, kind: type[Any]) -> list[Any]:
        """All messages of one kind."""
        return [message for message in self.heard if isinstance(message, kind)]


def some_move(match: Match, rng: random.Random) -> str:
    """A legal move of the seat to act, found without listing them all."""
    words = match.legal_words()
    rack = match.rack(match.actor)
    if words and (match.phase.name == "EXCHANGE" or not rack or rng.random() < 0.3):
        return str(rng.choice(words))
    tile = match.rules.kinds[rng.choice(rack)]
    if not match.rules.is_board_game:
        return tile[:: rng.choice((1, -1))]
    board = match.rules.geometry
    edge = rng.choice([edge for edge, is_open in enumerate(match.open_edges()) if is_open])
    cells = [board.names[cell] for cell in board.edges[edge]]
    rng.shuffle(cells)
    return " ".join([tile, *cells])


async def play_out(inn: Inn, table: str, people: list[Person], seed: int = 0) -> None:
    """Play the present game to its end; seat n is the n-th person's."""
    rng = random.Random(seed)
    match = (await inn.table(table)).match
    assert match
    version = (await people[0].sees(table)).v
    while not match.is_over:
        move = some_move(match, rng)
        ack = await people[match.actor].succeeds(table, do.Play, v=version, move=move)
        version, match = ack.v, match.after(move)
