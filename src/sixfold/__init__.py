"""Sixfold: a family of board games in which your score is your weakest colour."""

from .core.catalogue import CATALOGUE
from .core.codes import CHANCE, OVER, Phase, Reason
from .core.compiling import compile_kernels, compiled_kernels
from .core.dealer import Dealer
from .core.errors import DealingError, MoveError, PositionError, RecordError, RulesError, SixfoldError
from .core.match import Match
from .core.moves import Move
from .core.outcome import Outcome
from .core.rules import Rules
from .core.scoring import Explanation, explain
from .core.series import Series
from .core.state import State
from .core.views import View

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "CHANCE",
    "OVER",
    "Dealer",
    "DealingError",
    "Explanation",
    "Match",
    "Move",
    "MoveError",
    "Outcome",
    "Phase",
    "PositionError",
    "Reason",
    "RecordError",
    "Rules",
    "RulesError",
    "Series",
    "SixfoldError",
    "State",
    "View",
    "compile_kernels",
    "compiled_kernels",
    "explain",
]
