"""The game that a thread has in hand: what is done in it, and notes of that.

`kept` is what the environment keeps of the game beside its state `s`.
"""

import numpy as np

from ...bots.kernel.policy import apply
from ...core.codes import FINISHED, START
from ...core.compiling import either, kernel
from ...core.kernel import board, cards
from ...core.kernel.random import random_below, random_tile
from ...core.kernel.turn import begin as start_with
from ...core.kernel.turn import chance_acts, slot_of
from ...core.records import Int, Record
from .actions import WORD, engine_action, lay, slot_and_way
from .memory import MOST_NOTES

_ONE = np.uint64(1)
_MOST_NOTES = np.uint64(MOST_NOTES)

is_legal = either(board.is_legal, cards.is_legal)
draw_tile = either(board.draw, cards.draw)


@kernel
def note(pad: Record, action: Int) -> None:
    """Note what is done in the game in hand."""
    if pad.noted < _MOST_NOTES:
        pad.notes[pad.noted] = action
    pad.noted += _ONE


@kernel
def write_down(pad: Record, kept: Record, history: Record, game: Int) -> None:
    """Add the notes to the history."""
    length = np.uint64(kept.lengths[kept.page])
    for i in range(min(pad.noted, _MOST_NOTES)):
        if length + i < history.shape[2]:
            history[game, kept.page, length + i] = pad.notes[i]
    kept.lengths[kept.page] = length + pad.noted
    pad.noted = 0


@kernel
def turn_page(pad: Record, kept: Record, history: Record, game: Int) -> None:
    """Begin the history of a new game; that of the last one is kept."""
    write_down(pad, kept, history, game)
    kept.page = np.uint32(1) - kept.page
    kept.lengths[kept.page] = 0


@kernel
def draw(g: Record, s: Record, pad: Record, kept: Record) -> None:
    """Let chance act until a seat must, or the game is over."""
    while chance_acts(s):
        if s.phase == START:
            outcome = random_below(kept.chance, g.players)
            start_with(g, s, outcome)
        else:
            outcome = random_tile(g, s, kept.chance)
            draw_tile(g, s, outcome)
        note(pad, outcome)


@kernel
def play(g: Record, s: Record, pad: Record, kept: Record, slot: Int, way: Int) -> None:
    """Carry out an action of the seat to act; then chance acts."""
    action = engine_action(g, s, slot, way)
    note(pad, action)
    if slot == WORD:
        apply(g, s, action)
    else:
        lay(g, s, slot, way)
    draw(g, s, pad, kept)


@kernel
def may_do(g: Record, s: Record, plan: Record, action: Int) -> bool:
    """Whether an environment's action is legal now."""
    if s.phase == FINISHED or action < 0 or action >= plan.actions:
        return False
    slot, way = slot_and_way(g, s, plan, np.uint64(action))
    # A tile has to be there, and to be the first of its kind.
    if slot != WORD and (slot >= s.rack_size[s.seat] or slot_of(s, np.uint64(s.racks[s.seat, slot])) != slot):
        return False
    return is_legal(g, s, engine_action(g, s, slot, way))
