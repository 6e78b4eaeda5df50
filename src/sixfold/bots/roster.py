"""Bots by their names: the one place where a name becomes a bot."""

import random
from collections.abc import Callable, Iterable
from typing import Final

from ..core.errors import SixfoldError
from ..core.rules import Rules
from .bot import Bot
from .simple import SIMPLE_BOTS

LEVEL_NAMES: Final = ("beginner", "casual", "skilled", "expert", "master")
"""The levels, here as well so that naming them does not load what they need."""
_WITH_NETWORK: Final = ("network", *LEVEL_NAMES)  # what thinks with the network, and the network alone
BOT_NAMES: Final = (*SIMPLE_BOTS, *_WITH_NETWORK)
"""Every bot that can be asked for."""
TIME_LIMIT: Final = 5.0
"""Seconds that another program may take for a move, if nothing else is said."""
PROGRAM: Final = "cmd:"
"""What the name of a bot that is another program begins with."""


def make_bot(name: str, rng: random.Random, time_limit: float = TIME_LIMIT) -> Bot:
    """A new bot, which takes all its chance from `rng`."""
    return bot_maker(name, time_limit)(rng)


def bot_maker(name: str, time_limit: float = TIME_LIMIT) -> Callable[[random.Random], Bot]:
    """How to make the bot of this name; a `SixfoldError` lists the bots if there is none.

    A level may have a budget of samples for each move: `master:4800`. `cmd:./mybot --fast` is another
    program; it has a time limit, and who makes such an `ExternalBot` has to close it.
    """
    if name in SIMPLE_BOTS:
        return SIMPLE_BOTS[name][1]
    if is_program(name):
        from .external import ExternalBot, command_words

        command = name.removeprefix(PROGRAM)
        command_words(command)
        return lambda rng: ExternalBot(command, rng, time_limit)
    level, colon, samples = name.partition(":")
    if level not in _WITH_NETWORK or (colon and not samples.isdecimal()):
        raise SixfoldError(
            f"no bot is called {name!r}; there are {', '.join(BOT_NAMES)} and programs, {PROGRAM}./mybot"
        )
    from .levels import LEVELS, NETWORK_ALONE, LevelBot  # loads the kernels
    from .thinking import Budget

    budget = Budget(samples=int(samples)) if colon else None
    return lambda rng: LevelBot(rng, LEVELS.get(level, NETWORK_ALONE), budget)


def warm_up_bots(names: Iterable[str], rules: Rules) -> None:
    """Have ready what these bots need to play, so that their first move does not wait for it."""
    if any(name.partition(":")[0] in _WITH_NETWORK for name in names):
        from .levels import thinker_for

        thinker_for(rules).warm_up()


def is_program(name: str) -> bool:
    """Whether the name is that of another program, and not of one of our bots."""
    return name.startswith(PROGRAM)
