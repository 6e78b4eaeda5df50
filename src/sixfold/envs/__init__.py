"""Learning environments: PettingZoo, Gymnasium, MOMAland, and thousands of games at once.

`sixfold.envs.pettingzoo`, `.gymnasium` and `.momaland` need the libraries of those names: `pip install
'sixfold[rl]'`. `BatchedEnv` needs nothing but Sixfold. They always run compiled kernels.
"""

from .batched import Batch, BatchedEnv
from .layout import Layout, layout_for
from .positions import mask_of, move_of, observation_of
from .schemes import REWARDS

__all__ = ["REWARDS", "Batch", "BatchedEnv", "Layout", "layout_for", "mask_of", "move_of", "observation_of"]
