"""How long bots take: a cold and a warm start, and the time a move of each level at the 99th percentile.

python bench/thinking.py                     # two-player hex
python bench/thinking.py 'hex(players=4)' 8  # another game, so many games of each level against itself
"""

import os
import random
import subprocess
import sys
import tempfile
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sixfold import Dealer, Match, Rules, compile_kernels
from sixfold.bots import make_bot, warm_up_bots
from sixfold.bots.levels import LEVELS

_START = (
    "import sys, time; began = time.perf_counter()\n"
    "from sixfold import Rules, compile_kernels\n"
    "from sixfold.bots import warm_up_bots\n"
    "compile_kernels(); warm_up_bots(['master'], Rules.parse(sys.argv[1]))\n"
    "print(time.perf_counter() - began)"
)


def starts(game: str) -> tuple[float, float]:
    """Seconds until bots are ready in a new process: without anything compiled before, and with it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _START, game]
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        cold, warm = (float(subprocess.check_output(command, env=environment)) for _ in range(2))
    return cold, warm


def times(rules: Rules, level: str, games: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Milliseconds of every move in games of a level against itself."""
    taken = []
    for game in range(games):
        match = Match(rules, Dealer(game.to_bytes(32)))
        bots = [make_bot(level, random.Random(f"{game} {seat}")) for seat in range(rules.players)]
        while not match.is_over:
            view = match.view(match.actor)
            began = perf_counter()
            move = bots[match.actor].choose(view)
            taken.append(1000 * (perf_counter() - began))
            match.play(move)
    return np.array(taken)


def main() -> None:
    """Measure and print."""
    game = sys.argv[1] if len(sys.argv) > 1 else "hex"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    rules, console = Rules.parse(game), Console()
    cold, warm = starts(game)
    console.print(f"{rules}: cold start {cold:.1f} s (goal 15), warm start {warm:.1f} s (goal 2)")
    compile_kernels()
    warm_up_bots(["master"], rules)
    table = Table("level", "moves", "median ms", "99th percentile", "longest", "stated")
    for name, level in track(LEVELS.items(), "playing", console=console, transient=True):
        taken = times(rules, name, games)
        table.add_row(
            name, str(len(taken)), *(f"{np.percentile(taken, at):.1f}" for at in (50, 99, 100)),
            f"{1000 * level.seconds:.0f}",
        )  # fmt: skip
    console.print(table)


if __name__ == "__main__":
    main()
