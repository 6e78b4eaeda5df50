"""Whether a view describes a position that can be: what a reader of positions has to check.

It proves that the pieces add up and that the game can go on from there, not that the position can be
reached: composed positions are welcome.
"""

import random
from collections import Counter
from collections.abc import Callable

from .codes import EMPTY, PYRAMID, Phase, Reason
from .errors import PositionError
from .state import State
from .views import BoardView, CardView, View


def check(view: View) -> None:
    """Raise a `PositionError` that says what cannot be, or return."""
    _check_tracks(view)
    _check_tiles(view)
    _check_memory(view)
    _check_turn(view)
    if isinstance(view, BoardView):
        _check_board(view)
        _check_tokens(view)
    elif isinstance(view, CardView):
        _check_open_cards(view)
    _check_phase(view)


def _demand(holds: bool, message: str) -> None:
    if not holds:
        raise PositionError(message)


def _check_tracks(view: View) -> None:
    for side, markers in enumerate(view.tracks):
        _demand(
            all(0 <= marker <= view.rules.track for marker in markers),
            f"tracks: side {side + 1} has a marker outside 0 to {view.rules.track}",
        )
    if view.rules.game.duel:
        _demand(
            all(0 in pair for pair in zip(*view.tracks, strict=True)), "tracks: a marker is on both sides"
        )


def _check_tiles(view: View) -> None:
    """Every tile of the game is in exactly one place, and those on the board have the board's colours."""
    rules = view.rules
    _demand(min(view.pool) >= 0, "pool: a number of tiles is negative")
    elsewhere = Counter(kind for rack in view.racks for kind in rack if kind is not None)
    elsewhere.update(dict(enumerate(view.pool)))
    if isinstance(view, BoardView):
        elsewhere.update(view.aside)
    elif isinstance(view, CardView):
        elsewhere.update(kind for row in view.open_cards for kind in row)
        elsewhere.update(dict(enumerate(view.discard)))
    placed: Counter[str] = Counter()
    for kind, count in enumerate(rules.tile_counts):
        missing = count - elsewhere[kind]
        _demand(missing >= 0, f"tiles: there are only {count} {rules.kinds[kind]}")
        for letter in rules.kinds[kind]:
            placed[letter] += missing
    lying: Counter[str] = Counter()
    if isinstance(view, BoardView):
        lying.update(
            rules.colours[content]
            for cell, content in enumerate(view.board)
            if content < EMPTY and cell not in rules.printed
        )
    for letter in rules.colours:
        _demand(
            placed[letter] == lying[letter],
            f"tiles: {placed[letter]} halves of {letter} must lie on the board, there are {lying[letter]}",
        )
    _demand(view.bag_size >= 0, "pool: fewer tiles than there are unknown ones on the racks")


def _check_memory(view: View) -> None:
    memory, rules = view.memory, view.rules
    if memory.epoch == 0:
        _demand(not memory.racks and not memory.marks, "memory: nothing has gone back into the bag yet")
        return
    _demand(len(memory.racks) == rules.players, "memory: one list of epochs a seat")
    for rack, epochs in zip(view.racks, memory.racks, strict=True):
        _demand(len(rack) == len(epochs), "memory: one epoch a tile on the rack")
        _demand(list(epochs) == sorted(epochs), "memory: a rack's tiles come oldest first")
        _demand(all(0 <= epoch <= memory.epoch for epoch in epochs), "memory: an epoch that has not come yet")
    marks = Counter(kind for kind, _ in memory.marks)
    for kind, epoch in memory.marks:
        _demand(0 < epoch <= memory.epoch, f"memory: {rules.kinds[kind]} has a mark of no epoch")
        hidden = view.pool[kind] + sum(rack.count(kind) for rack in view.racks)
        _demand(marks[kind] <= hidden, f"memory: {rules.kinds[kind]} has more marks than tiles")


def _check_turn(view: View) -> None:
    rules = view.rules
    if view.phase is Phase.START:
        _demand(rules.starter is None, "turn: these rules name the starter")
        _demand(view.turn == 0, "turn: nobody has started yet")
        return
    _demand(view.mover is not None and view.starter is not None, "turn: the starter is known after the start")
    assert view.mover is not None
    assert view.starter is not None
    _demand(rules.starter in (None, view.starter), "turn: these rules name another starter")
    if view.phase is not Phase.DEAL:
        due = (view.starter + view.turn) % rules.players
        _demand(view.mover == due, f"turn: after {view.turn} turns it is the turn of seat {due + 1}")


def _check_board(view: BoardView) -> None:
    rules = view.rules
    for cell, content in enumerate(view.board):
        name = rules.geometry.names[cell]
        if cell in rules.printed:
            _demand(content == rules.printed[cell], f"board: {name} must show its printed symbol")
        elif content == PYRAMID:
            _demand(rules.game.pyramids, f"board: {name} has a pyramid, and this game has none")
            _demand(
                all(n is None or view.board[n] != EMPTY for n in rules.geometry.neighbours[cell]),
                f"board: the pyramid on {name} is not closed in",
            )


def _check_tokens(view: BoardView) -> None:
    for colour, holder in enumerate(view.tokens):
        for seat in range(view.rules.players):
            _demand(
                view.tracks[seat][colour] < view.rules.track or holder == seat,
                f"tokens: the token of {view.rules.colours[colour]} belongs to seat {seat + 1}",
            )


def _check_open_cards(view: CardView) -> None:
    """Between turns everyone has a full row; the mover's is longer by a card that earned a bonus or won."""
    if view.phase in (Phase.START, Phase.DEAL):
        return
    row = view.rules.open_cards
    for seat, cards in enumerate(view.open_cards):
        possible = {row}
        if seat == view.mover and view.phase in (Phase.BONUS, Phase.OVER):
            possible = {row + 1} if view.phase is Phase.BONUS else {row, row + 1}
        _demand(len(cards) in possible, f"board: seat {seat + 1} has {len(cards)} open cards, not {row}")


def _check_phase(view: View) -> None:
    """What is to be decided now can be decided."""
    phase, rules = view.phase, view.rules
    _demand(
        (view.reason is Reason.NONE) == (phase is not Phase.OVER),
        "phase: only a game that is over has a reason",
    )
    _demand(
        (view.bonus > 0) == (phase is Phase.BONUS) or _refills_for_bonus(view), "phase: bonus moves are open"
    )
    if isinstance(view, BoardView):
        _demand(not view.aside or phase is Phase.REFILL, "aside: tiles lie aside only during an exchange")
    fixed: dict[Phase, Callable[[View], bool]] = {
        Phase.START: lambda v: not any(v.racks) and _is_untouched(v),
        Phase.DEAL: _is_dealing,
        Phase.REFILL: lambda v: v.bag_size > 0 and len(v.racks[v.mover or 0]) < rules.hand,
        Phase.OVER: lambda v: True,
    }
    if phase in fixed:
        _demand(fixed[phase](view), f"phase: this is not a position to {phase.name.lower()} in")
        return
    _demand(len(view.racks[view.mover or 0]) > 0 or phase is Phase.EXCHANGE, "phase: the rack is empty")
    state = view.sample(random.Random(0)) if view.unknown else State.of(view)
    if phase is Phase.EXCHANGE:
        _demand(state.may_exchange(), "phase: no exchange is open")
    else:
        _demand(bool(state.legal_actions()), "phase: there is no legal move")


def _refills_for_bonus(view: View) -> bool:
    return view.phase is Phase.REFILL and view.rules.has("bonus_without_tile", "refill")


def _is_untouched(view: View) -> bool:
    """Nobody has played or scored yet."""
    if isinstance(view, BoardView):
        printed = view.rules.printed
        clean = all(content == EMPTY for cell, content in enumerate(view.board) if cell not in printed)
    else:
        assert isinstance(view, CardView)
        clean = not sum(view.discard)
    return clean and not view.turn and not view.memory.epoch and not any(map(any, view.tracks))


def _is_dealing(view: View) -> bool:
    """Seats from the starter to the one dealt to have their tiles, the others wait for theirs."""
    assert view.mover is not None
    assert view.starter is not None
    players = view.rules.players
    if not _is_untouched(view):
        return False
    order = [(view.starter + i) % players for i in range(players)]
    at = order.index(view.mover)
    held = [len(view.racks[seat]) for seat in order]
    open_cards = view.open_cards if isinstance(view, CardView) else ((),) * players
    lying = [len(open_cards[seat]) for seat in order]
    racks_come = _fills(held, at, view.rules.hand) and not any(lying)
    row = view.rules.open_cards
    cards_come = row > 0 and set(held) == {view.rules.hand} and _fills(lying, at, row)
    return racks_come or cards_come


def _fills(sizes: list[int], at: int, full: int) -> bool:
    before, here, after = sizes[:at], sizes[at], sizes[at + 1 :]
    return all(size == full for size in before) and here < full and not any(after)
