"""Playing on from an earlier moment of a game, at a table of its own: nothing that was recorded changes.

Going back in a game that is not over keeps its seed, so that nobody draws again until luck suits them. The
seed of a finished game is known, and with it every tile that would come: from there one plays on with a new
one.
"""

from itertools import takewhile

from msgspec.structs import replace

from ...core.match import Match
from ..protocol import commands as do
from ..protocol.documents import NewBranch
from ..protocol.refusals import Refusal
from ..protocol.sights import Origin, Settings
from .entries import AnyBody, Chair, Created, Moved, Started
from .seating import settings_of
from .table import Table

Past = list[tuple[str, AnyBody]]
"""A log as who did what."""


def branch(table: Table, guest: str, command: do.Branch, log: Past) -> Past:
    """Everything that is logged at the new table for going back in a practice game."""
    if not table.seats_of(guest):
        raise Refusal("not_your_seat", "only who plays goes back")
    if table.match is None:
        raise Refusal("not_started", "the game has not begun")
    if not table.is_practice:
        raise Refusal("not_practice", "one goes back in games against bots or on one screen")
    match, started, moves = _beginning(table, table.number, command.moves, log)
    settings = replace(settings_of(table.settings, str(match.rules)), games=1)
    origin = Origin(table=table.id, game=table.number, moves=command.moves)
    chairs = tuple(seat.again() for seat in table.seats)
    return [(guest, Created(settings, chairs, origin)), (guest, started), *moves]


def play_on(table: Table, guest: str, new: NewBranch, log: Past) -> Past:
    """Everything that is logged at the new table for playing on from a finished game, against bots."""
    if table.match is None or new.game > table.number:
        raise Refusal("not_found", f"game {new.game} has not been played here")
    if not table.is_over(new.game):
        raise Refusal("not_over", "one plays on from a game that is over")
    match, started, moves = _beginning(table, new.game, new.moves, log)
    if match.is_over:
        raise Refusal("game_over", "there is nothing left to play")
    own, rules = match.actor if new.seat is None else new.seat, match.rules
    if own >= rules.players:
        raise Refusal("not_found", f"there is no seat {own}")
    chairs = [Chair(who=guest) if seat == own else Chair(bot=new.level) for seat in range(rules.players)]
    origin = Origin(table=table.id, game=new.game, moves=new.moves)
    created = Created(Settings(game=str(rules)), tuple(chairs), origin)
    # Whoever moved then is not at the new table: there the moves are of those who have the seats now.
    by_seats = [(guest if body.seat == own else "", body) for _, body in moves]
    return [(guest, created), (guest, started), *by_seats]


def _beginning(
    table: Table, game: int, count: int, log: Past
) -> tuple[Match, Started, list[tuple[str, Moved]]]:
    """A game of the table up to a move: as it stood, how it is dealt from there on, and what was logged."""
    place = [place for place, (_, body) in enumerate(log) if isinstance(body, Started)][game]
    started = log[place][1]
    assert isinstance(started, Started)
    of_game = takewhile(lambda entry: not isinstance(entry[1], Started), log[place + 1 :])
    moves = [(who, body) for who, body in of_game if isinstance(body, Moved)]
    if count > len(moves):
        raise Refusal("not_found", f"only {len(moves)} moves have been made")
    moves = moves[:count]
    dealer = started.dealer()
    match = Match.resume(table.rules_of(game), dealer, [body.move for _, body in moves])
    if table.is_over(game):
        dealer = dealer.continued(match.draws)
    return match, Started(dealer.seed.hex(), earlier=dealer.earlier), moves
