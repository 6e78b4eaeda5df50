"""What `/metrics` tells a Prometheus server."""

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

# When each counter was made: as many lines again, and nobody asks.
disable_created_metrics()  # type: ignore[no-untyped-call] # the library has no types here

_LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """Everything that is counted and measured."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.sockets_opened = Counter(
            "sixfold_connections_opened", "Live connections accepted.", ["kind"], registry=registry
        )
        self.sockets_dropped = Counter(
            "sixfold_connections_dropped",
            "Live connections that the server closed.",
            ["why"],
            registry=registry,
        )
        self.messages_in = Counter(
            "sixfold_messages_received", "Messages that came in by sockets.", registry=registry
        )
        self.messages_out = Counter(
            "sixfold_messages_sent", "Messages handed to live connections.", registry=registry
        )
        self.commands = Counter(
            "sixfold_commands", "Commands that were carried out, by kind.", ["kind"], registry=registry
        )
        self.refused = Counter(
            "sixfold_refused",
            "Commands and requests that were refused, by error code.",
            ["code"],
            registry=registry,
        )
        self.rate_limited = Counter(
            "sixfold_rate_limited",
            "What was refused for being too often, by limit.",
            ["limit"],
            registry=registry,
        )
        self.requests = Counter(
            "sixfold_http_requests", "HTTP requests answered, by status.", ["status"], registry=registry
        )
        self.act_seconds = Histogram(
            "sixfold_act_seconds",
            "From a command's arrival until it is durable and answered.",
            buckets=_LATENCIES,
            registry=registry,
        )
        self.commit_seconds = Histogram(
            "sixfold_commit_seconds",
            "Writing log entries durably, waiting for the group included.",
            buckets=_LATENCIES,
            registry=registry,
        )

    def watch(self, name: str, what: str, value: Callable[[], float]) -> None:
        """A gauge whose value is asked for whenever somebody looks."""
        Gauge(f"sixfold_{name}", what, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
