"""Choosing an action by looking one move ahead with the network: what bots play at once, and what a search
takes for granted that everyone will do.

`states` is an array of records, `raw` the same as rows of bytes. Row `at` is looked at; the one after it is
where moves are tried out.
"""

import numpy as np

from ...core.codes import FINISHED, START
from ...core.compiling import either, entry, kernel
from ...core.kernel import board, cards
from ...core.kernel.random import random_below, random_tile
from ...core.kernel.ranking import standing
from ...core.kernel.turn import begin
from ...core.records import Int, Record
from .features import count_sides, describe, recount, survey
from .network import logit
from .screen import screen

_ONE = np.uint64(1)
_CERTAIN = np.float32(1e-5)  # a finished game is this far from 0 and 1, so that its logit is a number
SOLO_SLOPE = np.float32(18)
_GRAINS = np.uint32(1 << 24)
_HALVINGS = 24
_PATIENCE = np.float32(40)  # rounds; card games take 20, hardly ever 30
_HEAT_A_ROUND = np.float32(0.1)

apply = either(board.apply, cards.apply)
legal_actions = either(board.legal_actions, cards.legal_actions)


# ---------------------------------------------------------------- sides, and how a game ended


@kernel
def board_side(g: Record, s: Record, seat: Int) -> Int:
    """The side of a seat."""
    return np.uint64(g.side_of[seat])


@kernel
def card_side(g: Record, s: Record, seat: Int) -> Int:
    """The side of a seat: everyone plays alone."""
    return np.uint64(seat)


@kernel
def win_share(duel: Int, tracks: Record, side: Int, sides: Int, colours: Int) -> Int:
    """The share of the win of a side: 1 in all among those whose standing is best."""
    own = standing(duel, tracks, side, colours)
    equals = np.float32(0)
    for other in range(np.uint64(sides)):
        theirs = standing(duel, tracks, other, colours)
        if theirs > own:
            return np.float32(0)
        equals += np.float32(theirs == own)
    return np.float32(1) / equals


@kernel
def board_share(g: Record, s: Record, seat: Int) -> Int:
    """The share of the win of a seat's side; alone, how far the weakest colour came."""
    sides = count_sides(g)
    side = np.uint64(g.side_of[seat])
    if sides > 1:
        return win_share(g.duel, s.tracks, side, sides, g.colours)
    lowest = s.tracks[side, 0]
    for colour in range(np.uint64(g.colours)):
        lowest = min(lowest, s.tracks[side, colour])
    return np.float32(lowest) / np.float32(g.track)


@kernel
def card_share(g: Record, s: Record, seat: Int) -> Int:
    """The share of the win of a seat."""
    return win_share(np.uint8(0), s.tracks, np.uint64(seat), np.int64(g.players), g.colours)


side_of = either(board_side, card_side)
share = either(board_share, card_share)


# ---------------------------------------------------------------- losing patience


@kernel
def restlessness(turn: Int, players: Int) -> Int:
    """How much hotter choices get when a card game does not end.

    Where all lack the same colour, who lays it helps the others most: whoever plays well holds it back, and
    no rule ends the game. So somebody has to give way, the sooner the longer it has taken.
    """
    return _HEAT_A_ROUND * max(np.float32(0), np.float32(turn) / np.float32(players) - _PATIENCE)


@kernel
def board_restlessness(g: Record, s: Record) -> Int:
    """None: boards fill up."""
    return np.float32(0)


@kernel
def card_restlessness(g: Record, s: Record) -> Int:
    """That of whoever is to act."""
    return restlessness(s.turn, g.players)


restlessness_in = either(board_restlessness, card_restlessness)


# ---------------------------------------------------------------- one move ahead


@kernel
def value_of_share(g: Record, won: Int) -> Int:
    """What the network is to say where the share is known: its log-odds; alone, a straight line.

    Alone the shares of good and bad moves lie so close together that log-odds would hardly tell them apart,
    and what counts is their mean.
    """
    if g.players == 1:
        return SOLO_SLOPE * (won - np.float32(0.5))
    return np.log((won + _CERTAIN) / (np.float32(1) - won + _CERTAIN))


@kernel
def share_of_value(g: Record, value: Int) -> Int:
    """The share that a value stands for."""
    if g.players == 1:
        return value / SOLO_SLOPE + np.float32(0.5)
    return np.float32(1) / (np.float32(1) + np.exp(-value))


@kernel
def judge(g: Record, s: Record, n: Record, desk: Record, seat: Int) -> Int:
    """How good a position, its potentials counted, is for the seat that just acted: the network's word."""
    if s.phase == FINISHED:
        return value_of_share(g, share(g, s, seat))
    describe(g, s, desk, seat)
    return logit(n, desk, g.colours)


@kernel
def copy_row(raw: Record, source: Int, target: Int) -> None:
    """Copy one state over another."""
    for i in range(np.uint64(raw.shape[1])):
        raw[target, i] = raw[source, i]


@kernel
def enter_world(raw: Record, worlds: Record, world: Int) -> None:
    """Put the position of a world into the first row."""
    for i in range(np.uint64(raw.shape[1])):
        raw[0, i] = worlds[world, i]


@kernel
def keep_best(desk: Record, count: Int, most: Int) -> Int:
    """Keep those of the actions on the desk whose scores are highest; returns how many they are.

    Looks for a bar that at most so many reach by halving the range; where scores are all but equal, it
    may keep a few less.
    """
    scores = desk.scores
    low = scores[0]
    high = scores[0]
    for i in range(count):
        low = min(low, scores[i])
        high = max(high, scores[i])
    for _ in range(_HALVINGS):
        bar = (low + high) * np.float32(0.5)
        above = np.uint64(0)
        for i in range(count):
            above += np.uint64(scores[i] >= bar)
        if above > most:
            low = bar
        else:
            high = bar
        if above == most:
            break
    kept = np.uint64(0)
    for i in range(count):
        if scores[i] >= high and kept < most:
            desk.actions[kept] = desk.actions[i]
            kept += _ONE
    return kept


@entry
def choose(
    g: Record, states: Record, raw: Record, at: Int, n: Record, desk: Record, most: Int, heat: Int
) -> Int:
    """Value the most promising actions of row `at`; returns the place on the desk of the best.

    With heat it is one that is drawn, the better the more often: heat is the temperature of a softmax over
    the logits, and chance comes from `desk.chance`. The actions, their logits and their number stay on the
    desk, and so does the logit of the one chosen (`desk.best`).
    """
    s = states[at]
    seat = np.uint64(s.seat)
    after = states[at + _ONE]
    count = np.uint64(legal_actions(g, s, desk.actions))
    if count > most:
        screen(g, s, n, desk, count)
        count = np.uint64(keep_best(desk, count, np.uint64(most)))
    survey(g, s, desk)
    best = np.uint64(0)
    best_value = np.float32(-1e9)
    for i in range(count):
        action = np.uint64(desk.actions[i])
        copy_row(raw, at, at + _ONE)
        apply(g, after, action)
        recount(g, s, after, action, desk)
        value = judge(g, after, n, desk, seat)
        desk.scores[i] = value
        if heat > 0:
            grain = np.float32(random_below(desk.chance, _GRAINS)) + np.float32(0.5)
            value -= heat * np.log(-np.log(grain / np.float32(_GRAINS)))
        if value > best_value:
            best_value = value
            best = np.uint64(i)
    desk.count = count
    desk.best = desk.scores[best]
    return best


# ---------------------------------------------------------------- chance


@kernel
def mix(seed: Int, step: Int) -> Int:
    """A random number from a seed and a number, never 0 (the finish of splitmix64)."""
    x = np.uint64(seed) + np.uint64(step) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (x ^ x >> np.uint64(31)) | _ONE


@kernel
def let_chance_act(g: Record, s: Record, desk: Record, world: Int) -> None:
    """Start or draw as it is fated in a world: the same bag gives the same tile, whatever was played.

    A bag that was filled again is another one: else a card game could go round in circles for ever.
    """
    before = desk.chance[0]
    desk.chance[0] = mix(world, np.uint64(s.epoch) << np.uint64(16) | np.uint64(s.bag_size))
    if s.phase == START:
        begin(g, s, random_below(desk.chance, g.players))
    else:
        apply(g, s, random_tile(g, s, desk.chance))
    desk.chance[0] = before
