"""Games of networks against themselves, to learn from, and against each other, to compare them."""

import numpy as np

from ...core.codes import FINISHED
from ...core.compiling import either, entry, kernel
from ...core.kernel.board import take_apart
from ...core.kernel.random import random_below
from ...core.kernel.turn import chance_acts
from ...core.records import Int, Record
from .features import count_sides, describe, survey
from .policy import (
    apply,
    choose,
    copy_row,
    judge,
    legal_actions,
    let_chance_act,
    mix,
    restlessness_in,
    share,
    share_of_value,
    side_of,
)
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
    patience: Int,
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
                g, states, raw, _ZERO, n, desk, wide if strays else most,
                _BLIND if strays else heat + restlessness_in(g, s),
            )  # fmt: skip
            before = share_of_value(g, best_score(desk))
            apply(g, s, np.uint64(desk.actions[chosen]))
            if s.phase != FINISHED and found < samples.shape[0]:
                survey(g, s, desk)
                describe(g, s, desk, seat)
                sample = samples[found]
                for colour in range(np.uint64(sample.colours.shape[0])):
                    write_down(desk.colours[colour], sample.colours[colour])
                write_down(desk.table, sample.table)
                sample.seat = seat
                sample.before = before
                found += _ONE
        for player in range(np.uint64(g.players)):
            follow_up(samples, first, found, player, share(g, s, np.uint64(player)), patience)
    return found


@kernel
def write_down(numbers: Record, place: Record) -> None:
    """Copy a row of numbers from the desk."""
    for i in range(np.uint64(place.shape[0])):
        place[i] = numbers[i]


@kernel
def best_score(desk: Record) -> Int:
    """The highest score of the actions that were looked at last."""
    best = desk.scores[0]
    for i in range(desk.count):
        best = max(best, desk.scores[i])
    return best


@kernel
def follow_up(samples: Record, first: Int, last: Int, seat: Int, won: Int, patience: Int) -> None:
    """Write what became of a seat's positions in a game: a mix of how it ended and what it looked like later.

    The last one's share is that of the game. Each before it takes `patience` of the next one's, and the rest
    from what the network hoped for when the seat was to move again (TD lambda).
    """
    target = won
    for back in range(last - first):
        sample = samples[last - _ONE - back]
        if sample.seat == seat:
            sample.share = target
            target = patience * target + (np.float32(1) - patience) * sample.before


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
            g, states, raw, _ZERO, n if is_own else other, desk, most if is_own else other_most,
            restlessness_in(g, s),
        )  # fmt: skip
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
                    write_down(desk.halves[g.first_colour[kind]], sample.halves[0])
                    describe_halves(g, s, desk, g.edge_cells[edge, _ONE - turned], far)
                    write_down(desk.halves[g.second_colour[kind]], sample.halves[1])
                    copy_row(raw, _ZERO, _ONE)
                    apply(g, after, action)
                    survey(g, after, desk)
                    sample.value = judge(g, after, n, desk, seat)
                    found += _ONE
            chosen = choose(g, states, raw, _ZERO, n, desk, most, heat)
            apply(g, s, np.uint64(desk.actions[chosen]))
    return found
