"""What comes of an action: the one place where a command becomes entries of logs, or is refused."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from ...core.match import Match
from ..protocol import commands as do
from ..protocol.refusals import Refusal
from ..store.interface import Entry
from . import branching, playing, seating
from .entries import (
    AnyBody,
    Arranged,
    Branched,
    Created,
    Handed,
    Left,
    Rematched,
    Resigned,
    Started,
    read_body,
    write_body,
)
from .table import Table

_SIMPLE: Final[dict[type[do.Command], Any]] = {
    do.Sit: seating.sit,
    do.Stand: seating.stand,
    do.Arrange: seating.arrange,
    do.Leave: seating.leave,
    do.Start: seating.start,
    do.Resign: playing.resign,
    do.Hand: playing.hand,
    do.Take: playing.take,
    do.Agree: playing.agree,
    do.Next: playing.next_game,
}

ReadLog = Callable[[str], Awaitable[list[Entry]]]
"""Reads a table's log from the store."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be logged at the table, with the match after it if it is a move; and a new table's log."""

    body: AnyBody
    successor: Match | None = None
    new_table: tuple[Entry, ...] = ()


async def decide(table: Table, guest: str, command: do.Action, at: int, read_log: ReadLog) -> Decision:
    """What comes of this command; raises `Refusal`."""
    match command:
        case do.Play():
            return Decision(*playing.play(table, guest, command, at))
        case do.Rematch():
            created = playing.rematch(table, guest)
            entry = Entry(new_id(), 0, guest, None, at, write_body(created))
            return Decision(Rematched(entry.table), new_table=(entry,))
        case do.Branch():
            log = [(entry.guest, read_body(entry.body)) for entry in await read_log(table.id)]
            past = branching.branch(table, guest, command, log)
            new = new_id()
            return Decision(Branched(new), new_table=entries_of(past, new, at))
    return Decision(_SIMPLE[type(command)](table, guest, command))


def without_bots(table: Table, guest: str, decision: Decision) -> Decision:
    """The same where there are no bots: none gets a seat, and whoever gives up or goes ends the game."""
    body = decision.body
    match body:
        case Handed() | Arranged(bot=str()):
            raise Refusal("no_bots", "there are no bots here")
        case Started() if any(seat.bot for seat in table.seats):
            raise Refusal("no_bots", "a seat is a bot's, and there are none here")
        case Resigned() | Left() if table.game_on and table.seats_of(guest):
            return replace(decision, body=msgspec.structs.replace(body, ends=True))
    for entry in decision.new_table[:1]:
        check_chairs(read_body(entry.body))
    return decision


def check_chairs(created: AnyBody) -> None:
    """Refuse a new table with bots where there are none."""
    if isinstance(created, Created) and any(chair.bot for chair in created.chairs):
        raise Refusal("no_bots", "there are no bots here")


def entries_of(past: branching.Past, table: str, at: int, key: str | None = None) -> tuple[Entry, ...]:
    """The log of a new table that has a past; `key` is the name of the command that makes it."""
    return tuple(
        Entry(table, v, who, None if v else key, at, write_body(body)) for v, (who, body) in enumerate(past)
    )


def check_version(table: Table, v: int | None) -> None:
    """Refuse what was asked in view of an older table: the game or the seats are no longer the same."""
    if v is not None and not table.turned <= v <= table.version:
        raise Refusal("stale", f"the table is at version {table.version}")


def new_id() -> str:
    """The id of a new table: nobody can guess it."""
    return secrets.token_urlsafe(12)
