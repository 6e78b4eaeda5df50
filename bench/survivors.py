"""Clients that live through anything: they come back by themselves, and send again what was not answered.

`bench.killing` starts some processes of them. Each plays or watches at a table, as docs/protocol.md says.
"""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final

import msgspec

from bench.lean_http import LeanHttp
from bench.lean_socket import LeanSocket
from bench.moving import GAMES, Rules, View, choose, read_view, rules_of, start_table

_RESEND_SECONDS: Final = 2.5
_PATIENCE: Final = 30.0
"""How long we wait for what must happen, before we say that it does not."""
_TRY_LATER: Final = ("unavailable", "busy", "too_many")


@dataclass(frozen=True, slots=True)
class Action:
    """What a client did; `v` is what it was acknowledged with."""

    table: str
    guest: str
    key: str
    move: str
    """Empty for anything else than a move."""
    v: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What a process of survivors has to tell in the end."""

    acknowledged: list[Action]
    wrong: list[str]


class _Told(msgspec.Struct):
    """Any message of the server, as far as it matters here."""

    kind: str = msgspec.field(name="is")
    v: int | None = None
    key: str | None = None
    code: str = ""
    detail: str = ""


_read: Final = msgspec.json.Decoder(_Told).decode


class Survivor:
    """One who plays (`number` 0 or 1) or watches at a table."""

    def __init__(
        self, crowd: "Survivors", table: str, guest: dict[str, str], number: int, rules: Rules
    ) -> None:
        self.table: Final = table
        self.v = -1
        """The newest version that it has seen."""
        self.in_step_since = 0.0
        """When its present connection was in step; 0 while there is none."""
        self.waiting: Final[dict[str, tuple[bytes, str]]] = {}
        """By key: what was sent and not answered, and which move it was."""
        self._crowd: Final = crowd
        self._guest: Final = guest
        self._number: Final = number
        self._rules: Final = rules
        self._rng: Final = random.Random(f"{table} {number}")
        self._socket: LeanSocket | None = None

    async def live(self) -> None:
        """Connect, and again whenever the line is cut."""
        loop = asyncio.get_running_loop()
        while True:
            over = asyncio.Event()
            known = f"?v={self.v}" if self.v >= 0 else ""
            path = f"/api/tables/{self.table}/socket{known}"
            socket = LeanSocket(path, self._guest["token"], self._hear, self._send_again, over.set)
            self._socket = socket
            with suppress(ConnectionError):
                await loop.create_connection(partial(_given, socket), "127.0.0.1", self._crowd.port)
                await over.wait()
            self.in_step_since = 0.0
            await asyncio.sleep(self._rng.uniform(0.1, 0.4))

    async def insist(self) -> None:
        """Send again, with the same key, what is not answered for long."""
        while True:
            await asyncio.sleep(_RESEND_SECONDS)
            self._send_again()

    def _send_again(self) -> None:
        if self._socket is not None:
            for message, _ in self.waiting.values():
                self._socket.send(message)

    def _do(self, key: str, **command: Any) -> None:
        message = msgspec.json.encode({**command, "key": key})
        self.waiting[key] = message, command.get("move", "")
        if self._socket is not None:
            self._socket.send(message)

    def _hear(self, message: bytes) -> None:
        told = _read(message)
        if told.kind in ("view", "in_step"):
            assert told.v is not None
            if told.v < self.v:
                self._crowd.wrong(f"{self.table}: after version {self.v} came version {told.v}")
            self.v = told.v
            self.in_step_since = self.in_step_since or monotonic()
            if told.kind == "view" and self._number < 2:
                self._think(read_view(message))
        elif told.kind == "ack" and told.key in self.waiting:
            assert told.v is not None
            _, move = self.waiting.pop(told.key)
            self._crowd.memory.acknowledged.append(
                Action(self.table, self._guest["id"], told.key, move, told.v)
            )
        elif told.kind == "refused" and told.code not in _TRY_LATER:
            self.waiting.pop(told.key or "", None)
            self._crowd.wrong(f"{self.table}: {told.key} refused: {told.code} {told.detail}")

    def _think(self, view: View) -> None:
        """See whether it is one's turn, and move a little later."""
        game = view.game
        if game is None:
            return
        if game.actor is None and self._number == 0:
            self._do(f"next-{view.v}", do="next")
        elif game.actor is not None and game.actor in view.yours.seats:
            move = choose(self._rules, game, view.yours.rack, self._rng)
            delay = self._rng.uniform(0, 2 * self._crowd.pause)
            asyncio.get_running_loop().call_later(delay, self._move, view.v, move)

    def _move(self, v: int, move: str) -> None:
        key = f"move-{v}"
        if v == self.v and key not in self.waiting and not self._crowd.tired:
            self._do(key, do="play", v=v, move=move)


def _given(socket: LeanSocket) -> LeanSocket:
    return socket


class Survivors:
    """All of them in this process."""

    def __init__(self, port: int, pause: float) -> None:
        self.port: Final = port
        self.pause: Final = pause
        """Seconds that a player thinks, on average."""
        self.memory: Final = Memory([], [])
        self.tired = False
        self._everybody: Final[list[Survivor]] = []
        self._lives: list[asyncio.Task[None]] = []

    def wrong(self, what: str) -> None:
        """Remember something that must not happen."""
        self.memory.wrong.append(what)

    async def arrive(self, tables: int) -> None:
        """Sit down at new tables, two who play and one who watches at each, and begin."""
        http = LeanHttp(self.port)
        rules = {game: await rules_of(http, game) for game in set(GAMES)}
        numbers = count()
        for _ in range(tables):
            game = GAMES[next(numbers) % len(GAMES)]
            table, guests = await start_table(http, game, 3)
            for number, guest in enumerate(guests):
                self._everybody.append(Survivor(self, table, guest, number, rules[game]))
        http.close()
        for one in self._everybody:
            self._lives += [asyncio.create_task(one.live()), asyncio.create_task(one.insist())]
        await self.come_back(0.0)

    async def under_way(self) -> int:
        """How many actions wait for their answer."""
        return sum(len(one.waiting) for one in self._everybody)

    async def come_back(self, since: float) -> float:
        """When the last one was in step with the server that was started after this moment."""
        over = monotonic() + _PATIENCE
        while any(one.in_step_since <= since for one in self._everybody):
            if monotonic() > over:
                lost = sum(one.in_step_since <= since for one in self._everybody)
                self.wrong(f"{lost} clients were not back in step within {_PATIENCE:g} s")
                break
            await asyncio.sleep(0.01)
        return max(one.in_step_since for one in self._everybody)

    async def finish(self) -> Memory:
        """Make no more moves, wait for the last answers, and see whether all at a table see the same."""
        self.tired = True
        over = monotonic() + _PATIENCE
        while await self.under_way() or not self._agree():
            if monotonic() > over:
                self.wrong(f"{await self.under_way()} actions never answered; views agree: {self._agree()}")
                break
            await asyncio.sleep(0.05)
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        return self.memory

    def _agree(self) -> bool:
        versions: dict[str, int] = {}
        return all(versions.setdefault(one.table, one.v) == one.v for one in self._everybody)


def run_survivors(port: int, pause: float, line: Connection) -> None:
    """The main function of a process: does what it is told over the line, until it has finished."""

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)  # a line cut in mid-handshake is nothing to write about
        crowd = Survivors(port, pause)
        what = ""
        while what != "finish":
            what, *arguments = await loop.run_in_executor(None, line.recv)
            result: Any = await getattr(crowd, what)(*arguments)
            line.send(result)

    asyncio.run(serve())
