"""What the environments should say about a position, worked out from views and in plain Python."""

import numpy as np
from numpy.typing import NDArray

from sixfold import Phase, Rules, State, View
from sixfold.core.codes import EMPTY, PYRAMID
from sixfold.core.moves import Move, action_count
from sixfold.core.state import BoardState
from sixfold.core.views import BoardView, CardView
from sixfold.envs import Batch, layout_for

PHASES = (Phase.PLACE, Phase.BONUS, Phase.EXCHANGE, Phase.OVER)


def expected_observation(view: View) -> NDArray[np.uint8]:
    """The observation of a view: nothing but the view goes in."""
    rules, seat = view.rules, view.eyes
    assert isinstance(seat, int)
    layout = layout_for(rules)
    whole = np.zeros(layout.size, np.uint8)
    told = layout.split(whole)
    seats = [(seat + k) % rules.players for k in range(rules.players)]
    sides = list(dict.fromkeys(rules.sides))
    own = rules.sides[seat]
    told["tracks"][:] = [view.tracks[(own + k) % len(sides)] for k in range(len(sides))]
    for slot, kind in enumerate(view.racks[seat]):
        assert kind is not None
        for half, letter in enumerate(rules.kinds[kind]):
            told["rack"][slot, half, rules.colours.index(letter)] = 1
    told["pool"][:] = view.pool
    for k, other in enumerate(seats):
        for slot in range(len(view.racks[other])):
            epoch = view.memory.racks[other][slot] if view.memory.epoch else 0
            told["drawn"][k, slot] = 1 + view.memory.epoch - epoch
    for kind in range(len(rules.kinds)):
        ages = sorted(1 + view.memory.epoch - epoch for of, epoch in view.memory.marks if of == kind)
        if ages:
            told["returned"][kind, : len(ages)] = ages
    told["phase"][PHASES.index(view.phase)] = 1
    if view.actor >= 0:
        told["actor"][seats.index(view.actor)] = 1
    assert view.starter is not None
    told["starter"][seats.index(view.starter)] = 1
    told["bonus"][:] = view.bonus
    told["turn"][:] = view.turn
    if isinstance(view, BoardView):
        _tell_board(view, seat, told)
    if isinstance(view, CardView):
        for k, other in enumerate(seats):
            for place, kind in enumerate(view.open_cards[other]):
                for letter in rules.kinds[kind]:
                    told["open"][k, place, rules.colours.index(letter)] = 1
        told["showing"][:] = told["open"].sum((0, 1))
        told["discard"][:] = view.discard
    return whole


def _tell_board(view: BoardView, seat: int, told: dict[str, NDArray[np.uint8]]) -> None:
    rules = view.rules
    board = rules.geometry
    for cell, (x, y) in enumerate(board.coordinates):
        row, column = y + board.radius, x + board.radius
        content = view.board[cell]
        plane = {EMPTY: len(rules.colours), PYRAMID: len(rules.colours) + 1}.get(np.uint8(content), content)
        told["board"][plane, row, column] = 1
        if content == EMPTY:
            for colour in range(len(rules.colours)):
                told["points"][colour, row, column] = _points(view, cell, colour)
    for colour, holder in enumerate(view.tokens):
        if holder is not None:
            told["tokens"][int(holder != seat), colour] = 1


def _points(view: BoardView, cell: int, colour: int) -> int:
    """What half a tile scores: the lines of its colour that end at the cell (H12)."""
    total = 0
    for direction in range(6):
        at = view.rules.geometry.neighbours[cell][direction]
        while at is not None and view.board[at] == colour:
            total += 1
            at = view.rules.geometry.neighbours[at][direction]
    return total


def own_action(state: State, action: int, actions: str) -> int:
    """The environment's number of an action of the engine."""
    rules = state.rules
    if actions == "kinds":
        return action
    span = 2 * len(rules.geometry.edges) if isinstance(state, BoardState) else 2
    move = Move.of(action, rules)
    if move.is_word:
        return action - span * len(rules.kinds) + span * rules.hand
    return state.rack(state.actor).index(action // span) * span + action % span


def expected_mask(state: State, actions: str) -> NDArray[np.int8]:
    """The mask of the seat to act."""
    rules = state.rules
    kinds = action_count(rules)
    size = kinds if actions == "kinds" else (kinds - 3) // len(rules.kinds) * rules.hand + 3
    mask = np.zeros(size, np.int8)
    mask[[own_action(state, action, actions) for action in state.legal_actions()]] = 1
    return mask


def any_options() -> list[Rules]:
    """Rules with options that change how turns flow."""
    texts = (
        "hex-duel(bonus_optional=on,duel_exchange_side=any)",
        "hex-team(bonus_without_tile=refill,exchange_empty_rack=on)",
        "square(players=2,exchange_short_bag=on,end_check=turn)",
        "cards(players=3,edition=pl,win_check=each)",
    )
    return [Rules.parse(text) for text in texts]


def same(mine: Batch, theirs: Batch) -> bool:
    """Whether two environments tell the same."""
    return all(np.array_equal(getattr(mine, name), getattr(theirs, name)) for name in Batch._fields)
