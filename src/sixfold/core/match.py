"""The truth of one game: rules, a dealer, and everything that happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .codes import CHANCE, EMPTY, Phase, Special
from .dealer import Dealer, Deals
from .errors import MoveError
from .moves import Move, action_of
from .outcome import Outcome
from .rules import Rules
from .scoring import Explanation, explain, explain_step
from .state import BoardState, State
from .views import View, actor_of


@dataclass(frozen=True, slots=True)
class Event:
    """One action of a seat or of chance, in the order in which they happened."""

    actor: int
    mover: int | None
    """Whose turn it was; for a draw, who drew."""
    phase: Phase
    turn: int
    action: int
    text: str
    score: Explanation | None
    """What a seat's action scored; `None` for chance."""


class Match:
    """One game from the deal to its end. Draws are made at once, so there is always a seat to move."""

    def __init__(self, rules: Rules, dealer: Deals | None = None, position: State | None = None) -> None:
        """A new game, dealt; by default with a fresh secret seed.

        Or one that goes on from a position: moves and draws are counted from there, and it has no record.
        """
        self.rules: Final = rules
        self.dealer: Final = dealer if dealer is not None else Dealer()
        self._state = State.new(rules) if position is None else position.copy()
        self._events: list[Event] = []
        self._unexplained = 0
        self._drawn = self._draw(self._state, self._events, 0)

    @property
    def state(self) -> State:
        """A copy of the position, secrets included."""
        return self._state.copy()

    @classmethod
    def resume(cls, rules: Rules, dealer: Deals, moves: Sequence[str], explained: int = 0) -> "Match":
        """A match in which these moves were made, known to be legal and written as `str(Move)` writes them.

        It is faster than playing them: only the last so many are checked and explained at once, the others
        are explained when somebody asks.
        """
        match = cls(rules, dealer)
        known = max(0, len(moves) - explained)
        for move in moves[:known]:
            action = action_of(move, rules)
            match._events.append(_event(match._state, action, None))
            match._state.apply_legal(action)
            match._drawn = match._draw(match._state, match._events, match._drawn)
        match._unexplained = len(match._events) if known else 0
        for move in moves[known:]:
            match.play(move)
        return match

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        self._explain_all()
        return tuple(self._events)

    def moves_backwards(self) -> Iterator[tuple[int, Event]]:
        """The moves of the seats from the last one on, each with its number, which counts from 0."""
        number = self.made
        for place in range(len(self._events) - 1, -1, -1):
            if place < self._unexplained:
                self._explain_all()
            if self._events[place].actor != CHANCE:
                number -= 1
                yield number, self._events[place]

    @property
    def made(self) -> int:
        """How many moves the seats have made."""
        return len(self._events) - self._drawn

    @property
    def draws(self) -> int:
        """How often chance has acted."""
        return self._drawn

    @property
    def actor(self) -> int:
        """The seat to act, or `OVER`."""
        return self._state.actor

    @property
    def starter(self) -> int:
        """The seat that started."""
        return int(self._state.record.plain.starter)

    @property
    def phase(self) -> Phase:
        """What the seat to act decides."""
        return self._state.phase

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase is Phase.OVER

    def outcome(self) -> Outcome:
        """The result; while the game goes on, how it stands."""
        return self._state.outcome()

    def view(self, seat: int | None) -> View:
        """What a seat (or with `None` a spectator) may know now."""
        return self._state.view(seat)

    def rack(self, seat: int) -> tuple[int, ...]:
        """The tiles or cards of a seat, the oldest first: what nobody else may know."""
        return self._state.rack(seat)

    def potential_bytes(self) -> bytes:
        """What laying something would score now: see `State.potential_bytes`."""
        return self._state.potential_bytes()

    def open_edges(self) -> bytes:
        """Where the seat to act may lay a tile: a byte for each edge, 1 or 0; nothing at cards."""
        return self._state.open_edges()

    def legal_moves(self) -> list[Move]:
        """What the seat to act may do."""
        return self._state.legal_moves()

    def legal_words(self) -> list[Move]:
        """What the seat to act may do instead of laying something: `keep`, `exchange`, `pass`."""
        return self._state.legal_words()

    def explain(self, move: Move | str | int) -> Explanation:
        """What a legal move would score, and why."""
        return explain(self._state, self._checked(move, None))

    def play(self, move: Move | str | int, seat: int | None = None) -> Event:
        """Play a move (as text, `Move` or action number), then draw what has to be drawn.

        If it is not legal, or not the turn of `seat`, a `MoveError` says why and nothing has changed.
        """
        action = self._checked(move, seat)
        state = self._state.copy()
        state.apply_legal(action)
        event = _event(self._state, action, explain_step(self._state, state, action))
        events = [*self._events, event]
        self._drawn = self._draw(state, events, self._drawn)
        self._state, self._events = state, events
        return event

    def after(self, move: Move | str | int, seat: int | None = None) -> "Match":
        """The match after a move, checked as `play` checks it; this one stays as it is."""
        match = Match.__new__(Match)  # what `copy` comes to, without its search for how to do it
        match.__dict__.update(self.__dict__)
        match.play(move, seat)
        return match

    def _explain_all(self) -> None:
        """Explain the moves that `resume` left unexplained, by playing them again."""
        if self._unexplained:
            match = Match(self.rules, self.dealer)
            while len(match._events) < self._unexplained:
                match.play(self._events[len(match._events)].action)
            self._events = [*match._events, *self._events[self._unexplained :]]
            self._unexplained = 0

    def _checked(self, move: Move | str | int, seat: int | None) -> int:
        state = self._state
        if self.is_over:
            raise MoveError("the game is over")
        if seat is not None and seat != state.actor:
            raise MoveError(f"it is the turn of seat {state.actor + 1}, not of seat {seat + 1}")
        action = action_of(str(Move.of(move, self.rules) if isinstance(move, int) else move), self.rules)
        if not state.is_legal(action):
            refused = Move.of(action, self.rules)
            raise MoveError(f"{refused} is not legal: {why_not(state, refused)}")
        return action

    def _draw(self, state: State, events: list[Event], drawn: int) -> int:
        """Let chance act until a seat must, or the game is over; returns how often it has acted by then."""
        while state.actor == CHANCE:
            action = self.dealer.pick(drawn, state.chance_outcomes())
            event = _event(state, action, None)
            state.apply_legal(action)
            events.append(event)
            drawn += 1
        return drawn


def _event(before: State, action: int, score: Explanation | None) -> Event:
    phase, mover = before.phase, before.mover
    text = str(score.move) if score else before.action_text(action)
    return Event(actor_of(phase, mover), mover, phase, before.record.plain.turn, action, text, score)


# ---------------------------------------------------------------- why a move is not legal


def why_not(state: State, move: Move) -> str:
    """Say in words why a well-formed move is not legal for the seat to act."""
    if state.phase is Phase.EXCHANGE:
        return "first decide: keep or exchange"
    if move.what == Special.PASS.name.lower():
        return "a bonus move must be made" if state.phase is Phase.BONUS else "one may not pass"
    if move.is_word:
        return "no exchange is open now"
    if state.rules.kind_of[move.what] not in state.rack(state.actor):
        return f"seat {state.actor + 1} has no {move.what}"
    reason = _why_no_room(state, move) if isinstance(state, BoardState) else None
    return reason or "the rules do not allow it now"


def _why_no_room(state: BoardState, move: Move) -> str | None:
    for name in move.cells:
        cell = state.rules.geometry.cell_of[name]
        if cell in state.rules.printed:
            return f"{name} bears a printed symbol"
        if state.board[cell] != EMPTY:
            return f"{name} is taken"
    return "the first tile must touch a printed symbol that no tile touches yet"
