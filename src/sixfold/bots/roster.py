"""Bots by their names: the one place where a name becomes a bot."""

import random
from collections.abc import Callable
from typing import Final

from ..core.errors import SixfoldError
from .bot import Bot
from .simple import SIMPLE_BOTS

BOT_NAMES: Final = tuple(SIMPLE_BOTS)
"""Every bot that can be asked for."""


def make_bot(name: str, rng: random.Random) -> Bot:
    """A new bot, which takes all its chance from `rng`."""
    return bot_maker(name)(rng)


def bot_maker(name: str) -> Callable[[random.Random], Bot]:
    """How to make the bot of this name; a `SixfoldError` lists the bots if there is none."""
    if name not in SIMPLE_BOTS:
        raise SixfoldError(f"no bot is called {name!r}; there are {', '.join(BOT_NAMES)}")
    return SIMPLE_BOTS[name]
