"""What may be done in a game and after it. Each function says what is to be logged, or refuses."""

import secrets
from collections import Counter

from ...core.codes import CHANCE
from ...core.errors import MoveError
from ...core.match import Match
from ...core.series import following_rules
from ..protocol import commands as do
from ..protocol.refusals import Refusal
from ..protocol.sights import Origin
from .entries import Agreed, Created, Ended, Handed, Moved, Purpose, Resigned, Started, Taken
from .parts import Seat
from .seating import settings_of
from .table import Table


def play(table: Table, guest: str, command: do.Play, at: int) -> tuple[Moved, Match]:
    """A guest wants to make a move: what is logged, and the match after it."""
    match = running_match(table)
    seat = table.seats[match.actor]
    if seat.who != guest:
        raise Refusal("not_your_turn", f"it is the turn of seat {match.actor}")
    if seat.bot:
        raise Refusal("not_your_turn", "a bot plays this seat; take it back first")
    return checked_move(table, command.move, at)


def checked_move(table: Table, move: str, at: int) -> tuple[Moved, Match]:
    """A move of the seat to act, whoever makes it: what is logged, and the match after it."""
    match = running_match(table)
    try:
        successor = match.after(move)
    except MoveError as error:
        raise Refusal("illegal_move", str(error)) from None
    _, event = next(successor.moves_backwards())
    return Moved(match.actor, event.text, table.clock.spent(at), shown_tiles(match, successor)), successor


def shown_tiles(before: Match, after: Match) -> tuple[int, ...]:
    """What an exchange between them showed: what was held or drawn, and is not held now."""
    _, event = next(after.moves_backwards())
    if event.text != "exchange":
        return ()
    seat = before.actor
    drawn = [e.action for e in after.events[len(before.events) :] if e.actor == CHANCE and e.mover == seat]
    tiles = Counter(before.rack(seat)) + Counter(drawn) - Counter(after.rack(seat))
    return tuple(sorted(tiles.elements()))


def resign(table: Table, guest: str, command: do.Resign) -> Resigned:
    """A guest wants to give up."""
    _own_seat(table, guest, command.seat)
    running_match(table)
    return Resigned(command.seat)


def hand(table: Table, guest: str, command: do.Hand) -> Handed:
    """A guest wants a bot to play for them."""
    if _own_seat(table, guest, command.seat).bot:
        raise Refusal("not_your_turn", "a bot plays this seat already")
    if table.status != "playing":
        raise Refusal("not_started" if table.status == "open" else "game_over", "nothing is being played")
    return Handed(command.seat, command.level or table.settings.stand_in)


def take(table: Table, guest: str, command: do.Take) -> Taken:
    """A guest wants to play again."""
    if not _own_seat(table, guest, command.seat).bot:
        raise Refusal("not_handed", "no bot plays this seat")
    return Taken(command.seat)


def agree(table: Table, guest: str, command: do.Agree) -> Agreed:
    """A guest wants hints, or none."""
    if not table.seats_of(guest):
        raise Refusal("not_your_seat", "only those who play agree")
    return Agreed(command.hints)


def next_game(table: Table, guest: str, command: do.Next) -> Started:
    """A guest wants the next game of the series."""
    if not table.seats_of(guest):
        raise Refusal("not_your_seat", "only those who play go on")
    if table.match is None:
        raise Refusal("not_started", "the first game has not begun")
    if table.status == "over":
        raise Refusal("series_over", "all games have been played")
    if table.game_on:
        raise Refusal("not_over", "this game is not over")
    match, outcome = table.match, table.match.outcome()
    before = Ended(outcome.reason, outcome.scores, outcome.places, match.starter)
    return Started(secrets.token_hex(32), before)


def rematch(table: Table, guest: str) -> Created:
    """The table on which people play on: everyone keeps their seat, and the start passes on."""
    if not table.seats_of(guest):
        raise Refusal("not_your_seat", "only those who played ask for a rematch")
    if table.status != "over" or table.match is None:
        raise Refusal("not_over", "the game is not over")
    settings = settings_of(table.settings, str(following_rules(table.match.rules, table.match.starter)))
    passes: list[tuple[str, Purpose]] = [
        (other, "join" if may.join else "watch") for other, may in table.passes.items()
    ]
    chairs = tuple(seat.again() for seat in table.seats)
    return Created(settings, chairs, Origin(table=table.id, game=table.number), tuple(passes))


def running_match(table: Table) -> Match:
    """The match that is being played."""
    if table.match is None:
        raise Refusal("not_started", "the game has not begun")
    if not table.game_on:
        raise Refusal("game_over", "the game is over")
    return table.match


def _own_seat(table: Table, guest: str, number: int) -> Seat:
    if number >= len(table.seats):
        raise Refusal("not_found", f"there is no seat {number}")
    seat = table.seats[number]
    if seat.who != guest:
        raise Refusal("not_your_seat", f"seat {number} is not yours")
    if seat.resigned:
        raise Refusal("game_over", "this seat has given up")
    return seat
