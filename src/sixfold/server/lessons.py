"""Lessons as clients see them. Nothing is kept: whoever tries something sends all moves of the attempt."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from ..core.errors import MoveError
from ..core.match import Match
from ..lessons import LESSONS, Lesson, Step, Try, try_out
from ..lessons.lesson import LEARNER
from .protocol.lessons import LessonListed, Lessons, LessonSight, LessonStep, Tried
from .protocol.refusals import Refusal
from .protocol.sights import GameSight, MoveSight, Yours
from .tables.explaining import past_move_sight
from .tables.looking import match_sight, outcome_sight, own_sight
from .tables.playing import shown_tiles


def listed() -> Lessons:
    """All lessons."""
    return Lessons(
        lessons=tuple(LessonListed(name=lesson.name, steps=len(lesson.steps)) for lesson in LESSONS.values())
    )


@cache
def lesson_sight(name: str) -> LessonSight:
    """A lesson with the positions of all steps."""
    lesson = _lesson(name)
    return LessonSight(
        name=lesson.name,
        rules=str(lesson.rules),
        steps=tuple(_step_sight(lesson, step) for step in lesson.steps),
    )


def attempt(name: str, number: str, moves: Sequence[str]) -> Tried:
    """What becomes of a step by some moves."""
    lesson = _lesson(name)
    if not (number.isascii() and number.isdecimal()) or len(number) > 3 or int(number) >= len(lesson.steps):
        raise Refusal("not_found", f"the steps of {name} are 0 to {len(lesson.steps) - 1}")
    try:
        made = try_out(lesson, lesson.steps[int(number)], moves)
    except MoveError as error:
        raise Refusal("illegal_move", str(error)) from None
    game, yours = _sights(made)
    missed = None if made.goes_on else made.missed
    return Tried(game=game, yours=yours, goes_on=made.goes_on, missed=missed)


def _lesson(name: str) -> Lesson:
    if name not in LESSONS:
        raise Refusal("not_found", f"there are lessons of {', '.join(LESSONS)}")
    return LESSONS[name]


def _step_sight(lesson: Lesson, step: Step) -> LessonStep:
    game, yours = _sights(try_out(lesson, step, ()))
    return LessonStep(name=step.name, aim=step.aim, game=game, yours=yours, example=step.example)


def _sights(made: Try) -> tuple[GameSight, Yours]:
    """The position after an attempt. What lay on the board before it are the game's first moves."""
    match, lain = made.match, len(made.step.tiles)
    public = match.view(None)
    outcome = outcome_sight(match.outcome()) if match.is_over else None
    game = match_sight(match, public, _moves(made), outcome=outcome, is_open=match.is_over)
    return replace(game, made=lain + match.made), own_sight(match, public, (LEARNER,), LEARNER)


def _moves(made: Try) -> tuple[MoveSight, ...]:
    lain = made.step.tiles
    players, starter = made.match.rules.players, made.match.starter
    sights = [
        MoveSight(number=number, seat=(starter + number) % players, turn=number, move=tile)
        for number, tile in enumerate(lain)
    ]
    pairs = zip(made.matches, made.matches[1:], strict=False)
    sights += [_move(len(lain) + i, before, after) for i, (before, after) in enumerate(pairs)]
    return tuple(sights)


def _move(number: int, before: Match, after: Match) -> MoveSight:
    _, event = next(after.moves_backwards())
    return past_move_sight(after.rules, number, event, shown_tiles(before, after))
