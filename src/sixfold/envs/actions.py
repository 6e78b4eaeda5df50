"""What the action numbers of an environment mean.

An action lays a tile: `row * ways + way`, where `way` is `2 * edge + turned` on a board and which symbol of a
card is scored first at cards. After these come `keep`, `exchange` and `pass`. The row is

- `kinds`: the kind of tile, so that actions are the engine's: each number always means the same move;
- `slots`: the place on one's own rack, the oldest tile first: far fewer numbers. Of equal tiles only the
  first may be named.
"""

from collections.abc import Sequence
from typing import Final

from ..core.codes import Special
from ..core.errors import SixfoldError
from ..core.rules import Rules

ACTIONS: Final = ("slots", "kinds")
"""What the row of an action is."""


def checked_actions(actions: str) -> str:
    """The name as it was given; a `SixfoldError` if there are no such actions."""
    if actions not in ACTIONS:
        raise SixfoldError(f"actions name {' or '.join(ACTIONS)}, not {actions!r}")
    return actions


def action_total(rules: Rules, actions: str) -> int:
    """How many actions there are, legal or not."""
    rows = len(rules.kinds) if checked_actions(actions) == "kinds" else rules.hand
    return rows * _ways(rules) + len(Special)


def engine_action(rules: Rules, rack: Sequence[int], action: int, actions: str) -> int:
    """The engine's number of an action of a seat with this rack; an empty slot is taken to hold kind 0."""
    if actions == "kinds":
        return action
    ways = _ways(rules)
    slot, way = divmod(action, ways)
    if slot >= rules.hand:
        return action + (len(rules.kinds) - rules.hand) * ways
    return (rack[slot] if slot < len(rack) else 0) * ways + way


def _ways(rules: Rules) -> int:
    """In how many ways a tile can be laid, or a card be played."""
    return 2 * len(rules.geometry.edges) if rules.is_board_game else 2
