"""Random games in compiled code: the same for the same seed, and in keeping with the C++ yardstick."""

import pytest

from playing import ALL_RULES
from sixfold import Rules, SixfoldError
from sixfold.core.simulation import random_games

pytestmark = pytest.mark.one_way


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_same_seed_gives_the_same_games(rules: Rules) -> None:
    tally = random_games(rules, 50, seed=1)
    assert tally == random_games(rules, 50, seed=1)
    assert tally != random_games(rules, 50, seed=2)
    assert tally.games == 50
    assert 0 <= tally.weakest * len(rules.colours) <= tally.points


@pytest.mark.parametrize(
    ("players", "plies", "weakest", "points"),
    [(2, 38.09, 0.343, 14.26), (3, 54.39, 0.335, 13.82), (4, 73.44, 0.357, 14.01)],
)
def test_hex_games_are_as_long_and_score_as_those_of_the_yardstick(
    players: int, plies: float, weakest: float, points: float
) -> None:
    """The means that `bench/playout.cpp` prints for 100,000 games; the tolerance is five standard errors."""
    games = 20_000
    tally = random_games(Rules.of("hex", players=players, start=1), games)
    assert tally.plies / games == pytest.approx(plies, abs=0.06)
    assert tally.weakest / games == pytest.approx(weakest, abs=0.025)
    assert tally.points / games == pytest.approx(points, abs=0.25)


def test_a_negative_number_of_games_is_refused() -> None:
    with pytest.raises(SixfoldError, match="cannot play -1 games"):
        random_games(Rules.of("hex"), -1)
