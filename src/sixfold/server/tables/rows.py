"""What the store's lists hold of a table: its row, who belongs to it, and how its games ended."""

import msgspec

from ...core.rules import Rules
from ...core.series import with_starter
from ..protocol.documents import Listed
from ..store.interface import Member, Result, Status, TableRow
from .entries import AnyBody, Arranged, Created, Left, Sat
from .looking import seat_sights
from .table import Table

_STATUS = {"open": Status.OPEN, "playing": Status.PLAYING, "over": Status.FINISHED}
_ALWAYS = 0
"""To be looked at as soon as the server is up again."""

write_summary = msgspec.json.Encoder().encode
read_summary = msgspec.json.Decoder(Listed).decode


def table_row(table: Table) -> TableRow:
    """The table as lists show it. Names are not in it: people change them, and may want to be forgotten."""
    return TableRow(
        id=table.id,
        status=_STATUS[table.status],
        public=table.settings.public,
        rules=str(table.rules),
        created=table.created,
        changed=table.changed,
        wake=wake(table),
        summary=write_summary(summary(table)),
        spectators=table.settings.spectators,
    )


def summary(table: Table) -> Listed:
    """What lists show of the table."""
    actor = table.actor
    return Listed(
        id=table.id,
        game=str(table.rules),
        status=table.status,
        seats=seat_sights(table, {}),
        changed=table.changed,
        games=table.settings.games,
        clock=table.settings.clock,
        host=table.host,
        actor=actor,
        deadline=None if actor is None else table.clock.deadline(actor),
    )


def wake(table: Table) -> int | None:
    """When the house has to look at the table by itself."""
    if table.actor is None:
        return None
    if any(seat.bot for seat in table.seats):
        return _ALWAYS
    return table.clock.deadline(table.actor)


def joined(body: AnyBody, guest: str, table: str) -> tuple[Member, ...]:
    """Whose list shows the table from this entry on."""
    match body:
        case Created():
            people = {chair.who for chair in body.chairs if chair.who}
            return tuple(Member(table, who) for who in sorted(people))
        case Sat():
            return (Member(table, guest),)
    return ()


def left(body: AnyBody, guest: str, table: Table) -> tuple[Member, ...]:
    """Whose list shows the table no longer: those who get up before the start."""
    if table.status != "open":
        return ()
    match body:
        case Arranged():
            who = table.seats[body.seat].who
            return (Member(table.id, who),) if who and len(table.seats_of(who)) == 1 else ()
        case Left():
            return (Member(table.id, guest),)
    return ()


def results(table: Table, number: int, at: int) -> tuple[Result, ...]:
    """How those who played it did in a game that has just ended.

    Not counted: a game that was gone back in, a seat that a bot played to the end, somebody on several seats,
    and giving up alone.
    """
    if number in table.gone_back or (table.origin is not None and table.origin.moves is not None):
        return ()
    outcome = table.outcome(number)
    rules = plain_rules(table.rules)
    return tuple(
        Result(seat.who, table.id, number, n, rules, table.rules.players, place, score, at)
        for n, (seat, place, score) in enumerate(
            zip(table.seats, outcome.places, outcome.scores, strict=True)
        )
        if seat.who
        and (seat.bot is None or seat.resigned)
        and len(table.seats_of(seat.who)) == 1
        and not (seat.resigned and len(table.seats) == 1)
    )


def plain_rules(rules: Rules) -> str:
    """The name under which records are kept: whoever starts, it is the same game."""
    return str(rules if rules.players == 1 else with_starter(rules, None))
