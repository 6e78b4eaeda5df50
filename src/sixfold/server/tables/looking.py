"""What each eye sees of a table. Everything shown is named here; nothing is taken out of something larger."""

from collections.abc import Mapping
from typing import Final, Literal, cast

import msgspec
from msgspec.structs import replace

from ...core.codes import Phase
from ...core.dealer import Dealer
from ...core.match import Match
from ...core.outcome import Outcome
from ...core.views import BoardView, CardView, View
from ..protocol.commands import Channel
from ..protocol.messages import Message
from ..protocol.sights import (
    Digits,
    GameSight,
    MoveSight,
    OutcomeSight,
    SeatSight,
    TableSight,
    Yours,
)
from .seating import may_sit
from .table import Table
from .talking import speaking

Names = Mapping[str, str | None]
"""What guests are called, by their ids; `None` for one who was deleted."""

_AS_TEXT: Final = bytes(min(48 + number, 126) for number in range(256))
_LAYING: Final = (Phase.PLACE, Phase.BONUS)
Word = Literal["keep", "exchange", "pass"]
EndReason = Literal["full", "complete", "tiles", "resigned"]
_PHASES: Final[dict[Phase, Literal["place", "bonus", "exchange", "over"]]] = {
    Phase.PLACE: "place",
    Phase.BONUS: "bonus",
    Phase.EXCHANGE: "exchange",
    Phase.OVER: "over",
}


class EncodedView(Message, frozen=True, tag="view"):
    """A `View` of which the parts that all eyes share are JSON already."""

    v: int
    table: msgspec.Raw
    yours: Yours
    game: msgspec.Raw | None = None


def digits(numbers: bytes | bytearray) -> Digits:
    """A row of small numbers as text."""
    return numbers.translate(_AS_TEXT).decode("ascii")


# ---------------------------------------------------------------- the table


def seat_sights(table: Table, names: Names) -> tuple[SeatSight, ...]:
    """Who sits where."""
    return tuple(
        SeatSight(
            who=seat.who,
            name=names.get(seat.who) if seat.who else None,
            bot=seat.bot,
            why=seat.why,
            resigned=seat.resigned,
        )
        for seat in table.seats
    )


def table_sight(table: Table, names: Names) -> TableSight:
    """The table around the game."""
    return TableSight(
        id=table.id,
        settings=table.settings,
        status=table.status,
        host=table.host,
        seats=seat_sights(table, names),
        agreed=tuple(sorted(table.agreed)),
        hints=table.hints_open,
        practice=table.is_practice,
        origin=table.origin,
        rematch=table.rematch,
    )


# ---------------------------------------------------------------- the game


def game_sight(
    table: Table, number: int, match: Match, public: View, moves: tuple[MoveSight, ...]
) -> GameSight:
    """A game of the table as everyone sees it: as it stands, or (`match`) as it stood earlier.

    `public` is what spectators may know of that match.
    """
    is_open = table.is_over(number)  # the game is over, and nothing about it is hidden any more
    is_last = match.made == table.made_in(number)
    outcome = _outcome_sight(table, number) if is_open and is_last else None
    sight = match_sight(match, public, moves, number, outcome, is_open)
    if table.settings.games > 1:
        sight = replace(sight, points=table.points)
    if table.clock.each is not None and is_last and not is_open:
        clock = table.clock
        sight = replace(sight, deadline=clock.deadline(match.actor), reserves=tuple(clock.reserves))
    return sight


def match_sight(
    match: Match,
    view: View,
    moves: tuple[MoveSight, ...],
    number: int = 0,
    outcome: OutcomeSight | None = None,
    is_open: bool = False,
) -> GameSight:
    """A match as everyone sees it; over once it has an outcome, and without secrets once it `is_open`."""
    dealer, ended = match.dealer, outcome is not None
    assert isinstance(dealer, Dealer)
    on_board = view if isinstance(view, BoardView) else None
    at_cards = view if isinstance(view, CardView) else None
    return GameSight(
        number=number,
        commitment=dealer.commitment,
        phase="over" if ended else _PHASES[view.phase],
        actor=None if ended else match.actor,
        starter=view.starter or 0,
        turn=view.turn,
        made=match.made,
        tracks=view.tracks,
        held=tuple(map(len, view.racks)),
        bag=view.bag_size,
        moves=moves,
        words=() if ended else tuple(cast(Word, word.what) for word in match.legal_words()),
        bonus=view.bonus,
        board=digits(bytes(on_board.board)) if on_board else "",
        potentials="" if ended else digits(match.potential_bytes()),
        places=digits(match.open_edges()) if on_board and not ended and view.phase in _LAYING else "",
        tokens=on_board.tokens if on_board else (),
        open_cards=at_cards.open_cards if at_cards else (),
        discard=digits(bytes(at_cards.discard)) if at_cards else "",
        outcome=outcome,
        racks=tuple(match.rack(seat) for seat in range(match.rules.players)) if is_open else (),
        seed=dealer.seed.hex() if is_open else None,
        taken_over=dealer.taken_over,
    )


def _outcome_sight(table: Table, number: int) -> OutcomeSight:
    return outcome_sight(table.outcome(number), stopped=table.stopped and number == table.number)


def outcome_sight(outcome: Outcome, stopped: bool = False) -> OutcomeSight:
    """How a game ended, or that it was given up."""
    reason = "resigned" if stopped else outcome.reason.name.lower()
    return OutcomeSight(reason=cast(EndReason, reason), scores=outcome.scores, places=outcome.places)


def shown_seat(table: Table, guest: str) -> int | None:
    """The seat whose rack a guest sees: the one to act if it is theirs, else theirs that acted last."""
    own = table.seats_of(guest)
    if not own or table.actor in own:
        return table.actor if own else None
    return table.progress.last_of.get(guest, own[0])


def yours(table: Table, guest: str, public: View | None) -> Yours:
    """What only this guest sees now; `public` is what spectators may know, if the game has begun."""
    own, channels = table.seats_of(guest), speaking(table, guest)
    if public is None or table.match is None:
        return Yours(seats=own, may_sit=may_sit(table, guest), channels=channels)
    return own_sight(table.match, public, own, shown_seat(table, guest), channels)


def own_sight(
    match: Match,
    public: View,
    own: tuple[int, ...],
    shown: int | None,
    channels: tuple[Channel, ...] = (),
) -> Yours:
    """The rack of a seat, added to what is public; without a seat, nothing."""
    rack = () if shown is None else match.rack(shown)
    unseen = bytearray(public.pool)
    for kind in rack:
        unseen[kind] -= 1
    return Yours(seats=own, shown=shown, rack=rack, unseen=digits(unseen), channels=channels)
