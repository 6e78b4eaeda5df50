"""Lessons: playable positions, each with one aim that teaches one thing of the rules."""

from .cards import CARDS
from .hex import HEX
from .hex_variants import HEX_DUEL, HEX_SOLO, HEX_TEAM
from .lesson import Aim, Lesson, Step
from .square import SQUARE, SQUARE_SOLO
from .trying import Miss, Try, try_out

LESSONS = {lesson.name: lesson for lesson in (HEX, HEX_SOLO, HEX_TEAM, HEX_DUEL, SQUARE, SQUARE_SOLO, CARDS)}
"""A lesson for each game of the catalogue, by its name."""

__all__ = ["LESSONS", "Aim", "Lesson", "Miss", "Step", "Try", "try_out"]
