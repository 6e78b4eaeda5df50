"""Thousands of games at once are the games of `Match`, whatever the number of threads."""

import random
from collections.abc import Iterator
from copy import deepcopy

import numpy as np
import pytest

from envs.telling import any_options, expected_mask, expected_observation, own_action, same
from playing import ALL_RULES, likely_action
from sixfold import (
    CHANCE,
    Match,
    MoveError,
    Outcome,
    Phase,
    Reason,
    Rules,
    SixfoldError,
    State,
    compile_kernels,
)
from sixfold.core.dealer import ScriptedDealer
from sixfold.envs import REWARDS, BatchedEnv


@pytest.fixture(autouse=True, scope="module")
def compiled() -> Iterator[None]:
    """States of these tests run the same kernels as the environments."""
    compile_kernels()
    yield
    compile_kernels(False)


class Witness:
    """Follows one game of an environment with a `Match`."""

    def __init__(self, env: BatchedEnv, game: int) -> None:
        self.env, self.game = env, game
        self.finished: list[Match] = []
        self._begin()

    def _begin(self) -> None:
        history = self.env.history(self.game)
        self._state = State.new(self.env.rules)
        self._dealer = ScriptedDealer()
        self._seen = 0
        self._read(history, None)
        self.match = Match(self.env.rules, self._dealer)
        for action in self._pending:
            self.match.play(action)

    def _read(self, history: list[int], match: Match | None) -> None:
        """Take in what is new in a history: draws for the dealer, actions for the match."""
        self._pending: list[int] = []
        for action in history[self._seen :]:
            if self._state.actor == CHANCE:
                self._dealer.script.append(action)
            else:
                self._pending.append(action)
            self._state.apply(action)
        self._seen = len(history)
        if match is not None:
            for action in self._pending:
                match.play(action)

    def follow(self) -> None:
        """Catch up with the environment after a step."""
        ended = self.env.batch.ended[self.game]
        self._read(self.env.history(self.game, last=bool(ended)), self.match)
        assert self.match.is_over == ended
        if ended:
            self.finished.append(self.match)
            self._begin()

    def check(self, seat: int) -> None:
        """The environment says what the match says."""
        env, game, state = self.env, self.game, self.match.state
        assert env.state(game) == state
        assert env.batch.actors[game] == seat == state.actor
        assert np.array_equal(env.batch.masks[game], expected_mask(state, env.actions))
        assert np.array_equal(env.batch.observations[game], expected_observation(state.view(seat)))


def likely(witness: Witness, rng: random.Random) -> int:
    state = witness.match.state
    return own_action(state, likely_action(state, rng), witness.env.actions)


@pytest.mark.parametrize("rules", [*ALL_RULES, *any_options()], ids=str)
def test_every_game_is_a_game_of_match_with_the_same_actions_and_draws(rules: Rules) -> None:
    actions = "kinds" if rules.players == 3 else "slots"
    env = BatchedEnv(rules, 2, seed=5, actions=actions, record=True)
    witnesses = [Witness(env, game) for game in range(env.games)]
    rng = random.Random(1)
    steps = 0
    while not any(witness.finished for witness in witnesses) or steps < 60:
        for witness in witnesses:
            witness.check(witness.match.actor)
        env.step([likely(witness, rng) for witness in witnesses])
        for witness in witnesses:
            witness.follow()
            if env.batch.ended[witness.game]:
                outcome = witness.finished[-1].outcome()
                assert np.allclose(env.batch.rewards[witness.game], expected_rewards(rules, outcome))
            else:
                assert not env.batch.rewards[witness.game].any()
        steps += 1


def expected_rewards(rules: Rules, outcome: Outcome) -> list[float]:
    """The default rewards: rank, ties shared; alone the weakest colour."""
    if rules.players == 1:
        return [outcome.scores[0] / rules.track]
    places = [outcome.places[rules.sides.index(side)] for side in sorted(set(rules.sides))]
    others = len(places) - 1
    return [
        sum(int(place > own) - int(place < own) for place in places) / others
        for own in (outcome.places[seat] for seat in range(rules.players))
    ]


OPPONENTS = [
    ("hex(players=2)", "expert"),
    ("hex(players=3)", ("greedy", "random")),
    ("hex-team", ("lexmin", "greedy", "random")),
    ("hex-duel", "lexmin"),
    ("square(players=2)", "greedy"),
    ("square(players=4)", "random"),
    ("cards(players=2)", "casual"),
    ("cards(players=3,edition=pl)", ("lexmin", "greedy")),
]


@pytest.mark.parametrize(("game", "opponents"), OPPONENTS)
def test_games_against_bots_are_games_of_match_in_which_the_learner_has_the_first_seat(
    game: str, opponents: str | tuple[str, ...]
) -> None:
    env = BatchedEnv(game, 2, seed=3, opponents=opponents, record=True)
    witnesses = [Witness(env, number) for number in range(env.games)]
    rng = random.Random(2)
    while not any(witness.finished for witness in witnesses):
        for witness in witnesses:
            witness.check(0)
        env.step([likely(witness, rng) for witness in witnesses])
        for witness in witnesses:
            witness.follow()


@pytest.mark.parametrize("opponents", [None, "greedy", "skilled"])
def test_threads_and_neighbours_change_no_game(opponents: str | None) -> None:
    one = BatchedEnv("hex(players=2)", 7, seed=11, opponents=opponents)
    many = BatchedEnv("hex(players=2)", 7, seed=11, opponents=opponents, threads=3)
    for _ in range(60 if opponents is None else 12):
        actions = one.random_actions().copy()
        assert np.array_equal(actions, many.random_actions())
        assert same(one.step(actions), many.step(actions))
    many.close()


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    env = BatchedEnv("cards", 3, seed=1)
    first = env.batch.observations.copy()
    env.play_randomly(20)
    assert np.array_equal(env.reset(1).observations, first)
    assert not np.array_equal(env.reset(2).observations, first)
    second = env.reset().observations.copy()
    assert not np.array_equal(env.reset().observations, second)


def test_a_step_writes_into_the_same_arrays() -> None:
    env = BatchedEnv("hex-solo", 4)
    before = env.batch
    after = env.step(env.random_actions())
    for mine, theirs in zip(before, after, strict=True):
        assert mine is theirs


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = BatchedEnv("hex(players=2)", 3)
    before = deepcopy(env.batch)
    legal = env.random_actions().copy()
    illegal = int(np.flatnonzero(env.batch.masks[1] == 0)[0])
    for actions, message in (
        ([legal[0], illegal, legal[2]], f"game 1: action {illegal} is not legal now"),
        ([legal[0], legal[1], env.action_count], "game 2: there is no action"),
        ([-1, legal[1], legal[2]], "game 0: there is no action -1"),
        (legal[:2], "step takes 3 whole numbers"),
        (legal.astype(np.float32), "step takes 3 whole numbers, not float32"),
    ):
        with pytest.raises(MoveError, match=message):
            env.step(actions)
    assert same(env.batch, before)


@pytest.mark.parametrize("actions", ["slots", "kinds"])
@pytest.mark.parametrize("game", ["cards(players=2,edition=pl)", "square(players=2)"])
def test_whatever_the_mask_does_not_allow_is_refused_in_every_phase(game: str, actions: str) -> None:
    env = BatchedEnv(game, 1, seed=6, actions=actions)
    rng = random.Random(4)
    span = (env.action_count - 3) // (env.rules.hand if actions == "slots" else len(env.rules.kinds))
    phases = set()
    for _ in range(160):
        illegal = np.flatnonzero(env.batch.masks[0] == 0)
        # The first ways of each row are the numbers that words have among themselves.
        for action in illegal[illegal % span < 3]:
            with pytest.raises(MoveError):
                env.step([action])
        state = env.state(0)
        phases.add(state.phase)
        env.step([own_action(state, likely_action(state, rng), actions)])
    assert {Phase.PLACE, Phase.EXCHANGE} <= phases


def test_of_equal_tiles_only_the_first_slot_may_be_named() -> None:
    env = BatchedEnv("hex(players=2)", 200, seed=4)
    span = (env.action_count - 3) // 6
    racks = [env.state(game).rack(int(env.batch.actors[game])) for game in range(env.games)]
    game = next(game for game, rack in enumerate(racks) if len(set(rack)) < 6)
    slots = env.batch.masks[game, :-3].reshape(6, span).any(axis=1)
    assert slots.tolist() == [racks[game].index(kind) == slot for slot, kind in enumerate(racks[game])]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "there must be a game and a thread"),
        ({"seed": -1}, "a seed is not negative"),
        ({"actions": "tiles"}, "actions name slots or kinds, not 'tiles'"),
        ({"rewards": "money"}, "there are no rewards 'money'; there are rank"),
        ({"opponents": "master"}, "no bot called 'master' plays in compiled code; there are random"),
        ({"opponents": ("greedy", "greedy")}, "has 1 other seats, not 2"),
        ({"rules": "hex-solo", "opponents": "greedy"}, "hex-solo has no seat for an opponent"),
        ({"rules": "hex-solo", "rewards": "rank"}, "rewards 'rank' need opponents"),
    ],
)
def test_what_cannot_be_is_explained(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SixfoldError, match=message):
        BatchedEnv(**({"rules": "hex(players=2)", "games": 1} | arguments))  # type: ignore[arg-type]


def test_what_is_not_there_is_explained() -> None:
    env = BatchedEnv("hex(players=2)", 2, restart=False)
    with pytest.raises(SixfoldError, match="make the environment with record=True"):
        env.history(0)
    for ask in (env.state, env.history, lambda game: env.observe(game, 0)):
        with pytest.raises(SixfoldError, match="there is no game 2: there are 0 to 1"):
            ask(2)
    with pytest.raises(SixfoldError, match="there is no seat 2"):
        env.observe(0, 2)
    for act in (env.random_actions, env.play_randomly):
        with pytest.raises(SixfoldError, match="random actions need games that begin anew"):
            act()


def test_without_restart_a_game_that_ended_stays_and_refuses_actions() -> None:
    env = BatchedEnv("square-solo", 1, restart=False)
    while not env.batch.ended[0]:
        env.step(env.batch.masks.argmax(axis=1))
    assert env.state(0).phase is Phase.OVER
    assert not env.batch.masks.any()
    with pytest.raises(MoveError, match="game 0: it is over"):
        env.step([0])


# ---------------------------------------------------------------- rewards


@pytest.mark.parametrize("game", ["hex(players=3)", "hex-team", "hex-duel", "cards(players=4)"])
@pytest.mark.parametrize("scheme", REWARDS)
def test_rewards_at_the_end_are_as_the_outcome_says(game: str, scheme: str) -> None:
    env = BatchedEnv(game, 16, seed=9, rewards=scheme, restart=True, record=True)
    totals = np.zeros_like(env.batch.rewards)
    seen = 0
    while seen < 8:
        batch = env.play_randomly()
        totals += batch.rewards
        for number in np.flatnonzero(batch.ended):
            outcome = replayed(env, int(number)).outcome()
            assert outcome.reason is not Reason.NONE
            assert np.allclose(totals[number], expected_totals(env, int(number), scheme, outcome), atol=1e-5)
            totals[number] = 0
            seen += 1


def replayed(env: BatchedEnv, game: int) -> State:
    state = State.new(env.rules)
    for action in env.history(game, last=True):
        state.apply(action)
    return state


def expected_totals(env: BatchedEnv, game: int, scheme: str, outcome: Outcome) -> list[float]:
    rules = env.rules
    if scheme == "rank":
        return expected_rewards(rules, outcome)
    if scheme == "win":
        return list(outcome.shares)
    if scheme == "weakest":
        best = len(rules.colours) if rules.game.duel else rules.track
        return [score / best for score in outcome.scores]
    gains = [promise(rules, replayed(env, game).tracks, side) for side in range(len(set(rules.sides)))]
    gains = [gain - promise(rules, State.new(rules).tracks, side) for side, gain in enumerate(gains)]
    others = [(sum(gains) - gain) / (len(gains) - 1) for gain in gains]
    ranks = expected_rewards(rules, outcome)
    return [gains[side] - others[side] + ranks[seat] for seat, side in enumerate(rules.sides)]


def promise(rules: Rules, tracks: tuple[tuple[int, ...], ...], side: int) -> float:
    levels = [marker / rules.track for marker in tracks[side]]
    if rules.game.duel:
        pairs = zip(tracks[side], tracks[1 - side], strict=True)
        levels = [(rules.track + own - theirs) / (2 * rules.track) for own, theirs in pairs]
    return float(sum(level / 2 ** (i + 1) for i, level in enumerate(sorted(levels))))
