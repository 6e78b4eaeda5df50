"""Positions and game records as text, both ways and lossless."""

from .position import parse_position, write_position
from .record import GameRecord

__all__ = ["GameRecord", "parse_position", "write_position"]
