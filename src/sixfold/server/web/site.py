"""What everything that answers people has in common: the house, who is who, how often, and the counts."""

import logging
from dataclasses import dataclass
from time import perf_counter

import msgspec

from ..house.house import House
from ..house.room import Outlet
from ..logs import note
from ..metrics import Metrics
from ..pool.pool import BotPool
from ..protocol.commands import Advise, AnyCommand, Branch, Rematch, Review, Say
from ..protocol.messages import Ack, Answer, Refused
from ..settings import Limits, Settings
from ..store.interface import Guest, Store
from .guests import Guests
from .limits import Limiter
from .lines import Lines


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, and from where."""

    guest: Guest
    network: str
    """The address, as far as limits count it."""


class TooMany(Exception):  # noqa: N818 - says what is the case
    """One of the limits is reached."""

    def __init__(self, limit: str, wait: float) -> None:
        super().__init__(limit)
        self.limit = limit
        self.wait = wait


class Allowances:
    """How often each guest and each address may still do something; raises `TooMany`."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._metrics = metrics
        self._limiters = {
            name: Limiter(getattr(limits, name))
            for name in (
                "requests",
                "new_guests",
                "new_tables",
                "new_tables_per_address",
                "chat",
                "guesses",
                "thinking",
            )
        }

    def take(self, limit: str, key: str) -> None:
        """Count one more, or raise."""
        if wait := self._limiters[limit].take(key):
            self._metrics.rate_limited.labels(limit).inc()
            raise TooMany(limit, wait)

    def new_table(self, caller: Caller) -> None:
        """One more table."""
        self.take("new_tables_per_address", caller.network)
        self.take("new_tables", caller.guest.id)

    def command(self, caller: Caller, command: AnyCommand) -> None:
        """One more command; most are bounded by the socket's or the address's rate alone."""
        match command:
            case Say():
                self.take("chat", caller.guest.id)
            case Advise() | Review():
                self.take("thinking", caller.guest.id)
            case Rematch() | Branch():
                self.new_table(caller)


@dataclass(slots=True)
class Site:
    """One running server."""

    settings: Settings
    store: Store
    pool: BotPool | None
    house: House
    guests: Guests
    metrics: Metrics
    allowances: Allowances
    lines: Lines
    stopping: bool = False
    tried_at: float = -1.0
    """When it was last tried whether the store can write, by the monotonic clock, and"""
    writable: bool = True
    """whether it could."""

    async def act(
        self, table: str, caller: Caller, command: AnyCommand, outlet: Outlet | None = None
    ) -> Answer | msgspec.Raw:
        """Have a command carried out, within the limits."""
        begun = perf_counter()
        kind = type(command).__name__.lower()
        try:
            self.allowances.command(caller, command)
        except TooMany as error:
            answer: Answer | msgspec.Raw = too_many(error, command.key)
        else:
            answer = await self.house.act(table, caller.guest, command, outlet)
        if isinstance(answer, Refused):
            self.metrics.refused.labels(answer.code).inc()
            note("refused", logging.DEBUG, table=table, guest=caller.guest.id, command=kind, code=answer.code)
        else:
            self.metrics.commands.labels(kind).inc()
            if isinstance(answer, Ack):
                self.metrics.act_seconds.observe(perf_counter() - begun)
        return answer


def too_many(error: TooMany, key: str | None = None) -> Refused:
    """How a client is told of a limit."""
    detail = f"the limit {error.limit} is reached"
    return Refused(code="too_many", detail=detail, key=key, again=max(1, round(error.wait * 1000)))
