"""What the tests of the rules read from a state, as letters and words."""

from rules.acting import play
from sixfold import State
from sixfold.core.codes import EMPTY, PYRAMID
from sixfold.core.state import BoardState, CardState


def markers(state: State, seat: int) -> dict[str, int]:
    """Where a seat's markers stand, by colour."""
    return dict(zip(state.rules.colours, state.seat_tracks(seat), strict=True))


def gained(state: State, text: str) -> dict[str, int]:
    """How far a legal move moves the markers of the seat that makes it; the state is not touched."""
    seat, after = state.actor, state.copy()
    play(after, text)
    before = markers(state, seat)
    return {c: now - before[c] for c, now in markers(after, seat).items() if now != before[c]}


def content(state: State, cell: str) -> str:
    """What lies on a cell: a colour's letter, `^` for a pyramid, `.` for nothing."""
    assert isinstance(state, BoardState)
    code = state.board[state.rules.geometry.cell_of[cell]]
    return {int(EMPTY): ".", int(PYRAMID): "^"}.get(code) or state.rules.colours[code]


def pyramids(state: State) -> set[str]:
    """The cells with a pyramid."""
    return {cell for cell in state.rules.geometry.names if content(state, cell) == "^"}


def open_row(state: State, seat: int) -> list[str]:
    """The cards that lie open before a seat, the oldest first."""
    assert isinstance(state, CardState)
    return [state.rules.kinds[kind] for kind in state.open_cards[seat]]


def discards(state: State) -> dict[str, int]:
    """The cards on the discard pile."""
    assert isinstance(state, CardState)
    counts = state.record.discard.tolist()
    return {card: count for card, count in zip(state.rules.kinds, counts, strict=False) if count}
