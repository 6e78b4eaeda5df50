"""Players that choose moves; each sees what a person in its seat sees, and nothing else."""

from .bot import Bot
from .roster import BOT_NAMES, make_bot, warm_up_bots
from .simple import SIMPLE_BOTS

__all__ = ["BOT_NAMES", "SIMPLE_BOTS", "Bot", "make_bot", "warm_up_bots"]
