"""Reviews at the terminal: judging with a progress bar, and what was found as tables and JSON."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..bots.documents import mark_of, review_document, short_names
from ..bots.review import PlayerSummary, Review, review_record
from ..bots.thinking import Budget
from ..core.compiling import compiled_kernels
from ..core.errors import SixfoldError
from ..notation.record import GameRecord
from .colours import FAINT
from .files import check_place, write_bytes, write_text
from .output import progress_bar, say
from .pictures import check_plot
from .review_plot import plot
from .review_words import Scale, budget_text, reasons_text

STDOUT: Final = Path("-")
_MARKS: Final = {"?": "yellow", "??": "bold red"}


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files that a review is to write, besides or (with `-` for JSON) instead of what it prints."""

    json: Path | None = None
    plot: Path | None = None

    def check(self) -> None:
        """Find out before all the thinking, and not after, that a file cannot be written."""
        if self.plot:
            check_plot(self.plot)
        if self.json and self.json != STDOUT:
            check_place(self.json)


def run_review(
    console: Console,
    errors: Console,
    record: GameRecord,
    budget: Budget,
    seed: int,
    player: int | None,
    outputs: Outputs,
) -> bool:
    """Review a record, or one seat's moves of it, and print it; `False` if Ctrl-C ended it early.

    What is judged by then is printed and written in any case.
    """
    outputs.check()
    seats = _seats(record, player)
    review = _judge(errors, record, budget, seed, seats)
    names = short_names(record.match.rules, record.headers.get("players", ""))
    if review.moves or not review.stopped:
        if outputs.json == STDOUT:
            console.out(review_json(review, names), end="")
        else:
            print_review(console, review, names)
        if outputs.json and outputs.json != STDOUT:
            write_text(outputs.json, review_json(review, names))
        if outputs.plot:
            write_bytes(outputs.plot, plot(review, names, outputs.plot))
    if review.stopped:
        say(
            errors, "Stopped before the end." if review.moves else "Stopped before the first move was judged."
        )
    return not review.stopped


def _seats(record: GameRecord, player: int | None) -> Collection[int] | None:
    players = record.match.rules.players
    if player is None:
        return None
    if not 1 <= player <= players:
        raise SixfoldError(f"there is no player {player}: {record.match.rules} has {players}")
    return (player - 1,)


def _judge(
    console: Console, record: GameRecord, budget: Budget, seed: int, seats: Collection[int] | None
) -> Review:
    with progress_bar(console, "moves") as bar, compiled_kernels():
        task = bar.add_task("warming up", total=None)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description="thinking")

        return review_record(record, budget, seed, advance, seats)


# ---------------------------------------------------------------- tables


def print_review(console: Console, review: Review, names: Sequence[str]) -> None:
    """Print everything that a review tells."""
    scale = Scale(review.rules)
    say(console, f"{review.rules}, {budget_text(review.budget)} a move, seed {review.seed}", "bold")
    say(console)
    if not review.moves:
        say(console, "There are no moves to judge.")
        return
    console.print(_moves(review, names, scale))
    say(console)
    console.print(_summaries(review, names, scale))
    say(console)
    say(
        console,
        f"{scale.name.capitalize()} is what the mover could expect after the move, by what it knew then; "
        "loss is how much less than with the better move, ± its standard error. "
        "A mark stands only where the loss is beyond two of them.",
        FAINT,
    )


def _moves(review: Review, names: Sequence[str], scale: Scale) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("turn", justify="right", no_wrap=True)
    table.add_column("player", no_wrap=True, max_width=10, overflow="ellipsis")
    table.add_column("move", no_wrap=True)
    table.add_column(scale.heading, justify="right", no_wrap=True)
    table.add_column("loss", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("better", no_wrap=True)
    table.add_column("because", min_width=16)
    for move in review.moves:
        mark = mark_of(move)
        table.add_row(
            str(move.turn),
            names[move.seat],
            str(move.move),
            scale.number(move.share),
            scale.loss(move.loss, move.loss_error),
            Text(mark, _MARKS.get(mark, "")),
            str(move.best) if mark else "",
            reasons_text(review.rules, names, move.reasons) if mark else "",
        )
    return table


def _summaries(review: Review, names: Sequence[str], scale: Scale) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", overflow="fold")
    for column in ("moves", "marked", "mean loss", "total loss"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("largest mistake")
    for summary in review.summaries:
        table.add_row(
            names[summary.seat],
            str(summary.moves),
            str(summary.marked),
            scale.number(summary.mean_loss),
            scale.number(summary.total_loss),
            _worst(summary, scale),
        )
    return table


def _worst(summary: PlayerSummary, scale: Scale) -> str:
    worst = summary.worst
    return f"turn {worst.turn}, {worst.move}: {scale.number(worst.loss)}" if worst else "none"


# ---------------------------------------------------------------- JSON


def review_json(review: Review, names: Sequence[str]) -> str:
    """A review as JSON."""
    return json.dumps(review_document(review, names), indent=2, allow_nan=False) + "\n"
