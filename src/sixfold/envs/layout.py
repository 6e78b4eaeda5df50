"""What is where in an observation: the same design for every game.

An observation is one row of numbers from 0 to 255, cut into sections. Whoever looks comes first; other seats
and sides follow in the order of play.

| section | shape | what it holds |
|---|---|---|
| `board` | (colours + 1 or 2, rows, columns) | boards: a plane for each colour, for empty cells and, \
in square games, for pyramids |
| `points` | (colours, rows, columns) | boards: what half a tile of a colour would score on an empty cell |
| `rack` | (hand, 2, colours) | each tile on one's own rack, the oldest first: which colours its halves have |
| `tracks` | (sides, colours) | the markers |
| `drawn` | (players, hand) | for each tile on a rack how long ago it was drawn, from 1; 0 is no tile |
| `pool` | (kinds,) | how many tiles of each kind are unseen: in the bag, or on others' racks |
| `returned` | (kinds, copies) | how long ago tiles of each kind went back into the bag before \
everyone's eyes; not alone |
| `phase` | (4,) | one of: place a tile, bonus move, exchange or keep, game over |
| `actor` | (players,) | who is to act; nobody when the game is over |
| `starter` | (players,) | who started |
| `bonus` | (1,) | bonus moves not made yet |
| `turn` | (1,) | how many turns have been played, at most 255 |
| `tokens` | (2, colours) | duel: the tokens that one holds, and those that the opponent holds |
| `open` | (players, 3, colours) | cards: the symbols of each seat's open cards, the oldest first |
| `showing` | (colours,) | cards: how often each symbol lies open |
| `discard` | (kinds,) | cards: the discard pile |

A hexagon lies in its square of rows and slanted columns: a cell's neighbours are those beside it, above and
below it, and above to the right and below to the left. Cells that are not on the board are 0 in all planes.

`drawn` and `returned` count in returns: 1 is since the last time that tiles went back into the bag, 2 before
that. A tile on a rack that was drawn longer ago than one was returned is not that one.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..core.records import MAX_OPEN, Record, new_record
from ..core.rules import Rules
from .kernel.memory import PLAN, SECTIONS

Observation = NDArray[np.uint8]
Mask = NDArray[np.int8]

_MOST: Final = 255


@dataclass(frozen=True)
class Section:
    """A part of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    most: int
    """The largest number that can stand in it."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


class Layout:
    """The sections of a game's observations."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.sections: Final[Mapping[str, Section]] = {s.name: s for s in _sections(rules)}
        self.size: Final = sum(section.size for section in self.sections.values())
        """How many numbers an observation has."""

    @property
    def most(self) -> Observation:
        """The largest number that can stand in each place: divide by it to get inputs from 0 to 1."""
        return np.concatenate([np.full(s.size, s.most, np.uint8) for s in self.sections.values()])

    def split(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The sections of an observation, or of a batch of them, by name and in their shapes; no copies."""
        return {
            section.name: observations[..., section.start : section.start + section.size].reshape(
                *observations.shape[:-1], *section.shape
            )
            for section in self.sections.values()
        }


@lru_cache(maxsize=64)
def layout_for(rules: Rules) -> Layout:
    """The one `Layout` of these rules."""
    return Layout(rules)


def new_plan(rules: Rules) -> Record:
    """The plan that kernels write observations by."""
    plan = new_record(PLAN)
    for section in layout_for(rules).sections.values():
        setattr(plan, section.name, section.start)
    if rules.is_board_game:
        board = rules.geometry
        width = 2 * board.radius + 1
        plan.plane = width * width
        plan.place[: len(board.coordinates)] = [
            (y + board.radius) * width + x + board.radius for x, y in board.coordinates
        ]
    plan.copies = max(rules.tile_counts)
    plan.sides = len(set(rules.sides))
    plan.duel = rules.game.duel
    plan.track = rules.track
    plan.best_score = len(rules.colours) if rules.game.duel else rules.track
    return plan


def _sections(rules: Rules) -> Iterator[Section]:
    start = 0
    shapes = _shapes(rules)
    for name in SECTIONS:
        if name in shapes:
            section = Section(name, start, *shapes[name])
            yield section
            start += section.size


def _shapes(rules: Rules) -> dict[str, tuple[tuple[int, ...], int]]:
    """The shape of each section that the game has, and the largest number in it."""
    colours, kinds, copies = len(rules.colours), len(rules.kinds), max(rules.tile_counts)
    players, sides = rules.players, len(set(rules.sides))
    shapes: dict[str, tuple[tuple[int, ...], int]] = {
        "rack": ((rules.hand, 2, colours), 1),
        "tracks": ((sides, colours), rules.track),
        "drawn": ((players, rules.hand), _MOST),
        "pool": ((kinds,), copies),
        "phase": ((4,), 1),
        "actor": ((players,), 1),
        "starter": ((players,), 1),
        "bonus": ((1,), colours * rules.game.sheets),
        "turn": ((1,), _MOST),
    }
    if rules.is_board_game:
        width = 2 * rules.geometry.radius + 1
        planes = colours + 1 + rules.game.pyramids
        shapes["board"] = ((planes, width, width), 1)
        shapes["points"] = ((colours, width, width), _longest(rules))
    else:
        shapes["open"] = ((players, MAX_OPEN, colours), 1)
        shapes["showing"] = ((colours,), players * MAX_OPEN)
        shapes["discard"] = ((kinds,), copies)
    if rules.game.exchange:
        shapes["returned"] = ((kinds, copies), _MOST)
    if rules.game.duel:
        shapes["tokens"] = ((2, colours), 1)
    return shapes


def _longest(rules: Rules) -> int:
    """The most that half a tile can score: all its lines full of one colour."""
    directions = sum(n is not None for n in rules.geometry.neighbours[len(rules.geometry.names) // 2])
    return directions * rules.geometry.radius
