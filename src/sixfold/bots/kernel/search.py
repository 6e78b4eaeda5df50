"""Trying moves out: in worlds dealt at random, everyone answers by the network, and the result is valued when
it is the same seat's turn again. The value is that of the *best* move it then has: a position before a move
is worth what one can make of it, and only then do more worlds bring the estimate nearer to the truth.
"""

import numpy as np

from ...core.codes import FINISHED, PLACE
from ...core.compiling import entry
from ...core.kernel.turn import chance_acts
from ...core.records import Int, Record
from .endgame import is_late, solve
from .policy import apply, choose, enter_world, let_chance_act, share, share_of_value

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_COLD = np.float32(0)
_LOST = np.float32(0)
_WON = np.float32(1)
_NODES = 20_000  # positions that an endgame may take


@entry
def try_moves(
    g: Record,
    worlds: Record,
    seeds: Record,
    first: Int,
    last: Int,
    states: Record,
    raw: Record,
    n: Record,
    desk: Record,
    lists: Record,
    actions: Record,
    alive: Record,
    most: Int,
    rounds: Int,
    edges: Int,
    values: Record,
    replies: Record,
) -> None:
    """Try the actions with the numbers `alive` in the worlds from `first` to before `last`.

    Each is played on until the seat has had so many more rounds of its own and is to place again. Writes its
    share of the win then into `values[number, world]`, and into `replies` the first action of another seat,
    plus one.
    """
    s = states[0]
    for world in range(np.uint64(first), np.uint64(last)):
        for k in range(np.uint64(alive.shape[0])):
            number = np.uint64(alive[k])
            enter_world(raw, worlds, world)
            seat = np.uint64(s.seat)
            turn = s.turn
            left = np.uint64(rounds)
            reply = np.uint32(0)
            apply(g, s, np.uint64(actions[number]))
            while s.phase != FINISHED:
                if chance_acts(s):
                    let_chance_act(g, s, desk, seeds[world])
                    continue
                if is_late(g, s, edges):
                    desk.nodes = _NODES
                    exact = solve(g, s, states, raw, _ZERO, desk, lists, seeds[world], seat, _LOST, _WON)
                    if desk.nodes >= 0:
                        values[number, world] = exact
                        break
                chosen = choose(g, states, raw, _ZERO, n, desk, most, _COLD)
                if s.phase == PLACE and s.seat == seat and s.turn != turn:
                    if left == 0:
                        values[number, world] = share_of_value(g, desk.best)
                        break
                    left -= _ONE
                    turn = s.turn
                if reply == 0 and s.seat != seat:
                    reply = desk.actions[chosen] + np.uint32(1)
                apply(g, s, np.uint64(desk.actions[chosen]))
            if s.phase == FINISHED:
                values[number, world] = share(g, s, seat)
            replies[number, world] = reply
