"""A hint at the terminal: the best moves of a position as a table or JSON."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ..bots.documents import hint_document
from ..bots.hints import Hint, Suggestion, find_hint
from ..bots.levels import thinker_for
from ..bots.review import last_view
from ..bots.thinking import Budget
from ..core.compiling import compiled_kernels
from ..core.errors import SixfoldError
from ..core.rules import Rules
from ..core.state import State
from ..core.views import View
from ..notation.position import parse_position
from ..notation.record import GameRecord
from .board import Picture
from .files import read_text, write_text
from .output import say
from .review import STDOUT, Outputs
from .review_words import Scale, budget_text, reasons_text
from .words import points_text, seat_names, weakest


def read_view(position: str, seat: int | None, read_stdin: Callable[[], str]) -> View:
    """What the seat to act sees in a position: given as text, in a file, or in the input (`-`).

    In a record it is the position after the last move; with a seat, the last in which that seat was to move.
    """
    source, text = _source(position, read_stdin)
    try:
        return _view(text, seat)
    except SixfoldError as error:
        raise SixfoldError(f"{source}: {error}" if source else str(error)) from None


def _source(position: str, read_stdin: Callable[[], str]) -> tuple[Path | None, str]:
    """The file that a position stands in, if it does, and its text."""
    if position == "-":
        return None, read_stdin()
    if len(position.split()) > 1 and not _is_file(position):
        return None, position
    return Path(position), read_text(Path(position))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # a name that no file can have, such as a long position
        return False


def _view(text: str, seat: int | None) -> View:
    if text.startswith("Sixfold record"):
        record = GameRecord.parse(text)
        _check_seat(seat, record.match.rules.players)
        return last_view(record, None if seat is None else seat - 1)
    position = parse_position(text)
    _check_seat(seat, position.rules.players)
    if position.actor < 0:
        raise SixfoldError("nobody is to move in this position")
    if seat is not None and seat - 1 != position.actor:
        raise SixfoldError(f"it is the turn of seat {position.actor + 1}, not of seat {seat}")
    view = position.view(position.actor) if isinstance(position, State) else position
    if view.eyes != view.actor:
        raise SixfoldError(f"it is the turn of seat {view.actor + 1}, and this is not what it sees")
    return view


def _check_seat(seat: int | None, players: int) -> None:
    if seat is not None and not 1 <= seat <= players:
        raise SixfoldError(f"there is no seat {seat}, only 1 to {players}")


def run_hint(
    console: Console, errors: Console, view: View, budget: Budget, seed: int, most: int, output: Path | None
) -> None:
    """Think about a position and print what is found."""
    Outputs(json=output).check()
    with errors.status("thinking; the first time takes longer"), compiled_kernels():
        hint = find_hint(thinker_for(view.rules), view, budget, seed, most)
    if output == STDOUT:
        console.out(hint_json(hint), end="")
        return
    console.print(Picture.of(view))
    say(console)
    print_hint(console, hint)
    if output:
        write_text(output, hint_json(hint))


def print_hint(console: Console, hint: Hint) -> None:
    """Print the best moves, and why the best is better than the one that scores most."""
    scale = Scale(hint.rules)
    say(console, f"{budget_text(hint.budget)}, seed {hint.seed}", "bold")
    say(console)
    console.print(_suggestions(hint, scale))
    say(console)
    say(console, _why(hint, scale))


def _suggestions(hint: Hint, scale: Scale) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("move", no_wrap=True)
    table.add_column(scale.heading, justify="right", no_wrap=True)
    table.add_column("loss", justify="right", no_wrap=True)
    table.add_column("points")
    table.add_column("markers then" if hint.rules.game.duel else "weakest then")
    if hint.rules.players > 1:
        table.add_column("reply", no_wrap=True)
    for suggestion in hint.suggestions:
        row = [
            str(suggestion.move),
            scale.sure(suggestion.share, suggestion.error),
            scale.loss(suggestion.loss, suggestion.loss_error),
            _points(suggestion),
            _standing(hint.rules, suggestion.markers),
        ]
        table.add_row(*row, *([str(suggestion.reply or "")] if hint.rules.players > 1 else []))
    return table


def _points(suggestion: Suggestion) -> str:
    again = " · plays again" if suggestion.bonus_moves else ""
    return ("" if suggestion.move.is_word else points_text(suggestion.points)) + again


def _standing(rules: Rules, markers: Sequence[int]) -> str:
    return str(sum(marker > 0 for marker in markers)) if rules.game.duel else weakest(rules, markers)


def _why(hint: Hint, scale: Scale) -> str:
    best, tempting = hint.suggestions[0], hint.most_points
    if best.move.is_word:
        return f"{best.move} is best."
    if best.move == tempting.move:
        return f"{best.move} is best and scores most."
    cost = scale.cost(tempting.loss, tempting.loss_error)
    why = reasons_text(hint.rules, seat_names(hint.rules), hint.reasons)
    return (
        f"{tempting.move} scores most ({points_text(tempting.points)}), but costs {cost}"
        + (f": it {why}" if why else "")
        + "."
    )


# ---------------------------------------------------------------- JSON


def hint_json(hint: Hint) -> str:
    """A hint as JSON."""
    return json.dumps(hint_document(hint), indent=2, allow_nan=False) + "\n"
