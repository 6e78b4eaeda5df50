"""What luck costs the search: how good the move is that it chooses, by moves tried and by samples.

python bench/sampling.py                           # two-player hex, 20 positions
python bench/sampling.py 'cards(players=4)' 60     # another game, so many positions
python bench/sampling.py hex-duel 20 2             # and so many rounds ahead, in place of one

In positions of games between experts, the moves that the network likes best are tried in many worlds. On this
table choosing as the search does it is repeated with half of the worlds, and what was chosen is valued by the
other half. Printed is what it gains over the network's own choice, in percent of the win.
"""

import random
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from sixfold import Dealer, Match, Rules, View, compile_kernels
from sixfold.bots.thinking import Budget, Thinker, halve
from sixfold.bots.trial import affordable_worlds

Values = np.ndarray[Any, np.dtype[np.float32]]
"""The share of the win of a move (row) in a world (column), the network's favourite first."""

_WIDTHS: Final = (4, 8, 20, 40)
_SAMPLES: Final = (300, 600, 1200, 2400)
_WORLDS: Final = 1400  # the last two of 40 moves take up to 550 of 2,400 samples, and that twice
_REPEATS: Final = 20


def positions(thinker: Thinker, count: int) -> Iterator[View]:
    """Where somebody is to act, anywhere between the beginning and the end of a game."""
    rng = random.Random(7)
    for game in range(count):
        match = Match(thinker.rules, Dealer(game.to_bytes(32)))
        views = []
        while not match.is_over:
            views.append(match.view(match.actor))
            match.play(thinker.instant(views[-1], 0.0, rng))
        yield rng.choice(views)


def tried(thinker: Thinker, view: View, moves: int, worlds: int, rounds: int, seed: int = 1) -> Values:
    """What became of the moves that the network likes best in so many worlds, so many rounds ahead."""
    rng = random.Random(seed)
    dealt = view.samples(rng)
    trial = thinker.trial(next(dealt), moves, rounds)
    everyone = list(range(len(trial.actions)))
    trial.run(everyone, dealt, rng, Budget(samples=worlds * len(everyone)), perf_counter(), 1.0)
    by_action = {judged.move.action(thinker.rules): judged.values for judged in trial.judged(everyone)}
    return np.array([by_action[action] for action in trial.actions])


def chosen(values: Values, samples: int) -> int:
    """The move that the search chooses with so many samples, if it tries these moves in these worlds."""
    seen = used = 0

    def try_out(alive: list[int], part: float) -> None:
        nonlocal seen, used
        worlds = affordable_worlds(samples * part, used, len(alive))
        if seen == 0:
            worlds = max(worlds, 1)
        worlds = min(worlds, values.shape[1] - seen)
        seen += worlds
        used += worlds * len(alive)

    def merit(move: int) -> float:
        return float(values[move, :seen].mean())

    return max(halve(len(values), (), try_out, merit), key=merit)


def gain(values: Values, width: int, samples: int, rng: np.random.Generator) -> float:
    """What choosing among the first so many moves gains over the first one, as a share of the win."""
    gains = []
    for _ in range(_REPEATS):
        shuffled = values[:width, rng.permutation(values.shape[1])]
        known, unknown = np.hsplit(shuffled, 2)
        later = unknown.mean(axis=1)
        gains.append(later[chosen(known, samples)] - later[0])
    return float(np.mean(gains))


def main() -> None:
    """Try, choose and print."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) > 1 else "hex")
    if rules.players == 1:
        sys.exit("alone, moves are compared by more than their samples: see docs/strength.md")
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    compile_kernels()
    console = Console()
    thinker = Thinker(rules)
    tables = [
        tried(thinker, view, max(_WIDTHS), _WORLDS, rounds)
        for view in track(
            positions(thinker, count), f"{rules}: trying moves", count, console=console, transient=True
        )
    ]
    rng = np.random.default_rng(1)
    table = Table(Column("moves tried", no_wrap=True), *(f"{samples:,} samples" for samples in _SAMPLES))
    for width in _WIDTHS:
        gains = [np.mean([gain(values, width, samples, rng) for values in tables]) for samples in _SAMPLES]
        table.add_row(str(width), *(f"{value:.2%}" for value in gains))
    console.print(table)


if __name__ == "__main__":
    main()
