"""How far the search should look: how good the move is that it chooses, by rounds and by worlds.

python -m bench.depth                           # two-player hex, 20 positions
python -m bench.depth 'cards(players=4)' 200    # another game, so many positions

In positions of games between experts, the moves that the network likes best are tried in the same worlds,
valued at the seat's next turn or some rounds later. What is best there is judged by playing the game out by
the network, in other worlds. Printed is what it gains over the network's own choice, in percent of the win,
with the standard error of its difference to one round.
"""

import sys
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

from sixfold import Rules, View, compile_kernels
from sixfold.bots.thinking import Thinker

from .sampling import positions, tried

Gains = np.ndarray[Any, np.dtype[np.float32]]
"""By number of worlds, and by rounds."""

_MOVES: Final = 12
_WORLDS: Final = (20, 60, 240)
_ROUNDS: Final = (0, 1, 2, 3)
_YARDSTICK: Final = 1  # what the others are compared with
_TO_THE_END: Final = 60  # rounds: no board has room for more, and a card game without end is cut off
_ENDINGS: Final = 256


def gains(thinker: Thinker, view: View) -> Gains:
    """What the moves gain that look best in so many worlds, so many rounds ahead."""
    truth = tried(thinker, view, _MOVES, _ENDINGS, _TO_THE_END, seed=2).mean(axis=1)
    by_rounds = [tried(thinker, view, _MOVES, max(_WORLDS), rounds, seed=1) for rounds in _ROUNDS]
    chosen = [[values[:, :worlds].mean(axis=1).argmax() for values in by_rounds] for worlds in _WORLDS]
    result: Gains = truth[np.array(chosen)] - truth[0]
    return result


def cell(found: Gains, worlds: int, rounds: int) -> str:
    """The mean gain, and how sure it is that it differs from that of one round."""
    own, other = found[:, worlds, rounds], found[:, worlds, _YARDSTICK]
    if rounds == _YARDSTICK or len(own) == 1:
        return f"{own.mean():.2%}"
    return f"{own.mean():.2%} ± {100 * (own - other).std(ddof=1) / np.sqrt(len(own)):.2f}"


def main() -> None:
    """Try, choose, judge and print."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) > 1 else "hex")
    if rules.players == 1:
        sys.exit("alone, every sample is played out to the end: see docs/strength.md")
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    compile_kernels()
    console = Console()
    thinker = Thinker(rules)
    views = track(positions(thinker, count), f"{rules}: trying moves", count, console=console, transient=True)
    found = np.array([gains(thinker, view) for view in views])
    table = Table(Column("worlds", no_wrap=True), "its next turn", *(f"{n} more" for n in _ROUNDS[1:]))
    for i, worlds in enumerate(_WORLDS):
        table.add_row(str(worlds), *(cell(found, i, j) for j in range(len(_ROUNDS))))
    console.print(table)


if __name__ == "__main__":
    main()
