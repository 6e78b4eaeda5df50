"""Who may look at a table, sit at it and start it. Each function says what is to be logged, or refuses."""

import secrets

from ...core.rules import Rules
from ..protocol import commands as do
from ..protocol.documents import NewTable
from ..protocol.refusals import Refusal
from ..protocol.sights import Days, SeatPlan, Settings
from .entries import Arranged, Chair, Created, Left, Sat, Started
from .parts import Pass, Seat
from .table import Table

_NO_PASS = Pass(watch=False)


def plan_table(guest: str, new: NewTable) -> Created:
    """What is logged when a guest makes a table."""
    rules = Rules.parse(new.game)
    others: list[SeatPlan] = ["open"] * (rules.players - 1)
    plans = new.seats or ("me", *others)
    if len(plans) != rules.players:
        raise Refusal("bad_settings", f"{rules} has {rules.players} seats, not {len(plans)}")
    mine = plans.count("me")
    if mine > 1 and not new.hot_seat:
        raise Refusal("bad_settings", "one sits on several seats at a hot-seat table only")
    if not mine and "open" not in plans:
        raise Refusal("bad_settings", "somebody has to play")
    if isinstance(new.clock, Days) and mine == rules.players:
        raise Refusal("bad_settings", "one does not play by post with oneself")
    return Created(settings_of(new, str(rules)), tuple(_chair(plan, guest) for plan in plans))


def settings_of(settings: Settings, game: str) -> Settings:
    """The settings alone, with the game as its rules write it."""
    return Settings(**{name: getattr(settings, name) for name in Settings.__struct_fields__} | {"game": game})


def _chair(plan: SeatPlan, guest: str) -> Chair:
    if plan == "me":
        return Chair(who=guest)
    return Chair() if plan == "open" else Chair(bot=plan)


# ---------------------------------------------------------------- rights


def may_look(table: Table, guest: str | None) -> bool:
    """Whether a guest may see the table. A finished game is open to all who have its address."""
    if table.status == "over":
        return True
    if guest is None:
        return False
    if guest == table.host or table.seats_of(guest):
        return True
    known = table.settings.public or guest in table.passes
    return known and (table.settings.spectators or bool(may_sit(table, guest)))


def check_sight(table: Table, guest: str | None) -> None:
    """Refuse whoever may not look, as if there were no such table."""
    if not may_look(table, guest):
        raise Refusal("not_found", "there is no such table")


def may_sit(table: Table, guest: str) -> tuple[int, ...]:
    """The seats on which a guest may sit down now."""
    if table.status != "open" or (table.seats_of(guest) and not table.settings.hot_seat):
        return ()
    may = table.passes.get(guest, _NO_PASS)
    any_seat = table.settings.public or guest == table.host or may.join or bool(table.seats_of(guest))
    return tuple(n for n, seat in enumerate(table.seats) if seat.is_open and (any_seat or n in may.seats))


# ---------------------------------------------------------------- commands


def sit(table: Table, guest: str, command: do.Sit) -> Sat:
    """A guest wants to sit down."""
    seat = _open_table_seat(table, command.seat)
    if not seat.is_open:
        raise Refusal("seat_taken", f"seat {command.seat} is taken")
    if command.seat not in may_sit(table, guest):
        raise Refusal("forbidden", "one seat each, and at a closed table with a link")
    return Sat(command.seat)


def stand(table: Table, guest: str, command: do.Stand) -> Arranged:
    """A guest wants to leave a seat."""
    if _open_table_seat(table, command.seat).who != guest:
        raise Refusal("not_your_seat", f"seat {command.seat} is not yours")
    return Arranged(command.seat)


def arrange(table: Table, guest: str, command: do.Arrange) -> Arranged:
    """The host wants a seat to be a bot's, or open."""
    _open_table_seat(table, command.seat)
    if guest != table.host:
        raise Refusal("forbidden", "only the host arranges seats")
    return Arranged(command.seat, None if command.to == "open" else command.to)


def leave(table: Table, guest: str, command: do.Leave) -> Left:
    """A guest wants to go."""
    if not table.seats_of(guest) and guest not in table.passes:
        raise Refusal("not_your_seat", "you are not at this table")
    return Left()


def start(table: Table, guest: str, command: do.Start) -> Started:
    """Somebody wants to begin."""
    if table.status != "open":
        raise Refusal("already_started", "the game has begun")
    if guest != table.host and not table.seats_of(guest):
        raise Refusal("forbidden", "those who sit, and the host, start the game")
    if any(seat.is_open for seat in table.seats):
        raise Refusal("seats_open", "a seat is still open")
    if not table.people:
        raise Refusal("seats_open", "somebody has to play")
    return Started(secrets.token_hex(32))


def _open_table_seat(table: Table, number: int) -> Seat:
    """A seat of a table that has not begun."""
    if table.status != "open":
        raise Refusal("already_started", "the game has begun")
    if number >= len(table.seats):
        raise Refusal("not_found", f"there is no seat {number}")
    return table.seats[number]
