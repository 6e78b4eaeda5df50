"""Real views of every game of the catalogue, for the gallery and for tests of the client's components.

`python tests/web/samples.py` plays games and writes what their players see to web/gallery/samples.json.
"""

import asyncio
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from server.houses import Inn, some_move  # noqa: E402  (a script finds the tests' helpers by itself)
from sixfold import Match, Rules  # noqa: E402
from sixfold.server.protocol import commands as do  # noqa: E402
from sixfold.server.tables.explaining import rules_sight  # noqa: E402

GAMES: Final = (
    *(f"hex(players={n},start=1)" for n in (2, 3, 4)),
    "hex-solo",
    "hex-team(start=1)",
    "hex-duel(start=1)",
    *(f"square(players={n},start=1)" for n in (2, 3, 4)),
    "square-solo",
    *(f"cards(players={n},start=1)" for n in (2, 3, 4)),
)
NAMES: Final = ("Ada", "Max", "Zofia", "João")
TRIES: Final = 60
"""Random moves of which the best is made: games look as if people had played them."""


def good_move(match: Match, rng: random.Random, tries: int = TRIES) -> str:
    """A move that helps a low colour, if the dice find one."""
    if match.legal_words():
        return str(match.legal_words()[-1])
    return max((some_move(match, rng) for _ in range(tries)), key=lambda move: _worth(match, move))


def _worth(match: Match, move: str) -> float:
    explained = match.explain(move)
    low = sorted(explained.after)
    return sum(marker * 0.5**place for place, marker in enumerate(low)) + 3 * explained.bonus_moves


async def sample(inn: Inn, game: str) -> dict[str, Any]:
    """A game played to its end, as seen at the start, in the middle, at a bonus, an exchange, and the end."""
    rules = Rules.parse(game)
    (host,) = await inn.guests(NAMES[0])
    seats = ["me"] * rules.players
    table = await host.makes(game=game, seats=seats, hot_seat=rules.players > 1)
    await host.succeeds(table, do.Start)
    match = (await inn.table(table)).match
    assert match
    rng = random.Random(7)
    seen: dict[str, Any] = {}
    moments = {0: "start", _middle(rules): "middle"}
    while True:
        moment = moments.get(match.made) or match.phase.name.lower()
        if moment not in seen and moment != "place":
            seen[moment] = await host.sees(table)
        if match.is_over:
            break
        move = good_move(match, rng)
        await host.succeeds(table, do.Play, v=(await host.sees(table)).v, move=move)
        match = match.after(move)
    past = await host.does(table, do.History)
    moments_seen = {
        moment: {"game": view.game, "yours": view.yours, "made": view.game.made}
        for moment, view in seen.items()
    }
    return {"rules": rules_sight(rules), "moves": past.moves, "moments": moments_seen}


def _called(game: str) -> str:
    rules = Rules.parse(game)
    return f"{rules.game.name}-{rules.players}"


def _middle(rules: Rules) -> int:
    cells = len(rules.geometry.names) if rules.is_board_game else 60
    return cells // 4


async def main() -> None:
    """Write the samples."""
    with TemporaryDirectory() as folder:
        async with Inn(Path(folder)) as inn:
            samples = {_called(game): await sample(inn, game) for game in GAMES}
    target = ROOT / "web/gallery/samples.json"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(msgspec.json.encode(samples))
    print(f"{target.relative_to(ROOT)}: {len(samples)} games, {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    asyncio.run(main())
