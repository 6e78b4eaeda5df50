"""A step tried out: the moves that somebody made there, and whether they reach its aim."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..core.errors import MoveError
from ..core.match import Match
from ..core.scoring import Explanation
from .lesson import LEARNER, Aim, Lesson, Step

Miss = Literal["says", "wins", "pyramids", "bonus", "points", "colours", "reaches", "weakest", "ahead"]
"""What of an aim a try does not bring about."""


@dataclass(frozen=True)
class Try:
    """Some moves of the learner in a step, and the matches before, between and after them."""

    step: Step
    matches: tuple[Match, ...]
    moves: tuple[Explanation, ...]

    @property
    def match(self) -> Match:
        """The match after the moves."""
        return self.matches[-1]

    @property
    def goes_on(self) -> bool:
        """Whether more is to be done before the aim is looked at."""
        return len(self.moves) < self.step.moves and self.match.actor == LEARNER

    @property
    def missed(self) -> Miss | None:
        """The first part of the aim that the moves do not bring about."""
        return next((miss for miss, reached in _parts(self.step.aim, self) if not reached), None)


def try_out(lesson: Lesson, step: Step, moves: Sequence[str]) -> Try:
    """The step after some moves of the learner; a `MoveError` says why they cannot be made."""
    made = Try(step, (lesson.begin(step),), ())
    for move in moves:
        if made.moves and not made.goes_on:
            raise MoveError("the step is over: begin it again")
        after = made.match.after(move, LEARNER)
        _, event = next(after.moves_backwards())
        assert event.score
        made = Try(step, (*made.matches, after), (*made.moves, event.score))
    return made


def _parts(aim: Aim, made: Try) -> list[tuple[Miss, bool]]:
    points: Counter[str] = Counter()
    for move in made.moves:
        points.update(move.points)
    scoring = sum(count > 0 for count in points.values())
    colours = made.match.rules.colours
    own = made.match.state.seat_tracks(LEARNER)
    counted = points[aim.colour] if aim.colour else points.total()
    outcome = made.match.outcome()
    return [
        ("says", not aim.says or any(move.move.what == aim.says for move in made.moves)),
        ("wins", not aim.wins or (made.match.is_over and outcome.places[LEARNER] == 1)),
        ("pyramids", sum(len(move.pyramids) for move in made.moves) >= aim.pyramids),
        ("bonus", sum(move.bonus_moves for move in made.moves) >= aim.bonus),
        ("points", counted >= aim.points),
        ("colours", scoring >= aim.colours),
        ("reaches", not aim.reaches or own[colours.index(aim.colour)] >= aim.reaches),
        ("weakest", min(own) >= aim.weakest),
        ("ahead", sum(marker > 0 for marker in own) >= aim.ahead),
    ]
