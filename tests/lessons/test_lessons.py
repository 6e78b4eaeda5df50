"""Lessons are sound: positions that can be, and aims that some moves reach and others miss."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest

from sixfold import CATALOGUE, MoveError
from sixfold.core.codes import EMPTY
from sixfold.core.rules import Rules
from sixfold.core.state import BoardState
from sixfold.core.validity import check
from sixfold.lessons import LESSONS, Aim, Lesson, Step, try_out
from sixfold.notation import parse_position, write_position

WORDS = Path(__file__).parents[2] / "web" / "src" / "words" / "lessons"
LANGUAGES = ("en", "de", "pl", "pt")
STEPS = [
    pytest.param(lesson, step, id=f"{lesson.name}-{step.name}")
    for lesson in LESSONS.values()
    for step in lesson.steps
]


def test_every_game_has_a_lesson() -> None:
    assert list(LESSONS) == list(CATALOGUE)
    for lesson in LESSONS.values():
        names = [step.name for step in lesson.steps]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_a_position_can_be(lesson: Lesson, step: Step) -> None:
    state = lesson.begin(step).state
    check(state.everything())
    assert parse_position(write_position(state)) == state


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_q8_no_closed_square_is_without_its_pyramid(lesson: Lesson, step: Step) -> None:
    state = lesson.begin(step).state
    if not state.rules.game.pyramids or not isinstance(state, BoardState):
        return
    around = state.rules.geometry.neighbours
    for cell, content in enumerate(state.board):
        if content == EMPTY:
            assert any(n is not None and state.board[n] == EMPTY for n in around[cell])


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_an_aim_is_reached_by_its_example_and_missed_by_other_moves(lesson: Lesson, step: Step) -> None:
    best = try_out(lesson, step, step.example)
    assert not best.goes_on
    assert best.missed is None
    begun = step.example[:-1]
    others = (
        try_out(lesson, step, [*begun, str(move)])
        for move in try_out(lesson, step, begun).match.legal_moves()
    )
    firsts = (try_out(lesson, step, [str(move)]) for move in lesson.begin(step).legal_moves())
    missed = next((made.missed for made in chain(firsts, others) if not made.goes_on and made.missed), None)
    assert missed, "an aim that cannot be missed teaches nothing"
    assert getattr(step.aim, missed), "what is missed was asked for"


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_where_an_exchange_is_the_aim_every_first_move_leads_to_it(lesson: Lesson, step: Step) -> None:
    if step.aim.says != "exchange":
        return
    for move in lesson.begin(step).legal_moves():
        words = [word.what for word in try_out(lesson, step, [str(move)]).match.legal_words()]
        assert "exchange" in words, move


def test_a_try_ends_with_its_last_move() -> None:
    hexagon = LESSONS["hex"]
    lines = next(step for step in hexagon.steps if step.name == "lines")
    with pytest.raises(MoveError, match="begin it again"):
        try_out(hexagon, lines, [*lines.example, "gy d5 d6"])
    with pytest.raises(MoveError, match="is taken"):
        try_out(hexagon, lines, ["rb e4 e3"])


def test_trying_out_changes_nothing_for_the_next_one() -> None:
    lesson = LESSONS["hex"]
    step = lesson.steps[0]
    before = lesson.begin(step).state
    try_out(lesson, step, step.example)
    assert lesson.begin(step).state == before


def test_everyone_draws_the_same() -> None:
    lesson = LESSONS["hex"]
    step = lesson.steps[0]
    racks = {try_out(lesson, step, step.example).match.rack(0) for _ in range(3)}
    assert len(racks) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_and_every_miss_has_its_words_and_no_word_is_left_over(language: str) -> None:
    words = set(said(language))
    needed = {
        f"{lesson.name}.{step.name}.{part}"
        for lesson in LESSONS.values()
        for step in lesson.steps
        for part in ("title", "say", "done")
    }
    aims = [step.aim for lesson in LESSONS.values() for step in lesson.steps]
    used = {name for name in Aim.__struct_fields__ for aim in aims if getattr(aim, name)}
    needed |= {f"miss.{name}" for name in used - {"colour"}} | {f"about.{name}" for name in LESSONS}
    assert words == needed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_every_number_that_is_said_is_one_of_the_position_or_its_rules(
    lesson: Lesson, step: Step, language: str
) -> None:
    words = said(language)
    begun, made = lesson.begin(step), try_out(lesson, step, step.example)
    markers = {marker for side in begun.state.tracks for marker in side}
    after = {marker for move in made.moves for marker in move.after}
    scored = {half.points for move in made.moves for half in move.halves}
    aimed = {int(getattr(step.aim, name)) for name in ("points", "weakest", "reaches")}
    missing = {lesson.rules.game.sheet - marker for marker in markers}
    known = markers | after | scored | aimed | missing | numbers_of(lesson.rules)
    for part in ("title", "say", "done"):
        text = words[f"{lesson.name}.{step.name}.{part}"]
        assert {int(number) for number in re.findall(r"\d+", text)} <= known, text


def numbers_of(rules: Rules) -> set[int]:
    """Where sheets and areas begin and end."""
    ends = rules.game.area_ends
    return {0, rules.game.sheet, rules.track, *ends, *(end + 1 for end in ends)}


def said(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return words
