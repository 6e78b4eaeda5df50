"""The libraries' own suites. Importing them imports environments that PettingZoo has deprecated."""

import sys
import warnings
from types import ModuleType

from gymnasium.wrappers.utils import RunningMeanStd

# MOMAland's wrappers look for this class where Gymnasium had it before 1.0.
sys.modules["gymnasium.wrappers.normalize"] = ModuleType("normalize")
sys.modules["gymnasium.wrappers.normalize"].RunningMeanStd = RunningMeanStd  # type: ignore[attr-defined]

with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
    from momaland.test.api_test import api_test as momaland_api_test
    from momaland.test.wrapper_test import aec_test as momaland_wrapper_test
    from momaland.utils.aec_wrappers import LinearizeReward
    from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

__all__ = [
    "LinearizeReward",
    "api_test",
    "max_cycles_test",
    "momaland_api_test",
    "momaland_wrapper_test",
    "render_test",
    "seed_test",
]
