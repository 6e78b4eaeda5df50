"""Thousands of games stepped at once: the way to train at speed.

Everything between two decisions happens in compiled code: the action, draws, bots, rewards, the next deal,
the observation and the mask. Arrays are made once and written to in place.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.compiling import compiled
from ..core.errors import MoveError, SixfoldError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.state import State
from .actions import action_total, checked_actions, engine_action
from .crew import Crew
from .kernel import games as kernel
from .kernel.memory import KEPT, LINE, PAD
from .kernel.single import show_single
from .layout import Layout, Mask, Observation, layout_for, new_plan
from .positions import state_of
from .schemes import reward_scheme
from .seats import seat_bots

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
        plan.actions = self.action_count
        plan.by_slot = actions == "slots"
        plan.scheme = reward_scheme(rewards, self.rules)
        plan.restarts = self._restart = restart
        plan.records = record
        plan.shows = observe or mask
        start = State.new(self.rules)
        touched = _touched_lines(self.rules, start.record.void.dtype)
        plan.lines = len(touched)
        plan.touched[: len(touched)] = touched
        # Records go to kernels as arrays of one: single ones take long to hand over.
        self._tables: Final = np.array([start.table.void])
        self._plans: Final = np.array([plan.void])
        self._pads: Final = np.zeros(threads, PAD)
        bots = None if opponents is None else seat_bots(self.rules, opponents, threads)
        states = np.zeros(games + 2 * threads + 1, start.record.void.dtype)
        states[-1] = start.record.void
        self._m: Final = kernel.Memory(
            states=states,
            raw=states.view(np.uint8).reshape(len(states), -1),
            kept=np.zeros(games, KEPT),
            history=np.zeros((games, 2, _LONGEST if record else 0), np.uint16),
            actions=np.zeros(games, np.int64),
            chosen=np.zeros(games, np.int64),
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
        cards = not self.rules.is_board_game
        work = compiled(kernel.work, cards)
        tables, plans, pads = self._tables, self._plans, self._pads

        def work_on(thread: int, words: NDArray[np.uint64]) -> None:
            work(tables, plans, pads, np.uint64(thread), m, words, bots)

        self._crew: Final = Crew(games, threads, work_on)
        self._show: Final = compiled(show_single, cards)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Deal all games anew: the same seed, the same deals, on any number of threads."""
        m = self._m
        self._crew.finish()
        if seed is not None:
            if seed < 0:
                raise SixfoldError(f"a seed is not negative, but this one is {seed}")
            words = np.random.SeedSequence(seed).generate_state(2 * self.games, np.uint64)
            m.kept["chance"][:, 0], m.kept["choices"][:, 0] = (words | np.uint64(1)).reshape(2, -1)
        m.rewards[:] = 0
        m.ended[:] = False
        self._crew.run(kernel.BEGIN)
        return self._batch

    def step(self, actions: ArrayLike) -> Batch:
        """Take an action in each game; if one is not legal, a `MoveError` says which, and none is taken."""
        given = np.asarray(actions)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise MoveError(f"step takes {self.games} whole numbers, not {given.dtype} {given.shape}")
        self._crew.finish()
        self._m.actions[:] = given
        wrong = self._crew.run(kernel.CHECK)
        if wrong < self.games:
            raise MoveError(f"game {wrong}: {self._why_not(wrong, int(given[wrong]))}")
        self._crew.run(kernel.STEP)
        return self._batch

    def play_randomly(self, steps: int = 1) -> Batch:
        """Take so many steps with legal actions, all equally likely: to have games at different points."""
        self._check_restart()
        if steps > 0:
            self._crew.run(kernel.STEP, steps)
        return self._batch

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely; the same array each time."""
        self._check_restart()
        self._crew.run(kernel.CHOOSE)
        chosen: NDArray[np.int64] = self._m.chosen
        return chosen

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
        kept, history = self._m.kept[game], self._m.history
        which = int(kept["page"]) ^ last
        length = int(kept["lengths"][which])
        if length > history.shape[2]:
            raise SixfoldError(f"a game of {length} actions is longer than the {_LONGEST} that are kept")
        if not history.shape[2]:
            raise SixfoldError("no history is kept: make the environment with record=True")
        recorded: list[int] = history[game, which, :length].tolist()
        return recorded

    def close(self) -> None:
        """End the threads."""
        self._crew.close()

    def _check_game(self, game: int) -> None:
        if not 0 <= game < self.games:
            raise SixfoldError(f"there is no game {game}: there are 0 to {self.games - 1}")

    def _check_restart(self) -> None:
        """Where games stay over, there is not always something to choose from."""
        if not self._restart:
            raise SixfoldError("random actions need games that begin anew: restart=True")

    def _why_not(self, game: int, action: int) -> str:
        if not 0 <= action < self.action_count:
            return f"there is no action {action}: there are 0 to {self.action_count - 1}"
        if self._m.ended[game]:
            return "it is over"
        rack = self.state(game).rack(int(self._m.actors[game]))
        move = Move.of(engine_action(self.rules, rack, action, self.actions), self.rules)
        return f"action {action} is not legal now ({move})"


def _touched_lines(rules: Rules, state: np.dtype[np.void]) -> list[int]:
    """Where the cache lines begin that steps touch: of arrays that have room for larger boards, the first."""
    used = {"mark": 0}  # only after an exchange
    if rules.is_board_game:
        cells, edges = len(rules.geometry.names), len(rules.geometry.edges)
        used |= dict.fromkeys(("board", "potential"), cells) | dict.fromkeys(
            ("free_edges", "edge_place"), edges
        )
        used["open_sides"] = cells if rules.game.pyramids else 0
    lines = set[int]()
    for name, (form, start, *_) in (state.fields or {}).items():
        rows = form.shape[0] if form.shape else 1
        end = start + form.itemsize // rows * used.get(name, rows)
        lines |= set(range(start // LINE, -(-end // LINE)) if end > start else ())
    return [line * LINE for line in sorted(lines)]
