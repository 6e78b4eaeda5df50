"""The game that a thread has in hand: its random numbers, what is done in it, and notes of that."""

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
def take_up(pad: Record, chance: Record, choices: Record, game: Int) -> None:
    """Take a game in hand."""
    pad.chance[0] = chance[game]
    pad.choices[0] = choices[game]
    pad.noted = 0


@kernel
def put_down(pad: Record, chance: Record, choices: Record, game: Int) -> None:
    """Put a game back."""
    chance[game] = pad.chance[0]
    choices[game] = pad.choices[0]


@kernel
def note(pad: Record, action: Int) -> None:
    """Note what is done in the game in hand."""
    if pad.noted < _MOST_NOTES:
        pad.notes[pad.noted] = action
    pad.noted += _ONE


@kernel
def write_down(pad: Record, history: Record, lengths: Record, game: Int) -> None:
    """Add the notes to the history."""
    which = lengths[game, 2]
    length = np.uint64(lengths[game, which])
    for i in range(min(pad.noted, _MOST_NOTES)):
        if length + i < history.shape[2]:
            history[game, which, length + i] = pad.notes[i]
    lengths[game, which] = length + pad.noted
    pad.noted = 0


@kernel
def turn_page(pad: Record, history: Record, lengths: Record, game: Int) -> None:
    """Begin the history of a new game; that of the last one is kept."""
    write_down(pad, history, lengths, game)
    lengths[game, 2] = np.uint32(1) - lengths[game, 2]
    lengths[game, lengths[game, 2]] = 0


@kernel
def draw(g: Record, s: Record, pad: Record) -> None:
    """Let chance act until a seat must, or the game is over."""
    while chance_acts(s):
        if s.phase == START:
            outcome = random_below(pad.chance, g.players)
            start_with(g, s, outcome)
        else:
            outcome = random_tile(g, s, pad.chance)
            draw_tile(g, s, outcome)
        note(pad, outcome)


@kernel
def play(g: Record, s: Record, pad: Record, slot: Int, way: Int) -> None:
    """Carry out an action of the seat to act; then chance acts."""
    action = engine_action(g, s, slot, way)
    note(pad, action)
    if slot == WORD:
        apply(g, s, action)
    else:
        lay(g, s, slot, way)
    draw(g, s, pad)


@kernel
def may_do(g: Record, s: Record, plan: Record, action: Int, most: Int) -> bool:
    """Whether an environment's action, of which there are so many, is legal now."""
    if s.phase == FINISHED or action < 0 or action >= most:
        return False
    slot, way = slot_and_way(g, s, plan, np.uint64(action))
    # A tile has to be there, and to be the first of its kind.
    if slot != WORD and (slot >= s.rack_size[s.seat] or slot_of(s, np.uint64(s.racks[s.seat, slot])) != slot):
        return False
    return is_legal(g, s, engine_action(g, s, slot, way))
