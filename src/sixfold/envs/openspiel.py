"""OpenSpiel: every game of the catalogue as `python_sixfold`, with explicit chance and information states.

    import pyspiel
    import sixfold.envs.openspiel  # registers it

    game = pyspiel.load_game("python_sixfold", {"rules": "hex(players=3)"})

Actions have the engine's numbers. `sixfold.compile_kernels()` makes games many times faster.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from ..core.codes import CHANCE, OVER
from ..core.errors import SixfoldError
from ..core.moves import Move, action_count, chance_text
from ..core.rules import Rules
from ..core.state import State
from ..core.views import Eyes
from ..notation.position import write_position
from .layout import layout_for
from .positions import observation_of
from .recall import Play

NAME: Final = "python_sixfold"
RETURNS: Final = ("rank", "win", "weakest")
"""What a game can be worth to a seat at its end; as in `sixfold.envs.REWARDS`."""

_DEFAULT_RULES: Final = "hex"
_BY_DEFAULT: Final = "default"
_OWN, _NOBODYS = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
_LONGEST_CARD_GAME: Final = 10_000
"""Decisions. Nothing ends a card game that nobody wins; at random they take fifty to a hundred."""


def _game_type(utility: Any, fewest: int, most: int) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Sixfold",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": _DEFAULT_RULES, "returns": _BY_DEFAULT},
    )


class SixfoldGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of the catalogue with its options, as OpenSpiel sees it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules: Final = Rules.parse(given.get("rules", _DEFAULT_RULES))
        self.returns: Final = _scheme(given.get("returns", _BY_DEFAULT), self.rules)
        players, hand = self.rules.players, self.rules.hand
        length = len(self.rules.geometry.names) if self.rules.is_board_game else _LONGEST_CARD_GAME
        self._most_draws: Final = 1 + (players + length) * (hand + self.rules.open_cards)
        utilities = pyspiel.GameType.Utility
        utility, total = {
            "rank": (utilities.ZERO_SUM, 0.0),
            "win": (utilities.CONSTANT_SUM, 1.0),
            "weakest": (utilities.GENERAL_SUM, None),
        }[self.returns]
        super().__init__(
            _game_type(utility, players, players),
            pyspiel.GameInfo(
                num_distinct_actions=action_count(self.rules),
                max_chance_outcomes=max(len(self.rules.kinds), players),
                num_players=players,
                min_utility=-1.0 if self.returns == "rank" else 0.0,
                max_utility=1.0,
                utility_sum=total,
                # Every placement covers two cells, and after each there may be an exchange to decide on.
                max_game_length=length,
            ),
            # With a blank at the end OpenSpiel reads rules in brackets as text, not as another of its games.
            {"rules": f"{self.rules} ", "returns": self.returns},
        )

    def __reduce__(self) -> tuple[object, tuple[dict[str, str]]]:
        """Games travel as their parameters; OpenSpiel's own way would lose what Python knows about them."""
        return SixfoldGame, ({"rules": str(self.rules), "returns": self.returns},)

    def new_initial_state(self) -> "SixfoldState":
        """The start of a game."""
        return SixfoldState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound on the draws of a game: a full rack for each decision."""
        return self._most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What OpenSpiel observes states with."""
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _scheme(name: str, rules: Rules) -> str:
    if name == _BY_DEFAULT:
        return "rank" if rules.players > 1 else "weakest"
    if name not in RETURNS:
        raise SixfoldError(f"there are no returns {name!r}; there are {', '.join(RETURNS)}")
    if rules.players == 1 and name != "weakest":
        raise SixfoldError(f"returns {name!r} need opponents; alone there is weakest")
    return name


class SixfoldState(pyspiel.State):  # type: ignore[misc]
    """A position with everything that led to it. OpenSpiel's methods; `position` is Sixfold's own state."""

    def __init__(self, game: SixfoldGame) -> None:
        super().__init__(game)
        self._play = Play(game.rules)  # OpenSpiel copies and pickles whatever is in a state's __dict__

    @property
    def position(self) -> State:
        """A copy of the position, secrets included."""
        return self._play.state.copy()

    @property
    def play(self) -> Play:
        """The position and what led to it."""
        return self._play

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        actor = self._play.state.actor
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(actor, actor))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._play.state.actor == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn, and how probable it is."""
        outcomes = self._play.state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(action, weight / total) for action, weight in outcomes]

    def returns(self) -> list[float]:
        """What the game is worth to each seat; nothing before its end."""
        rules, outcome = self._play.state.rules, self._play.state.outcome()
        if not self.is_terminal():
            return [0.0] * rules.players
        scheme = self.get_game().returns
        if scheme == "win":
            return list(outcome.shares)
        if scheme == "weakest":
            best = len(rules.colours) if rules.game.duel else rules.track
            return [score / best for score in outcome.scores]
        places = dict(zip(rules.sides, outcome.places, strict=True))  # partners have the same
        others = len(places) - 1
        return [
            sum((place > own) - (place < own) for place in places.values()) / others for own in outcome.places
        ]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "SixfoldState":
        """A state with the same information state for this player, others' tiles dealt anew."""
        play = self._play.resampled(player_id, random.Random(probability_sampler()))
        state: SixfoldState = self.get_game().new_initial_state()
        for action in play.actions:
            state.apply_action(action)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self._play.state.legal_actions()

    def _apply_action(self, action: int) -> None:
        self._play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self._play.state
        if player == pyspiel.PlayerId.CHANCE:
            return chance_text(action, state.phase, state.rules)
        return str(Move.of(action, state.rules))

    def __str__(self) -> str:
        """The position as text, secrets included."""
        return write_position(self._play.state)


class Observer:
    """What one may know of a game: see OpenSpiel's `IIGObservationType`.

    With perfect recall it is all that was seen, else what is to be seen now. For a seat there is then a
    tensor, too: `sixfold.envs.layout` describes its sections, which are in `dict`.
    """

    def __init__(self, rules: Rules, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, but {params} was given")
        self._remembers: Final = bool(iig_obs_type.perfect_recall)
        self._is_public: Final = bool(iig_obs_type.public_info)
        self._whose: Final = iig_obs_type.private_info
        if not self._is_public and (self._remembers or self._whose != _OWN):
            raise ValueError("without what is public there is one's own rack, and nothing else")
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, Any] = {}
        if self._is_public and self._whose == _OWN and not self._remembers:
            layout = layout_for(rules)
            self.tensor = np.zeros(layout.size, np.float32)
            self.dict = layout.split(self.tensor)

    def set_from(self, state: SixfoldState, player: int) -> None:
        """Write what a seat sees into `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = observation_of(state.play.state, player)

    def string_from(self, state: SixfoldState, player: int) -> str:
        """What is remembered or seen, as text."""
        position = state.play.state
        if not self._is_public:
            return ",".join(position.rules.kinds[kind] for kind in position.rack(player))
        eyes: Eyes = {_OWN: player, _NOBODYS: None}.get(self._whose, "all")
        if self._remembers:
            return state.play.remembered(eyes)
        return write_position(position if eyes == "all" else position.view(eyes))


pyspiel.register_game(_game_type(pyspiel.GameType.Utility.GENERAL_SUM, 1, 4), SixfoldGame)
