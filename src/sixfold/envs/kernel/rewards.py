"""What seats are rewarded with; the schemes are described in `schemes.py`."""

import numpy as np

from ...bots.kernel.policy import side_of
from ...core.codes import FINISHED
from ...core.compiling import kernel
from ...core.kernel.ranking import SCORE_SHIFT, standing
from ...core.records import Int, Record

RANK = np.uint8(0)
WIN = np.uint8(1)
WEAKEST = np.uint8(2)
SHAPED = np.uint8(3)

_ONE = np.uint64(1)
_HALF = np.float32(0.5)
_ZERO = np.float32(0)


@kernel
def rank(plan: Record, pad: Record, side: Int) -> Int:
    """From 1 for a side that is ahead of all others to -1 for one that is behind; equals count for 0."""
    own = pad.standings[side]
    ahead = _ZERO
    for other in range(np.uint64(plan.sides)):
        theirs = pad.standings[other]
        ahead += np.float32(own > theirs) - np.float32(own < theirs)
    return ahead / np.float32(plan.sides - np.uint32(1))


@kernel
def win_share(g: Record, s: Record, pad: Record, side: Int) -> Int:
    """A seat's share of the win: 1 in all among the seats in first place."""
    own = pad.standings[side]
    winners = _ZERO
    for seat in range(np.uint64(g.players)):
        theirs = pad.standings[side_of(g, s, seat)]
        if theirs > own:
            return _ZERO
        winners += np.float32(theirs == own)
    return np.float32(1) / winners


@kernel
def score(pad: Record, side: Int) -> Int:
    """A side's weakest colour; in the duel, how many markers are on its side."""
    return pad.standings[side] >> np.uint64(SCORE_SHIFT)


@kernel
def level(s: Record, plan: Record, side: Int, colour: Int) -> Int:
    """How far a marker is, from 0 to 1; in the duel 1/2 is the middle."""
    own = np.float32(s.tracks[side, colour])
    if plan.duel:
        theirs = np.float32(s.tracks[_ONE - side, colour])
        return (plan.track + own - theirs) / (np.float32(2) * plan.track)
    return own / plan.track


@kernel
def promise(g: Record, s: Record, plan: Record, side: Int) -> Int:
    """How well a side stands: its lowest marker counts half, the next a quarter, and so on."""
    result = _ZERO
    weight = _HALF
    below = np.float32(-1)
    counted = np.uint64(0)
    while counted < g.colours:
        lowest = np.float32(2)
        for colour in range(np.uint64(g.colours)):
            own = level(s, plan, side, colour)
            if below < own < lowest:
                lowest = own
        for colour in range(np.uint64(g.colours)):
            if level(s, plan, side, colour) == lowest:
                result += weight * lowest
                weight *= _HALF
                counted += _ONE
        below = lowest
    return result


@kernel
def promises(g: Record, s: Record, plan: Record, kept: Record) -> None:
    """Note how well each side stands: what the next shaped rewards are measured from."""
    if plan.scheme == SHAPED:
        for side in range(np.uint64(plan.sides)):
            kept.promises[side] = promise(g, s, plan, side)


@kernel
def shaped(g: Record, s: Record, plan: Record, pad: Record, kept: Record, side: Int) -> Int:
    """How much a side gained, less what the others gained on average; at the end also its rank."""
    gained = promise(g, s, plan, side) - kept.promises[side]
    if plan.sides == 1:
        return gained
    others = _ZERO
    for other in range(np.uint64(plan.sides)):
        if other != side:
            others += promise(g, s, plan, other) - kept.promises[other]
    gained -= others / np.float32(plan.sides - np.uint32(1))
    return gained + rank(plan, pad, side) if s.phase == FINISHED else gained


@kernel
def reward(g: Record, s: Record, plan: Record, pad: Record, kept: Record, side: Int) -> Int:
    """What a seat of a side gets at the end of a game or, where rewards are shaped, after an action."""
    if plan.scheme == SHAPED:
        return shaped(g, s, plan, pad, kept, side)
    if plan.scheme == RANK:
        return rank(plan, pad, side)
    if plan.scheme == WIN:
        return win_share(g, s, pad, side)
    return np.float32(score(pad, side)) / plan.best_score


@kernel
def write_rewards(
    g: Record, s: Record, plan: Record, pad: Record, kept: Record, rewards: Record, scores: Record,
    ended: Record, game: Int,
) -> None:  # fmt: skip
    """Write what each seat gets for what happened since the last rewards, and whether the game is over."""
    is_over = s.phase == FINISHED
    if is_over:
        for side in range(np.uint64(plan.sides)):
            pad.standings[side] = standing(plan.duel, s.tracks, side, g.colours)
        for seat in range(np.uint64(g.players)):
            scores[game, seat] = score(pad, side_of(g, s, seat))
    if is_over or plan.scheme == SHAPED:
        for seat in range(np.uint64(g.players)):
            rewards[game, seat] = reward(g, s, plan, pad, kept, side_of(g, s, seat))
        promises(g, s, plan, kept)
    elif ended[game]:
        for seat in range(np.uint64(g.players)):
            rewards[game, seat] = _ZERO
    ended[game] = is_over
