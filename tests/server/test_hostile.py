"""Strangers who send nonsense, too much, or read nothing are refused or cut off, and nobody else notices.

`SIXFOLD_FUZZ=1000000 pytest tests/server/test_hostile.py` sends a million messages.
"""

import asyncio
import json
import random
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.client import Player, play_on, rules_of, sit_together
from server.ledger import amount
from server.serving import Running, serving
from server.visiting import Visitor

MESSAGES = amount("SIXFOLD_FUZZ", 4000)
BATCH = 100
MEMORY_GROWTH = 30e6
"""Bytes: caches fill up in the beginning, and an allocator keeps some."""
COMMANDS: dict[str, dict[str, Any]] = {
    "sit": {"seat": 1},
    "stand": {"seat": 0},
    "arrange": {"seat": 1, "to": "beginner"},
    "leave": {},
    "start": {},
    "play": {"v": 3, "move": "rg d5 e5"},
    "resign": {"seat": 0},
    "hand": {"seat": 0, "level": "casual"},
    "take": {"seat": 0},
    "agree": {"hints": True},
    "next": {},
    "rematch": {},
    "branch": {"moves": 0},
    "say": {"text": "hello", "channel": "table"},
    "mute": {"guest": "somebody", "on": True},
    "look": {},
    "preview": {"move": "rg d5 e5"},
    "advise": {},
    "history": {"since": 0},
    "review": {"game": 0},
    "ping": {},
}


class Fuzz:
    """Messages nobody should send, from a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def message(self) -> str | bytes:
        """Anything from noise to a command that is nearly right."""
        rng = self._rng
        match rng.randrange(10):
            case 0:
                return "".join(chr(rng.randrange(0x20, 0x2FF)) for _ in range(rng.randrange(60)))
            case 1:
                return json.dumps(self._value(3))
            case 2:
                return rng.choice(["", "{", "[" * 2000, '{"do":' * 500, "null", "1e999", '"\\ud800"', "\0"])
            case 3:
                return self._damaged(json.dumps(self._command()))
            case 4:
                command = self._command()
                command[rng.choice([*command, "extra"])] = self._value(2)
                return json.dumps(command)
            case 5:
                return json.dumps(
                    self._command() | {"key": rng.choice(["", "k" * 41, " ", "é", 5, None, "same"])}
                )
            case 6:
                return json.dumps(
                    self._command() | {"v": rng.choice([-1, 0, 10**18, 10**30, 1.5, "1", None])}
                )
            case _:
                return json.dumps(self._command())

    def _command(self) -> dict[str, Any]:
        do = self._rng.choice(list(COMMANDS))
        return {"do": do, "key": f"{self._rng.getrandbits(64):x}", **COMMANDS[do]}

    def _value(self, depth: int) -> Any:
        rng = self._rng
        if depth and rng.random() < 0.4:
            inner = [self._value(depth - 1) for _ in range(rng.randrange(4))]
            return inner if rng.random() < 0.5 else {str(i): value for i, value in enumerate(inner)}
        return rng.choice([None, True, -1, 0, 2**63, 1e300, "", "x" * 300, "\u202e", "rg d5 e5", "\0"])

    def _damaged(self, text: str) -> str:
        signs = list(text)
        for _ in range(self._rng.randrange(1, 4)):
            signs[self._rng.randrange(len(signs))] = chr(self._rng.randrange(0x20, 0x7F))
        return "".join(signs)


def memory_of(server: Running) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) * 1024


@pytest.fixture(scope="module")
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets one socket send as much as it likes, so that much can be tried."""
    limits = {"socket_messages": {"count": 1_000_000, "seconds": 1}, "sockets_per_guest": 1000}
    with serving(tmp_path_factory.mktemp("hostile"), limits=limits, log_level="info") as server:
        yield server


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with limits as people meet them, wide enough for friends who play as fast as they can."""
    limits = {"socket_messages": {"count": 50, "seconds": 1}}
    with serving(tmp_path_factory.mktemp("strict"), limits=limits, log_level="info") as server:
        yield server


async def friendly_game(server: Running, done: asyncio.Event) -> int:
    """Two people who play game after game until the attack is over; returns how many moves they made."""
    people = [await Visitor.arrive(server.url) for _ in range(2)]
    made = 0
    while not done.is_set() or not made:
        table = await sit_together(people, ["me", "open"], game="cards(players=2)")
        rules = await rules_of(people[0], "cards(players=2)")
        async with Player(people[0], table) as one, Player(people[1], table) as other:
            assert (await one.do("start"))["is"] == "ack"
            games = [play_on(player, rules, random.Random(made)) for player in (one, other)]
            made += sum(map(len, await asyncio.gather(*games)))
            assert (one.connections, other.connections) == (1, 1), "a friend's line was cut"
            assert one.view["game"] == other.view["game"]
    return made


async def while_friends_play(server: Running, attack: Any) -> None:
    """Let something happen while others play; they must not notice."""
    done = asyncio.Event()
    friends = asyncio.create_task(friendly_game(server, done))
    try:
        await attack
    finally:
        done.set()
    assert await asyncio.wait_for(friends, 60) > 0
    assert server.process.poll() is None


# ---------------------------------------------------------------- nonsense


async def send_nonsense(server: Running, seed: int, count: int, codes: Counter[str]) -> None:
    """Send fuzzed messages to a table of one's own, batch by batch, and read what comes back."""
    fuzz = Fuzz(seed)
    guest = await Visitor.arrive(server.url)
    while count > 0:
        table = await guest.make_table(game="hex(players=2)", public=True)
        async with guest.socket(table, open_timeout=30) as hearing:
            try:
                for _ in range(20):
                    for _ in range(BATCH):
                        await hearing.socket.send(fuzz.message())
                    count -= BATCH
                    await hearing.say(do="ping", key=f"batch-{count}")
                    while (message := await hearing.next()).get("key") != f"batch-{count}":
                        codes[str(message.get("code", message["is"]))] += 1
                    if count <= 0:
                        return
            except ConnectionClosed as closed:
                codes[f"closed {closed.rcvd.code if closed.rcvd else None}"] += 1


def test_whatever_is_sent_is_answered_or_refused_and_others_play_on(patient_server: Running) -> None:
    server, codes = patient_server, Counter[str]()

    async def attack(count: int) -> None:
        await asyncio.gather(*(send_nonsense(server, seed, count // 4, codes) for seed in range(4)))

    asyncio.run(while_friends_play(server, attack(MESSAGES // 4)))
    before = memory_of(server)
    asyncio.run(while_friends_play(server, attack(MESSAGES)))
    assert memory_of(server) - before < MEMORY_GROWTH
    assert codes["bad_message"] > MESSAGES / 10
    assert codes["ack"] > 0
    assert codes["failed"] == 0, server.log_text[-2000:]
    assert '"level":"error"' not in server.log_text.replace(" ", "")


def test_binary_messages_end_the_connection_and_nothing_else(patient_server: Running) -> None:
    async def attack() -> None:
        guest = await Visitor.arrive(patient_server.url)
        table = await guest.make_table()
        async with guest.socket(table) as hearing:
            await hearing.socket.send(b"\x00\xff" * 20)
            assert await hearing.close_code() == 1003

    asyncio.run(while_friends_play(patient_server, attack()))


def test_bytes_that_are_no_websocket_end_the_connection_and_nothing_else(patient_server: Running) -> None:
    rng = random.Random(5)

    async def attack() -> None:
        for _ in range(50):
            reader, writer = await asyncio.open_connection("127.0.0.1", patient_server.port)
            writer.write(rng.randbytes(rng.randrange(1, 5000)) + b"\r\n\r\n")
            writer.write_eof()
            await reader.read()
            writer.close()

    asyncio.run(while_friends_play(patient_server, attack()))


# ---------------------------------------------------------------- too much


def test_a_message_that_is_too_large_cuts_off_its_sender_alone(strict_server: Running) -> None:
    async def attack() -> None:
        guest = await Visitor.arrive(strict_server.url)
        table = await guest.make_table()
        async with guest.socket(table) as hearing:
            await hearing.socket.send(json.dumps({"do": "say", "key": "k", "text": "x" * 5000}))
            assert await hearing.close_code() == 1009

    asyncio.run(while_friends_play(strict_server, attack()))


def test_who_floods_is_refused_then_cut_off_alone(strict_server: Running) -> None:
    async def attack() -> None:
        guest = await Visitor.arrive(strict_server.url)
        table = await guest.make_table()
        heard = Counter[str]()
        async with guest.socket(table, max_queue=None) as hearing:
            with suppress(ConnectionClosed):
                for _ in range(10_000):
                    await hearing.say(do="ping", key="k")
            with suppress(ConnectionClosed):
                while True:
                    message = await hearing.next()
                    heard[str(message.get("code", message["is"]))] += 1
            assert await hearing.close_code() == 1008
        assert heard["too_many"] > 0
        assert heard["pong"] <= 200

    asyncio.run(while_friends_play(strict_server, attack()))


def test_who_reads_nothing_is_cut_off_alone(patient_server: Running) -> None:
    """The line fills up with views that were asked for and never read."""

    async def attack() -> None:
        guest = await Visitor.arrive(patient_server.url)
        table = await guest.make_table(game="hex-solo")
        assert (await guest.command(table, do="start"))["is"] == "ack"
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", patient_server.port))
        raw.setblocking(False)
        async with guest.socket(table, sock=raw, max_queue=1, ping_interval=None) as hearing:
            hearing.socket.transport.pause_reading()
            with suppress(ConnectionClosed):
                while True:
                    await hearing.say(do="look", key="k")
                    await asyncio.sleep(0)
            hearing.socket.transport.abort()

    before = patient_server.metric('sixfold_connections_dropped_total{why="slow"}')
    asyncio.run(while_friends_play(patient_server, attack()))
    assert patient_server.metric('sixfold_connections_dropped_total{why="slow"}') == before + 1
