"""Many games side by side: each takes an action, chance and bots answer, and the next observation is written.

`Memory` has a row for each game in every array. After the games, `states` has two rows for each thread to try
moves in and, last, the position that games start from.

What is looked at in every step is taken out of `Memory` before the games begin, and there is no `Memory`
among the arguments of what is called in every step: Numba counts who holds each array, and that takes longer
than a step if it is done in every one.
"""

from typing import NamedTuple

import numpy as np

from ...bots.kernel.policy import apply, copy_row
from ...core.codes import FINISHED
from ...core.compiling import entry, kernel
from ...core.records import Int, Record
from .actions import own_action, random_slot_and_way, slot_and_way, write_mask
from .hand import draw, may_do, note, play, turn_page, write_down
from .machine import fetch
from .observation import observe
from .opponents import LEARNER, bot_action
from .rewards import SHAPED, promises, write_rewards
from .sharing import JOB, STEPS, finish_games, object_to, take_games

LEARNERS_SEAT = np.uint64(0)

# Jobs.
BEGIN = np.uint64(0)
CHECK = np.uint64(1)
STEP = np.uint64(2)
CHOOSE = np.uint64(3)

_ONE = np.uint64(1)
_TWO = np.uint64(2)


class Memory(NamedTuple):
    """The arrays of an environment."""

    states: Record
    raw: Record
    """The same as bytes."""
    kept: Record
    """What is kept of each game beside its state."""
    history: Record
    """What was done in the present and in the last game, chance included."""
    actions: Record
    """The action that is to be taken."""
    chosen: Record
    """A legal action chosen at random."""
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


# ---------------------------------------------------------------- actions


@kernel
def check_actions(g: Record, plan: Record, m: Memory, words: Record, first: Int, last: Int) -> None:
    """Object to the first action that is not legal."""
    states, actions = m.states, m.actions
    for game in range(first, last):
        if not may_do(g, states[game], plan, actions[game]):
            object_to(words, np.uint64(game))
            return


@kernel
def choose_at_random(g: Record, plan: Record, m: Memory, first: Int, last: Int) -> None:
    """Write a legal action of each game, all equally likely."""
    states, all_kept, chosen = m.states, m.kept, m.chosen
    for game in range(first, last):
        s = states[game]
        slot, way = random_slot_and_way(g, s, all_kept[game].choices)
        chosen[game] = own_action(g, s, plan, slot, way)


@kernel
def next_action(g: Record, s: Record, plan: Record, kept: Record, given: Int, steps: Int) -> tuple[Int, Int]:
    """The slot and the way of the given action, or of one at random if so many are to be taken."""
    if steps > 0:
        return random_slot_and_way(g, s, kept.choices)
    return slot_and_way(g, s, plan, np.uint64(given))


# ---------------------------------------------------------------- a step


@kernel
def fetch_state(plan: Record, memory: Record, start: Int) -> None:
    """Have a state brought near while another game is played: a core's own cache cannot hold many games."""
    for i in range(np.uint64(plan.lines)):
        fetch(memory, start + np.uint64(plan.touched[i]))


@kernel
def show(
    g: Record, s: Record, plan: Record, pad: Record, observations: Record, masks: Record, game: Int, seat: Int
) -> None:
    """Write what a seat may know, and do now that it is to act."""
    if observations.shape[1] > 0:
        observe(g, s, plan, seat, observations[game])
    if masks.shape[1] > 0:
        write_mask(g, s, plan, pad, masks[game])


@kernel
def deal(
    g: Record, s: Record, plan: Record, pad: Record, kept: Record, raw: Record, history: Record, game: Int
) -> None:
    """Begin a new game in the place of an old one."""
    if plan.records:
        turn_page(pad, kept, history, game)
    copy_row(raw, np.uint64(raw.shape[0]) - _ONE, game)
    draw(g, s, pad, kept)
    promises(g, s, plan, kept)


@kernel
def needs_settling(s: Record, plan: Record, ended: Record, game: Int) -> bool:
    """Whether there are rewards to write, or old ones to wipe out: mostly there are none."""
    return s.phase == FINISHED or plan.scheme == SHAPED or ended[game]


@kernel
def let_bots_act(g: Record, plan: Record, pad: Record, thread: Int, m: Memory, game: Int, bots: Bots) -> None:
    """Let bots and chance act until the learner must, or the game is over."""
    s, kept = m.states[game], m.kept[game]
    row = np.uint64(m.actors.shape[0]) + _TWO * thread
    while s.phase != FINISHED and bots.kinds[s.seat] != LEARNER:
        action = bot_action(
            g, m.states, m.raw, game, row, plan, pad, kept, bots.kinds[s.seat], bots.networks[0],
            bots.desks[thread], bots.most, bots.heats[s.seat],
        )  # fmt: skip
        note(pad, action)
        apply(g, s, action)
        draw(g, s, pad, kept)


@kernel
def eyes(s: Record, bots: Bots | None) -> Int:
    """The seat that a game is shown to: the one to act, or the learner's."""
    return np.uint64(s.seat) if bots is None else LEARNERS_SEAT


@kernel
def begin_games(
    g: Record, plan: Record, pad: Record, thread: Int, m: Memory, first: Int, last: Int, bots: Bots | None
) -> None:
    """Deal new games, and show them to whoever acts first."""
    for game in range(first, last):
        s, kept = m.states[game], m.kept[game]
        pad.noted = 0
        deal(g, s, plan, pad, kept, m.raw, m.history, game)
        if bots is not None:
            let_bots_act(g, plan, pad, thread, m, game, bots)
        if plan.records:
            write_down(pad, kept, m.history, game)
        m.actors[game] = s.seat
        show(g, s, plan, pad, m.observations, m.masks, game, eyes(s, bots))


@kernel
def step_games(
    g: Record, plan: Record, pad: Record, thread: Int, m: Memory, first: Int, last: Int, steps: Int,
    bots: Bots | None,
) -> None:  # fmt: skip
    """Take the given action in each game or so many at random, and show it to whoever acts next."""
    states, raw, all_kept, history, actions = m.states, m.raw, m.kept, m.history, m.actions
    rewards, scores, ended, actors = m.rewards, m.scores, m.ended, m.actors
    finals, observations, masks = m.finals, m.observations, m.masks
    memory, size = raw.reshape(raw.size), np.uint64(raw.shape[1])
    for _ in range(max(steps, _ONE)):
        for game in range(first, last):
            s, kept = states[game], all_kept[game]
            fetch_state(plan, memory, (np.uint64(game) + _ONE) * size)
            slot, way = next_action(g, s, plan, kept, actions[game], steps)
            pad.noted = 0
            play(g, s, pad, kept, slot, way)
            if bots is not None:
                let_bots_act(g, plan, pad, thread, m, game, bots)
            if needs_settling(s, plan, ended, game):
                write_rewards(g, s, plan, pad, kept, rewards, scores, ended, game)
                if ended[game] and plan.restarts:
                    if finals.shape[1] > 0:
                        observe(g, s, plan, eyes(s, bots), finals[game])
                    deal(g, s, plan, pad, kept, raw, history, game)
                    if bots is not None:
                        let_bots_act(g, plan, pad, thread, m, game, bots)
            if plan.records:
                write_down(pad, kept, history, game)
            actors[game] = s.seat
            if plan.shows:
                show(g, s, plan, pad, observations, masks, game, eyes(s, bots))


@entry
def work(
    tables: Record, plans: Record, pads: Record, thread: Int, m: Memory, words: Record, bots: Bots | None
) -> None:
    """Do the present job with one share of the games after the other; without bots every seat learns."""
    g, plan, pad = tables[0], plans[0], pads[thread]
    first, size = take_games(words, thread)
    while size > 0:
        last = first + size
        job = words[JOB]
        if job == STEP:
            step_games(g, plan, pad, thread, m, first, last, words[STEPS], bots)
        elif job == CHECK:
            check_actions(g, plan, m, words, first, last)
        elif job == CHOOSE:
            choose_at_random(g, plan, m, first, last)
        else:
            begin_games(g, plan, pad, thread, m, first, last, bots)
        finish_games(words, size)
        first, size = take_games(words, thread)
