"""A table's clock."""

import pytest

from sixfold.server.protocol.sights import Days, Live
from sixfold.server.tables.clocks import Clock

DAY = 24 * 3600 * 1000


def test_without_a_clock_there_is_no_deadline() -> None:
    clock = Clock.of(None, 2)
    clock.begin_game(1000)
    clock.moved(0, 99 * DAY, 5000)
    assert clock.deadline(1) is None
    assert clock.since == 5000


def test_by_post_every_decision_has_its_days() -> None:
    clock = Clock.of(Days(days=3), 2)
    clock.begin_game(1000)
    assert clock.deadline(0) == 1000 + 3 * DAY
    clock.moved(0, 2 * DAY, 1000 + 2 * DAY)
    assert clock.deadline(1) == 1000 + 5 * DAY


@pytest.mark.parametrize(("spent", "left"), [(0, 60), (10, 60), (11, 59), (70, 0), (500, 0)])
def test_what_a_decision_takes_too_long_comes_off_the_seats_own_reserve(spent: int, left: int) -> None:
    clock = Clock.of(Live(move=10, reserve=60), 3)
    clock.begin_game(0)
    clock.moved(1, spent * 1000, spent * 1000)
    assert clock.reserves == [60_000, left * 1000, 60_000]
    assert clock.deadline(1) == (spent + 10 + left) * 1000


def test_a_new_game_has_full_reserves() -> None:
    clock = Clock.of(Live(move=10, reserve=60), 2)
    clock.begin_game(0)
    clock.moved(0, 40_000, 40_000)
    clock.begin_game(50_000)
    assert clock.reserves == [60_000, 60_000]


def test_an_outage_counts_neither_as_spent_nor_towards_the_deadline() -> None:
    clock = Clock.of(Live(move=10), 2)
    clock.begin_game(0)
    clock.credit(7000)
    assert clock.deadline(0) == 17_000
    assert clock.spent(9000) == 2000
    assert clock.spent(3000) == 0
