"""Single positions as environments show them: so that an agent that learned here can play anywhere."""

import random

import numpy as np

from ..core.compiling import compiled
from ..core.errors import MoveError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.state import State
from ..core.views import View
from .actions import action_total, engine_action
from .kernel import single as kernel
from .kernel.memory import PAD
from .layout import Mask, Observation, layout_for, new_plan


def observation_of(position: State | View, seat: int | None = None) -> Observation:
    """What a seat may know of a position: by default the seat that looks, or that is to act."""
    state = _whole(position)
    if seat is None:
        seat = position.eyes if isinstance(position, View) and isinstance(position.eyes, int) else state.actor
    out = np.empty(layout_for(state.rules).size, np.uint8)
    _show(state, seat, out, np.empty(0, np.int8), "slots")
    return out


def mask_of(position: State | View, actions: str = "slots") -> Mask:
    """1 for each legal action of the seat to act."""
    state = _whole(position)
    out = np.empty(action_total(state.rules, actions), np.int8)
    _show(state, 0, np.empty(0, np.uint8), out, actions)
    return out


def move_of(position: State | View, action: int, actions: str = "slots") -> Move:
    """The move that an action of an environment means for the seat to act."""
    total = action_total(position.rules, actions)
    if not 0 <= action < total:
        raise MoveError(f"there is no action {action}: there are 0 to {total - 1}")
    rack = _whole(position).rack(position.actor)
    return Move.of(engine_action(position.rules, rack, action, actions), position.rules)


def _whole(position: State | View) -> State:
    """A state in which the unknown is dealt somehow: what environments show does not depend on it."""
    return position if isinstance(position, State) else position.sample(random.Random(0))


def state_of(rules: Rules, row: np.void) -> State:
    """The state that a row of an environment's memory holds, copied."""
    state = State.new(rules)
    for name in row.dtype.names or ():
        if row.dtype[name].shape:
            getattr(state.record, name)[...] = row[name]
        else:
            setattr(state.record, name, row[name])
    return state


def _show(state: State, seat: int, observation: Observation, mask: Mask, actions: str) -> None:
    plan = new_plan(state.rules)
    plan.by_slot = actions == "slots"
    run = compiled(kernel.show_single, cards=not state.rules.is_board_game)
    run(
        np.array([state.table.void]), np.array([state.record.void]), np.uint64(0), np.array([plan.void]),
        np.zeros(1, PAD), np.uint64(seat), observation, mask,
    )  # fmt: skip
