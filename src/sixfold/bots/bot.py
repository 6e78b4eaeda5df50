"""What a bot is."""

from typing import Protocol

from ..core.moves import Move
from ..core.views import View


class Bot(Protocol):
    """Chooses moves. A bot gets a `View` and so sees exactly what a person in that seat sees."""

    def choose(self, view: View) -> Move:
        """A legal move for the seat that looks, which is the seat to act."""
        ...
