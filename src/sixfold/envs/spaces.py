"""The spaces of Gymnasium that observations and masks lie in."""

import numpy as np
from gymnasium.spaces import Box

from ..core.rules import Rules
from .layout import layout_for


def observation_space(rules: Rules) -> Box:
    """Observations of a game."""
    most = layout_for(rules).most
    return Box(np.zeros_like(most), most, dtype=np.uint8)


def mask_space(actions: int) -> Box:
    """Masks of so many actions."""
    return Box(0, 1, (actions,), np.int8)
