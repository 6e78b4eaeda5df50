"""Players that choose moves; each sees what a person in its seat sees, and nothing else."""

from .bot import Bot
from .simple import SIMPLE_BOTS

__all__ = ["SIMPLE_BOTS", "Bot"]
