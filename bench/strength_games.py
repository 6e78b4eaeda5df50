"""Playing a line of the strength table deal by deal, and remembering the deals of one that is not finished.

A line of the master takes up to an hour. What was played when it was stopped, or killed, is in a file beside
the results and is not played again, unless the bots have changed since.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any
from zlib import crc32

from sixfold.bots.arena import GameResult, Plan, seatings
from sixfold.bots.arena_pool import play_plan
from sixfold.bots.estimates import mean_estimate, share_estimate
from sixfold.bots.weights import weights_for
from sixfold.terminal.files import write_text

from .strength_lines import Promise, Result


@dataclass(frozen=True, slots=True)
class Deal:
    """What one deal came to for the first bot of a pairing, all seats in which it sat together."""

    number: int
    bot: str
    share: float
    score: float
    moves: int
    seconds: float

    @classmethod
    def of(cls, games: list[GameResult]) -> "Deal":
        """Sum up the games of one deal."""
        moves, seconds = map(sum, zip(*(game.effort(0) for game in games), strict=True))
        return cls(
            games[0].deal, games[0].pairing[0].name, fmean(game.share(0) for game in games),
            fmean(game.score(0) for game in games), moves, seconds,
        )  # fmt: skip


class Unfinished:
    """The deals played of lines that are not finished, kept in a file."""

    def __init__(self, path: Path) -> None:
        """They are in this file, if there is one."""
        self._path = path
        self._lines: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}

    def deals(self, promise: Promise) -> list[Deal]:
        """What the bots as they are now have played of a line."""
        line = self._lines.get(promise.name)
        return [Deal(**deal) for deal in line["deals"]] if line and line["bots"] == _bots(promise) else []

    def result(self, promise: Promise) -> Result | None:
        """What they came to so far."""
        return _result(promise, self.deals(promise))

    def keep(self, promise: Promise, deals: Sequence[Deal]) -> None:
        """Remember all that was played of a line by now."""
        self._lines[promise.name] = {"bots": _bots(promise), "deals": [asdict(deal) for deal in deals]}
        write_text(self._path, json.dumps(self._lines, indent=1) + "\n")

    def forget(self, promise: Promise) -> None:
        """A line is finished, and its result is kept elsewhere."""
        del self._lines[promise.name]
        if self._lines:
            write_text(self._path, json.dumps(self._lines, indent=1) + "\n")
        else:
            self._path.unlink()


def play(promise: Promise, games: int, jobs: int, unfinished: Unfinished) -> Iterator[int]:
    """Play what is missing of a line to have so many games; tell after each deal how many there are by now.

    It counts as unfinished until somebody forgets it: when its result is safe.
    """
    deals = -(-games // len(seatings(promise.rules)))
    plan = Plan.of(promise.rules, [promise.first, promise.second], deals, seed=0)
    known = unfinished.deals(promise)
    often = Counter(deal.number for deal in known)
    whole = {number for number, times in often.items() if times == len(plan.pairings)}
    played = [deal for deal in known if deal.number in whole]
    for one in play_plan(plan, jobs, threading.Event(), skip=whole):
        played.append(Deal.of(one))
        unfinished.keep(promise, played)
        yield len(played) // len(plan.pairings)


def _result(promise: Promise, deals: Sequence[Deal]) -> Result | None:
    """What the deals of a line say; nothing before each bot has played."""
    own = [deal for deal in deals if deal.bot == promise.first]
    scores = [deal.score for deal in deals if deal.bot == promise.second]
    is_alone = promise.rules.players == 1
    if not own or (is_alone and not scores):
        return None
    games_a_deal = len(seatings(promise.rules))
    if is_alone:
        estimate = mean_estimate([deal.score for deal in own])
    else:
        estimate = share_estimate([deal.share for deal in own], games_a_deal)
    ms = 1000 * sum(deal.seconds for deal in own) / sum(deal.moves for deal in own)
    return Result(
        len(own) * games_a_deal, estimate.value, estimate.low, estimate.high, ms, promise.samples,
        fmean(scores) if is_alone else None,
    )  # fmt: skip


def _bots(promise: Promise) -> str:
    """What tells these bots from those of another day: samples and the network."""
    return (
        f"{promise.samples} samples, network {crc32(weights_for(promise.rules).network.void.tobytes()):08x}"
    )
