"""A rate is kept, for everyone by themselves, and remembering it takes bounded memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.server.metrics import Metrics
from sixfold.server.settings import Limits, Rate
from sixfold.server.web.limits import Bucket, Limiter, network_of
from sixfold.server.web.lines import Lines
from sixfold.server.web.stream import StreamLine


def test_so_many_at_once_and_then_one_after_the_other() -> None:
    bucket = Bucket(Rate(3, 3))
    assert [bucket.take(100) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(100) == pytest.approx(1)
    assert bucket.take(101) == 0
    assert bucket.take(101) == pytest.approx(1)


def test_what_is_refused_does_not_count() -> None:
    bucket = Bucket(Rate(1, 10))
    assert bucket.take(0) == 0
    for second in range(1, 10):
        assert bucket.take(second) == pytest.approx(10 - second)
    assert bucket.take(10) == 0


@given(st.lists(st.floats(0, 2), max_size=200), st.integers(1, 5), st.floats(0.5, 5))
def test_no_span_of_time_sees_more_than_twice_the_rate(
    pauses: list[float], count: int, seconds: float
) -> None:
    bucket, now, taken = Bucket(Rate(count, seconds)), 1000.0, list[float]()
    for pause in pauses:
        now += pause
        if bucket.take(now) == 0:
            taken.append(now)
    for start in taken:
        assert sum(start <= moment < start + seconds for moment in taken) <= 2 * count


def test_everyone_has_a_bucket_of_their_own() -> None:
    limiter = Limiter(Rate(1, 60))
    assert limiter.take("a") == 0
    assert limiter.take("b") == 0
    assert limiter.take("a") > 0


def test_a_million_strangers_do_not_fill_the_memory() -> None:
    limiter = Limiter(Rate(1, 60), most_keys=100)
    for stranger in range(1000):
        limiter.take(str(stranger))
    assert len(limiter) <= 100
    assert limiter.take("999") > 0, "those who came last are remembered"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_one_household_is_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_all_connections_together_are_bounded() -> None:
    lines = Lines(Limits(sockets=2), Metrics())
    first = StreamLine("ada", "here", lines, 1000)
    for line in (first, StreamLine("bob", "there", lines, 1000)):
        assert lines.has_room("elsewhere")
        lines.add(line)
    assert not lines.has_room("elsewhere")
    lines.remove(first)
    lines.remove(first)
    assert len(lines) == 1
    assert lines.has_room("elsewhere")
