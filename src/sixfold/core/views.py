"""What one seat, or a spectator, may know.

A view is built by naming what is public and adding the seat's own rack; it holds no state. Everything a
person at the table can work out is in it: which tiles are not accounted for (`pool`: the bag and the
hidden racks together) and what returned to the bag before everyone's eyes (`memory`).

The truth itself is a view with nothing unknown, so that positions and truth share one text form.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from .codes import CHANCE, OVER, Exchange, Phase, Reason
from .errors import PositionError
from .moves import Move
from .rules import Rules

if TYPE_CHECKING:
    from .state import State

Eyes = int | None | Literal["all"]
"""Who looks: a seat, a spectator (`None`), or the truth (`"all"`)."""

_TRIES: Final = 1000
_NOTHING: Final = frozenset[int]()


@dataclass(frozen=True, slots=True)
class Memory:
    """What everyone saw go back into the bag, by epochs (see `kernel.memory`); empty before that."""

    epoch: int = 0
    racks: tuple[tuple[int, ...], ...] = ()
    """For each seat, in which epoch each tile of its rack was drawn, as far as others can tell."""
    marks: tuple[tuple[int, int], ...] = ()
    """(kind, epoch) of returned tiles that no rack tile of an earlier epoch can be."""


@dataclass(frozen=True, slots=True)
class View:
    """What is known to one seat or to a spectator. Kinds and colours are numbers, `None` an unknown tile."""

    rules: Rules
    eyes: Eyes
    phase: Phase
    mover: int | None
    """Whose turn it is, also while chance draws for this seat; `None` before the start is drawn."""
    starter: int | None
    turn: int
    bonus: int
    reason: Reason
    tracks: tuple[tuple[int, ...], ...]
    """The markers of each side: a seat's own, or its team's (`rules.sides`)."""
    racks: tuple[tuple[int | None, ...], ...]
    pool: tuple[int, ...]
    """How many tiles of each kind are not accounted for: in the bag or unknown on a rack."""
    memory: Memory

    @property
    def actor(self) -> int:
        """The seat to act, `CHANCE` or `OVER`."""
        return actor_of(self.phase, self.mover)

    @property
    def unknown(self) -> int:
        """How many tiles on racks are not known."""
        return sum(tile is None for rack in self.racks for tile in rack)

    @property
    def bag_size(self) -> int:
        """How many tiles the bag or draw pile holds."""
        return sum(self.pool) - self.unknown

    def sample(self, rng: random.Random) -> "State":
        """A state that agrees with this view, the unknown dealt at random: every such deal equally likely.

        What is not known for certain (see `Memory`), and what others' choices may betray, is not weighed.
        """
        return next(self.samples(rng))

    def samples(self, rng: random.Random) -> Iterator["State"]:
        """Such states without end; the second and all later ones take little time."""
        from .state import State  # the state module builds views; only sampling needs the way back

        state = None
        tries = _TRIES
        while tries:
            tries -= 1
            racks = _deal(self, rng)
            if racks is None:
                continue
            whole = self._with_all(racks)
            state = State.of(whole) if state is None else state.redealt(whole)
            if self.phase is not Phase.EXCHANGE or state.may_exchange():
                yield state
                tries = _TRIES
        raise PositionError("no deal of the unknown tiles fits this view")

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat that looks, if it is to act; otherwise none."""
        if self.eyes is None or self.eyes not in (self.actor, "all") or self.actor < 0:
            return []
        return self.sample(random.Random(0)).legal_actions()  # they are the same in every deal

    def legal_moves(self) -> list[Move]:
        """The legal moves of the seat that looks, if it is to act."""
        return [Move.of(action, self.rules) for action in self.legal_actions()]

    def _with_all(self, racks: list[list[int]]) -> "View":
        pool = list(self.pool)
        for before, after in zip(self.racks, racks, strict=True):
            for known, kind in zip(before, after, strict=True):
                if known is None:
                    pool[kind] -= 1
        return replace(self, eyes="all", racks=tuple(map(tuple, racks)), pool=tuple(pool))


@dataclass(frozen=True, slots=True)
class BoardView(View):
    """The view of a board game."""

    board: tuple[int, ...] = ()
    """What lies on each cell: a colour, or `EMPTY` or `PYRAMID` of `codes`."""
    aside: tuple[int, ...] = ()
    """Tiles shown in an exchange that have not gone back into the bag yet."""
    tokens: tuple[int | None, ...] = ()
    """The duel's tokens, a colour each: the seat that holds it."""


@dataclass(frozen=True, slots=True)
class CardView(View):
    """The view of a card game."""

    open_cards: tuple[tuple[int, ...], ...] = ()
    """The cards before each seat, the oldest first."""
    discard: tuple[int, ...] = ()
    """How many of each kind are on the discard pile: everyone saw them lie open."""


def actor_of(phase: Phase, mover: int | None) -> int:
    """Who acts in a phase: the seat, `CHANCE` or `OVER`."""
    if phase is Phase.OVER:
        return OVER
    if mover is None or phase in (Phase.START, Phase.DEAL, Phase.REFILL):
        return CHANCE
    return mover


# ---------------------------------------------------------------- dealing the unknown


def _deal(view: View, rng: random.Random) -> list[list[int]] | None:
    """Racks with the unknown tiles dealt at random, or `None` if this attempt ran into a dead end.

    Unknown tiles of early epochs have the smallest choice and choose first. As the choices are nested,
    all deals come out equally likely.
    """
    racks: list[list[int | None]] = [list(rack) for rack in view.racks]
    tiles = _unseen_tiles(view, rng)
    barred = _barred_kinds(view)
    slots = []
    for seat, rack in enumerate(racks):
        for slot, tile in enumerate(rack):
            if tile is None:
                epoch = view.memory.racks[seat][slot] if view.memory.epoch else 0
                slots.append((not (barred and seat == view.mover), epoch, seat, slot))
    for unrestricted, epoch, seat, slot in sorted(slots):
        kind = _draw(tiles, epoch, _NOTHING if unrestricted else barred, rng)
        if kind is None:
            return None
        racks[seat][slot] = kind
    return [[kind for kind in rack if kind is not None] for rack in racks]


def _draw(tiles: list[tuple[int, int]], epoch: int, barred: frozenset[int], rng: random.Random) -> int | None:
    """Take a tile that may be drawn at that epoch off the list, each equally likely; `None` if there is none.

    Nearly always any may: so the first choice is made among all, and a second one only if that was wrong.
    """

    def fits(place: int) -> bool:
        kind, mark = tiles[place]
        return mark <= epoch and kind not in barred

    chosen = int(rng.random() * len(tiles))
    if not tiles or not fits(chosen):
        fitting = list(filter(fits, range(len(tiles))))
        if not fitting:
            return None
        chosen = rng.choice(fitting)
    tiles[chosen], tiles[-1] = tiles[-1], tiles[chosen]
    return tiles.pop()[0]


def _unseen_tiles(view: View, rng: random.Random) -> list[tuple[int, int]]:
    """The tiles not accounted for, as (kind, mark): a tile with a mark was in the bag at that epoch.

    Nobody knows which tiles of a kind bear its marks; one may have come onto a rack that is known.
    """
    marks: dict[int, list[int]] = {}
    for kind, epoch in view.memory.marks:
        marks.setdefault(kind, []).append(epoch)
    tiles: list[tuple[int, int]] = []
    for kind, count in enumerate(view.pool):
        if kind not in marks:
            tiles += [(kind, 0)] * count
        else:
            hidden = [0] * count
            seen = [seat for seat, rack in enumerate(view.racks) for tile in rack if tile == kind]
            free = list(range(count))
            for mark in sorted(marks[kind], reverse=True):
                bearers = [s for s in seen if view.memory.racks[s] and view.memory.racks[s][-1] >= mark]
                choice = rng.randrange(len(free) + len(bearers)) if free or bearers else None
                if choice is None:
                    continue
                if choice < len(free):
                    hidden[free.pop(choice)] = mark
                else:
                    seen.remove(bearers[choice - len(free)])
            tiles += [(kind, mark) for mark in hidden]
    return tiles


def _barred_kinds(view: View) -> frozenset[int]:
    """Kinds that cannot be on the mover's rack, because it was offered an exchange (H18, C9)."""
    if view.phase is not Phase.EXCHANGE or view.rules.game.exchange is not Exchange.LACKS_WEAKEST:
        return _NOTHING
    assert view.mover is not None
    tracks = view.tracks[view.rules.sides[view.mover]]
    weakest = {
        colour for colour, marker in zip(view.rules.colours, tracks, strict=True) if marker == min(tracks)
    }
    return frozenset(kind for kind, tile in enumerate(view.rules.kinds) if weakest.intersection(tile))
