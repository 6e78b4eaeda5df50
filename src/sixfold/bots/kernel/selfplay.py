"""Games of networks against themselves, to learn from, and against each other, to compare them."""

import numpy as np

from ...core.codes import FINISHED
from ...core.compiling import either, entry, kernel
from ...core.kernel.board import take_apart
from ...core.kernel.random import random_below
from ...core.kernel.turn import chance_acts
from ...core.records import Int, Record
from .features import count_sides, describe
from .policy import apply, choose, copy_row, judge, legal_actions, let_chance_act, mix, share, side_of
from .screen import describe_halves, prepare_screen

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_PER_MILLE = np.uint32(1000)
_BLIND = np.float32(1e6)  # so hot that all are equal


@entry
def learn_games(
    g: Record,
    states: Record,
    raw: Record,
    n: Record,
    desk: Record,
    most: Int,
    heat: Int,
    wide: Int,
    stray: Int,
    seed: Int,
    games: Int,
    samples: Record,
) -> Int:
    """Play games and write down every position after a decision with what became of it; returns how many.

    `stray` decisions in a thousand are made blindly among the `wide` most promising: what is never played is
    never learned to be bad. Row 2 of the states is the start of the game.
    """
    found = _ZERO
    s = states[0]
    for game in range(np.uint64(games)):
        copy_row(raw, np.uint64(2), _ZERO)
        world = mix(seed, game)
        desk.chance[0] = mix(world, np.uint64(1) << np.uint64(32))
        first = found
        while s.phase != FINISHED:
            if chance_acts(s):
                let_chance_act(g, s, desk, world)
                continue
            seat = np.uint64(s.seat)
            strays = random_below(desk.chance, _PER_MILLE) < stray
            chosen = choose(
                g, states, raw, _ZERO, n, desk, wide if strays else most, _BLIND if strays else heat
            )
            apply(g, s, np.uint64(desk.actions[chosen]))
            if s.phase != FINISHED and found < samples.shape[0]:
                describe(g, s, desk, seat)
                sample = samples[found]
                sample.colours[:, :] = desk.colours
                sample.table[:] = desk.table
                sample.seat = seat
                found += _ONE
        for i in range(first, found):
            samples[i].share = share(g, s, np.uint64(samples[i].seat))
    return found


@entry
def compare_games(
    g: Record,
    states: Record,
    raw: Record,
    n: Record,
    other: Record,
    desk: Record,
    most: Int,
    other_most: Int,
    seed: Int,
    deals: Int,
    results: Record,
) -> None:
    """Play deals with `n` on each side once and `other` on the rest; write the share of `n` by deal and side.

    Alone, each of the two plays every deal, and the result is the difference of their shares.
    """
    s = states[0]
    sides = np.uint64(count_sides_of(g, s))
    for deal in range(np.uint64(deals)):
        for turn in range(sides):
            results[deal, turn] = play_deal(
                g, states, raw, n, other, desk, most, other_most, mix(seed, deal), turn
            )
        if sides == 1:
            results[deal, 0] -= play_deal(
                g, states, raw, n, other, desk, most, other_most, mix(seed, deal), _ONE
            )


@kernel
def play_deal(
    g: Record,
    states: Record,
    raw: Record,
    n: Record,
    other: Record,
    desk: Record,
    most: Int,
    other_most: Int,
    world: Int,
    side: Int,
) -> Int:
    """One game in which a side is played by `n`; returns its share (or seat 1's, if it has no seat)."""
    s = states[0]
    copy_row(raw, np.uint64(2), _ZERO)
    desk.chance[0] = world
    while s.phase != FINISHED:
        if chance_acts(s):
            let_chance_act(g, s, desk, world)
            continue
        is_own = side_of(g, s, np.uint64(s.seat)) == side
        chosen = choose(
            g, states, raw, _ZERO, n if is_own else other, desk, most if is_own else other_most, np.float32(0)
        )
        apply(g, s, np.uint64(desk.actions[chosen]))
    for seat in range(np.uint64(g.players)):
        if side_of(g, s, np.uint64(seat)) == side:
            return share(g, s, np.uint64(seat))
    return share(g, s, _ZERO)


@kernel
def board_sides(g: Record, s: Record) -> Int:
    """How many sides there are."""
    return np.int64(count_sides(g))


@kernel
def card_sides(g: Record, s: Record) -> Int:
    """How many sides there are: as many as seats."""
    return np.int64(g.players)


count_sides_of = either(board_sides, card_sides)


@entry
def learn_screen(
    g: Record,
    states: Record,
    raw: Record,
    n: Record,
    desk: Record,
    most: Int,
    heat: Int,
    seed: Int,
    games: Int,
    tries: Int,
    samples: Record,
) -> Int:
    """Play board games, and in every position value placements at random: what the screen is to predict."""
    found = _ZERO
    s = states[0]
    after = states[1]
    places = np.uint64(g.kinds) * np.uint64(2) * np.uint64(g.edges)
    for game in range(np.uint64(games)):
        copy_row(raw, np.uint64(2), _ZERO)
        world = mix(seed, game)
        desk.chance[0] = mix(world, np.uint64(1) << np.uint64(32))
        while s.phase != FINISHED:
            if chance_acts(s):
                let_chance_act(g, s, desk, world)
                continue
            seat = np.uint64(s.seat)
            count = np.uint64(legal_actions(g, s, desk.actions))
            if (
                count > most
                and found + tries <= samples.shape[0]
                and random_below(desk.chance, np.uint32(4)) == 0
            ):
                while np.uint64(desk.actions[count - _ONE]) >= places:  # words come last
                    count -= _ONE
                for _ in range(np.uint64(tries)):
                    action = np.uint64(desk.actions[random_below(desk.chance, np.uint32(count))])
                    kind, edge, turned = take_apart(g, action)
                    sample = samples[found]
                    far = prepare_screen(g, s, desk)
                    describe_halves(g, s, desk, g.edge_cells[edge, turned], far)
                    sample.halves[0, :] = desk.halves[g.first_colour[kind]]
                    describe_halves(g, s, desk, g.edge_cells[edge, _ONE - turned], far)
                    sample.halves[1, :] = desk.halves[g.second_colour[kind]]
                    copy_row(raw, _ZERO, _ONE)
                    apply(g, after, action)
                    sample.value = judge(g, after, n, desk, seat)
                    found += _ONE
            chosen = choose(g, states, raw, _ZERO, n, desk, most, heat)
            apply(g, s, np.uint64(desk.actions[chosen]))
    return found
