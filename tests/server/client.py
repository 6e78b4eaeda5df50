"""A client of the protocol as a stranger would write it from docs/protocol.md: it knows no rules.

`Player` follows a table over a WebSocket and heals whatever happens to the line: it sends a command again
with the same key until it is answered, and comes back with `?v=`.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.visiting import Json, Visitor


def choose(view: Json, rules: Json, rng: random.Random) -> str:
    """Any legal move for the seat to act, which is one's own, from what the view says."""
    game, rack = view["game"], view["yours"]["rack"]
    edges = [edge for edge, digit in enumerate(game.get("places", "")) if digit == "1"]
    words = game.get("words", ())
    at_cards = rules["family"] == "cards" and game["phase"] != "exchange"
    if not rack or not (edges or at_cards) or (words and rng.random() < 0.3):
        return str(rng.choice(words))
    tile = rules["kinds"][rng.choice(rack)]
    if at_cards:
        return str(tile)
    ends = list(rules["edges"][rng.choice(edges)])
    rng.shuffle(ends)
    return " ".join([tile, *(rules["names"][cell] for cell in ends)])


@dataclass(slots=True)
class Waiting:
    """A command that has not been answered yet."""

    text: str
    answer: asyncio.Future[Json]


class Player:
    """Follows one table, over as many sockets as it takes."""

    def __init__(
        self,
        guest: Visitor,
        table: str,
        *,
        port: int | None = None,
        patience: float = 2.5,
        overhear: Callable[[bytes], object] = lambda _: None,
    ) -> None:
        """By another port if that is given. With little patience, what is lost is sent again soon.

        `overhear` gets every message as it came.
        """
        self.view: Json = {"v": -1}
        """The newest."""
        self.connections = 0
        host = f"127.0.0.1:{port}" if port else guest.url.partition("//")[2]
        self._url: Final = f"ws://{host}/api/tables/{table}/socket"
        self._guest: Final = guest
        self._patience: Final = patience
        self._overhear: Final = overhear
        self._keys: Final = count()
        self._name: Final = f"{random.getrandbits(40):x}"
        self._waiting: Final[dict[str, Waiting]] = {}
        self._changed: Final = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Player":
        self._tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._insist())]
        await self.until(lambda view: view["v"] >= 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Wait for a view like this."""
        async with self._changed:
            await self._changed.wait_for(lambda: wanted(self.view))
        return self.view

    async def do(self, what: str, **rest: object) -> Json:
        """Send a command, however often it takes, and return its answer, `refused` included."""
        key = f"{self._name}-{next(self._keys)}"
        text = msgspec.json.encode({"do": what, "key": key, **rest}).decode()
        waiting = self._waiting[key] = Waiting(text, asyncio.get_running_loop().create_future())
        await self._send(text)
        try:
            return await waiting.answer
        finally:
            del self._waiting[key]

    async def _send(self, text: str) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)

    async def _insist(self) -> None:
        """Send again what is not answered. Losing the news that it is one's turn leaves no other trace."""
        while True:
            await asyncio.sleep(self._patience)
            for waiting in list(self._waiting.values()):
                await self._send(waiting.text)
            await self._send(f'{{"do":"look","key":"{self._name}-look"}}')

    async def _follow(self) -> None:
        while True:
            url = self._url + (f"?v={self.view['v']}" if self.view["v"] >= 0 else "")
            with suppress(ConnectionClosed, ConnectionError, InvalidHandshake, TimeoutError):
                async with connect(
                    url,
                    additional_headers=self._guest.headers,
                    compression=None,
                    proxy=None,
                    open_timeout=max(1, 4 * self._patience),
                    close_timeout=0.1,
                ) as socket:
                    self._socket = socket
                    self.connections += 1
                    for waiting in list(self._waiting.values()):
                        await self._send(waiting.text)
                    async for text in socket:
                        assert isinstance(text, str)
                        self._overhear(text.encode())
                        await self._hear(msgspec.json.decode(text))
            self._socket = None
            await asyncio.sleep(min(0.05, self._patience))

    async def _hear(self, message: Json) -> None:
        if message["is"] == "view" and message["v"] >= self.view["v"]:
            async with self._changed:
                self.view = message
                self._changed.notify_all()
        waiting = self._waiting.get(message.get("key", ""))
        if waiting is not None and not waiting.answer.done() and message.get("code") != "too_many":
            waiting.answer.set_result(message)


async def play_on(player: Player, rules: Json, rng: random.Random) -> list[tuple[int, str]]:
    """Make legal moves for all seats of one's own until the table is over: (version, move) of each."""
    made = list[tuple[int, str]]()
    while True:
        view = await player.until(lambda view: _over(view) or _own_turn(view) or _may_deal(view))
        if _over(view):
            return made
        if _may_deal(view):
            answer = await player.do("next", v=view["v"])
        else:
            move = choose(view, rules, rng)
            answer = await player.do("play", v=view["v"], move=move)
            if answer["is"] == "ack":
                made.append((answer["v"], move))
        assert answer["is"] == "ack" or answer["code"] == "stale", answer
        newest = max(answer.get("v", 0), view["v"])
        await player.until(lambda view, newest=newest: view["v"] >= newest)  # type: ignore[misc]


def _over(view: Json) -> bool:
    return bool(view["table"]["status"] == "over")


def _own_turn(view: Json) -> bool:
    game = view.get("game")
    if game is None or game.get("actor") is None or game["actor"] not in view["yours"].get("seats", ()):
        return False
    return "bot" not in view["table"]["seats"][game["actor"]]


def _may_deal(view: Json) -> bool:
    """Whether the next game of a series is to be dealt, by the first seat."""
    game = view.get("game")
    own = view["yours"].get("seats", ())
    return game is not None and game["phase"] == "over" and not _over(view) and 0 in own


async def sit_together(people: Sequence[Visitor], seats: Sequence[str], **settings: object) -> str:
    """Make a public table. `seats` names bots; the seats that are `open` are taken by the others in turn."""
    host, *others = people
    table = await host.make_table(public=True, seats=seats, **settings)
    for seat, guest in zip([i for i, who in enumerate(seats) if who == "open"], others, strict=True):
        answer = await guest.command(table, do="sit", seat=seat)
        assert answer["is"] == "ack", answer
    return table


async def rules_of(guest: Visitor, game: str) -> Json:
    """What the numbers in views of this game mean."""
    rules: Json = (await guest.get("/api/rules", params={"game": game})).json()
    return rules
