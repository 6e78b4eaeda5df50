"""Compiling what thinking takes, the first time after an installation, by two processes at once.

    python -m sixfold.bots.warming 'hex(players=2)'

is the second one. It begins with parts that the first can go without for a while and then finds in the cache;
with every part that is there it says so in a line.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ..core.codes import CHANCE
from ..core.compiling import compile_for, is_cold
from ..core.records import new_record
from ..core.rules import Rules
from ..core.state import State
from .kernel import endgame, policy, screen
from .kernel.memory import NETWORK
from .trial import Desk

_NUMBER = np.uint64(0)


@contextmanager
def something_to_think_about(rules: Rules) -> Iterator[State]:
    """The first decision of a game. If nothing is compiled yet, another process compiles a share of it."""
    if not is_cold(policy.choose):
        yield _first_decision(rules)
        return
    command = [sys.executable, "-m", __name__, str(rules)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as helper:
        assert helper.stdout is not None
        state = _first_decision(rules)  # this process begins with how the rules are played
        if rules.is_board_game:
            desk = Desk(rules)
            network = new_record(NETWORK).void
            compile_for(screen.screen_placements, False, desk.g, desk.states[0], network, desk.desk, _NUMBER)
        helper.stdout.readline()  # nothing, if it has died: then this process compiles everything itself
        yield state


def _first_decision(rules: Rules) -> State:
    state = State.new(rules)
    while state.actor == CHANCE:
        state.apply(state.legal_actions()[0])
    return state


def help_out(rules: Rules) -> None:
    """Compile how positions are valued, which takes longest, then the endgames."""
    desk = Desk(rules)
    network = new_record(NETWORK).void
    cards = not rules.is_board_game
    compile_for(policy.judge, cards, desk.g, desk.states[0], network, desk.desk, _NUMBER)
    print("values", flush=True)
    if not cards:
        compile_for(
            endgame.solve_moves, cards, desk.g, desk.states, desk.raw, desk.desk, desk.lists, _NUMBER,
            np.zeros(1, np.uint32), np.zeros(1, np.float32),
        )  # fmt: skip
        print("endgames", flush=True)


if __name__ == "__main__":
    help_out(Rules.parse(sys.argv[1]))
