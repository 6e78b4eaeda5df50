"""Many games side by side: each takes an action, chance and bots answer, and the next observation is written.

`Memory` has a row for each game in every array. After the games, `states` has the position that games start
from and, for each thread, two rows to try moves in.
"""

from typing import NamedTuple

import numpy as np

from ...bots.kernel.policy import apply, copy_row
from ...core.codes import FINISHED
from ...core.compiling import entry, kernel
from ...core.records import Int, Record
from .actions import own_action, random_slot_and_way, slot_and_way, write_mask
from .hand import draw, may_do, note, play, put_down, take_up, turn_page, write_down
from .observation import observe
from .opponents import LEARNER, bot_action
from .rewards import SHAPED, promises, write_rewards

LEARNERS_SEAT = np.uint64(0)

_ONE = np.uint64(1)
_TWO = np.uint64(2)


class Memory(NamedTuple):
    """The arrays of an environment."""

    states: Record
    raw: Record
    """The same as bytes."""
    chance: Record
    """The random numbers of each game's draws."""
    choices: Record
    """The random numbers of whatever is chosen at random in each game."""
    promises: Record
    """How well each side stood when rewards were written last."""
    history: Record
    """What was done in the present and in the last game, chance included."""
    lengths: Record
    """How much was done in these two, and which of them is the present one."""
    observations: Record
    masks: Record
    rewards: Record
    scores: Record
    finals: Record
    """What the seat that was shown the game could know in the end."""
    ended: Record
    """Whether a game ended with the last step."""
    actors: Record
    """The seat to act."""


class Bots(NamedTuple):
    """Who sits in each seat, and what the bots among them need."""

    kinds: Record
    heats: Record
    networks: Record
    desks: Record
    """One for each thread."""
    most: Int
    """How many moves the network looks at."""


@entry
def find_illegal(tables: Record, plans: Record, m: Memory, actions: Record, most: Int) -> Int:
    """The first game whose action is not legal; -1 if all are."""
    g, plan, states = tables[0], plans[0], m.states
    for game in range(np.uint64(actions.shape[0])):
        if not may_do(g, states[game], plan, actions[game], most):
            return np.int64(game)
    return np.int64(-1)


@entry
def choose_at_random(
    tables: Record,
    plans: Record,
    pads: Record,
    thread: Int,
    m: Memory,
    first: Int,
    last: Int,
    actions: Record,
) -> None:
    """Write a legal action of each game, all equally likely."""
    g, plan, pad = tables[0], plans[0], pads[thread]
    states, choices = m.states, m.choices
    for game in range(first, last):
        s = states[game]
        pad.choices[0] = choices[game]
        slot, way = random_slot_and_way(g, s, pad.choices)
        actions[game] = own_action(g, s, plan, slot, way)
        choices[game] = pad.choices[0]


# ---------------------------------------------------------------- a step


@kernel
def show(g: Record, s: Record, plan: Record, pad: Record, m: Memory, game: Int, seat: Int) -> None:
    """Write what a seat may know, and do now that it is to act."""
    if m.observations.shape[1] > 0:
        observe(g, s, plan, seat, m.observations[game])
    if m.masks.shape[1] > 0:
        write_mask(g, s, plan, pad, m.masks[game])


@kernel
def deal(g: Record, s: Record, plan: Record, pad: Record, m: Memory, game: Int) -> None:
    """Begin a new game in the place of an old one."""
    if plan.records:
        turn_page(pad, m.history, m.lengths, game)
    copy_row(m.raw, np.uint64(m.actors.shape[0]), game)
    draw(g, s, pad)
    promises(g, s, plan, m.promises, game)


@kernel
def settle(g: Record, s: Record, plan: Record, pad: Record, m: Memory, game: Int, seat: Int) -> None:
    """Write rewards; a game that ended, as a seat saw it, is followed by the next."""
    write_rewards(g, s, plan, pad, m.promises, m.rewards, m.scores, m.ended, game)
    if m.ended[game] and plan.restarts:
        if m.finals.shape[1] > 0:
            observe(g, s, plan, seat, m.finals[game])
        deal(g, s, plan, pad, m, game)


@kernel
def needs_settling(s: Record, plan: Record, ended: Record, game: Int) -> bool:
    """Whether there are rewards to write, or old ones to wipe out: mostly there are none."""
    return s.phase == FINISHED or plan.scheme == SHAPED or ended[game]


# ---------------------------------------------------------------- every seat learns


@entry
def begin_games(
    tables: Record, plans: Record, pads: Record, thread: Int, m: Memory, first: Int, last: Int
) -> None:
    """Deal new games, and show them to the seats that start."""
    g, plan, pad = tables[0], plans[0], pads[thread]
    for game in range(first, last):
        s = m.states[game]
        take_up(pad, m.chance, m.choices, game)
        deal(g, s, plan, pad, m, game)
        if plan.records:
            write_down(pad, m.history, m.lengths, game)
        put_down(pad, m.chance, m.choices, game)
        m.actors[game] = s.seat
        show(g, s, plan, pad, m, game, np.uint64(s.seat))


@entry
def step_games(
    tables: Record, plans: Record, pads: Record, thread: Int, m: Memory, first: Int, last: Int,
    actions: Record, random_steps: Int,
) -> None:  # fmt: skip
    """Take the given action in each game or so many at random, and show it to the seat that acts next."""
    g, plan, pad = tables[0], plans[0], pads[thread]
    states, chance, choices, ended, actors = m.states, m.chance, m.choices, m.ended, m.actors
    for _ in range(max(random_steps, np.uint32(1))):
        for game in range(first, last):
            s = states[game]
            take_up(pad, chance, choices, game)
            if random_steps > 0:
                slot, way = random_slot_and_way(g, s, pad.choices)
            else:
                slot, way = slot_and_way(g, s, plan, np.uint64(actions[game]))
            play(g, s, pad, slot, way)
            if needs_settling(s, plan, ended, game):
                settle(g, s, plan, pad, m, game, np.uint64(s.seat))
            if plan.records:
                write_down(pad, m.history, m.lengths, game)
            put_down(pad, chance, choices, game)
            actors[game] = s.seat
            if plan.shows:
                show(g, s, plan, pad, m, game, np.uint64(s.seat))


# ---------------------------------------------------------------- one seat learns, bots have the others


@kernel
def let_bots_act(g: Record, plan: Record, pad: Record, thread: Int, m: Memory, game: Int, bots: Bots) -> None:
    """Let bots and chance act until the learner must, or the game is over."""
    s = m.states[game]
    row = np.uint64(m.actors.shape[0]) + _ONE + _TWO * thread
    while s.phase != FINISHED and bots.kinds[s.seat] != LEARNER:
        action = bot_action(
            g, m.states, m.raw, game, row, plan, pad, bots.kinds[s.seat], bots.networks[0],
            bots.desks[thread], bots.most, bots.heats[s.seat],
        )  # fmt: skip
        note(pad, action)
        apply(g, s, action)
        draw(g, s, pad)


@entry
def begin_against(
    tables: Record, plans: Record, pads: Record, thread: Int, m: Memory, first: Int, last: Int, bots: Bots
) -> None:
    """Deal new games, and play them on to the learner's turn."""
    g, plan, pad = tables[0], plans[0], pads[thread]
    for game in range(first, last):
        s = m.states[game]
        take_up(pad, m.chance, m.choices, game)
        deal(g, s, plan, pad, m, game)
        let_bots_act(g, plan, pad, thread, m, game, bots)
        if plan.records:
            write_down(pad, m.history, m.lengths, game)
        put_down(pad, m.chance, m.choices, game)
        show(g, s, plan, pad, m, game, LEARNERS_SEAT)


@entry
def step_against(
    tables: Record, plans: Record, pads: Record, thread: Int, m: Memory, first: Int, last: Int,
    actions: Record, random_steps: Int, bots: Bots,
) -> None:  # fmt: skip
    """Take the learner's given action in each game or so many at random, and play on to its next turn."""
    g, plan, pad = tables[0], plans[0], pads[thread]
    for _ in range(max(random_steps, np.uint32(1))):
        for game in range(first, last):
            s = m.states[game]
            take_up(pad, m.chance, m.choices, game)
            if random_steps > 0:
                slot, way = random_slot_and_way(g, s, pad.choices)
            else:
                slot, way = slot_and_way(g, s, plan, np.uint64(actions[game]))
            play(g, s, pad, slot, way)
            let_bots_act(g, plan, pad, thread, m, game, bots)
            if needs_settling(s, plan, m.ended, game):
                settle(g, s, plan, pad, m, game, LEARNERS_SEAT)
                let_bots_act(g, plan, pad, thread, m, game, bots)
            if plan.records:
                write_down(pad, m.history, m.lengths, game)
            put_down(pad, m.chance, m.choices, game)
            if plan.shows:
                show(g, s, plan, pad, m, game, LEARNERS_SEAT)
