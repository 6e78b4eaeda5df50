"""The arena at the terminal: playing with a progress bar, and what it found as tables."""

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ..bots.arena import ArenaError, GameResult, Plan
from ..bots.arena_pool import play_plan
from ..bots.arena_summary import PairingSummary, Summary, summarise
from ..bots.estimates import Estimate
from .arena_files import games_csv, summary_json
from .arena_plot import plot
from .files import check_place, write_bytes, write_text
from .output import progress_bar, say
from .pictures import check_plot


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files that a run is to write, besides what it prints."""

    json: Path | None = None
    csv: Path | None = None
    plot: Path | None = None

    def check(self) -> None:
        """Find out before hours of games, and not after, that a file cannot be written."""
        if self.plot:
            check_plot(self.plot)
        for path in (self.json, self.csv):
            if path:
                check_place(path)

    def write(self, summary: Summary, games: list[GameResult], *, stopped: bool) -> None:
        """Write them."""
        if self.json:
            write_text(self.json, summary_json(summary, stopped=stopped))
        if self.csv:
            write_text(self.csv, games_csv(games))
        if self.plot:
            write_bytes(self.plot, plot(summary, self.plot))


def run_arena(console: Console, errors: Console, plan: Plan, jobs: int, outputs: Outputs) -> bool:
    """Play a plan and print what it found; `False` if a signal stopped it before its end.

    What is finished is printed and written in any case, even if a bot's error ends the run.
    """
    outputs.check()
    games: list[GameResult] = []
    failure: ArenaError | None = None
    with _stopped_by_signals() as stop:
        try:
            for deal in _with_progress(errors, plan, play_plan(plan, jobs, stop)):
                games += deal
        except ArenaError as error:
            failure = error
        stopped = stop.is_set()
    order = {pairing: place for place, pairing in enumerate(plan.pairings)}
    games.sort(key=lambda game: (game.deal, order[game.pairing], game.seating))
    if games:
        summary = summarise(plan, games)
        print_summary(console, summary)
        outputs.write(summary, games, stopped=stopped or failure is not None)
    if failure:
        raise failure
    if stopped:
        say(errors, "Stopped before the end." if games else "Stopped before the first deal was finished.")
    return not stopped


@contextmanager
def _stopped_by_signals() -> Iterator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set, instead of breaking in anywhere."""
    stop = threading.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: stop.set()) for number in signals]
    try:
        yield stop
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _with_progress(
    console: Console, plan: Plan, deals: Iterator[list[GameResult]]
) -> Iterator[list[GameResult]]:
    won, played = 0.0, 0
    with progress_bar(console, "deals") as bar:
        task = bar.add_task("warming up", total=plan.deals * len(plan.pairings))
        for deal in deals:
            won += sum(game.share(0) for game in deal)
            played += len(deal)
            bar.update(task, advance=1, description=_so_far(plan, won / played))
            yield deal


def _so_far(plan: Plan, share: float) -> str:
    """What is played, and how two bots stand; more than two have to wait for the tables."""
    if len(plan.pairings) > 1 or plan.rules.players == 1:
        return str(plan.rules)
    return f"{plan.rules}, {plan.entrants[0].label} {_share(share)}"


# ---------------------------------------------------------------- tables


def print_summary(console: Console, summary: Summary) -> None:
    """Print everything that a run tells."""
    say(console, f"{summary.game}, seed {summary.seed}", "bold")
    say(console)
    if summary.pairings:
        console.print(_pairings(summary))
        say(console)
        fair = _share(summary.fair_share)
        say(console, f"The win share is the first bot's; {fair} is fair. Ties are shared.")
    if summary.ratings:
        say(console)
        console.print(_ratings(summary))
    if summary.solos:
        console.print(_solos(summary))
    if summary.differences:
        say(console)
        console.print(_differences(summary))
    if summary.programs:
        say(console)
        console.print(_programs(summary))


def _table(*columns: str) -> Table:
    """A table whose first column is text, folded if there is no room, and whose others are numbers."""
    table = Table(box=None, pad_edge=False)
    table.add_column(columns[0], overflow="fold")
    for column in columns[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _pairings(summary: Summary) -> Table:
    table = _table(
        "first : second", "deals", "games", "win share", "95% interval", summary.score, "ms a move"
    )
    for pair in summary.pairings:
        table.add_row(
            f"{pair.first.bot} : {pair.second.bot}",
            str(pair.deals),
            str(pair.games),
            _share(pair.share.value),
            f"{_share(pair.share.low)}-{_share(pair.share.high)}",
            _both(pair, "score"),
            _both(pair, "ms"),
        )
    return table


def _ratings(summary: Summary) -> Table:
    table = _table("bot", "rating", "95% interval")
    for rated in summary.ratings:
        table.add_row(rated.bot, f"{rated.rating.value:.0f}", _interval(rated.rating, 0))
    return table


def _solos(summary: Summary) -> Table:
    table = _table("bot", "deals", summary.score, "95% interval", "ms a move")
    for solo in summary.solos:
        table.add_row(
            solo.bot,
            str(solo.deals),
            f"{solo.score.value:.2f}",
            _interval(solo.score, 2),
            f"{solo.ms:.1f}",
        )
    return table


def _differences(summary: Summary) -> Table:
    table = _table("on the same deals", "deals", "difference", "95% interval")
    for pair in summary.differences:
        table.add_row(
            f"{pair.first} - {pair.second}",
            str(pair.deals),
            f"{pair.score.value:+.2f}",
            _interval(pair.score, 2, "+"),
        )
    return table


def _programs(summary: Summary) -> Table:
    table = _table("program", "moves", "late", "illegal", "died")
    for program in summary.programs:
        faults = program.faults
        table.add_row(program.bot, *map(str, (program.moves, faults.late, faults.illegal, faults.died)))
    return table


def _share(value: float) -> str:
    return f"{value:.3f}"


def _both(pair: PairingSummary, what: str) -> str:
    return f"{getattr(pair.first, what):.1f} / {getattr(pair.second, what):.1f}"


def _interval(estimate: Estimate, digits: int, sign: str = "") -> str:
    if math.isinf(estimate.low):
        return "unknown"
    return f"{estimate.low:{sign}.{digits}f} to {estimate.high:{sign}.{digits}f}"
