"""Tables at moments that are rare or long in coming, made without a browser: for tests and for pictures."""

import itertools
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from server.houses import Inn, Person
from sixfold import Dealer, Match, Phase, Rules
from sixfold.server.protocol import commands as do
from sixfold.server.web.guests import Guests
from web.samples import NAMES, good_move

Moment = Callable[[Match], bool]
LONG_LINE = 9
"""Half a tile seldom scores more."""


@dataclass(frozen=True)
class Plot:
    """What is played, and until when."""

    game: str
    until: Moment
    settings: dict[str, Any] = field(default_factory=dict)
    tries: int = 12


class Scene(NamedTuple):
    """A table at its moment, and the tokens of the four people, of whom the first sits on seat 1."""

    table: str
    tokens: tuple[str, ...]
    match: Match


# ---------------------------------------------------------------- moments of seat 1


def deciding(phase: Phase) -> Moment:
    """Seat 1 is asked this."""
    return lambda match: match.actor == 0 and match.phase is phase


def after(moves: int) -> Moment:
    """Seat 1 lays something, so many moves into the game."""
    return lambda match: match.made >= moves and deciding(Phase.PLACE)(match)


def token_taken(match: Match) -> bool:
    """Seat 1 lays something in a duel in which somebody holds a token."""
    return deciding(Phase.PLACE)(match) and any(match.state.record.token)


def on_second_sheet(match: Match) -> bool:
    """Seat 1 lays something, and its side has a marker on the second sheet."""
    return deciding(Phase.PLACE)(match) and max(match.state.tracks[0]) > match.rules.game.sheet


def over(match: Match) -> bool:
    """The game has ended."""
    return match.is_over


def order_matters(match: Match) -> bool:
    """Seat 1 could lay a double whose halves end differently if the other one counts first."""
    return deciding(Phase.PLACE)(match) and next(ordered_doubles(match), None) is not None


def ordered_doubles(match: Match) -> Iterator[tuple[str, str]]:
    """Moves of seat 1 with a double, and the same with the other half first, where that ends differently."""
    rules = match.rules
    for kind in {rules.kinds[tile] for tile in match.rack(0)}:
        missing = rules.game.sheet - match.state.tracks[0][rules.colours.index(kind[0])]
        if kind[0] != kind[1] or not 0 < missing < LONG_LINE:
            continue
        for edge, is_open in enumerate(match.open_edges()):
            one, two = (rules.geometry.names[cell] for cell in rules.geometry.edges[edge])
            orders = f"{kind} {one} {two}", f"{kind} {two} {one}"
            if is_open and match.explain(orders[0]).after != match.explain(orders[1]).after:
                yield orders


# ---------------------------------------------------------------- making them


def found(plot: Plot) -> tuple[str, list[str]]:
    """The seed and the moves of the first game that has such a moment."""
    rules = Rules.parse(plot.game)
    for number in itertools.count():
        seed = sha256(f"{plot.game} {number}".encode()).hexdigest()
        match, rng, moves = Match(rules, Dealer.from_hex(seed)), random.Random(number), list[str]()
        while not (plot.until(match) or match.is_over):
            moves.append(good_move(match, rng, plot.tries))
            match.play(moves[-1])
        if plot.until(match):
            return seed, moves
    raise AssertionError("counting never ends")


async def stage(data: Path, plots: Mapping[str, Plot]) -> dict[str, Scene]:
    """Make all these tables in a server's folder. Seats are those of four people."""
    async with Inn(data) as inn:
        inn.clock.now = int(time.time() * 1000)
        book = Guests(inn.store, 600)
        arrived = [await book.welcome(name) for name in NAMES]
        people = [Person(inn, guest) for guest, _ in arrived]
        tokens = tuple(token for _, token in arrived)
        played = {name: await _played(people, plot) for name, plot in plots.items()}
        return {name: Scene(table, tokens, match) for name, (table, match) in played.items()}


async def _played(people: list[Person], plot: Plot) -> tuple[str, Match]:
    seed, moves = found(plot)
    players = Rules.parse(plot.game).players
    is_shared = bool(plot.settings.get("hot_seat"))
    seats = ["me"] * players if is_shared else ["me", *["open"] * (players - 1)]
    table = await people[0].makes(game=plot.game, seats=seats, public=not is_shared, **plot.settings)
    sitting = people[:1] * players if is_shared else people[:players]
    for number, person in enumerate(sitting):
        if person is not people[0]:
            await person.succeeds(table, do.Sit, seat=number)
    with mock.patch("sixfold.server.tables.seating.secrets.token_hex", return_value=seed):
        version = (await people[0].succeeds(table, do.Start)).v
    match = Match(Rules.parse(plot.game), Dealer.from_hex(seed))
    for move in moves:
        version = (await sitting[match.actor].succeeds(table, do.Play, v=version, move=move)).v
        match.play(move)
    return table, match
