"""How the tests run: the engine's own both uncompiled and compiled, and Hypothesis the same every time."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from sixfold import compiled_kernels

_BOTH_WAYS = ("core", "rules")

settings.register_profile(
    "sixfold",
    deadline=None,  # a kernel's first call compiles it
    derandomize=True,  # a test that fails on some days only is a bug
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sixfold")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is where a script runs the tests in the background, and no child could be stopped by Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The engine's tests run once for each way of running kernels."""
    in_engine = metafunc.definition.path.parent.name in _BOTH_WAYS
    if in_engine and not metafunc.definition.get_closest_marker("one_way"):
        metafunc.parametrize("kernels", ["plain", "compiled"], indirect=True, scope="module")


@pytest.fixture(autouse=True, scope="module")
def kernels(request: pytest.FixtureRequest) -> Iterator[str]:
    """The way that kernels run in this test."""
    way: str = getattr(request, "param", "plain")
    with compiled_kernels(way == "compiled"):
        yield way
