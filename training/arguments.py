"""What the commands are given, read so that a slip is answered in one line."""

from pathlib import Path
from typing import Annotated

import typer

from sixfold.bots.weights import read_weights
from sixfold.core.errors import SixfoldError
from sixfold.core.records import Record
from sixfold.core.rules import Rules


def _game(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except SixfoldError as error:
        raise typer.BadParameter(str(error)) from None


def _network(text: str) -> Record:
    try:
        return read_weights(Path(text).read_bytes(), text).network
    except (SixfoldError, OSError) as error:
        raise typer.BadParameter(str(error)) from None


GameArgument = Annotated[Rules, typer.Argument(parser=_game, help="for example 'hex(players=3)'")]
NetworkArgument = Annotated[Record, typer.Argument(parser=_network, help="a network, as training makes them")]
OtherArgument = Annotated[
    Record | None, typer.Argument(parser=_network, help="another; else the one that is shipped")
]
