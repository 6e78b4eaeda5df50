"""What seats are rewarded with."""

from collections.abc import Mapping
from typing import Final

from ..core.errors import SixfoldError
from ..core.rules import Rules
from .kernel import rewards

REWARDS: Final[Mapping[str, int]] = {
    "rank": int(rewards.RANK),
    "win": int(rewards.WIN),
    "weakest": int(rewards.WEAKEST),
    "shaped": int(rewards.SHAPED),
}
"""The schemes. Sides are seats, or teams, whose seats are rewarded alike.

- `rank`: at the end, the share of the other sides that one is ahead of, less the share that one is behind:
  1 for the winner, -1 for the last, and equals share what their places would get. Sums to 0.
- `win`: at the end, the share of the win: 1 in all among the seats in first place.
- `weakest`: at the end, one's weakest colour as a part of the track's length; in the duel, the markers on
  one's side as a part of all.
- `shaped`: after each action, how much better one stands, less what the other sides gained on average, and at
  the end the rank. How a side stands is the sum of its markers, as parts of the track's length, the lowest
  counting 1/2, the next 1/4, and so on.
"""


def default_rewards(rules: Rules) -> str:
    """By rank; alone, where there is none, by the weakest colour."""
    return "rank" if rules.players > 1 else "weakest"


def reward_scheme(name: str | None, rules: Rules) -> int:
    """The kernels' number of a scheme; `None` is the default for the rules."""
    name = default_rewards(rules) if name is None else name
    if name not in REWARDS:
        raise SixfoldError(f"there are no rewards {name!r}; there are {', '.join(REWARDS)}")
    if rules.players == 1 and name in ("rank", "win"):
        raise SixfoldError(f"rewards {name!r} need opponents; alone there are weakest and shaped")
    return REWARDS[name]
