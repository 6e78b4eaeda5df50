"""Lessons on the wire: positions to be tried out, in the same sights as a table's."""

from typing import Annotated

from msgspec import Meta

from ...lessons.lesson import Aim
from ...lessons.trying import Miss
from .sights import GameSight, Sight, Yours


class LessonListed(Sight, frozen=True):
    """A lesson, named after its game."""

    name: str
    steps: int
    """How many it has."""


class Lessons(Sight, frozen=True):
    """All lessons."""

    lessons: tuple[LessonListed, ...]


class LessonStep(Sight, frozen=True):
    """A position to be tried out, and what is to be reached there."""

    name: str
    aim: Aim
    game: GameSight
    yours: Yours
    example: tuple[str, ...]
    """Moves that reach the aim, for who wants to be shown."""


class LessonSight(Sight, frozen=True):
    """A lesson with all its steps."""

    name: str
    rules: str
    """The rules of all positions, as text."""
    steps: tuple[LessonStep, ...]


class Attempt(Sight, frozen=True, forbid_unknown_fields=True):
    """Somebody's moves in a step, from its position on."""

    moves: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=20)], ...], Meta(min_length=1, max_length=4)
    ]


class Tried(Sight, frozen=True):
    """The step after the moves of an attempt, the last of which is the last of `game.moves`."""

    game: GameSight
    yours: Yours
    goes_on: bool = False
    """More is to be done in this step: a bonus move, or the question of an exchange."""
    missed: Miss | None = None
    """What of the aim was not reached; left out if all was, or if it goes on."""
