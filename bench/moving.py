"""What clients of the benchmarks look at in a view, and how they choose a move: without knowing any rules."""

import random
from typing import Final
from urllib.parse import quote

import msgspec

from bench.lean_http import LeanHttp

GAMES: Final = ("hex(players=2)", "hex(players=2)", "square(players=2)", "hex-duel", "cards(players=2)")
"""What is played, by two at each table."""


class Game(msgspec.Struct):
    """The game in a view."""

    actor: int | None = None
    places: str = ""
    words: tuple[str, ...] = ()


class Yours(msgspec.Struct):
    """One's own in a view."""

    seats: tuple[int, ...] = ()
    rack: tuple[int, ...] = ()


class View(msgspec.Struct):
    """A view."""

    v: int
    yours: Yours
    game: Game | None = None


class Rules(msgspec.Struct):
    """What the numbers in views mean."""

    kinds: tuple[str, ...]
    names: tuple[str, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()


read_view: Final = msgspec.json.Decoder(View).decode


async def rules_of(http: LeanHttp, game: str) -> Rules:
    """What the numbers in views of this game mean."""
    return msgspec.convert(await http.get(f"/api/rules?game={quote(game)}"), Rules)


async def start_table(http: LeanHttp, game: str, people: int) -> tuple[str, list[dict[str, str]]]:
    """New guests, the first two of them playing a long series at a new table: its id, and the guests."""
    guests = [await http.post("/api/guests", {"name": f"Guest {i}", "bearer": True}) for i in range(people)]
    first, second, *_ = (guest["token"] for guest in guests)
    settings = {"game": game, "public": True, "games": 20, "grace": None}
    table: str = (await http.post("/api/tables", settings, first))["table"]
    path = f"/api/tables/{table}"
    await http.post(path, {"do": "sit", "key": "sit", "seat": 1}, second)
    await http.post(path, {"do": "start", "key": "start"}, first)
    return table, guests


def choose(rules: Rules, game: Game, rack: tuple[int, ...], rng: random.Random) -> str:
    """A tile of the rack on an edge that the view says is open, or one of the words that it allows."""
    if game.words and ("keep" in game.words or "1" not in game.places or not rack):
        return rng.choice(game.words)
    tile = rules.kinds[rng.choice(rack)]
    if not rules.edges:
        return tile
    edge = rng.randrange(len(game.places))
    while game.places[edge] != "1":
        edge = rng.randrange(len(game.places))
    a, b = rules.edges[edge]
    return f"{tile} {rules.names[a]} {rules.names[b]}"
