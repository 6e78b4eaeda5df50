"""A hint: the best moves of a position, and why the one with most points is not among them, if it is not."""

import random
from dataclasses import dataclass
from typing import Final

from ..core.moves import Move
from ..core.rules import Rules
from ..core.views import View
from .grouping import groups
from .reasons import Reason, Step, reasons_for
from .review import check_eyes, loss_of
from .simple import most_points
from .thinking import Budget, Judged, Thinker, Thoughts

_GREEDY: Final = 4  # moves with most points that are surely looked at; there may be dozens alike


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move that one might make."""

    move: Move
    share: float
    error: float
    loss: float
    """How much less it is than the best, and the standard error of that."""
    loss_error: float
    points: dict[str, int]
    markers: tuple[int, ...]
    """Where the seat's markers stand then."""
    bonus_moves: int
    reply: Move | None


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves of a position."""

    rules: Rules
    seat: int
    budget: Budget
    seed: int
    suggestions: tuple[Suggestion, ...]
    """The best first."""
    most_points: Suggestion
    """Of the moves that score most, which is what one sees first, the best that was tried."""
    reasons: tuple[Reason, ...]
    """In what the best move differs from that one."""
    exact: bool


def find_hint(thinker: Thinker, view: View, budget: Budget, seed: int = 0, most: int = 5) -> Hint:
    """The best moves of the seat that looks, which is the seat to act, and why not simply the most points."""
    check_eyes(view)
    greedy = _most_points(view)
    thoughts = thinker.think(view, budget, random.Random(f"{seed}/hint"), also=greedy[:_GREEDY])
    tempting = next(judged for judged in thoughts.moves if judged.move in greedy)
    return Hint(
        rules=view.rules,
        seat=view.actor,
        budget=budget,
        seed=seed,
        suggestions=tuple(_suggestion(view, thoughts, judged) for judged in thoughts.moves[:most]),
        most_points=_suggestion(view, thoughts, tempting),
        reasons=reasons_for(view, tempting.move, thoughts.moves[0].move),
        exact=thoughts.exact,
    )


def _suggestion(view: View, thoughts: Thoughts, judged: Judged) -> Suggestion:
    loss, loss_error = loss_of(thoughts, thoughts.moves[0], judged)
    score = Step.of(view, judged.move).score
    return Suggestion(
        judged.move, judged.share, judged.error, loss, loss_error, score.points, score.after,
        score.bonus_moves, judged.reply,
    )  # fmt: skip


def _most_points(view: View) -> list[Move]:
    """The moves that score most."""
    state = view.sample(random.Random(0))
    by_worth: dict[tuple[int, ...], list[int]] = {}
    for actions in groups(state):
        after = state.copy()
        after.apply(actions[0])
        by_worth.setdefault(most_points(after, view.actor), []).extend(actions)
    return [Move.of(action, view.rules) for action in sorted(by_worth[max(by_worth)])]
