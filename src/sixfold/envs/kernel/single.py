"""One game, for environments in which agents take turns, and single positions."""

import numpy as np

from ...bots.kernel.policy import copy_row
from ...core.compiling import entry
from ...core.records import Int, Record
from .actions import slot_and_way, write_mask
from .hand import draw, may_do, play
from .observation import observe
from .rewards import promises, write_rewards

_FIRST = np.uint64(0)
_SECOND = np.uint64(1)


@entry
def deal_single(tables: Record, states: Record, raw: Record, plans: Record, desks: Record) -> None:
    """Begin a game in the first row as the second has it."""
    g, plan, pad, kept = tables[0], plans[0], desks[0].pad, desks[0].kept
    copy_row(raw, _SECOND, _FIRST)
    draw(g, states[0], pad, kept)
    promises(g, states[0], plan, kept)


@entry
def step_single(
    tables: Record, states: Record, plans: Record, desks: Record, action: Int, rewards: Record,
    scores: Record, ended: Record,
) -> bool:  # fmt: skip
    """Take an action and write the rewards; false if it is not legal, and nothing has changed."""
    g, s, plan, pad, kept = tables[0], states[0], plans[0], desks[0].pad, desks[0].kept
    if not may_do(g, s, plan, action):
        return False
    slot, way = slot_and_way(g, s, plan, np.uint64(action))
    pad.noted = 0
    play(g, s, pad, kept, slot, way)
    write_rewards(g, s, plan, pad, kept, rewards, scores, ended, _FIRST)
    return True


@entry
def show_single(
    tables: Record, states: Record, game: Int, plans: Record, pads: Record, seat: Int, observation: Record,
    mask: Record,
) -> None:  # fmt: skip
    """Write what a seat may know of a game, and what the seat to act may do, where there is room for it."""
    g, s, plan = tables[0], states[game], plans[0]
    if observation.shape[0] > 0:
        observe(g, s, plan, seat, observation)
    if mask.shape[0] > 0:
        write_mask(g, s, plan, pads[0], mask)
