"""Does this installation play right? Random games of every kind, plain and compiled, must be the same."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from .core.codes import EMPTY
from .core.compiling import compiled_kernels
from .core.dealer import SEED_BYTES, Dealer
from .core.errors import SixfoldError
from .core.match import Event, Match
from .core.moves import Move
from .core.rules import Rules
from .core.state import BoardState, CardState, State
from .notation.position import parse_position, write_position
from .notation.record import GameRecord

GAMES_EACH = 2


class SelfTestError(SixfoldError):
    """Something that must never differ does."""


@dataclass(frozen=True)
class Checked:
    """One game that came out right."""

    rules: Rules
    steps: int


def checked_games() -> Iterator[Checked]:
    """Play and check all games, one at a time; a `SelfTestError` says what differs and where."""
    for rules in Rules.every():
        for number in range(GAMES_EACH):
            yield check_game(rules, number)


def check_game(rules: Rules, number: int) -> Checked:
    """One random game: every step plain and compiled, then its record there and back, and its draws."""
    rng = random.Random(f"{rules} {number}")
    with compiled_kernels():
        match = Match(rules, Dealer(rng.randbytes(SEED_BYTES)))
        while not match.is_over:
            match.play(Move.of(rng.choice(match.state.legal_actions()), rules))
        _check_record(match)
    _check_steps(rules, match.events)
    return Checked(rules, len(match.events))


def _check_steps(rules: Rules, events: tuple[Event, ...]) -> None:
    plain = State.new(rules)
    with compiled_kernels():
        compiled = State.new(rules)
    for step, event in enumerate(events):
        where = f"{rules}, step {step + 1}"
        legal = plain.legal_actions()
        text = write_position(plain)
        _same(_tiles(plain), rules.tiles, f"{where}: tiles in the game")
        plain.apply(event.action)
        with compiled_kernels():
            _same(compiled.legal_actions(), legal, f"{where}: legal actions")
            _same(write_position(compiled), text, f"{where}: position")
            if event.score:  # somebody decides here; between draws it would only take longer
                _same(parse_position(text), compiled, f"{where}: position read back")
            compiled.apply(event.action)
        if isinstance(plain, BoardState) and isinstance(compiled, BoardState):
            _same(compiled.potentials, plain.potentials, f"{where}: potentials")
    _same(compiled.outcome(), plain.outcome(), f"{rules}: outcome")


def _check_record(match: Match) -> None:
    record = GameRecord.of(match)
    text = str(record)
    again = GameRecord.parse(text)
    _same(str(again), text, f"{match.rules}: record read back")
    _same(again.match.state, match.state, f"{match.rules}: position at the end of the record")
    again.verify()


def _tiles(state: State) -> int:
    """How many tiles or cards there are, wherever they are."""
    total = sum(state.bag) + sum(len(state.rack(seat)) for seat in range(state.rules.players))
    if isinstance(state, CardState):
        return total + sum(map(len, state.open_cards)) + int(state.record.discard_size)
    assert isinstance(state, BoardState)
    halves = sum(content < int(EMPTY) for content in state.board) - len(state.rules.printed)
    return total + halves // 2 + int(state.record.aside_size)


def _same(found: object, expected: object, what: str) -> None:
    if found != expected:
        raise SelfTestError(f"{what}: {found!r} instead of {expected!r}")
