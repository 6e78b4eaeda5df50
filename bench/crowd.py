"""A crowd in one process: many tables, at each two who play and some who watch, all by WebSocket.

`bench.load` starts several crowds and tells them what to do. Clients know no rules: a move is a tile of the
rack on an edge that the view says is open.
"""

import asyncio
import gc
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any, Final

from bench.lean_http import LeanHttp
from bench.lean_socket import LeanSocket
from bench.moving import GAMES, Rules, View, choose, read_view, rules_of, start_table

PING_SECONDS: Final = 10.0
"""As docs/protocol.md asks of clients."""
_HTTP_CONNECTIONS: Final = 8
_VIEW: Final = b'{"is":"view","v":'
_IN_STEP: Final = b'{"is":"in_step"'
_ACK: Final = b'{"is":"ack"'
_REFUSED: Final = b'{"is":"refused"'


@dataclass(frozen=True, slots=True)
class Orders:
    """What a crowd is to be."""

    port: int
    tables: int
    watchers: int
    seed: int


@dataclass(slots=True)
class Counts:
    """What a crowd has measured since it was last asked; times in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    """From the moment a move was due until its acknowledgement."""
    seen: list[float] = field(default_factory=list)
    """The same until the last socket of the table had the new view."""
    own: list[float] = field(default_factory=list)
    """From the moment a move was due until it was sent: the crowd's own share, as the machine is busy."""
    refused: int = 0
    late: int = 0
    """Moves that were due when no table was free to move."""
    lost: int = 0
    """Sockets that closed by themselves."""


class _Table:
    """One table with its sockets: the players' first."""

    def __init__(
        self, crowd: "Crowd", name: str, rules: Rules, tokens: list[str], rng: random.Random
    ) -> None:
        self.name: Final = name
        self.v = -1
        self.free = False
        """Whether a move can be made now."""
        self.sockets: Final[list[LeanSocket]] = []
        self.tokens: Final = tokens
        self._crowd: Final = crowd
        self._rules: Final = rules
        self._rng: Final = rng
        self._mover = 0
        self._move = ""
        self._due = 0.0
        self._unseen = 0
        self._seen_from = 0.0

    # ------------------------------------------------------------ connections

    async def connect(self, number: int) -> None:
        """Open (again) the socket of one who plays or watches, and wait until it is in step."""
        in_step: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def hear(message: bytes) -> None:
            if message.startswith(_VIEW):
                self._see(number, message)
                if not in_step.done():
                    in_step.set_result(None)
            elif message.startswith(_ACK):
                if self._due:  # and not the acknowledgement of a new deal
                    self._crowd.counts.acknowledged.append(perf_counter() - self._due)
            elif message.startswith(_IN_STEP):
                if not in_step.done():
                    in_step.set_result(None)
            elif message.startswith(_REFUSED):
                self._refused(message)

        def closed() -> None:
            if not in_step.done():
                in_step.set_exception(ConnectionError("closed while opening"))
            elif not self._crowd.leaving:
                self._crowd.counts.lost += 1

        known = f"?v={self.v}" if self.v >= 0 else ""
        path = f"/api/tables/{self.name}/socket{known}"
        socket = LeanSocket(path, self.tokens[number], hear, lambda: None, closed)
        if number < len(self.sockets):
            self.sockets[number] = socket
        else:
            self.sockets.append(socket)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: socket, "127.0.0.1", self._crowd.orders.port)
        await in_step

    # ------------------------------------------------------------ play

    def _see(self, number: int, message: bytes) -> None:
        v = int(message[len(_VIEW) : message.index(b",", len(_VIEW))])
        if v == self.v and self._unseen:  # the rest of those who see the move
            self._unseen -= 1
            if not self._unseen:
                self._crowd.counts.seen.append(perf_counter() - self._seen_from)
        elif v > self.v:
            self.v = v
            self._unseen = len(self.sockets) - 1 if self._due else 0
            self._seen_from = self._due
        if number < 2:
            self._think(number, read_view(message))

    def _think(self, number: int, view: View) -> None:
        """Choose the next move, if it is this player's; start the next game when one is over."""
        game = view.game
        if game is None or view.v < self.v:
            return
        if game.actor is None:
            if number == 0:
                self._due = 0.0
                self.sockets[0].send(b'{"do":"next","key":"n%d"}' % view.v)
            return
        if game.actor not in view.yours.seats:
            return
        self._mover, self._move = number, choose(self._rules, game, view.yours.rack, self._rng)
        if not self.free:
            self.free = True
            self._crowd.free(self)

    def move(self, due: float) -> None:
        """Make the move."""
        self.free = False
        self._due = due
        key = f"m{self.v}"
        text = f'{{"do":"play","key":"{key}","v":{self.v},"move":"{self._move}"}}'
        self.sockets[self._mover].send(text.encode())
        self._crowd.counts.own.append(perf_counter() - due)

    def _refused(self, message: bytes) -> None:
        self._crowd.counts.refused += 1
        if self._crowd.counts.refused <= 3:
            print("refused:", self._move, message.decode(), flush=True)


class Crowd:
    """Everybody in this process."""

    def __init__(self, orders: Orders) -> None:
        self.orders: Final = orders
        self.counts = Counts()
        self.leaving = False
        self._tables: Final[list[_Table]] = []
        self._free: list[_Table] = []
        self._on_free: Callable[[_Table], None] = self._free.append
        self._rng: Final = random.Random(orders.seed)
        self._pinging: asyncio.Task[None] | None = None

    def free(self, table: _Table) -> None:
        """Take note that a table can move."""
        self._on_free(table)

    async def arrive(self) -> None:
        """Make guests and tables, sit down, start, and open all sockets."""
        connections = [LeanHttp(self.orders.port) for _ in range(_HTTP_CONNECTIONS)]
        work = iter(range(self.orders.tables))
        rules = {game: await rules_of(connections[0], game) for game in set(GAMES)}

        async def set_up(http: LeanHttp) -> None:
            for number in work:
                await self._set_up(http, number, rules)

        await asyncio.gather(*map(set_up, connections))
        for http in connections:
            http.close()
        await self._for_all_sockets(lambda table, number: table.connect(number))
        self._pinging = asyncio.create_task(self._ping())

    async def _set_up(self, http: LeanHttp, number: int, rules: dict[str, Rules]) -> None:
        game = GAMES[number % len(GAMES)]
        table, guests = await start_table(http, game, 2 + self.orders.watchers)
        tokens = [guest["token"] for guest in guests]
        rng = random.Random(self._rng.getrandbits(64))
        self._tables.append(_Table(self, table, rules[game], tokens, rng))

    async def _for_all_sockets(
        self, do: Callable[[_Table, int], Awaitable[None]], at_once: int = 200
    ) -> None:
        work = ((table, number) for number in range(2 + self.orders.watchers) for table in self._tables)

        async def some() -> None:
            for table, number in work:
                await do(table, number)

        await asyncio.gather(*(some() for _ in range(at_once)))

    async def _ping(self) -> None:
        """Every socket pings, evenly spread over time, as real clients do."""
        sockets = [(table, number) for table in self._tables for number in range(len(table.sockets))]
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), 0
        while True:
            due = int((loop.time() - began) / PING_SECONDS * len(sockets))
            for at in range(sent, due):
                table, number = sockets[at % len(sockets)]
                table.sockets[number].send(b'{"do":"ping","key":"p"}')
            sent = due
            await asyncio.sleep(0.01)

    async def play(self, rate: float, seconds: float) -> Counts:
        """Make moves at a steady rate, whether the server keeps up or not."""
        self._gather_free()
        self.counts = Counts()
        began = perf_counter()
        made = 0
        while made < rate * seconds:
            due = began + made / rate
            wait = due - perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            if self._free:
                # Any of those that are free: nobody at a real server moves in turn.
                at = self._rng.randrange(len(self._free))
                self._free[at], self._free[-1] = self._free[-1], self._free[at]
                self._free.pop().move(due)
            else:
                self.counts.late += 1
            made += 1
        await asyncio.sleep(1)  # for what is under way
        return self.counts

    async def saturate(self, at_once: int, seconds: float) -> Counts:
        """Make moves as fast as the server takes them, so many under way at a time."""
        self._gather_free()
        self.counts = Counts()
        over = perf_counter() + seconds
        waiting = self._free

        def go_on(table: _Table) -> None:
            waiting.append(table)
            if perf_counter() < over:
                at = self._rng.randrange(len(waiting))
                waiting[at], waiting[-1] = waiting[-1], waiting[at]
                waiting.pop().move(perf_counter())

        self._on_free = go_on
        for _ in range(min(at_once, len(waiting))):
            waiting.pop().move(perf_counter())
        await asyncio.sleep(seconds)
        counts, self.counts = self.counts, Counts()
        self._on_free = self._free.append
        await asyncio.sleep(1)
        return counts

    def _gather_free(self) -> None:
        self._free[:] = [table for table in self._tables if table.free]

    async def storm(self) -> float:
        """Lose all sockets at once and come back; returns the seconds until the last one is in step."""
        self.leaving = True
        for table in self._tables:
            for socket in table.sockets:
                socket.abort()
        await asyncio.sleep(0.5)
        began = perf_counter()
        await self._for_all_sockets(_come_back, at_once=10_000)
        self.leaving = False
        return perf_counter() - began

    def leave(self) -> None:
        """Go."""
        self.leaving = True
        if self._pinging is not None:
            self._pinging.cancel()
        for table in self._tables:
            for socket in table.sockets:
                socket.abort()


async def _come_back(table: _Table, number: int) -> None:
    for attempt in range(100):
        try:
            await table.connect(number)
            return
        except ConnectionError:
            await asyncio.sleep(0.05 + 0.01 * attempt)
    raise ConnectionError(f"no way back to table {table.name}")


def run_crowd(orders: Orders, line: Connection) -> None:
    """The main function of a crowd's process: does what it is told over the line, until told to leave."""
    import uvloop

    gc.disable()  # a pause here would look like one of the server

    async def serve() -> None:
        crowd = Crowd(orders)
        loop = asyncio.get_running_loop()
        while True:
            what, *arguments = await loop.run_in_executor(None, line.recv)
            if what == "leave":
                crowd.leave()
                return
            result: Any = await getattr(crowd, what)(*arguments)
            line.send(result)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
