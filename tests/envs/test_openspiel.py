"""OpenSpiel's own suites, and what it may rely on: secrecy, perfect recall, resampling, copies."""

import copy
import pickle
import random
import re
import unittest
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts, sample_some_states
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from playing import ALL_RULES, draw_action, likely_action
from sixfold import CHANCE, OVER, MoveError, Rules, RulesError, SixfoldError, State, compile_kernels
from sixfold.envs.openspiel import NAME, SixfoldGame, SixfoldState
from sixfold.notation import parse_position
from sixfold.notation.position import write_position

GAMES = [rules for rules in ALL_RULES if not rules.has("edition", "pl") or rules.players == 2]
EVERY_GAME = pytest.mark.parametrize("rules", GAMES, ids=str)
WITH_SECRETS = pytest.mark.parametrize("rules", [r for r in GAMES if r.players > 1], ids=str)


@pytest.fixture(autouse=True, scope="module")
def compiled() -> Iterator[None]:
    compile_kernels()
    yield
    compile_kernels(False)


def load(rules: Rules | str, **more: str) -> SixfoldGame:
    game: SixfoldGame = pyspiel.load_game(NAME, {"rules": str(rules), **more})
    return game


@cache
def states(rules: Rules) -> list[SixfoldState]:
    """Every tenth state or so of a game played by rule of thumb, and its last."""
    rng = random.Random(7)
    state = load(rules).new_initial_state()
    found = []
    while not state.is_terminal():
        position = state.position
        is_chance = position.actor == CHANCE
        if not is_chance and rng.random() < 0.1:
            found.append(state.clone())
        state.apply_action(draw_action(position, rng) if is_chance else likely_action(position, rng, 3))
    return [*found, state]


# ---------------------------------------------------------------- OpenSpiel's suites


@EVERY_GAME
def test_random_games_pass_the_checks_of_the_library(rules: Rules) -> None:
    pyspiel.random_sim_test(load(rules), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["hex-duel", "square(players=3)", "cards(players=2)", "hex-solo"])
def test_the_simulations_in_python_pass(rules: str) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest("sim_game").sim_game(load(rules))


@pytest.mark.parametrize("rules", ["hex-team", "square(players=2)", "cards(players=4)", "square-solo"])
def test_the_demands_on_the_interface_are_met(rules: str) -> None:
    random.seed(1)
    game = load(rules)
    prepared = {
        "game": game,
        "game_name": NAME,
        "game_type": game.get_type(),
        "some_states": sample_some_states.sample_some_states(game, max_states=40),
        "setUpClass": classmethod(lambda cls: None),  # it would sample ten times as many
    }
    suite = type("Suite", (api_test.EnforceAPIOnPartialTreeBase,), prepared)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures


# ---------------------------------------------------------------- games and states


@EVERY_GAME
def test_a_game_survives_its_text_and_its_pickle(rules: Rules) -> None:
    game = load(rules)
    assert game.rules == rules
    for other in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert (other.rules, str(other)) == (rules, str(game))


@EVERY_GAME
def test_copies_are_equal_and_independent(rules: Rules) -> None:
    state = states(rules)[0]
    text, history = str(state), state.history()
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (str(other), other.history()) == (text, history)
        other.apply_action(other.legal_actions()[0])
        assert (str(state), state.history()) == (text, history)
    gone = pickle.dumps(states(rules)[-1])
    assert pickle.loads(gone).returns() == states(rules)[-1].returns()


@EVERY_GAME
def test_actions_and_draws_are_those_of_the_engine(rules: Rules) -> None:
    for state in states(rules)[:-1]:
        position = state.position
        assert state.legal_actions() == position.legal_actions()
        assert state.current_player() == position.actor
        action = state.legal_actions()[-1]
        text = state.action_to_string(action)
        assert text == position.action_text(action)
        assert state.string_to_action(text) == action
    state = load(rules).new_initial_state()
    while state.is_chance_node():
        weights = dict(state.position.chance_outcomes())
        outcomes = dict(state.chance_outcomes())
        assert outcomes == {a: pytest.approx(w / sum(weights.values())) for a, w in weights.items()}
        state.apply_action(max(outcomes))


@EVERY_GAME
def test_returns_follow_the_outcome(rules: Rules) -> None:
    end = states(rules)[-1]
    outcome = end.position.outcome()
    for returns in ("rank", "win", "weakest") if rules.players > 1 else ("weakest",):
        state = load(rules, returns=returns).new_initial_state()
        for action in end.history():
            assert state.returns() == [0.0] * rules.players
            state.apply_action(action)
        values = state.returns()
        order = sorted(range(rules.players), key=lambda seat: outcome.places[seat])
        if returns == "rank":
            assert sum(values) == pytest.approx(0)
            assert [values[seat] for seat in order] == sorted(values, reverse=True)
            assert (max(values), min(values)) == (1, -1) or len(set(outcome.places)) < rules.players
        elif returns == "win":
            assert values == list(outcome.shares)
        else:
            best = len(rules.colours) if rules.game.duel else rules.track
            assert [value * best for value in values] == pytest.approx(list(outcome.scores))


def test_equals_share_what_their_places_would_get() -> None:
    game = load("hex(players=3)")
    state = game.new_initial_state()
    text = write_position(states(game.rules)[-1].position)
    tracks = "9,9,9,9,9,9/9,9,9,9,9,9/8,9,9,9,9,9"
    position = parse_position(re.sub(r"[\d,]+/[\d,]+/[\d,]+(?= \d+)", tracks, text))
    assert isinstance(position, State)
    state.play.state = position
    assert state.position.actor == OVER
    assert state.returns() == [0.5, 0.5, -1.0]


# ---------------------------------------------------------------- what a seat may know


@WITH_SECRETS
def test_an_information_state_does_not_depend_on_what_is_hidden(rules: Rules) -> None:
    sampler = random.Random(3).random
    for state in states(rules)[:-1]:
        seat = state.current_player()
        other = state.resample_from_infostate(seat, sampler)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.legal_actions() == state.legal_actions()
        assert other.position.view(seat) == state.position.view(seat)
        assert len(other.history()) == len(state.history())


@WITH_SECRETS
def test_resampling_deals_other_tiles_to_others(rules: Rules) -> None:
    sampler = random.Random(5).random
    state = states(rules)[0]
    seat = state.current_player()
    others = [other for other in range(rules.players) if other != seat]
    dealt = {
        tuple(state.resample_from_infostate(seat, sampler).position.rack(o) for o in others) for _ in range(8)
    }
    assert len(dealt) > 1


def test_tiles_are_resampled_as_often_as_the_bag_holds_them() -> None:
    """After the deal of two-player hex, a tile of seat 2 is any of the 114 that seat 1 does not hold."""
    state = load("hex(players=2,start=1)").new_initial_state()
    for kind in [0, 0, 0, 1, 1, 2, *range(6, 12)]:
        state.apply_action(kind)
    assert not state.is_chance_node()
    sampler = random.Random(11).random
    drawn = [kind for _ in range(400) for kind in state.resample_from_infostate(0, sampler).position.rack(1)]
    counts = np.bincount(drawn, minlength=21)
    left = np.array(state.position.rules.tile_counts)
    left[0] -= 3
    left[1] -= 2
    left[2] -= 1
    expected = left / left.sum() * len(drawn)
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    assert chi_squared < 45  # 20 degrees of freedom: one in a thousand is above 45.3


@EVERY_GAME
def test_information_states_have_perfect_recall(rules: Rules) -> None:
    """Whatever a seat has seen is at the beginning of all that it will have seen."""
    end = states(rules)[-1]
    state = load(rules).new_initial_state()
    before = [state.information_state_string(seat) for seat in range(rules.players)]
    for action in end.history():
        state.apply_action(action)
        now = [state.information_state_string(seat) for seat in range(rules.players)]
        assert all(later.startswith(f"{earlier}; ") for earlier, later in zip(before, now, strict=True))
        before = now


def test_an_information_state_reads_like_a_record() -> None:
    state = load("cards(players=2,start=2)").new_initial_state()
    for kind in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0]:
        state.apply_action(kind)
    state.apply_action(state.string_to_action("rg"))
    mine, theirs = state.information_state_string(0), state.information_state_string(1)
    assert mine.startswith("cards(players=2,start=2) seat 1; rack 2 ??; rack 2 ??")
    assert theirs.startswith("cards(players=2,start=2) seat 2; rack 2 rg; rack 2 rb")
    assert mine.count("??") == theirs.count("??") == 6
    assert mine.endswith("; 2: rg")
    assert "open 1 " in mine


def test_what_was_shown_in_an_exchange_is_remembered() -> None:
    for state in states(Rules.parse("hex(players=2)")):
        steps = [step for step in state.play.steps if step.shown]
        if steps:
            shown = " ".join(state.position.rules.kinds[kind] for kind in steps[0].shown)
            for seat in range(2):
                assert f"exchange {shown}" in state.information_state_string(seat)
            return
    pytest.fail("nobody exchanged")


def test_observers_show_what_they_are_asked_for() -> None:
    game = load("hex(players=2)")
    state = states(game.rules)[3]
    position = state.position

    def observer(public: bool, recall: bool, private: object) -> object:
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        return make_observation(game, kind)

    privacy = pyspiel.PrivateInfoType
    shown = {
        (True, False, privacy.SINGLE_PLAYER): write_position(position.view(1)),
        (True, False, privacy.NONE): write_position(position.view(None)),
        (True, False, privacy.ALL_PLAYERS): write_position(position),
        (True, True, privacy.SINGLE_PLAYER): state.information_state_string(1),
        (False, False, privacy.SINGLE_PLAYER): ",".join(game.rules.kinds[k] for k in position.rack(1)),
    }
    for kind, text in shown.items():
        assert observer(*kind).string_from(state, 1) == text  # type: ignore[attr-defined]
    assert "??" not in observer(True, True, privacy.ALL_PLAYERS).string_from(state, 1)  # type: ignore[attr-defined]
    spectator = observer(True, True, privacy.NONE).string_from(state, 1)  # type: ignore[attr-defined]
    assert spectator.startswith("hex(players=2) spectator; start ")
    assert "rack 1 ??" in spectator
    with pytest.raises(ValueError, match="one's own rack, and nothing else"):
        observer(False, True, privacy.SINGLE_PLAYER)
    with pytest.raises(ValueError, match="there are no parameters"):
        make_observation(game, None, {"what": "ever"})


def test_the_tensor_has_named_sections() -> None:
    game = load("hex(players=2)")
    state = states(game.rules)[2]
    seat = state.current_player()
    observation = make_observation(game)
    observation.set_from(state, seat)
    assert observation.tensor.tolist() == state.observation_tensor(seat)
    assert observation.dict["tracks"][0].tolist() == list(state.position.seat_tracks(seat))
    assert observation.dict["board"].shape == (7, 11, 11)


# ---------------------------------------------------------------- its algorithms


@pytest.mark.parametrize("rules", ["hex-solo", "cards(players=3)"])
def test_its_tree_search_plays(rules: str) -> None:
    game = load(rules)
    state = states(game.rules)[1].clone()
    generator = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, generator)
    bot = mcts.MCTSBot(game, 2, 4, evaluator, random_state=generator)
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])


def test_its_search_in_information_sets_plays() -> None:
    game = load("cards(players=2)")
    state = states(game.rules)[0].clone()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 6, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"rules": "chess"}, RulesError, "no game is called 'chess'"),
        ({"returns": "gold"}, SixfoldError, "there are no returns 'gold'; there are rank, win, weakest"),
        ({"rules": "hex-solo", "returns": "win"}, SixfoldError, "returns 'win' need opponents"),
    ],
)
def test_mistakes_are_explained(parameters: dict[str, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        pyspiel.load_game(NAME, parameters)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = states(Rules.parse("hex-solo"))[0].clone()
    text, steps = str(state), len(state.play.steps)
    illegal = min(set(range(state.num_distinct_actions())) - set(state.legal_actions()))
    with pytest.raises(MoveError, match=f"action {illegal} is not legal now"):
        state.play.apply(illegal)
    assert (str(state), len(state.play.steps)) == (text, steps)


# ---------------------------------------------------------------- its page


def test_the_code_in_the_docs_runs() -> None:
    """In one go, as a reader would paste it."""
    text = (Path(__file__).parents[2] / "docs" / "environments" / "openspiel.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 4
    exec(compile("".join(blocks), "openspiel.md", "exec"), {})
