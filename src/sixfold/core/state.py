"""A game in progress: the only mutable thing. All rules are asked of the kernels.

Numbers are handed to kernels in the types that kernels use among themselves: each further combination of
types would be compiled again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, Self

import numpy as np

from .codes import CHANCE, EMPTY, OVER, PYRAMID, Phase, Reason, Special
from .compiling import compiled, is_switched_on, plain
from .errors import MoveError, PositionError
from .kernel import board, cards
from .kernel.turn import begin, is_legal_word
from .moves import Move, action_count, chance_text
from .outcome import Outcome
from .records import BOARD_STATE, CARD_STATE, MAX_COPIES, MAX_HAND, Record, new_record
from .rules import Rules
from .tables import tables
from .views import BoardView, CardView, Eyes, Memory, View, actor_of

_PHASES: Final = tuple(Phase)
_CHANCE_PHASES: Final = (Phase.DEAL, Phase.REFILL)
_WHERE_EMPTY: Final = bytes(255 * (content == EMPTY) for content in range(256))


class State(ABC):
    """A position, all secrets included. `actor` says who is to act; chance is an actor, too."""

    __slots__ = ("record", "rules", "table")

    _kernel: ClassVar[Any]
    _dtype: ClassVar[np.dtype[Any]]

    def __init__(self, rules: Rules, table: Record, record: Record) -> None:
        self.rules: Final = rules
        self.table: Final[Record] = table
        self.record: Final[Record] = record

    @staticmethod
    def new(rules: Rules) -> "State":
        """The start of a game. Where the rules name the starter, the deal is next; else the lot."""
        return _first_state(rules).copy()

    @staticmethod
    def of(view: View) -> "State":
        """The state of a view that leaves nothing unknown."""
        if view.unknown:
            raise PositionError(f"{view.unknown} tiles are unknown: this is a view, not a whole position")
        state = State.new(view.rules)
        state._fill_common(view)
        state._fill(view)
        return state

    def redealt(self, view: View) -> "State":
        """Another state with the tiles of a view that differs from this state in nothing but hidden tiles."""
        state = self.copy()
        state._deal_hidden(view)
        return state

    def _run(self, kernel: Callable[..., Any], *numbers: Any, into: Sequence[Record] = ()) -> Any:
        """Call a kernel on this state, plain or compiled, whichever the process is switched to."""
        if is_switched_on():
            return compiled(kernel)(self.table.void, self.record.void, *numbers, *into)
        return self._run_plain(kernel, *map(int, numbers), *into)

    def _run_plain(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        """Call a kernel that is not worth compiling."""
        return plain(kernel)(self.table.plain, self.record.plain, *arguments)

    # ------------------------------------------------------------ who acts, and what may be done

    @property
    def phase(self) -> Phase:
        """What is decided now."""
        phase: Phase = _PHASES[self.record.plain.phase]
        return phase

    @property
    def actor(self) -> int:
        """The seat to act, `CHANCE` or `OVER`."""
        return actor_of(self.phase, self.record.plain.seat)

    @property
    def mover(self) -> int | None:
        """Whose turn it is, also while chance draws for this seat; `None` before the start is drawn."""
        return None if self.phase is Phase.START else self.record.plain.seat

    def legal_actions(self) -> list[int]:
        """What the actor may do, ascending; for chance, what can come up; none when the game is over."""
        if self.actor == OVER:
            return []
        if self.actor == CHANCE:
            return [action for action, _ in self.chance_outcomes()]
        out = np.empty(action_count(self.rules), np.uint32)
        count = int(self._run(self._kernel.legal_actions, into=(out,)))
        actions: list[int] = out[:count].tolist()
        return actions

    def legal_moves(self) -> list[Move]:
        """The legal actions of the seat to act, as moves."""
        return [Move.of(action, self.rules) for action in self.legal_actions()] if self.actor >= 0 else []

    def legal_words(self) -> list[Move]:
        """What the seat to act may do instead of laying something: `keep`, `exchange`, `pass`."""
        words = [word for word in Special if self._run_plain(is_legal_word, word)]
        return [Move(word.name.lower()) for word in words]

    def is_legal(self, action: int) -> bool:
        """Whether the actor may take this action now."""
        if not 0 <= action < action_count(self.rules):
            return False
        return bool(self._run(self._kernel.is_legal, np.uint64(action)))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """When chance acts: every outcome with its weight, a whole number."""
        if self.phase is Phase.START:
            return [(seat, 1) for seat in range(self.rules.players)]
        if self.phase not in _CHANCE_PHASES:
            return []
        return [(kind, n) for kind, n in enumerate(bytes(self.record.plain.bag)) if n]

    def apply(self, action: int) -> None:
        """Take an action of the actor; an illegal one is refused and changes nothing."""
        if not self.is_legal(action):
            raise MoveError(f"action {action} is not legal now")
        self.apply_legal(action)

    def apply_legal(self, action: int) -> None:
        """Take an action of the actor that is known to be legal, for it is not checked."""
        self._run(self._kernel.apply, np.uint64(action))

    def may_exchange(self) -> bool:
        """Whether the seat to move fulfils the conditions of an exchange (H18, D3, C9)."""
        return bool(self._run(self._kernel.may_exchange))

    def action_text(self, action: int) -> str:
        """An action of the present actor as text."""
        if self.actor == CHANCE:
            return chance_text(action, self.phase, self.rules)
        return str(Move.of(action, self.rules))

    # ------------------------------------------------------------ what is known

    @property
    def tracks(self) -> tuple[tuple[int, ...], ...]:
        """The markers of each side."""
        return _rows(self.record.plain.tracks, [len(self.rules.colours)] * (1 + max(self.rules.sides)))

    def seat_tracks(self, seat: int) -> tuple[int, ...]:
        """The markers that a seat moves: its own, or its team's."""
        return self.tracks[self.rules.sides[seat]]

    def rack(self, seat: int) -> tuple[int, ...]:
        """A seat's tiles or cards, the oldest first."""
        s = self.record.plain
        return tuple(bytes(s.racks)[MAX_HAND * seat : MAX_HAND * seat + s.rack_size[seat]])

    @property
    def bag(self) -> tuple[int, ...]:
        """How many tiles of each kind the bag or draw pile holds."""
        return tuple(bytes(self.record.plain.bag[: len(self.rules.kinds)]))

    def outcome(self) -> Outcome:
        """The result; while the game goes on, how it stands."""
        return Outcome.of(self.rules, self.tracks, Reason(self.record.plain.reason))

    def view(self, seat: int | None) -> View:
        """What a seat (or with `None` a spectator) may know."""
        return self._look(seat)

    def everything(self) -> View:
        """The whole truth in the form of a view."""
        return self._look("all")

    def copy(self) -> Self:
        """Another state, equal to this one and independent of it."""
        return type(self)(self.rules, self.table, self.record.copy())

    def __eq__(self, other: object) -> bool:
        """Equal in everything that matters: not, for instance, in the order of the free-edge list."""
        return isinstance(other, State) and self.everything() == other.everything()

    __hash__ = None  # type: ignore[assignment]  # mutable, so not to be a key

    # ------------------------------------------------------------ for who has no rules and draws the table

    @abstractmethod
    def potential_bytes(self) -> bytes:
        """What laying something scores now, a byte each.

        On a board for each cell and colour, 0 on covered cells; at cards for each colour.
        """

    @abstractmethod
    def open_edges(self) -> bytes:
        """Where the seat to act may lay a tile: a byte for each edge of the board, 1 or 0; none at cards."""

    # ------------------------------------------------------------ views and back

    @abstractmethod
    def _look(self, eyes: Eyes) -> View: ...

    @abstractmethod
    def _fill(self, view: Any) -> None: ...

    def _racks(self) -> tuple[tuple[int, ...], ...]:
        s = self.record.plain
        return _rows(s.racks, s.rack_size[: self.rules.players])

    def _public(self, eyes: Eyes) -> dict[str, Any]:
        """The fields that every game's view has; of racks only the one that these eyes may see."""
        s = self.record.plain
        mine = [eyes in (seat, "all") for seat in range(self.rules.players)]
        whole = self._racks()
        racks = tuple(rack if known else (None,) * len(rack) for rack, known in zip(whole, mine, strict=True))
        pool = list(self.bag)
        for rack, known in zip(whole, mine, strict=True):
            for kind in () if known else rack:
                pool[kind] += 1
        return {
            "rules": self.rules,
            "eyes": eyes,
            "phase": self.phase,
            "mover": self.mover,
            "starter": None if self.phase is Phase.START else s.starter,
            "turn": s.turn,
            "bonus": s.bonus,
            "reason": Reason(s.reason),
            "tracks": self.tracks,
            "racks": racks,
            "pool": tuple(pool),
            "memory": self._memory(),
        }

    def _memory(self) -> Memory:
        s = self.record.plain
        if s.epoch == 0:
            return Memory()
        marks = sorted((kind, mark) for kind, row in enumerate(s.mark.tolist()) for mark in row if mark)
        sizes = s.rack_size[: self.rules.players]
        epochs = tuple(tuple(row[:size]) for row, size in zip(s.rack_epoch.tolist(), sizes, strict=False))
        return Memory(s.epoch, epochs, tuple(marks))

    def _fill_common(self, view: View) -> None:
        s = self.record
        s.phase = view.phase
        s.seat = view.mover or 0
        s.starter = view.starter or 0
        s.turn = view.turn
        s.bonus = view.bonus
        s.reason = view.reason
        self._deal_hidden(view)
        for side, markers in enumerate(view.tracks):
            s.tracks[side, : len(markers)] = markers
        s.epoch = view.memory.epoch
        for seat, epochs in enumerate(view.memory.racks):
            s.rack_epoch[seat, : len(epochs)] = epochs
        for kind, epoch in view.memory.marks:
            place = next((i for i in range(MAX_COPIES) if s.mark[kind, i] == 0), None)
            if place is None:
                raise PositionError(f"{self.rules.kinds[kind]} has too many marks")
            s.mark[kind, place] = epoch

    def _deal_hidden(self, view: View) -> None:
        s = self.record
        s.bag[: len(view.pool)] = view.pool
        s.bag_size = sum(view.pool)
        for seat, rack in enumerate(view.racks):
            s.racks[seat, : len(rack)] = rack
            s.rack_size[seat] = len(rack)


class BoardState(State):
    """A position of a board game."""

    __slots__ = ()
    _kernel: ClassVar[Any] = board
    _dtype: ClassVar[np.dtype[Any]] = BOARD_STATE

    @property
    def board(self) -> tuple[int, ...]:
        """What lies on each cell: a colour, or `EMPTY` or `PYRAMID` of `codes`."""
        return tuple(self._board())

    @property
    def potentials(self) -> tuple[tuple[int, ...], ...]:
        """For each cell and colour the points that a half laid there would score now; 0 on covered cells."""
        colours = len(self.rules.colours)
        return tuple(
            tuple(row[:colours]) if content == EMPTY else (0,) * colours
            for row, content in zip(self.record.potential.tolist(), self.board, strict=False)
        )

    def potential_bytes(self) -> bytes:
        """What a half of each colour would score on each cell now; 0 on covered cells."""
        # Without numpy's arithmetic: here that lets go of the interpreter's lock, and a busy server waits.
        board, colours = self._board(), len(self.rules.colours)
        points = self.record.potential[: len(board), :colours].tobytes()
        is_empty = board.translate(_WHERE_EMPTY)
        mask = bytearray(len(points))
        for colour in range(colours):
            mask[colour::colours] = is_empty
        return (int.from_bytes(points) & int.from_bytes(mask)).to_bytes(len(points))

    def open_edges(self) -> bytes:
        """Where the seat to act may lay a tile: a byte for each edge, 1 or 0."""
        every = slice(0, len(self.rules.geometry.edges))
        is_open: Any = board.edge_is_open(self.table, self.record, every)
        return bytes(is_open)

    def _board(self) -> bytes:
        return bytes(self.record.plain.board[: len(self.rules.geometry.names)])

    def _look(self, eyes: Eyes) -> BoardView:
        s = self.record.plain
        tokens = tuple(holder - 1 if holder else None for holder in s.token[: len(self.rules.colours)])
        return BoardView(
            **self._public(eyes),
            board=self.board,
            aside=tuple(s.aside[: s.aside_size]),
            tokens=tokens if self.rules.game.duel else (),
        )

    def _fill(self, view: BoardView) -> None:
        s = self.record
        for cell, content in enumerate(view.board):
            if content < EMPTY and cell not in self.rules.printed:
                self._run(board.lay_half, np.uint16(cell), np.uint8(content))
                s.claimed |= np.uint8(self._touched(cell))
            elif content == PYRAMID:
                s.board[cell] = PYRAMID
                s.pyramids_laid += np.uint8(1)
        s.aside[: len(view.aside)] = view.aside
        s.aside_size = len(view.aside)
        for colour, holder in enumerate(view.tokens):
            s.token[colour] = 0 if holder is None else holder + 1

    def _touched(self, cell: int) -> int:
        """Bit mask of the printed symbols beside a cell."""
        around = self.rules.geometry.neighbours[cell]
        return sum(1 << i for i, printed in enumerate(self.rules.printed) if printed in around)


class CardState(State):
    """A position of the card game."""

    __slots__ = ()
    _kernel: ClassVar[Any] = cards
    _dtype: ClassVar[np.dtype[Any]] = CARD_STATE

    @property
    def open_cards(self) -> tuple[tuple[int, ...], ...]:
        """The cards before each seat, the oldest first."""
        s = self.record.plain
        return _rows(s.open, s.open_size[: self.rules.players])

    def potential_bytes(self) -> bytes:
        """How many open cards match each colour, when the next card is played."""
        state = self
        if self.phase is Phase.BONUS:
            state = self.copy()
            state._run_plain(cards.clear_oldest, state.actor)
        return bytes(state.record.plain.showing[: len(self.rules.colours)])

    def open_edges(self) -> bytes:
        """None: there is no board."""
        return b""

    def _look(self, eyes: Eyes) -> CardView:
        discard = tuple(bytes(self.record.plain.discard[: len(self.rules.kinds)]))
        return CardView(**self._public(eyes), open_cards=self.open_cards, discard=discard)

    def _fill(self, view: CardView) -> None:
        for seat, row in enumerate(view.open_cards):
            for kind in row:
                self._run(cards.lay_open, np.uint32(seat), np.uint64(kind))
        self.record.discard[: len(view.discard)] = view.discard
        self.record.discard_size = sum(view.discard)


@lru_cache(maxsize=256)
def _first_state(rules: Rules) -> State:
    """The start of a game, to be copied. Made once, so it is not worth compiling what makes it."""
    kind = BoardState if rules.is_board_game else CardState
    state = kind(rules, tables(rules), new_record(kind._dtype))
    state._run_plain(kind._kernel.set_up)
    if rules.starter is not None:
        state._run_plain(begin, rules.starter)
    return state


def _rows(table: Record, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The beginnings of the rows of a table of bytes."""
    whole, width = bytes(table), table.shape[1]
    return tuple(tuple(whole[width * row : width * row + size]) for row, size in enumerate(sizes))
