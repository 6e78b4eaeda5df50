"""The truth of one game: rules, a dealer, and everything that happened."""

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
from .views import View


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

    def __init__(self, rules: Rules, dealer: Deals | None = None) -> None:
        """A new game, dealt; by default with a fresh secret seed."""
        self.rules: Final = rules
        self.dealer: Final = dealer if dealer is not None else Dealer()
        self._state, self._events = self._draw(State.new(rules), [])

    @property
    def state(self) -> State:
        """A copy of the position, secrets included."""
        return self._state.copy()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(self._events)

    @property
    def draws(self) -> int:
        """How often chance has acted."""
        return _draws(self._events)

    @property
    def actor(self) -> int:
        """The seat to act, or `OVER`."""
        return self._state.actor

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

    def legal_moves(self) -> list[Move]:
        """What the seat to act may do."""
        return self._state.legal_moves()

    def explain(self, move: Move | str | int) -> Explanation:
        """What a legal move would score, and why."""
        return explain(self._state, self._checked(move, None))

    def play(self, move: Move | str | int, seat: int | None = None) -> Event:
        """Play a move (as text, `Move` or action number), then draw what has to be drawn.

        If it is not legal, or not the turn of `seat`, a `MoveError` says why and nothing has changed.
        """
        action = self._checked(move, seat)
        state = self._state.copy()
        state.apply(action)
        event = _event(self._state, action, explain_step(self._state, state, action))
        self._state, self._events = self._draw(state, [*self._events, event])
        return event

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

    def _draw(self, state: State, events: list[Event]) -> tuple[State, list[Event]]:
        """Let chance act until a seat must, or the game is over."""
        draws = _draws(events)
        while state.actor == CHANCE:
            action = self.dealer.pick(draws, state.chance_outcomes())
            event = _event(state, action, None)
            state.apply(action)
            events.append(event)
            draws += 1
        return state, events


def _draws(events: list[Event]) -> int:
    return sum(event.actor == CHANCE for event in events)


def _event(before: State, action: int, score: Explanation | None) -> Event:
    return Event(
        before.actor,
        before.mover,
        before.phase,
        int(before.record.turn),
        action,
        before.action_text(action),
        score,
    )


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
