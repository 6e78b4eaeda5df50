"""Promises of the engine that hold in every position of every game."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playing import (
    ALL_RULES,
    any_rules,
    draw_action,
    likely_action,
    position_of,
    seeds,
    shuffle_hidden,
    steps,
)
from sixfold import CHANCE, OVER, Outcome, Phase, Reason, Rules, State, compiled_kernels, explain
from sixfold.core.codes import EMPTY
from sixfold.core.kernel.ranking import standing
from sixfold.core.state import BoardState, CardState
from sixfold.notation import write_position


def slow_points(state: BoardState, cell: int, colour: int) -> int:
    """H12 and Q7 once more, by walking coordinates on a dictionary of what lies where."""
    board = state.rules.geometry
    lying = {board.coordinates[c]: content for c, content in enumerate(state.board) if content < EMPTY}
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    if board.shape == "hexagon":
        ways += [(1, -1), (-1, 1)]
    x, y = board.coordinates[cell]
    points = 0
    for dx, dy in ways:
        distance = 1
        while lying.get((x + distance * dx, y + distance * dy)) == colour:
            points += 1
            distance += 1
    return points


def tiles_of(state: State) -> "Counter[str]":
    """All halves of all tiles, wherever they are."""
    rules, everything = state.rules, state.everything()
    tiles = Counter(dict(enumerate(everything.pool)))
    tiles.update(kind for rack in everything.racks for kind in rack if kind is not None)
    halves: Counter[str] = Counter()
    if isinstance(state, CardState):
        tiles.update(kind for row in state.open_cards for kind in row)
        tiles.update(dict(enumerate(everything.discard)))  # type: ignore[attr-defined]  # a CardView
    elif isinstance(state, BoardState):
        tiles.update(everything.aside)  # type: ignore[attr-defined]  # a BoardView
        halves.update(
            rules.colours[content]
            for cell, content in enumerate(state.board)
            if content < EMPTY and cell not in rules.printed
        )
    for kind, count in tiles.items():
        halves.update({letter: rules.kinds[kind].count(letter) * count for letter in set(rules.kinds[kind])})
    return halves


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_tiles_are_conserved_through_whole_games(rules: Rules) -> None:
    at_the_start = tiles_of(State.new(rules))
    for state, _ in steps(rules, seed=1):
        assert tiles_of(state) == at_the_start


@given(any_rules(), seeds)
def test_tiles_are_conserved_with_any_options(rules: Rules, seed: int) -> None:
    assert tiles_of(position_of(rules, seed)) == tiles_of(State.new(rules))


@given(any_rules().filter(lambda rules: rules.is_board_game), seeds)
def test_potentials_are_what_a_slow_scorer_counts(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    assert isinstance(state, BoardState)
    for cell, potentials in enumerate(state.potentials):
        expected = [
            slow_points(state, cell, colour) if state.board[cell] == EMPTY else 0
            for colour in range(len(rules.colours))
        ]
        assert list(potentials) == expected


@pytest.mark.one_way
@given(any_rules(), seeds)
def test_compiled_and_uncompiled_games_are_identical_byte_for_byte(rules: Rules, seed: int) -> None:
    games = []
    for on in (False, True):
        with compiled_kernels(on):
            games.append([(bytes(state.record), action) for state, action in steps(rules, seed)])
    assert games[0] == games[1]


@given(any_rules(), seeds)
def test_apply_on_a_copy_never_touches_the_original(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    before, table = bytes(state.record), bytes(state.table)
    copy = state.copy()
    rng = random.Random(seed)
    while copy.actor != OVER:
        copy.apply(draw_action(copy, rng) if copy.actor == CHANCE else likely_action(copy, rng))
    assert bytes(state.record) == before
    assert bytes(state.table) == table


@given(any_rules(), seeds)
def test_legal_actions_are_ascending_distinct_and_exactly_the_legal_ones(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    actions = state.legal_actions()
    assert all(a < b for a, b in pairwise(actions))
    assert all(state.is_legal(action) for action in actions)
    rng = random.Random(seed)
    for action in rng.sample(range(-5, 25_000), 300):
        assert state.is_legal(action) == (action in actions)


@given(any_rules(), seeds)
def test_an_explained_score_adds_up_to_what_the_move_does(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    for action in random.Random(seed).sample(state.legal_actions(), min(10, len(state.legal_actions()))):
        if state.actor < 0:
            continue
        seat, score = state.actor, explain(state, action)
        after = state.copy()
        after.apply(action)
        assert score.before == state.seat_tracks(seat)
        assert score.after == after.seat_tracks(seat)
        for letter, before, now in zip(rules.colours, score.before, score.after, strict=True):
            assert 0 <= now - before <= score.points.get(letter, 0)
        if isinstance(state, BoardState):
            cells = rules.geometry.cell_of
            for half in score.halves:
                colour = rules.colours.index(half.colour)
                assert half.points == slow_points(state, cells[half.cell], colour)
                assert all(state.board[cells[cell]] == colour for line in half.lines for cell in line)


tracks = st.lists(st.integers(0, 18), min_size=6, max_size=6).map(tuple)


@pytest.mark.one_way
@given(st.lists(tracks, min_size=4, max_size=4).map(tuple))
def test_ranking_is_a_total_preorder_that_agrees_with_H22(sides: tuple[tuple[int, ...], ...]) -> None:
    outcome = Outcome.of(Rules.parse("hex(players=4)"), sides, Reason.FULL)
    for i, mine in enumerate(sides):
        better = sum(lowest_first_beats(theirs, mine) for theirs in sides)
        assert outcome.places[i] == 1 + better
        assert outcome.scores[i] == min(mine)
    assert sum(outcome.shares) == pytest.approx(1)


def lowest_first_beats(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """H22 word by word: take the lowest marker off both as long as they are equal."""
    left, right = list(mine), list(theirs)
    while left:
        if min(left) != min(right):
            return min(left) > min(right)
        left.remove(min(left))
        right.remove(min(right))
    return False


@pytest.mark.one_way
@given(tracks, tracks, tracks)
def test_standings_are_transitive_and_total(
    a: tuple[int, ...], b: tuple[int, ...], c: tuple[int, ...]
) -> None:
    for game in ("hex", "hex-duel", "square"):
        markers, rules = np.array([a, b, c], np.uint8), Rules.parse(game)
        x, y, z = (standing(rules.game.duel, markers, i, len(rules.colours)) for i in range(3))
        assert x <= y or y <= x
        assert not (x <= y <= z) or x <= z


# ---------------------------------------------------------------- secrecy


@settings(max_examples=40)
@given(any_rules(), seeds)
def test_secrecy_what_a_seat_cannot_know_changes_no_byte_of_its_view(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    rng = random.Random(seed)
    for seat in (None, *range(rules.players)):
        view = state.view(seat)
        knows_more = view.memory.epoch or (view.phase is Phase.EXCHANGE and view.mover != seat)
        other = view.sample(rng) if knows_more else shuffle_hidden(state, seat, rng)
        assert write_position(other.view(seat)) == write_position(view)
        assert repr(other.view(seat)) == repr(view)
        assert other.view(seat).legal_actions() == view.legal_actions()


@given(any_rules(), seeds)
def test_a_view_shows_ones_own_rack_and_nothing_of_the_others(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    for seat in (None, *range(rules.players)):
        for other, rack in enumerate(state.view(seat).racks):
            assert rack == (state.rack(other) if other == seat else (None,) * len(state.rack(other)))


@given(any_rules(), seeds)
def test_a_view_lists_the_legal_actions_of_its_own_seat_only(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    for seat in (None, *range(rules.players)):
        own = seat is not None and seat == state.actor
        assert state.view(seat).legal_actions() == (state.legal_actions() if own else [])


@settings(max_examples=40)
@given(any_rules(), seeds)
def test_a_sample_always_agrees_with_the_view(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    rng = random.Random(seed)
    for seat in (None, *range(rules.players)):
        view = state.view(seat)
        sampled = view.sample(rng)
        assert sampled.view(seat) == view
        assert tiles_of(sampled) == tiles_of(state)
