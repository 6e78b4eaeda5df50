"""Which of two networks plays better, one move ahead: `python -m training.compare GAME FILE [OTHER]`."""

from typing import Annotated, Final

import typer
from rich.console import Console

from sixfold.bots.thinking import LOOK
from sixfold.bots.weights import weights_for

from .arguments import GameArgument, NetworkArgument, OtherArgument
from .playing import Tables

_SEED: Final = 4242  # no generation's: the deals are new to both


def main(
    game: GameArgument,
    file: NetworkArgument,
    other: OtherArgument = None,
    deals: Annotated[int, typer.Option(min=2, help="each played once on every side")] = 1000,
) -> None:
    """Print the first network's share of the win against the other; alone, by how much it is better."""
    console = Console()
    with console.status("playing"):
        against = weights_for(game).network if other is None else other
        share, error = Tables(game).compare(file, against, (LOOK, LOOK), _SEED, deals)
    factor, unit = (game.track, " weakest colour") if game.players == 1 else (100, "% of the win")
    console.print(f"{share * factor:.1f} ± {1.96 * error * factor:.1f}{unit}, {deals} deals")


if __name__ == "__main__":
    typer.run(main)
