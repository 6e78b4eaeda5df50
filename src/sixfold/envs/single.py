"""One game for environments in which agents take turns."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..core.codes import OVER
from ..core.compiling import compiled
from ..core.errors import MoveError, SixfoldError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.state import State
from .actions import action_total, engine_action
from .kernel import single as kernel
from .kernel.memory import DESK
from .layout import Layout, Mask, Observation, layout_for, new_plan
from .positions import state_of
from .schemes import reward_scheme

_FIRST: Final = np.uint64(0)
_NO_MASK: Final = np.empty(0, np.int8)


class SingleGame:
    """One game after another, drawn through so that there is always a seat to act."""

    def __init__(self, rules: Rules, actions: str, rewards: str | None) -> None:
        self.rules: Final = rules
        self.actions: Final = actions
        self.action_total: Final = action_total(rules, actions)
        self.layout: Final[Layout] = layout_for(rules)
        plan = new_plan(rules)
        plan.actions = self.action_total
        plan.by_slot = actions == "slots"
        plan.scheme = reward_scheme(rewards, rules)
        start = State.new(rules)
        # Records go to kernels as arrays of one: single ones take long to hand over.
        self._tables: Final = np.array([start.table.void])
        self._plans: Final = np.array([plan.void])
        self._desks: Final = np.zeros(1, DESK)
        self._pads: Final = self._desks["pad"]
        self._states: Final = np.array([start.record.void, start.record.void])
        self._raw: Final = self._states.view(np.uint8).reshape(2, -1)
        self._rewards: Final = np.zeros((1, rules.players), np.float32)
        self._scores: Final = np.zeros((1, rules.players), np.uint8)
        self._ended: Final = np.zeros(1, np.bool_)
        self._seats: Final = self._states["seat"]
        self._seeds = np.random.default_rng()
        cards = not rules.is_board_game
        self._deal: Final = compiled(kernel.deal_single, cards)
        self._step: Final = compiled(kernel.step_single, cards)
        self._show: Final = compiled(kernel.show_single, cards)

    def deal(self, seed: int | None = None) -> None:
        """Begin a new game; without a seed, one that follows from the last seed."""
        if seed is not None:
            if seed < 0:
                raise SixfoldError(f"a seed is not negative, but this one is {seed}")
            self._seeds = np.random.default_rng(seed)
        self._desks["kept"]["chance"][0, 0] = self._seeds.integers(1, 2**63)
        self._rewards[:] = 0
        self._ended[:] = False
        self._deal(self._tables, self._states, self._raw, self._plans, self._desks)

    def act(self, action: int) -> None:
        """Take an action of the seat to act; an illegal one is refused and changes nothing."""
        if not self._step(
            self._tables, self._states, self._plans, self._desks, int(action), self._rewards,
            self._scores, self._ended,
        ):  # fmt: skip
            raise MoveError(self._why_not(action))

    @property
    def actor(self) -> int:
        """The seat to act, or `OVER`."""
        return OVER if self._ended[0] else int(self._seats[0])

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Each seat's, for the last action."""
        return np.asarray(self._rewards[0])

    @property
    def scores(self) -> NDArray[np.uint8]:
        """Each seat's, when the game is over: the weakest colour; in the duel, the markers on its side."""
        return np.asarray(self._scores[0])

    @property
    def state(self) -> State:
        """A copy of the position, secrets included."""
        return state_of(self.rules, self._states[0])

    @property
    def tracks(self) -> NDArray[np.uint8]:
        """The markers of each side."""
        sides, colours = len(set(self.rules.sides)), len(self.rules.colours)
        markers: NDArray[np.uint8] = self._states["tracks"][0, :sides, :colours]
        return markers

    def observe(self, seat: int) -> tuple[Observation, Mask]:
        """What a seat may know, and 1 for each of its legal actions: none if it is not to act."""
        observation = np.empty(self.layout.size, np.uint8)
        mask = np.empty(self.action_total, np.int8)
        acts = seat == self.actor
        if not acts:
            mask[:] = 0
        self._show(
            self._tables, self._states, _FIRST, self._plans, self._pads, np.uint64(seat), observation,
            mask if acts else _NO_MASK,
        )  # fmt: skip
        return observation, mask

    def _why_not(self, action: int) -> str:
        if self.actor == OVER:
            return "the game is over"
        if not 0 <= action < self.action_total:
            return f"there is no action {action}: there are 0 to {self.action_total - 1}"
        rack = self.state.rack(self.actor)
        move = Move.of(engine_action(self.rules, rack, int(action), self.actions), self.rules)
        return f"action {action} is not legal now ({move})"
