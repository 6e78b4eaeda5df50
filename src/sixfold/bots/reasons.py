"""Why one move is better than another, as facts that can be counted on the table.

Nothing here is an opinion of a bot: each reason compares what the two moves do, in what the seat could know.
A better move may have none of these reasons; then it is better by what comes later.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from ..core.codes import EMPTY, Phase, Special
from ..core.moves import Move
from ..core.rules import Rules
from ..core.scoring import Explanation, explain_step
from ..core.state import BoardState, CardState, State
from ..core.views import View

_LEAST_GIFT: Final = 2  # on a board a point more for the opponent is found after nearly every move
_LEAST_CARD_GIFT: Final = 1  # a card shows a colour once at most, so that two cannot differ by more


@dataclass(frozen=True, slots=True)
class BonusMissed:
    """The better move earns more bonus moves."""

    kind: ClassVar[str] = "bonus_missed"
    played: int
    better: int


@dataclass(frozen=True, slots=True)
class ExchangeMissed:
    """The rack was kept, and exchanging it was better."""

    kind: ClassVar[str] = "exchange_missed"


@dataclass(frozen=True, slots=True)
class ExchangeNeedless:
    """The rack was exchanged, and keeping it was better."""

    kind: ClassVar[str] = "exchange_needless"


@dataclass(frozen=True, slots=True)
class LowestLeft:
    """The lowest marker stands higher after the better move."""

    kind: ClassVar[str] = "lowest_left"
    colours: tuple[str, ...]
    """The colours that the played move leaves lowest, and the better one does not leave there."""
    played: int
    """Where the lowest marker stands after the played move."""
    better: int


@dataclass(frozen=True, slots=True)
class MarkersLeft:
    """In the duel: more markers are on one's own side after the better move."""

    kind: ClassVar[str] = "markers_left"
    played: int
    better: int


@dataclass(frozen=True, slots=True)
class PointsMissed:
    """The better move brings the markers further: in all, or those that are low."""

    kind: ClassVar[str] = "points_missed"
    points: dict[str, int] = field(default_factory=dict)
    """By colour, how much further the marker is after the better move (less than 0: not as far)."""
    low: tuple[str, ...] = ()
    """Those of the colours that gain and are among the lower half of the seat's own."""


@dataclass(frozen=True, slots=True)
class Gift:
    """The played move leaves more to the next opponent, in a colour that it has low."""

    kind: ClassVar[str] = "gift"
    seat: int
    """Who gets it."""
    colour: str
    """Among the lower half of the opponent's colours, the one in which it gains most."""
    played: int
    """The most that one half (or symbol) of this colour can score after the played move."""
    better: int


Reason = BonusMissed | ExchangeMissed | ExchangeNeedless | LowestLeft | MarkersLeft | PointsMissed | Gift


@dataclass(frozen=True, slots=True)
class Step:
    """A move and what it does."""

    before: State
    after: State
    score: Explanation

    @classmethod
    def of(cls, view: View, move: Move) -> "Step":
        """What a legal move of the seat that looks does. What it cannot know makes no difference to that."""
        before = view.sample(random.Random(0))
        after = before.copy()
        action = move.action(view.rules)
        after.apply(action)
        return cls(before, after, explain_step(before, after, action))

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.before.actor


def reasons_for(view: View, played: Move, better: Move) -> tuple[Reason, ...]:
    """In what a move that is better differs from the one that was played; the plainest first."""
    if played == better:
        return ()
    steps = Step.of(view, played), Step.of(view, better)
    return (
        *_bonus(*steps),
        *_exchange(*steps),
        *_standing(*steps),
        *_points(*steps),
        *_gift(*steps),
    )


def _bonus(played: Step, better: Step) -> Iterator[Reason]:
    counts = played.score.bonus_moves, better.score.bonus_moves
    if counts[1] > counts[0]:
        yield BonusMissed(*counts)


def _exchange(played: Step, better: Step) -> Iterator[Reason]:
    if played.before.phase is Phase.EXCHANGE:
        missed = better.score.move.what == Special.EXCHANGE.name.lower()
        yield ExchangeMissed() if missed else ExchangeNeedless()


def _standing(played: Step, better: Step) -> Iterator[Reason]:
    rules = played.before.rules
    own, could = played.score.after, better.score.after
    if rules.game.duel:
        counts = [sum(marker > 0 for marker in markers) for markers in (own, could)]
        if counts[1] > counts[0]:
            yield MarkersLeft(*counts)
    elif min(could) > min(own):
        colours = tuple(
            colour for colour, marker in zip(rules.colours, own, strict=True) if marker == min(own)
        )
        yield LowestLeft(colours, min(own), min(could))


def _points(played: Step, better: Step) -> Iterator[Reason]:
    rules, seat = played.before.rules, played.seat
    before, own, could = (_pulled(state, seat) for state in (played.before, played.after, better.after))
    gains = {
        colour: more - less
        for colour, less, more in zip(rules.colours, own, could, strict=True)
        if more != less
    }
    low = low_colours(rules, before)
    if sum(gains.values()) > 0 or sum(gain for colour, gain in gains.items() if colour in low) > 0:
        yield PointsMissed(
            gains, tuple(colour for colour, gain in gains.items() if gain > 0 and colour in low)
        )


def _pulled(state: State, seat: int) -> list[int]:
    """A seat's markers; in the duel, less than 0 where the opponent has pulled them over."""
    own = state.seat_tracks(seat)
    if not state.rules.game.duel:
        return list(own)
    other = state.tracks[1 - state.rules.sides[seat]]
    return [mine - theirs for mine, theirs in zip(own, other, strict=True)]


def low_colours(rules: Rules, markers: Sequence[int]) -> tuple[str, ...]:
    """The colours of the lower half: fewer than half of all stand lower."""
    return tuple(
        colour
        for colour, marker in zip(rules.colours, markers, strict=True)
        if 2 * sum(other < marker for other in markers) < len(markers)
    )


# ---------------------------------------------------------------- what the opponent is left


def _gift(played: Step, better: Step) -> Iterator[Reason]:
    rules = played.before.rules
    opponent = next_opponent(rules, played.seat)
    if opponent is None:
        return
    left, could = (_most_gains(step.after, opponent) for step in (played, better))
    low = low_colours(rules, _pulled(played.before, opponent))
    colour = max(low, key=lambda colour: left[colour] - could[colour])
    if left[colour] - could[colour] >= (_LEAST_GIFT if rules.is_board_game else _LEAST_CARD_GIFT):
        yield Gift(opponent, colour, left[colour], could[colour])


def next_opponent(rules: Rules, seat: int) -> int | None:
    """The next seat that plays for another side; `None` alone."""
    others = ((seat + step) % rules.players for step in range(1, rules.players))
    return next((other for other in others if rules.sides[other] != rules.sides[seat]), None)


def _most_gains(state: State, seat: int) -> dict[str, int]:
    """By colour, the most that one half or symbol can now bring a seat's marker on."""
    room = [state.rules.track - marker for marker in _pulled(state, seat)]
    most = [0] * len(room) if state.phase is Phase.OVER else _most_points(state)
    return dict(zip(state.rules.colours, map(min, most, room), strict=True))


def _most_points(state: State) -> list[int]:
    """By colour, the most that one half or symbol can score now."""
    colours = range(len(state.rules.colours))
    if isinstance(state, CardState):
        shown = [letter for row in state.open_cards for kind in row for letter in state.rules.kinds[kind]]
        return [shown.count(letter) for letter in state.rules.colours]
    assert isinstance(state, BoardState)
    board, around = state.board, state.rules.geometry.neighbours
    fitting = [
        potentials
        for cell, potentials in enumerate(state.potentials)
        if board[cell] == EMPTY and any(n is not None and board[n] == EMPTY for n in around[cell])
    ]
    return [max((potentials[colour] for potentials in fitting), default=0) for colour in colours]
