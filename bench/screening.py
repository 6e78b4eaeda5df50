"""How much is lost because the network looks closely only at the moves that the screen lets through.

python bench/screening.py                # every board game, 12 games each
python bench/screening.py hex-duel 40    # one of them, so many games

The loss is in the network's own opinion: the worth of its best move of all, less the best that got through.
"""

import random
import sys
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from sixfold import Dealer, Match, Rules, State, compile_kernels
from sixfold.bots import make_bot
from sixfold.bots.kernel.policy import choose, share_of_value
from sixfold.bots.trial import Desk
from sixfold.bots.weights import weights_for
from sixfold.core.compiling import compiled

_SIZES: Final = (8, 12, 16, 24, 32, 48)
_ALL: Final = 5000


def losses(rules: Rules, games: int) -> dict[int, float]:
    """The mean loss of a decision, as a share of the win, by how many moves are let through."""
    network = weights_for(rules).network
    desk = Desk(rules)
    table = State.new(rules).table
    found: dict[int, list[float]] = {size: [] for size in _SIZES}
    for game in range(games):
        match = Match(rules, Dealer(game.to_bytes(32)))
        bots = [make_bot("expert", random.Random(f"{game} {seat}")) for seat in range(rules.players)]
        while not match.is_over:
            view = match.view(match.actor)
            world = view.sample(random.Random(game))
            shares = {}
            for size in (*_SIZES, _ALL):
                desk.put(world)
                compiled(choose)(
                    desk.g, desk.states, desk.raw, np.uint64(0), network.void, desk.desk,
                    np.uint64(size), np.float32(0),
                )  # fmt: skip
                shares[size] = float(share_of_value(table, desk.desk["best"]))
            for size in _SIZES:
                found[size].append(shares[_ALL] - shares[size])
            match.play(bots[match.actor].choose(view))
    return {size: float(np.mean(lost)) for size, lost in found.items()}


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    several = [rules for rules in Rules.every() if rules.is_board_game and rules.players > 1]
    chosen = [Rules.parse(sys.argv[1])] if len(sys.argv) > 1 else several
    compile_kernels()
    console = Console()
    table = Table(Column("game", no_wrap=True), *(f"{size} moves" for size in _SIZES))
    for rules in track(chosen, "playing", console=console, transient=True):
        table.add_row(str(rules), *(f"{lost:.2%}" for lost in losses(rules, games).values()))
    console.print(table)


if __name__ == "__main__":
    main()
