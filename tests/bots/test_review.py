"""Reviews and hints: what is blamed, what is not, and for which reasons."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from composing import compose, compose_cards
from playing import ALL_RULES, played_match
from sixfold import Move, Phase, Rules, SixfoldError, State, compiled_kernels
from sixfold.bots.hints import find_hint
from sixfold.bots.kernel.memory import NETWORK
from sixfold.bots.levels import thinker_for
from sixfold.bots.reasons import (
    BonusMissed,
    ExchangeMissed,
    ExchangeNeedless,
    Gift,
    LowestLeft,
    MarkersLeft,
    PointsMissed,
    Reason,
    low_colours,
    next_opponent,
    reasons_for,
)
from sixfold.bots.review import LEAST_LOSS, MoveReview, judge_move, last_view, review_record
from sixfold.bots.thinking import Budget, Judged, Thinker, Thoughts
from sixfold.core.records import new_record
from sixfold.notation import GameRecord, parse_position

GOLDEN = Path(__file__).parents[1] / "golden" / "hex-2.txt"
SMALL = Budget(samples=60)
HEX = Rules.parse("hex(players=2)")


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> Iterator[None]:
    with compiled_kernels():
        yield


@cache
def empty_headed(rules: Rules) -> Thinker:
    """Thinks without any experience, which serves every game, trained for or not."""
    return Thinker(rules, new_record(NETWORK))


def record_of(rules: Rules, seed: int, moves: int = 1000) -> GameRecord:
    return GameRecord.of(played_match(rules, seed, moves))


def judge(state: State, move: str, seed: int = 0) -> MoveReview:
    view = state.view(state.actor)
    rng = random.Random(seed)
    return judge_move(thinker_for(state.rules), view, Move.parse(move, state.rules), SMALL, rng)


def reasons(state: State, played: str, better: str) -> tuple[Reason, ...]:
    rules = state.rules
    return reasons_for(state.view(state.actor), Move.parse(played, rules), Move.parse(better, rules))


def late_position() -> State:
    """Five places are left; red is the lowest of seat 2, and only c7 d6 brings it on far enough to win."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    state = parse_position(next(line.removeprefix("position: ") for line in lines if "2:place 1+35" in line))
    assert isinstance(state, State)
    return State.of(replace(state.everything(), tracks=((5,) * 6, (1, 9, 9, 9, 9, 9))))


# ---------------------------------------------------------------- judging moves


def test_the_best_move_has_no_loss_and_no_mark() -> None:
    for seed in range(3):
        match = played_match(HEX, seed, 12 + seed)
        view = match.view(match.actor)
        best = thinker_for(HEX).think(view, SMALL, random.Random(seed)).moves[0].move
        review = judge_move(thinker_for(HEX), view, best, SMALL, random.Random(seed))
        assert (review.best, review.loss, review.loss_error) == (best, 0, 0)
        assert not review.marked
        assert review.reasons == ()


def test_giving_away_the_lowest_colour_late_is_marked_with_its_reason() -> None:
    review = judge(late_position(), "yy e5 e6")
    assert review.marked
    assert review.grave
    assert str(review.best) == "rr c7 d6"
    assert review.loss == pytest.approx(1, abs=0.01)
    assert LowestLeft(("r",), 1, 7) in review.reasons
    assert PointsMissed({"r": 6}, ("r",)) in review.reasons
    assert (review.seat, review.turn) == (1, 36)


def test_the_move_that_wins_is_not_marked() -> None:
    review = judge(late_position(), "rr c7 d6")
    assert (review.loss, review.marked) == (0, False)
    assert review.share == pytest.approx(1, abs=0.01)


def test_a_move_as_good_as_the_best_counts_as_the_best() -> None:
    state = State.of(replace(late_position().everything(), tracks=((18,) * 6, (0,) * 6)))  # lost anyhow
    for move in ("yy e5 e6", "rr c7 d6"):
        review = judge(state, move)
        assert (str(review.best), review.loss, review.reasons) == (move, 0, ())


def test_only_losses_beyond_two_errors_that_matter_are_marked() -> None:
    review = judge(late_position(), "yy e5 e6")
    assert replace(review, loss=0.1, loss_error=0.049).marked
    assert not replace(review, loss=0.1, loss_error=0.051).marked
    assert not replace(review, loss=LEAST_LOSS / 2, loss_error=0).marked
    assert not replace(review, loss=0.1, loss_error=float("inf")).marked
    assert not replace(review, loss=0.09, loss_error=0).grave


def test_where_everything_is_known_a_loss_has_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def solved(move: str, share: float) -> Judged:
        return Judged(Move.parse(move, HEX), share, 0.0, 1, None, np.array([share], np.float32))

    exact = Thoughts((solved("rr c7 d6", 1), solved("yy e5 e6", 0.5)), True, 0.0)
    monkeypatch.setattr(Thinker, "think", lambda *_, **__: exact)
    review = judge(late_position(), "yy e5 e6")
    assert (review.exact, review.loss, review.loss_error, review.marked) == (True, 0.5, 0, True)


def test_what_the_mover_could_not_know_changes_nothing() -> None:
    state = played_match(HEX, 3, 20).state
    view = state.view(state.actor)
    other = view.sample(random.Random(5))
    assert other != state
    move = str(state.legal_moves()[0])
    assert judge(state, move) == judge(other, move)


def test_a_view_of_somebody_else_is_refused() -> None:
    state = played_match(HEX, 3, 20).state
    move = state.legal_moves()[0]
    for view in (state.everything(), state.view(None), state.view(1 - state.actor)):
        with pytest.raises(SixfoldError, match="this is not what it sees"):
            judge_move(thinker_for(HEX), view, move, SMALL, random.Random(0))


# ---------------------------------------------------------------- whole games


def test_a_review_judges_every_decision_once_and_sums_up() -> None:
    record = record_of(HEX, 1, 9)
    told: list[tuple[int, int]] = []
    review = review_record(record, SMALL, 7, lambda done, total: told.append((done, total)))
    played = [event for event in record.match.events if event.score]
    assert [str(move.move) for move in review.moves] == [event.text for event in played]
    assert [(move.number, move.turn, move.seat) for move in review.moves] == [
        (number, event.turn + 1, event.actor) for number, event in enumerate(played, 1)
    ]
    assert told == [(number, len(played)) for number in range(1, len(played) + 1)]
    assert not review.stopped
    assert review.result is None
    for summary in review.summaries:
        own = [move for move in review.moves if move.seat == summary.seat]
        assert summary.moves == len(own)
        assert summary.marked == sum(move.marked for move in own)
        assert summary.total_loss == pytest.approx(sum(move.loss for move in own))
        assert summary.mean_loss == pytest.approx(summary.total_loss / len(own))
        if summary.worst:
            assert summary.worst.loss == max(move.loss for move in own if move.marked)


def test_the_same_seed_gives_the_same_review_whoever_else_is_judged() -> None:
    record = record_of(HEX, 2, 8)
    review = review_record(record, SMALL, 1)
    assert review_record(record, SMALL, 1) == review
    assert review_record(record, SMALL, 2) != review
    second = review_record(record, SMALL, 1, seats=[1])
    assert second.moves == tuple(move for move in review.moves if move.seat == 1)


def test_ctrl_c_keeps_what_is_judged() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    review = review_record(record_of(HEX, 2, 8), SMALL, 1, interrupt)
    assert review.stopped
    assert len(review.moves) == 3


def test_the_line_of_two_sides_is_the_first_one_s_and_ends_with_the_result() -> None:
    record = record_of(HEX, 4)
    review = replace(review_record(record, SMALL, seats=[]), moves=())
    (line,) = review.lines
    turns = record.match.events[-1].turn + 1
    assert line.points == ((turns + 1, record.match.outcome().shares[0]),)
    move = judge(record_of(HEX, 4, 4).match.state, str(record_of(HEX, 4, 5).match.events[-2].text))
    for seat, share in ((0, move.share), (1, 1 - move.share)):
        (line,) = replace(review, moves=(replace(move, seat=seat),), stopped=True).lines
        assert line.points[0] == pytest.approx((move.turn, share))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_game_can_be_reviewed(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.bots.review.thinker_for", empty_headed)
    record = record_of(rules, 5)
    review = review_record(record, Budget(samples=8))
    assert len(review.moves) == sum(event.score is not None for event in record.match.events)
    assert all(0 <= move.share <= 1 and move.loss >= 0 for move in review.moves)
    assert review.result is not None
    if rules.players > 1:
        assert sum(review.result) == pytest.approx(1)
    else:
        assert review.result == (record.match.outcome().scores[0] / rules.track,)
    assert len(review.lines) == (1 if len(set(rules.sides)) <= 2 else rules.players)
    for line in review.lines:
        assert all(a[0] <= b[0] for a, b in pairwise(line.points))


# ---------------------------------------------------------------- hints


def test_a_hint_has_the_best_moves_and_says_why_not_the_most_points() -> None:
    state = State.of(replace(late_position().everything(), tracks=((5,) * 6, (1, 9, 9, 9, 9, 9))))
    hint = find_hint(thinker_for(HEX), state.view(1), SMALL, most=3)
    assert len(hint.suggestions) == 3
    best = hint.suggestions[0]
    assert (str(best.move), best.points, best.loss, best.markers[0]) == ("rr c7 d6", {"r": 6}, 0, 7)
    assert hint.most_points == best
    assert hint.reasons == ()
    assert find_hint(thinker_for(HEX), state.view(1), SMALL, most=3) == hint

    # Red at its end, blue lowest: now the six points in red are worth nothing.
    state = State.of(replace(state.everything(), tracks=((9, 9, 1, 9, 9, 9), (10, 9, 1, 9, 9, 9))))
    hint = find_hint(thinker_for(HEX), state.view(1), SMALL)
    assert str(hint.most_points.move) == "rr c7 d6"
    assert str(hint.suggestions[0].move) == "bo f4 e5"
    assert LowestLeft(("b",), 1, 2) in hint.reasons


def test_a_hint_for_a_record_is_about_its_end_or_a_seat_s_last_decision() -> None:
    unfinished, finished = record_of(HEX, 1, 9), record_of(HEX, 1)
    actor = unfinished.match.actor
    assert last_view(unfinished) == unfinished.match.view(actor)
    other = last_view(unfinished, 1 - actor)
    assert other.actor == other.eyes == 1 - actor
    assert last_view(finished, 0).actor == 0
    with pytest.raises(SixfoldError, match="the game is over; name a seat"):
        last_view(finished)
    start = record_of(HEX, 1, 0)
    with pytest.raises(SixfoldError, match="was never to move"):
        last_view(start, 1 - start.match.actor)


# ---------------------------------------------------------------- reasons


def test_a_missed_bonus_move() -> None:
    state = compose("hex(players=2)", racks=["rr bb gg"], tracks=["17 9 9 9 9 9", "9 9 9 9 9 9"])
    assert BonusMissed(0, 1) in reasons(state, "bb e5 e6", "rr a7 a8")
    assert not any(isinstance(r, BonusMissed) for r in reasons(state, "rr a7 a8", "bb e5 e6"))


def test_the_lowest_colour_left_behind() -> None:
    state = compose("hex(players=2)", racks=["rr bb gg"], tracks=["0 3 3 3 3 3", "9 9 9 9 9 9"])
    assert reasons(state, "bb e5 e6", "rr a7 a8")[:2] == (
        LowestLeft(("r",), 0, 1),
        PointsMissed({"r": 1}, ("r",)),
    )


def test_points_are_missed_in_all_or_in_low_colours() -> None:
    high = compose("hex(players=2)", racks=["rr gg bb"], tracks=["9 0 1 1 1 1", "9 9 9 9 9 9"])
    assert PointsMissed({"r": 1}, ()) in reasons(high, "bb e5 e6", "rr a7 a8")
    # A point in low green for a point in high red: none in all, but one where it matters.
    level = compose("hex(players=2)", racks=["rr gg bb"], tracks=["9 1 1 1 0 0", "9 9 9 9 9 9"])
    assert PointsMissed({"r": -1, "g": 1}, ("g",)) in reasons(level, "rr a7 a8", "gg a10 a9")
    assert not any(isinstance(r, PointsMissed) for r in reasons(level, "gg a10 a9", "rr a7 a8"))


def test_low_are_the_colours_of_the_lower_half() -> None:
    assert low_colours(HEX, (0, 1, 2, 3, 4, 5)) == ("r", "g", "b")
    assert low_colours(HEX, (5, 5, 5, 5, 5, 5)) == tuple("rgboyp")
    assert low_colours(HEX, (0, 9, 9, 9, 9, 9)) == tuple("rgboyp")
    assert low_colours(HEX, (9, 0, 0, 0, 9, 9)) == ("g", "b", "o")


def test_a_gift_to_the_next_opponent() -> None:
    tiles = ["rr d3 d4", "rr d5 d6"]
    tracks = ["9 9 9 9 9 9", "0 1 2 9 9 9"]
    state = compose("hex(players=2)", tiles=tiles, racks=["bb yy gg"], tracks=tracks)
    gifts = [r for r in reasons(state, "yy h4 h5", "bb d7 d8") if isinstance(r, Gift)]
    assert gifts == [Gift(1, "r", 4, 2)]
    not_needed = compose("hex(players=2)", tiles=tiles, racks=["bb yy gg"], tracks=[tracks[0], "9 1 2 3 9 9"])
    assert not any(isinstance(r, Gift) for r in reasons(not_needed, "yy h4 h5", "bb d7 d8"))
    at_the_end = compose(
        "hex(players=2)", tiles=tiles, racks=["bb yy gg"], tracks=[tracks[0], "17 18 18 18 18 18"]
    )
    assert not any(isinstance(r, Gift) for r in reasons(at_the_end, "yy h4 h5", "bb d7 d8"))


def test_a_gift_of_cards_is_what_shows() -> None:
    state = compose_cards(
        "cards(players=2)",
        open_cards=["gb gb", "go gy"],
        racks=["rg op"],
        tracks=["3 3 3 3 3 3", "3 0 3 0 3 0"],
    )
    # The oldest card goes, so green shows on three cards, and on the new one if that has it.
    assert Gift(1, "g", 4, 3) in reasons(state, "rg", "op")
    assert Gift(1, "o", 2, 1) in reasons(state, "op", "rg")


def test_partners_get_no_gifts() -> None:
    assert [next_opponent(Rules.parse("hex-team"), seat) for seat in range(4)] == [1, 2, 3, 0]
    assert next_opponent(Rules.parse("hex-solo"), 0) is None
    assert next_opponent(Rules.parse("hex(players=3)"), 2) == 0


@pytest.mark.parametrize(
    ("played", "better", "reason"),
    [("keep", "exchange", ExchangeMissed()), ("exchange", "keep", ExchangeNeedless())],
)
def test_an_exchange_missed_or_needless(played: str, better: str, reason: Reason) -> None:
    racks = ["bb gg yy pp oo gb"]
    state = compose("hex(players=2)", racks=racks, tracks=["0 9 9 9 9 9", "9 9 9 9 9 9"])
    state.apply(Move.parse("bb e5 e6", state.rules).action(state.rules))
    assert state.phase is Phase.EXCHANGE
    assert reasons(state, played, better) == (reason,)


def test_in_the_duel_markers_count_by_side() -> None:
    state = compose("hex-duel", racks=["rr bb yy"], tracks=["0 0 0 0 0 0", "0 0 0 0 0 0"])
    assert reasons(state, "bb e5 e6", "rr a7 a8")[:2] == (
        MarkersLeft(0, 1),
        PointsMissed({"r": 1}, tuple("r")),
    )
    pulled = compose("hex-duel", racks=["rr bb yy"], tracks=["0 0 0 0 0 0", "2 0 0 0 0 0"])
    assert PointsMissed({"r": 1}, ("r",)) in reasons(pulled, "bb e5 e6", "rr a7 a8")


def test_the_same_move_has_no_reasons() -> None:
    state = compose("hex(players=2)", racks=["rr bb gg"])
    assert reasons(state, "rr a7 a8", "rr a7 a8") == ()
