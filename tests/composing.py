"""Positions made for a test; the engine's own composing, under a short name."""

from sixfold.notation.composing import compose, compose_cards

__all__ = ["compose", "compose_cards"]
