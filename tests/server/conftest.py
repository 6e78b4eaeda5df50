"""Servers that many tests share; starting one takes a second."""

from collections.abc import Iterator

import pytest

from server.serving import WIDE, Running, serving

PUBLIC = "https://play.example.org"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without bots, and with wide limits for what comes from one address."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with narrow limits that believes addresses, so that each test can have its own."""
    limits = {
        "requests": {"count": 40, "seconds": 6000},
        "new_guests": {"count": 3, "seconds": 6000},
        "new_tables": {"count": 2, "seconds": 6000},
        "guesses": {"count": 2, "seconds": 6000},
        "sockets_per_guest": 2,
        "sockets_per_address": 3,
        "socket_backlog_bytes": 50_000,
        "socket_messages": WIDE,
        "chat": WIDE,
    }
    folder = tmp_path_factory.mktemp("strict")
    with serving(folder, trusted_proxies=["127.0.0.1"], limits=limits) as running:
        yield running


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that people reach by TLS at another address; it has no patience and no metrics."""
    limits = {"guesses": {"count": 2, "seconds": 6000}}
    folder = tmp_path_factory.mktemp("public")
    hasty = {"reap_seconds": 0.5, "request_seconds": 0.5}
    with serving(folder, public_url=PUBLIC, metrics=False, limits=limits, **hasty) as running:
        yield running
