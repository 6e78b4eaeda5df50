"""What moves were worth: a recorded game looked through move by move.

The bot looks only at what the seat that moved could know then, so that nobody is blamed for hidden tiles. The
move that was played and the best one are tried out in the same worlds; their difference is surer than either.
"""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..core.errors import SixfoldError
from ..core.match import Match
from ..core.moves import Move
from ..core.rules import Rules
from ..core.state import State
from ..core.views import View
from ..notation.record import GameRecord
from .levels import thinker_for
from .reasons import Reason, reasons_for
from .thinking import Budget, Judged, Thinker, Thoughts

LEAST_LOSS: Final = 0.02
"""A loss below this is not marked, however sure it is: nobody would notice it."""
GRAVE_LOSS: Final = 0.1
"""A marked loss from here on is a grave one."""
_SURE: Final = 2  # standard errors


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One decision of a game. Shares are of the win; alone, the weakest colour as a part of the track."""

    number: int
    """Which decision of the game it was, from 1."""
    turn: int
    """Which turn it belongs to, as records number them."""
    seat: int
    move: Move
    share: float
    """The expected share after the move, and the standard error of that."""
    error: float
    best: Move
    """The best move found; the move itself if nothing better was."""
    best_share: float
    best_error: float
    loss: float
    """How much larger the best move's share is, in the same worlds, and the standard error of that."""
    loss_error: float
    reply: Move | None
    """What is expected next from another seat, after the move and after the best one."""
    best_reply: Move | None
    exact: bool
    """Whether the rest of the game was played out completely."""
    samples: int
    """In how many worlds both were tried."""
    reasons: tuple[Reason, ...]
    """In what the best move differs; empty for the best move, and where none of the known reasons holds."""

    @property
    def marked(self) -> bool:
        """Whether it is surely a mistake: a loss beyond two standard errors, and large enough to matter."""
        return self.loss >= LEAST_LOSS and self.loss > _SURE * self.loss_error

    @property
    def grave(self) -> bool:
        """Whether it is surely a large mistake."""
        return self.marked and self.loss >= GRAVE_LOSS


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How a seat played."""

    seat: int
    moves: int
    marked: int
    total_loss: float
    worst: MoveReview | None
    """The largest of the marked losses."""

    @property
    def mean_loss(self) -> float:
        """The loss of a move, on average."""
        return self.total_loss / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """How a side's share went: (turn, share after a decision in it)."""

    side: int
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A game, or the part of it that was judged."""

    rules: Rules
    budget: Budget
    seed: int
    moves: tuple[MoveReview, ...]
    stopped: bool
    """Whether it was interrupted before all moves were judged."""
    result: tuple[float, ...] | None
    """The shares of the sides in the end; `None` if the game was not finished."""
    turns: int
    """How many turns the game had."""

    @property
    def summaries(self) -> tuple[PlayerSummary, ...]:
        """A summary for each seat that was judged."""
        return tuple(
            _summary(seat, [move for move in self.moves if move.seat == seat])
            for seat in sorted({move.seat for move in self.moves})
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """The course of the game, with the result at its end.

        A share is known only for who moves. Of two sides one has what the other has not, so that the first
        side's line tells all; with more sides each has a line of its own moves.
        """
        sides = self.rules.sides
        shown = range(1 if len(set(sides)) <= 2 else len(set(sides)))
        lines = []
        for side in shown:
            points = [
                (move.turn, move.share if sides[move.seat] == side else 1 - move.share)
                for move in self.moves
                if len(shown) == 1 or sides[move.seat] == side
            ]
            if self.result is not None and not self.stopped:
                points.append((self.turns + 1, self.result[side]))
            lines.append(Line(side, tuple(points)))
        return tuple(lines)


def judge_move(
    thinker: Thinker, view: View, move: Move, budget: Budget, rng: random.Random, number: int = 1
) -> MoveReview:
    """Judge a move of the seat that looks, which is the seat to act."""
    check_eyes(view)
    thoughts = thinker.think(view, budget, rng, also=[move])
    played = next(judged for judged in thoughts.moves if judged.move == move)
    best = thoughts.moves[0]
    loss, loss_error = loss_of(thoughts, best, played)
    if loss <= 0:  # as good as the best: there is nothing to blame
        best, loss, loss_error = played, 0.0, 0.0
    return MoveReview(
        number=number,
        turn=view.turn + 1,
        seat=view.actor,
        move=move,
        share=played.share,
        error=played.error,
        best=best.move,
        best_share=best.share,
        best_error=best.error,
        loss=loss,
        loss_error=loss_error,
        reply=played.reply,
        best_reply=best.reply,
        exact=thoughts.exact,
        samples=min(played.samples, best.samples),
        reasons=reasons_for(view, move, best.move),
    )


def review_record(
    record: GameRecord,
    budget: Budget,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
    seats: Collection[int] | None = None,
    thinker: Thinker | None = None,
) -> Review:
    """Judge every move of a record, or those of some seats; Ctrl-C ends it and keeps what is judged.

    `progress` is told how many moves are judged, and how many there are. With a budget of samples alone the
    same seed gives the same review, and what is thought of a move does not depend on which others are judged.
    """
    match = record.match
    thinker = thinker or thinker_for(match.rules)
    due = [decision for decision in _decisions(match) if seats is None or decision[1].actor in seats]
    moves: list[MoveReview] = []
    stopped = False
    try:
        for number, view, move in due:
            rng = random.Random(f"{seed}/{number}")
            moves.append(judge_move(thinker, view, move, budget, rng, number))
            if progress:
                progress(len(moves), len(due))
    except KeyboardInterrupt:
        stopped = True
    turns = max((event.turn + 1 for event in match.events if event.score), default=0)
    return Review(match.rules, budget, seed, tuple(moves), stopped, _result(match), turns)


def last_view(record: GameRecord, seat: int | None = None) -> View:
    """What the seat to act knows after the last move; or what a seat knew when it was to act last."""
    match = record.match
    if match.actor >= 0 and seat in (None, match.actor):
        return match.view(match.actor)
    if seat is None:
        raise SixfoldError("the game is over; name a seat to see its last decision")
    views = [view for _, view, _ in _decisions(match) if view.actor == seat]
    if not views:
        raise SixfoldError(f"seat {seat + 1} was never to move in this record")
    return views[-1]


def _decisions(match: Match) -> Iterator[tuple[int, View, Move]]:
    """Every decision with its number, what the seat knew, and what it did."""
    state = State.new(match.rules)
    number = 0
    for event in match.events:
        if event.score is not None:
            number += 1
            yield number, state.view(event.actor), event.score.move
        state.apply(event.action)


def _result(match: Match) -> tuple[float, ...] | None:
    """Each side's share of the win, partners together; alone, the weakest colour as a part of the track."""
    if not match.is_over:
        return None
    rules, outcome = match.rules, match.outcome()
    if rules.players == 1:
        return (outcome.scores[0] / rules.track,)
    shares = [0.0] * len(set(rules.sides))
    for side, share in zip(rules.sides, outcome.shares, strict=True):
        shares[side] += share
    return tuple(shares)


def _summary(seat: int, moves: Sequence[MoveReview]) -> PlayerSummary:
    marked = [move for move in moves if move.marked]
    worst = max(marked, key=lambda move: move.loss, default=None)
    return PlayerSummary(seat, len(moves), len(marked), sum(move.loss for move in moves), worst)


def check_eyes(view: View) -> None:
    """Refuse a view in which it is not the seat that looks that is to act."""
    if view.actor < 0:
        raise SixfoldError("nobody is to move in this position")
    if view.eyes != view.actor:
        raise SixfoldError(f"only seat {view.actor + 1} is to move, and this is not what it sees")


def loss_of(thoughts: Thoughts, best: Judged, other: Judged) -> tuple[float, float]:
    """How much less than the best a move is worth, and the standard error of that."""
    loss, error = best.lead(other)
    return loss, 0.0 if thoughts.exact or best is other else error
