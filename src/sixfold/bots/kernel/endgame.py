"""The end of a game, played out exactly: every move of every seat in a world where all tiles are known.

For one or two sides, where what is good for one is bad for the other. `states` and `raw` are as in `policy`;
each move deeper takes the next row of them, and of `lists`, where the legal actions are kept.
"""

import numpy as np

from ...core.codes import FINISHED
from ...core.compiling import either, entry, kernel
from ...core.kernel.turn import chance_acts
from ...core.records import Int, Record
from .features import count_sides
from .policy import apply, copy_row, legal_actions, let_chance_act, share, side_of

_ONE = np.uint64(1)


@kernel
def is_late_on_board(g: Record, s: Record, edges: Int) -> Int:
    """Whether the rest of the game is short enough to be played out: so few places for a tile are left."""
    return s.free <= edges and count_sides(g) <= 2


@kernel
def is_late_at_cards(g: Record, s: Record, edges: Int) -> Int:
    """Never: nothing says how long a card game still lasts."""
    return False


is_late = either(is_late_on_board, is_late_at_cards)


@kernel
def solve(
    g: Record,
    s: Record,
    states: Record,
    raw: Record,
    at: Int,
    desk: Record,
    lists: Record,
    world: Int,
    seat: Int,
    low: Int,
    high: Int,
) -> Int:
    """The share of the win that `seat` gets from row `at` on (which is `s`), if all play as well as they can.

    Exact if it lies between `low` and `high`, else a bound (alpha-beta). `desk.nodes` is how many positions
    may still be looked at; when it falls below 0 the result says nothing.
    """
    while chance_acts(s):
        let_chance_act(g, s, desk, world)
    if s.phase == FINISHED:
        return share(g, s, seat)
    desk.nodes -= 1
    if desk.nodes < 0 or at + _ONE >= raw.shape[0]:
        desk.nodes = -1
        return np.float32(0)
    mine = side_of(g, s, np.uint64(s.seat)) == side_of(g, s, seat)
    actions = lists[at]
    count = np.uint64(legal_actions(g, s, actions))
    after = states[at + _ONE]
    best = np.float32(-1 if mine else 2)
    for i in range(count):
        copy_row(raw, at, at + _ONE)
        apply(g, after, np.uint64(actions[i]))
        value = solve(g, after, states, raw, at + _ONE, desk, lists, world, seat, low, high)
        if desk.nodes < 0:
            return np.float32(0)
        if mine:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


@entry
def solve_moves(
    g: Record,
    states: Record,
    raw: Record,
    desk: Record,
    lists: Record,
    world: Int,
    actions: Record,
    values: Record,
) -> None:
    """Write the exact value of each action in row 0; `desk.nodes` is below 0 if that took too many."""
    seat = np.uint64(states[0].seat)
    for i in range(np.uint64(actions.shape[0])):
        copy_row(raw, np.uint64(0), _ONE)
        apply(g, states[1], np.uint64(actions[i]))
        values[i] = solve(
            g, states[1], states, raw, _ONE, desk, lists, world, seat, np.float32(0), np.float32(1)
        )
        if desk.nodes < 0:
            return
