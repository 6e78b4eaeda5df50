"""The command: `python -m training GAME`; see README.md."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sixfold.bots.weights import weights_name

from .arguments import GameArgument
from .plot import plot_strength
from .run import Run
from .settings import settings_for

_HERE = Path(__file__).parent
_WEIGHTS = _HERE.parent / "src" / "sixfold" / "bots" / "weights"


def main(
    game: GameArgument,
    generations: Annotated[int, typer.Option(min=1)] = 20,
    seed: int = 1,
    samples: Annotated[int, typer.Option(min=1, help="positions a generation")] = 200_000,
    folder: Path = _HERE / "runs",
    publish: Annotated[Path, typer.Option(help="where the best weights go")] = _WEIGHTS,
) -> None:
    """Make the weights for a game from nothing, or go on where a run of it was stopped."""
    run = Run(game, folder, replace(settings_for(game), seed=seed, samples=samples), Console())
    for number in range(len(run.log) + 1, generations + 1):
        run.train(number)
        plot_strength(run.log, str(game), run.fair, run.folder / "strength.png")
    run.publish(publish / weights_name(game))


if __name__ == "__main__":
    typer.run(main)
