"""A line that loses, repeats, delays and cuts: all see the same end, and no move counts twice.

`SIXFOLD_FAULT_GAMES=500 pytest tests/server/test_faults.py` plays more games than a usual run.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.client import Player, choose, play_on, rules_of, sit_together
from server.ledger import amount, log_of
from server.proxy import Faults, FaultyProxy
from server.serving import Running, serving
from server.visiting import Visitor
from sixfold.notation import GameRecord
from sixfold.server.tables.entries import Moved, read_body
from sixfold.server.tables.table import Table

GAMES = amount("SIXFOLD_FAULT_GAMES", 10)
AT_ONCE = 20
ME, OPEN = "me", "open"


@dataclass(frozen=True)
class Kind:
    """A kind of game, and who plays: people on the first seats, bots on the others."""

    game: str
    seats: Sequence[str]
    hot_seat: bool = False
    games: int = 1


KINDS = [
    Kind("hex(players=2)", [ME, OPEN]),
    Kind("hex(players=3)", [ME, "beginner", OPEN]),
    Kind("hex-team", [ME, OPEN, "expert", OPEN]),
    Kind("hex-duel", [ME, OPEN]),
    Kind("hex-solo", [ME]),
    Kind("square(players=2)", [ME, ME], hot_seat=True),
    Kind("square(players=4)", [ME, "casual", OPEN, "skilled"]),
    Kind("square-solo", [ME]),
    Kind("cards(players=2)", [ME, OPEN], games=3),
    Kind("cards(players=4,edition=pl)", [ME, OPEN, OPEN, "beginner"]),
]
"""Every game of the catalogue, with people, bots, several seats on one screen, and a series."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's folder."""
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Running]:
    limits = {"socket_messages": {"count": 1000, "seconds": 1}, "sockets_per_guest": 1000}
    with serving(data, bots=1, limits=limits, log_level="info") as server:
        yield server


async def play_badly_connected(server: Running, data: Path, kind: Kind, seed: int) -> dict[str, int]:
    """Play a whole game over a bad line, and check what came of it; returns what happened to the line."""
    people = [await Visitor.arrive(server.url) for _ in range(1 + kind.seats.count(OPEN))]
    watcher = await Visitor.arrive(server.url)
    table = await sit_together(
        people, kind.seats, game=kind.game, hot_seat=kind.hot_seat, games=kind.games, grace=None
    )
    rules = await rules_of(watcher, kind.game)
    async with FaultyProxy(server.port, Faults(), seed) as proxy, AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(Player(guest, table, port=proxy.port, patience=0.15))
            for guest in (*people, watcher)
        ]
        assert (await players[0].do("start"))["is"] == "ack"
        moves = [
            asyncio.create_task(play_on(player, rules, random.Random(f"{seed} {number}")))
            for number, player in enumerate(players)
        ]
        made = [move for some in await asyncio.gather(*moves) for move in some]
        newest = max(player.view["v"] for player in players)
        views = [await player.until(lambda view: view["v"] == newest) for player in players]
    check_the_end(data, table, views, made)
    record = GameRecord.parse((await watcher.get(f"/api/tables/{table}/record")).text)
    assert record.match.is_over
    return dict(proxy.done)


def check_the_end(
    data: Path, table: str, views: list[dict[str, object]], made: list[tuple[int, str]]
) -> None:
    """Everybody sees the same end, it is the one in the log, and what was acknowledged is there once."""
    log = log_of(data, table)
    truth = Table.of(log)
    for view in views:
        assert (view["v"], view["game"], view["table"]) == (
            truth.version,
            views[0]["game"],
            views[0]["table"],
        )
    assert truth.status == "over"
    played = {entry.version: read_body(entry.body) for entry in log if entry.guest}
    moves = {version: body.move for version, body in played.items() if isinstance(body, Moved)}
    assert len(made) == len(moves), "a move that nobody made, or one that got lost"
    for version, move in made:
        assert sorted(moves[version].split()) == sorted(move.split())


def test_over_a_bad_line_every_game_ends_the_same_for_everybody_and_no_move_counts_twice(
    server: Running, data: Path
) -> None:
    async def play() -> dict[str, int]:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> dict[str, int]:
            async with room, asyncio.timeout(300):
                return await play_badly_connected(server, data, KINDS[number % len(KINDS)], number)

        faults = await asyncio.gather(*map(one, range(GAMES)))
        return {name: sum(done.get(name, 0) for done in faults) for name in faults[0]}

    faults = asyncio.run(play())
    assert all(faults[name] for name in ("drop", "repeat", "delay", "cut")), faults


def test_of_two_that_race_for_one_version_exactly_one_wins(server: Running) -> None:
    """One guest with two screens, both sure that it is their turn; and a program by HTTP as the third."""

    async def race() -> None:
        guest = await Visitor.arrive(server.url)
        table = await guest.make_table(game="hex-solo")
        rules = await rules_of(guest, "hex-solo")
        rng = random.Random(1)
        async with Player(guest, table) as one, Player(guest, table) as other:
            assert (await one.do("start"))["is"] == "ack"
            for _ in range(12):
                newest = max(one.view["v"], other.view["v"])
                view = await one.until(lambda view, v=newest: view["v"] >= v)  # type: ignore[misc]
                await other.until(lambda view, v=newest: view["v"] >= v)  # type: ignore[misc]
                moves = [choose(view, rules, rng) for _ in range(3)]
                answers = await asyncio.gather(
                    one.do("play", v=view["v"], move=moves[0]),
                    other.do("play", v=view["v"], move=moves[1]),
                    guest.command(table, do="play", v=view["v"], move=moves[2]),
                )
                assert sorted(answer["is"] for answer in answers) == ["ack", "refused", "refused"]
                assert {answer.get("code") for answer in answers} == {None, "stale"}
                won = next(move for move, answer in zip(moves, answers, strict=True) if answer["is"] == "ack")
                after = await one.until(lambda new, v=view["v"]: new["v"] > v)  # type: ignore[misc]
                assert sorted(after["game"]["moves"][-1]["move"].split()) == sorted(won.split())

    asyncio.run(race())
