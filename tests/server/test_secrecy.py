"""Nothing that is hidden is sent: every byte to every seat and spectator is checked against the truth.

`SIXFOLD_SECRECY_GAMES=2000 pytest tests/server/test_secrecy.py` checks as many games, in about half an hour.
"""

import asyncio
import random
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any, Self

import httpx
import msgspec
import pytest

from playing import ALL_RULES
from server.client import Player, choose, play_on, rules_of, sit_together
from server.ledger import amount, log_of
from server.secrecy import LeakError, Truth
from server.serving import Running, serving
from server.visiting import Json, Visitor
from sixfold import Dealer, Rules, compiled_kernels
from sixfold.notation import GameRecord
from sixfold.server.tables.table import Table

KINDS = [*{rules.game.name: rules for rules in reversed(ALL_RULES)}.values(), *ALL_RULES]
"""One of each game of the catalogue, then all of them."""
GAMES = amount("SIXFOLD_SECRECY_GAMES", 7)
AT_ONCE = 8
PAGES = ("/api/me", "/api/me/tables", "/api/me/export", "/api/tables", "/api/running", "/api/replays")


class Eavesdropper(Visitor):
    """A guest whose every message is kept, over one connection."""

    def __init__(self, url: str, token: str = "", **headers: str) -> None:
        super().__init__(url, token, **headers)
        self.heard: list[bytes] = []
        # The server closes connections that are idle for five seconds; ours are given up before.
        limits = httpx.Limits(keepalive_expiry=2)
        self._client = httpx.AsyncClient(
            base_url=url, trust_env=False, verify=False, timeout=60, limits=limits
        )

    @classmethod
    async def arrive(cls, url: str, name: str = "Ada", **headers: str) -> Self:
        guest = await Visitor.arrive(url, name)
        eavesdropper = cls(url, guest.token, **headers)
        eavesdropper.id = guest.id
        return eavesdropper

    async def request(self, method: str, path: str, **rest: Any) -> httpx.Response:
        headers = {**self.headers, **rest.pop("headers", {})}
        try:
            return await self._client.request(method, path, headers=headers, **rest)
        except httpx.RemoteProtocolError:
            # It was closed for idleness in the moment of asking; by its key a command is carried out once.
            return await self._client.request(method, path, headers=headers, **rest)

    async def ask(self, table: str, **command: Any) -> Json:
        """A command by HTTP; its answer counts as heard."""
        answer = await self.post(f"/api/tables/{table}", {"key": self.new_key(), **command})
        self.heard.append(answer.content)
        body: Json = answer.json()
        return body

    async def look(self, table: str) -> None:
        """The view by HTTP."""
        self.heard.append((await self.get(f"/api/tables/{table}")).content)

    @asynccontextmanager
    async def listening(self, table: str) -> AsyncIterator[None]:
        """All events of the table as a stream."""

        async def listen() -> None:
            async with self._client.stream(
                "GET", f"/api/tables/{table}/events", headers=self.headers, timeout=None
            ) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("data: "):
                        self.heard.append(line.removeprefix("data: ").encode())

        task = asyncio.create_task(listen())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        await self._client.aclose()


@dataclass
class Evening:
    """A whole game with everything that everybody heard."""

    table: str
    heard: dict[str, Sequence[bytes]]
    replays: list[tuple[str | None, bytes]]
    """Earlier steps that guests and strangers (`None`) looked at while the game was played."""
    pages: list[bytes]
    """Lists of tables, and what guests can read about themselves."""
    names: dict[str, str]
    secrets: list[str]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's folder."""
    return tmp_path_factory.mktemp("secrecy")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Running]:
    limits = {"socket_messages": {"count": 1000, "seconds": 1}, "sockets_per_guest": 1000}
    with serving(data, bots=1, limits=limits, log_level="info") as server:
        # After a change of the sources bots compile for a minute or more, which is not part of any game.
        for _ in range(6000):
            if httpx.get(f"{server.url}/health", trust_env=False, verify=False).json()["bots"] == "ready":
                break
            sleep(0.1)
        yield server


async def watched_game(server: Running, rules: Rules, seed: int) -> Evening:
    """People on all seats, some with a bot that plays for them; one who watches by socket, one by stream."""
    rng = random.Random(seed)
    hot_seat = rules.players > 1 and rng.random() < 0.2
    seats = ["me"] * rules.players if hot_seat else ["me", *["open"] * (rules.players - 1)]
    games = rng.choice([1, 1, 1, 2])
    crowd = [await Eavesdropper.arrive(server.url, f"Guest {n}") for n in range(2 + seats.count("open") + 1)]
    people, watchers = crowd[:-2], crowd[-2:]
    table = await sit_together(people, seats, game=str(rules), hot_seat=hot_seat, games=games, grace=None)
    link = (await people[0].post(f"/api/tables/{table}/links", {"purpose": "watch"})).json()["secret"]
    sight = await rules_of(people[0], str(rules))
    replays = list[tuple[str | None, bytes]]()
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(Player(guest, table, patience=60, overhear=guest.heard.append))
            for guest in crowd[:-1]
        ]
        await stack.enter_async_context(watchers[1].listening(table))
        assert (await players[0].do("start"))["is"] == "ack"
        for number, player in enumerate(players[: len(people)]):
            if hot_seat or rng.random() < 0.7:
                for seat in range(rules.players) if hot_seat else [number]:
                    if rng.random() < 0.8:
                        await player.do("hand", seat=seat, level=rng.choice(["beginner", "expert"]))
        playing = [
            asyncio.create_task(play_on(player, sight, random.Random(f"{seed} {number}")))
            for number, player in enumerate(players[: len(people)])
        ]
        while not all(task.done() for task in playing):
            await asyncio.wait(playing, timeout=0.1)
            replays += await nosy_questions(crowd, players, table, sight, rng)
        for task in playing:
            await task
        await asyncio.gather(
            *(player.until(lambda view: view["table"]["status"] == "over") for player in players)
        )
        await until_heard(watchers[1], players[0].view["v"])
    pages = [(await guest.get(page)).content for guest in crowd[-2:] for page in PAGES]
    for guest in crowd:
        await guest.close()
    return Evening(
        table=table,
        heard={guest.id: guest.heard for guest in crowd},
        replays=replays,
        pages=pages,
        names={guest.id: f"Guest {n}" for n, guest in enumerate(crowd)},
        secrets=[*(guest.token for guest in crowd), link],
    )


async def nosy_questions(
    crowd: Sequence[Eavesdropper], players: Sequence[Player], table: str, rules: Json, rng: random.Random
) -> list[tuple[str | None, bytes]]:
    """What somebody might ask to learn more; returns the replays that they got."""
    guest, player = rng.choice(crowd), rng.choice(players)
    await guest.look(table)
    await guest.ask(table, do="history")
    await guest.ask(table, do="play", v=0, move="keep")
    view = player.view
    if view["game"].get("actor") in view["yours"].get("seats", ()):
        await player.do("preview", move=choose(view, rules, rng))
        if rng.random() < 0.05:  # thinking takes long
            await player.do("advise")
    replays = list[tuple[str | None, bytes]]()
    first = max(0, view["game"]["made"] - 3)
    for who in (guest, Visitor(guest.url)):
        answer = await who.get(f"/api/tables/{table}/replay", params={"first": first})
        if answer.status_code == 200:
            replays.append((who.id or None, answer.content))
    assert (await guest.get(f"/api/tables/{table}/record")).status_code in (200, 409)
    return replays


async def until_heard(guest: Eavesdropper, v: int) -> None:
    """Wait until an event stream has brought a version."""
    async with asyncio.timeout(30):
        while not any(raw.startswith(b'{"is":"view","v":%d,' % v) for raw in guest.heard[-20:]):
            await asyncio.sleep(0.02)


def check_evening(data: Path, evening: Evening) -> int:
    """Check all that was heard; returns how many messages that were."""
    truth = Truth(log_of(data, evening.table), evening.names, evening.secrets)
    truth.check(evening.heard)
    for guest, raw in evening.replays:
        truth.check_replay(guest, raw)
    for raw in evening.pages:
        truth.check_page(raw)
    return truth.checked


def test_nothing_hidden_is_ever_sent_to_anybody(server: Running, data: Path) -> None:
    async def play(numbers: Sequence[int]) -> list[Evening]:
        async with asyncio.timeout(300):
            games = [watched_game(server, KINDS[number % len(KINDS)], number) for number in numbers]
            return await asyncio.gather(*games)

    checked = 0
    with compiled_kernels(GAMES > 100):
        for first in range(0, GAMES, AT_ONCE):
            evenings = asyncio.run(play(range(first, min(first + AT_ONCE, GAMES))))
            checked += sum(check_evening(data, evening) for evening in evenings)
            print(f"{first + len(evenings)} games, {checked} messages")
    assert checked > 100 * GAMES


# ---------------------------------------------------------------- the check can fail


@pytest.fixture(scope="module")
def evening(server: Running) -> Evening:
    """A game of three, to be falsified."""
    return asyncio.run(watched_game(server, Rules.of("hex", players=3), 1))


def views_of(evening: Evening, guest: str) -> list[Json]:
    """The views of the middle of the game that somebody got."""
    views = [msgspec.json.decode(raw) for raw in evening.heard[guest] if raw.startswith(b'{"is":"view"')]
    return [view for view in views if view.get("game", {}).get("actor") is not None][5:]


def another_rack(data: Path, evening: Evening, view: Json) -> list[int]:
    """What another seat holds at that moment."""
    table = Table.of(log_of(data, evening.table)[: view["v"] + 1])
    assert table.match is not None
    seat = (view["yours"].get("shown", 0) + 1) % 3
    return list(table.match.rack(seat))


def seed_of(data: Path, evening: Evening) -> str:
    table = Table.of(log_of(data, evening.table))
    assert table.match is not None
    assert isinstance(table.match.dealer, Dealer)
    return table.match.dealer.seed.hex()


Leak = Callable[[Json, list[int], str, Evening], object]
LEAKS: dict[str, Leak] = {
    "another's rack instead of one's own": lambda view, rack, seed, _: view["yours"].update(rack=rack),
    "another's eyes": lambda view, rack, seed, _: view["yours"].update(
        shown=(view["yours"]["shown"] + 1) % 3
    ),
    "another's rack in a field of its own": lambda view, rack, seed, _: view.update(hint=rack),
    "all racks": lambda view, rack, seed, _: view["game"].update(racks=[rack, rack, rack]),
    "one tile among those that are known": lambda view, rack, seed, _: view["yours"].update(
        unseen=chr(ord(view["yours"]["unseen"][0]) - 1) + view["yours"]["unseen"][1:]
    ),
    "a word that only the rack allows": lambda view, rack, seed, _: view["game"].update(words=["exchange"]),
    "the seed": lambda view, rack, seed, _: view["game"].update(seed=seed),
    "the seed as a name": lambda view, rack, seed, _: view["table"]["seats"][0].update(name=seed),
    "the seed in other clothes": lambda view, rack, seed, _: view["table"].update(
        id=b64encode(bytes.fromhex(seed)).decode()
    ),
    "a token": lambda view, rack, seed, evening: view["table"].update(host=evening.secrets[1]),
    "the secret of a link": lambda view, rack, seed, evening: view["table"].update(
        rematch=evening.secrets[-1]
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_check_finds(server: Running, data: Path, evening: Evening, leak: str) -> None:
    guest = next(iter(evening.heard))
    view = views_of(evening, guest)[0]
    truth = Truth(log_of(data, evening.table), evening.names, evening.secrets)
    truth.check({guest: [msgspec.json.encode(view)]})
    LEAKS[leak](view, another_rack(data, evening, view), seed_of(data, evening), evening)
    with pytest.raises(LeakError):
        truth.check({guest: [msgspec.json.encode(view)]})


@pytest.mark.parametrize("kind", ["said", "refused"])
def test_the_check_finds_a_seed_in_words(data: Path, evening: Evening, kind: str) -> None:
    guest = next(iter(evening.heard))
    seed = seed_of(data, evening)
    line = {"id": 1, "who": guest, "at": 1, "text": f"it is {seed.upper()}"}
    words = (
        {"is": "said", "lines": [line]}
        if kind == "said"
        else {"is": "refused", "code": "busy", "detail": seed}
    )
    before = msgspec.json.encode(views_of(evening, guest)[0])
    truth = Truth(log_of(data, evening.table), evening.names, evening.secrets)
    with pytest.raises(LeakError, match="the seed"):
        truth.check({guest: [before, msgspec.json.encode(words)]})


# ---------------------------------------------------------------- asking for what is hidden


def test_a_refusal_does_not_tell_what_another_seat_holds(server: Running) -> None:
    """Whoever tries to play or preview another's tiles hears the same for every tile."""

    async def probe() -> None:
        people = [await Visitor.arrive(server.url) for _ in range(2)]
        watcher = await Visitor.arrive(server.url)
        table = await sit_together(people, ["me", "open"], game="hex(players=2)")
        rules = await rules_of(watcher, "hex(players=2)")
        assert (await people[0].command(table, do="start"))["is"] == "ack"
        view = (await people[0].get(f"/api/tables/{table}")).json()
        other = people[1] if view["game"]["actor"] == 0 else people[0]
        edge = view["game"]["places"].index("1")
        cells = " ".join(rules["names"][cell] for cell in rules["edges"][edge])
        for guest in (other, watcher):
            for command in ({"do": "play", "v": view["v"]}, {"do": "preview"}):
                answers = set()
                for kind in rules["kinds"]:
                    answer = await guest.command(table, **command, move=f"{kind} {cells}")
                    assert answer["is"] == "refused"
                    answers.add((answer["code"], answer["detail"]))
                assert len(answers) == 1, answers

    asyncio.run(probe())


def test_the_record_of_a_finished_game_verifies_and_shows_the_seed(
    server: Running, data: Path, evening: Evening
) -> None:
    async def download() -> str:
        return (await Visitor(server.url).get(f"/api/tables/{evening.table}/record")).text

    text = asyncio.run(download())
    assert seed_of(data, evening) in text
    assert GameRecord.parse(text).match.is_over
