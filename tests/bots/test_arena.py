"""The arena: the same deals for all, seats rotated, and numbers that can be checked by hand."""

import math
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from sixfold import Dealer, Match, Rules, SixfoldError, View, compiled_kernels
from sixfold.bots import make_bot
from sixfold.bots.arena import ArenaError, GameResult, Plan, deal_seed, fair_share, play_deal, seatings
from sixfold.bots.arena_pool import play_plan
from sixfold.bots.arena_summary import Summary, summarise
from sixfold.bots.estimates import mean_estimate, share_estimate, student
from sixfold.bots.ratings import rate
from sixfold.core.moves import Move

Z = 1.959964


@pytest.fixture(autouse=True)
def _compiled() -> Iterator[None]:
    with compiled_kernels():
        yield


def plan_of(game: str, *names: str, deals: int = 1, seed: int = 0) -> Plan:
    return Plan.of(Rules.parse(game), names, deals, seed)


def played(plan: Plan) -> list[GameResult]:
    return [game for task in plan.tasks for game in play_deal(task)]


def summary_of(game: str, *names: str, deals: int) -> Summary:
    plan = plan_of(game, *names, deals=deals)
    return summarise(plan, played(plan))


# ---------------------------------------------------------------- what is played


@pytest.mark.parametrize(
    ("game", "expected", "fair"),
    [
        ("hex(players=2)", [(0, 1), (1, 0)], 1 / 2),
        ("hex-duel", [(0, 1), (1, 0)], 1 / 2),
        ("cards(players=3)", [(0, 1, 1), (1, 0, 1), (1, 1, 0)], 1 / 3),
        ("hex-team", [(0, 1, 0, 1), (1, 0, 1, 0)], 1 / 2),
        ("hex-solo", [(0,)], 1),
    ],
)
def test_the_first_bot_takes_each_side_once(game: str, expected: list[tuple[int, ...]], fair: float) -> None:
    rules = Rules.parse(game)
    assert seatings(rules) == expected
    assert fair_share(rules) == fair


def test_all_pairings_play_the_same_deals_in_step() -> None:
    tasks = list(plan_of("cards", "random", "greedy", "lexmin", deals=2).tasks)
    labels = [tuple(entrant.label for entrant in task.pairing) for task in tasks]
    assert labels == [("random", "greedy"), ("random", "lexmin"), ("greedy", "lexmin")] * 2
    assert [task.deal for task in tasks] == [1, 1, 1, 2, 2, 2]
    assert [task.seed for task in tasks] == [deal_seed(0, 1)] * 3 + [deal_seed(0, 2)] * 3
    assert deal_seed(0, 1) != deal_seed(0, 2) != deal_seed(1, 2)


def test_seats_rotate_on_one_and_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    racks: list[tuple[int, tuple[int | None, ...]]] = []

    class Spy:
        """A bot that notes with which rack it began."""

        def __init__(self, name: str, rng: random.Random, time_limit: float) -> None:
            self.bot = make_bot(name, rng)
            self.began = False

        def choose(self, view: View) -> Move:
            if not self.began:
                racks.append((view.actor, view.racks[view.actor]))
            self.began = True
            return self.bot.choose(view)

    monkeypatch.setattr("sixfold.bots.arena.make_bot", Spy)
    (task,) = plan_of("hex(players=3)", "random", "random").tasks
    games = play_deal(task)
    assert [game.seating for game in games] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    deal = Match(task.rules, Dealer(task.seed))
    assert {game.starter for game in games} == {deal.actor}
    assert len(racks) == 9
    assert set(racks) == {(seat, deal.state.rack(seat)) for seat in range(3)}


def test_a_pairing_s_games_do_not_depend_on_who_else_takes_part() -> None:
    alone = played(plan_of("cards", "greedy", "lexmin", deals=2))
    among = played(plan_of("cards", "random", "greedy", "lexmin", deals=2))
    assert alone == [game for game in among if game.pairing == alone[0].pairing]


def test_another_seed_means_other_games() -> None:
    one, same, other = (played(plan_of("cards", "greedy", "random", seed=seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_bot_against_itself_is_labelled_and_plays_two_different_games() -> None:
    plan = plan_of("cards", "lexmin", "random", "lexmin")
    assert [entrant.label for entrant in plan.entrants] == ["lexmin#1", "random", "lexmin#2"]
    first, second = played(plan_of("cards", "lexmin", "lexmin"))
    assert first.outcome.scores != second.outcome.scores


@pytest.mark.parametrize(
    ("game", "names", "message"),
    [
        ("hex", ["lexmin", "martian"], r"no bot is called 'martian'; there are random, greedy, lexmin"),
        ("hex", ["lexmin"], r"hex\(players=2\) needs two bots to compare"),
        ("hex-solo", [], r"hex-solo needs"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(game: str, names: list[str], message: str) -> None:
    with pytest.raises(SixfoldError, match=message):
        plan_of(game, *names)


class Cheat:
    """Plays what is not allowed."""

    def __init__(self, name: str, rng: random.Random, time_limit: float) -> None:
        pass

    def choose(self, view: View) -> Move:
        return Move("pass")


def test_a_bot_s_mistake_names_bot_deal_and_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.bots.arena.make_bot", Cheat)
    (task,) = plan_of("cards(start=2)", "greedy", "lexmin").tasks
    with pytest.raises(ArenaError) as caught:
        play_deal(task)
    message = str(caught.value)
    assert message.startswith("lexmin failed on deal 1 in seat 2: MoveError: ")
    assert task.seed.hex() in message
    assert "position: cards(players=2,start=2) " in message


# ---------------------------------------------------------------- processes


def test_the_number_of_processes_changes_nothing() -> None:
    plan = plan_of("cards", "greedy", "lexmin", "random", deals=2)
    expected = played(plan)
    for jobs in (1, 2):
        deals = list(play_plan(plan, jobs, threading.Event()))
        deals.sort(key=lambda games: (games[0].deal, plan.pairings.index(games[0].pairing)))
        games = [game for deal in deals for game in deal]
        assert games == expected
        assert all(seconds > 0 for game in games for seconds in game.seconds)
        assert replace(summarise(plan, games), pairings=()) == replace(summarise(plan, expected), pairings=())


def test_a_process_killed_in_mid_thought_loses_nothing() -> None:
    plan = plan_of("hex", "greedy", "lexmin", deals=6)
    games = []
    for number, deal in enumerate(play_plan(plan, 2, threading.Event())):
        games += deal
        if number == 1:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    assert sorted(games, key=lambda game: (game.deal, game.seating)) == played(plan)


def test_a_stop_before_the_start_plays_nothing() -> None:
    stop = threading.Event()
    stop.set()
    assert list(play_plan(plan_of("cards", "greedy", "random", deals=1000), 1, stop)) == []


# ---------------------------------------------------------------- intervals


def wilson(mean: float, games: float) -> tuple[float, float]:
    """The interval as textbooks write it."""
    centre = (mean + Z**2 / (2 * games)) / (1 + Z**2 / games)
    reach = Z / (1 + Z**2 / games) * math.sqrt(mean * (1 - mean) / games + Z**2 / (4 * games**2))
    return centre - reach, centre + reach


@pytest.mark.parametrize(
    ("shares", "games_a_deal", "games"),
    [
        ([1.0, 1.0, 0.0, 1.0, 0.0], 2, 4),  # mean 3/5, variance 3/10: deals of one piece, 5 * 0.24 / 0.3
        ([1.0, 0.5, 0.5, 0.0], 2, 6),  # variance 1/6: 4 * 0.25 / (1 / 6) of 8 games
        ([0.5, 0.5, 0.5], 2, 6),  # no variance: as many as were played
        ([1.0] * 10, 3, 30),
        ([0.5], 2, 1),  # one deal counts as one game
    ],
)
def test_a_share_s_interval_is_wilson_s_over_deals(
    shares: list[float], games_a_deal: int, games: float
) -> None:
    mean = sum(shares) / len(shares)
    estimate = share_estimate(shares, games_a_deal)
    assert estimate.value == pytest.approx(mean)
    assert (estimate.low, estimate.high) == pytest.approx(wilson(mean, games))


def test_a_share_s_interval_in_numbers() -> None:
    estimate = share_estimate([1.0] * 60 + [0.0] * 40, 1)  # Wilson's for 60 of 99 is known from any table
    assert (estimate.low, estimate.high) == pytest.approx((0.5014, 0.6910), abs=1e-3)
    assert share_estimate([1.0] * 10, 1).low == pytest.approx(10 / (10 + Z**2))
    assert share_estimate([0.0] * 10, 1).low == 0


@pytest.mark.parametrize(("freedom", "table"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (60, 2.000)])
def test_student_s_quantile_agrees_with_the_table(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, rel=0.01)


def test_a_mean_s_interval_is_student_s() -> None:
    estimate = mean_estimate([2.0, 4.0, 6.0])  # deviation 2, error 2 / sqrt 3, two degrees of freedom
    assert estimate.value == 4
    assert estimate.high - 4 == pytest.approx(4.3027 * 2 / math.sqrt(3))
    assert 4 - estimate.low == pytest.approx(estimate.high - 4)
    assert mean_estimate([3.0]).high == math.inf


# ---------------------------------------------------------------- ratings

STRENGTHS = (1800.0, 1550.0, 1450.0, 1200.0)


def synthetic(fair: float, deals: int) -> dict[tuple[int, int], dict[int, float]]:
    """Results exactly as the strengths would have them on average."""
    shares = {}
    for a, b in combinations(range(len(STRENGTHS)), 2):
        odds = 10 ** ((STRENGTHS[a] - STRENGTHS[b]) / 400) * fair / (1 - fair)
        won = round(deals * odds / (1 + odds))
        shares[a, b] = {deal: float(deal < won) for deal in range(deals)}
    return shares


@pytest.mark.parametrize("fair", [1 / 2, 1 / 3, 1 / 4])
def test_ratings_find_the_strengths_behind_the_results(fair: float) -> None:
    ratings = rate(4, synthetic(fair, 5000), fair)
    assert [rating.value for rating in ratings] == pytest.approx(STRENGTHS, abs=3)
    for rating, strength in zip(ratings, STRENGTHS, strict=True):
        assert rating.low < strength < rating.high
        assert rating.high - rating.low < 60


def test_ratings_of_two_agree_with_elo_s_formula() -> None:
    first, second = rate(2, {(0, 1): {deal: float(deal < 75) for deal in range(100)}}, 0.5)
    odds = 75.5 / 25.5  # with the deal that everybody is given
    assert first.value - second.value == pytest.approx(400 * math.log10(odds))
    assert first.value + second.value == pytest.approx(3000)


def test_who_wins_everything_is_rated_high_but_not_infinitely_and_not_surely() -> None:
    always = dict.fromkeys(range(50), 1.0)
    best, _, worst = rate(3, {(0, 1): always, (0, 2): always, (1, 2): always}, 0.5)
    assert 1900 < best.value < 2500
    assert best.high - best.low > 100
    assert worst.high < best.low


def test_ratings_do_without_the_deals_that_a_stop_has_cut_off() -> None:
    shares = synthetic(0.5, 2000)
    del shares[0, 3][1999], shares[1, 2][0]
    assert [rating.value for rating in rate(4, shares, 0.5)] == pytest.approx(STRENGTHS, abs=5)


# ---------------------------------------------------------------- summaries


def test_lexmin_beats_random_at_hex() -> None:
    (pair,) = summary_of("hex", "lexmin", "random", deals=4).pairings
    assert (pair.deals, pair.games) == (4, 8)
    assert pair.share.value > 0.9
    assert pair.share.low > 0.5
    assert pair.first.score > pair.second.score + 3
    assert pair.first.ms > pair.second.ms > 0


def test_three_players_fair_is_a_third() -> None:
    summary = summary_of("cards(players=3)", "greedy", "random", deals=3)
    (pair,) = summary.pairings
    assert pair.games == 9
    assert summary.fair_share == pytest.approx(1 / 3)
    assert pair.share.value > 0.6
    assert pair.first.score > pair.second.score


def test_a_team_s_shares_are_added_up() -> None:
    (pair,) = summary_of("hex-team", "greedy", "random", deals=1).pairings
    assert pair.games == 2
    assert pair.share.value == 1


def test_shares_of_a_game_add_up_to_one_and_ties_are_shared() -> None:
    game = played(plan_of("cards(players=3)", "greedy", "random"))[1]
    assert game.share(0) + game.share(1) == pytest.approx(1)
    tie = replace(game, outcome=replace(game.outcome, places=(1, 1, 3), scores=(5, 5, 2)))
    assert tie.seating == (1, 0, 1)
    assert (tie.share(0), tie.share(1)) == (0.5, 0.5)
    assert (tie.score(0), tie.score(1)) == (5, 3.5)


def test_solo_compares_scores_deal_by_deal() -> None:
    plan = plan_of("square-solo", "lexmin", "random", deals=4)
    games = played(plan)
    summary = summarise(plan, games)
    assert not summary.pairings
    assert not summary.ratings
    assert [solo.bot for solo in summary.solos] == ["lexmin", "random"]
    scores = [[game.score(0) for game in games if game.pairing == pairing] for pairing in plan.pairings]
    assert [solo.score for solo in summary.solos] == [mean_estimate(own) for own in scores]
    (difference,) = summary.differences
    gaps = [one - other for one, other in zip(*scores, strict=True)]
    assert difference.score == mean_estimate(gaps)
    assert difference.score.low > 0


def test_more_than_two_bots_are_rated() -> None:
    summary = summary_of("cards", "random", "greedy", "lexmin", deals=3)
    assert len(summary.pairings) == 3
    assert {rated.bot for rated in summary.ratings[:2]} == {"greedy", "lexmin"}
    assert summary.ratings[2].bot == "random"


def test_an_unfinished_run_is_summed_up() -> None:
    plan = plan_of("cards", "random", "greedy", "lexmin", deals=100)
    (task, *_) = plan.tasks
    summary = summarise(plan, play_deal(task))
    assert [(pair.first.bot, pair.second.bot, pair.deals) for pair in summary.pairings] == [
        ("random", "greedy", 1)
    ]
    assert len(summary.ratings) == 3
    assert summary.planned_deals == 100
