"""Thousands of games stepped at once: the way to train at speed.

Everything between two decisions happens in compiled code: the action, draws, bots, rewards, the next deal,
the observation and the mask. Arrays are made once and written to in place.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.compiling import compiled
from ..core.errors import MoveError, SixfoldError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.state import State
from .actions import action_total, checked_actions, engine_action
from .kernel import games as kernel
from .kernel.memory import PAD
from .kernel.single import show_single
from .layout import Layout, Mask, Observation, layout_for, new_plan
from .positions import state_of
from .schemes import reward_scheme
from .seats import seat_bots

_AS_GIVEN: Final = np.uint32(0)
_LONGEST: Final = 4096
"""Actions of a game, draws included, that are recorded."""


class Batch(NamedTuple):
    """What a step tells, a row for each game. The arrays are the environment's own and change with it."""

    observations: Observation
    """What the seat to act may know: see `layout`."""
    masks: Mask
    """1 for each legal action of the seat to act."""
    rewards: NDArray[np.float32]
    """Each seat's, for what happened in the step."""
    scores: NDArray[np.uint8]
    """Each seat's score in the last game that ended: the weakest colour; in the duel, the markers."""
    finals: Observation
    """How the last game that ended looked in the end to the seat that acted last, or to the learner."""
    ended: NDArray[np.bool_]
    """Whether the game ended with the step; all else is then about the next game."""
    actors: NDArray[np.uint8]
    """The seat to act."""


class BatchedEnv:
    """Games of the same rules, side by side. A game that ends is followed by the next at once."""

    def __init__(
        self,
        rules: Rules | str,
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        opponents: str | Sequence[str] | None = None,
        rewards: str | None = None,
        actions: str = "slots",
        observe: bool = True,
        mask: bool = True,
        finals: bool = False,
        record: bool = False,
        restart: bool = True,
    ) -> None:
        """Games that have been dealt.

        Without `opponents` the caller acts for every seat; with them (a bot's name, or one for each other
        seat) for the first seat alone. `rewards` is a scheme of `schemes`, `actions` what actions name. What
        nobody looks at is not written: `observe`, `mask` and `finals`. With `record` each game's `history` is
        kept; without `restart` a game that ended stays as it is.
        """
        if games < 1 or threads < 1:
            raise SixfoldError(f"there must be a game and a thread, not {games} and {threads}")
        self.rules: Final = Rules.parse(rules) if isinstance(rules, str) else rules
        self.games: Final = games
        self.layout: Final[Layout] = layout_for(self.rules)
        self.actions: Final = checked_actions(actions)
        self.action_count: Final = action_total(self.rules, actions)
        """How many actions there are, legal or not."""
        plan = new_plan(self.rules)
        plan.by_slot = actions == "slots"
        plan.scheme = reward_scheme(rewards, self.rules)
        plan.restarts = self._restart = restart
        plan.records = record
        plan.shows = observe or mask
        start = State.new(self.rules)
        # Records go to kernels as arrays of one: single ones take long to hand over.
        self._tables: Final = np.array([start.table.void])
        self._plans: Final = np.array([plan.void])
        self._pads: Final = np.zeros(threads, PAD)
        self._bots: Final = () if opponents is None else (seat_bots(self.rules, opponents, threads),)
        states = np.zeros(games + 1 + 2 * threads, start.record.void.dtype)
        states[games] = start.record.void
        self._m: Final = kernel.Memory(
            states=states,
            raw=states.view(np.uint8).reshape(len(states), -1),
            chance=np.ones(games, np.uint64),
            choices=np.ones(games, np.uint64),
            promises=np.zeros((games, len(set(self.rules.sides))), np.float32),
            history=np.zeros((games, 2, _LONGEST if record else 0), np.uint16),
            lengths=np.zeros((games, 3), np.uint32),
            observations=np.zeros((games, self.layout.size if observe else 0), np.uint8),
            masks=np.zeros((games, self.action_count if mask else 0), np.int8),
            rewards=np.zeros((games, self.rules.players), np.float32),
            scores=np.zeros((games, self.rules.players), np.uint8),
            finals=np.zeros((games, self.layout.size if finals else 0), np.uint8),
            ended=np.zeros(games, np.bool_),
            actors=np.zeros(games, np.uint8),
        )
        m = self._m
        self._batch: Final = Batch(m.observations, m.masks, m.rewards, m.scores, m.finals, m.ended, m.actors)
        self._random: Final = np.zeros(games, np.int64)
        bounds = [np.uint64(games * i // threads) for i in range(threads + 1)]
        self._shares: Final = list(pairwise(bounds))
        self._pool: Final = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        begin, step = (
            (kernel.begin_against, kernel.step_against)
            if self._bots
            else (kernel.begin_games, kernel.step_games)
        )
        cards = not self.rules.is_board_game
        self._begin: Final = compiled(begin, cards)
        self._step: Final = compiled(step, cards)
        self._find_illegal: Final = compiled(kernel.find_illegal, cards)
        self._choose_at_random: Final = compiled(kernel.choose_at_random, cards)
        self._show: Final = compiled(show_single, cards)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Deal all games anew: the same seed, the same deals, on any number of threads."""
        m = self._m
        if seed is not None:
            if seed < 0:
                raise SixfoldError(f"a seed is not negative, but this one is {seed}")
            words = np.random.SeedSequence(seed).generate_state(2 * self.games, np.uint64)
            m.chance[:], m.choices[:] = (words | np.uint64(1)).reshape(2, -1)
        m.rewards[:] = 0
        m.ended[:] = False
        self._run(self._begin, *self._bots)
        return self._batch

    def step(self, actions: ArrayLike) -> Batch:
        """Take an action in each game; if one is not legal, a `MoveError` says which, and none is taken."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise MoveError(f"step takes {self.games} whole numbers, not {chosen.dtype} {chosen.shape}")
        chosen = chosen.astype(np.int64, copy=False)
        wrong = self._find_illegal(self._tables, self._plans, self._m, chosen, self.action_count)
        if wrong >= 0:
            raise MoveError(f"game {wrong}: {self._why_not(int(wrong), int(chosen[wrong]))}")
        self._run(self._step, chosen, _AS_GIVEN, *self._bots)
        return self._batch

    def play_randomly(self, steps: int = 1) -> Batch:
        """Take so many steps with legal actions, all equally likely: to have games at different points."""
        self._check_restart()
        if steps > 0:
            self._run(self._step, self._random, np.uint32(steps), *self._bots)
        return self._batch

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely; the same array each time."""
        self._check_restart()
        self._run(self._choose_at_random, self._random)
        return self._random

    def observe(self, game: int, seat: int) -> Observation:
        """What any seat may know of a game."""
        self._check_game(game)
        if not 0 <= seat < self.rules.players:
            raise SixfoldError(f"there is no seat {seat}: there are 0 to {self.rules.players - 1}")
        out = np.empty(self.layout.size, np.uint8)
        self._show(
            self._tables, self._m.states, np.uint64(game), self._plans, self._pads, np.uint64(seat), out,
            np.empty(0, np.int8),
        )  # fmt: skip
        return out

    @property
    def batch(self) -> Batch:
        """What the last step or reset told."""
        return self._batch

    def state(self, game: int) -> State:
        """A copy of a game's position, secrets included."""
        self._check_game(game)
        return state_of(self.rules, self._m.states[game])

    def history(self, game: int, last: bool = False) -> list[int]:
        """What was done in a game, in the engine's numbers and draws included; or in the one before it."""
        self._check_game(game)
        lengths, history = self._m.lengths, self._m.history
        which = int(lengths[game, 2]) ^ last
        length = int(lengths[game, which])
        if length > history.shape[2]:
            raise SixfoldError(f"a game of {length} actions is longer than the {_LONGEST} that are kept")
        if not history.shape[2]:
            raise SixfoldError("no history is kept: make the environment with record=True")
        recorded: list[int] = history[game, which, :length].tolist()
        return recorded

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _check_game(self, game: int) -> None:
        if not 0 <= game < self.games:
            raise SixfoldError(f"there is no game {game}: there are 0 to {self.games - 1}")

    def _check_restart(self) -> None:
        """Where games stay over, there is not always something to choose from."""
        if not self._restart:
            raise SixfoldError("random actions need games that begin anew: restart=True")

    def _run(self, entry: Callable[..., None], *arguments: Any) -> None:
        """Run a kernel on all games, a share of them on each thread; the caller's own has the first."""

        def part(thread: int) -> None:
            entry(
                self._tables, self._plans, self._pads, np.uint64(thread), self._m, *self._shares[thread],
                *arguments,
            )  # fmt: skip

        others = [self._pool.submit(part, i) for i in range(1, len(self._shares)) if self._pool]
        part(0)
        for other in others:
            other.result()

    def _why_not(self, game: int, action: int) -> str:
        if not 0 <= action < self.action_count:
            return f"there is no action {action}: there are 0 to {self.action_count - 1}"
        if self._m.ended[game]:
            return "it is over"
        rack = self.state(game).rack(int(self._m.actors[game]))
        move = Move.of(engine_action(self.rules, rack, action, self.actions), self.rules)
        return f"action {action} is not legal now ({move})"
