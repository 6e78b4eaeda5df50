"""Threads share the games of an environment, and nobody can tell from the games."""

import gc
import time
from collections.abc import Callable

import numpy as np
import pytest

from envs.telling import same
from sixfold import MoveError
from sixfold.envs import BatchedEnv
from sixfold.envs.crew import Crew, Words

DEADLINE = 30.0


def eventually(is_so: Callable[[], bool]) -> bool:
    """Whether something comes to be: helpers go to sleep in their own time."""
    give_up = time.monotonic() + DEADLINE
    while not is_so():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.001)
    return True


def pair(games: int, threads: int) -> tuple[BatchedEnv, BatchedEnv]:
    """The same games on one thread and on several."""
    return BatchedEnv("hex(players=2)", games, seed=8), BatchedEnv(
        "hex(players=2)", games, seed=8, threads=threads
    )


@pytest.mark.parametrize(("games", "threads"), [(1, 2), (37, 4), (64, 2)])
def test_every_game_is_stepped_once_whoever_takes_it(games: int, threads: int) -> None:
    one, many = pair(games, threads)
    for _ in range(150):
        actions = one.random_actions().copy()
        assert np.array_equal(actions, many.random_actions())
        assert same(one.step(actions), many.step(actions))
    assert same(one.play_randomly(50), many.play_randomly(50))
    many.close()


def test_the_first_illegal_action_is_named_whoever_finds_it() -> None:
    one, many = pair(40, 3)
    actions = one.random_actions().copy()
    actions[[13, 14, 39]] = -1
    for env in (one, many):
        with pytest.raises(MoveError, match="game 13: there is no action -1"):
            env.step(actions)
    assert same(one.batch, many.batch)
    many.close()


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="threads have no clocks to look at")
def test_helpers_sleep_when_there_is_nothing_to_do_and_come_when_there_is() -> None:
    one, many = pair(40, 3)
    crew = many._crew
    clocks = [time.pthread_getcpuclockid(helper.ident) for helper in crew._helpers if helper.ident]

    def burns_nothing() -> bool:
        before = [time.clock_gettime_ns(clock) for clock in clocks]
        time.sleep(0.01)
        return crew.asleep == 2 and before == [time.clock_gettime_ns(clock) for clock in clocks]

    for _ in range(3):
        assert eventually(burns_nothing)
        actions = one.random_actions().copy()
        assert same(one.step(actions), many.step(actions))
    many.close()


def test_games_go_on_without_helpers_that_were_sent_home() -> None:
    one, many = pair(20, 3)
    many.close()
    assert not any(helper.is_alive() for helper in many._crew._helpers)
    for _ in range(5):
        actions = one.random_actions().copy()
        assert same(one.step(actions), many.step(actions))


def test_helpers_go_home_when_nobody_has_the_environment_any_more() -> None:
    env = BatchedEnv("hex(players=2)", 8, threads=2)
    env.play_randomly()
    helpers = env._crew._helpers
    del env
    gc.collect()
    assert eventually(lambda: not any(helper.is_alive() for helper in helpers))


def test_a_step_that_was_interrupted_is_finished_before_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    one, many = pair(20, 2)
    first = one.random_actions().copy()
    one.step(first)
    second = one.random_actions().copy()
    one.step(second)

    crew = many._crew
    many.random_actions()
    assert eventually(lambda: crew.asleep == 1)
    monkeypatch.setattr(crew, "_bells", [])  # a helper that wakes might have done it all before the interrupt
    work = crew._work
    calls = []

    def interrupted(thread: int, words: Words) -> None:
        calls.append(thread)
        if len(calls) == 2:  # the first time, actions are checked
            raise KeyboardInterrupt
        work(thread, words)

    monkeypatch.setattr(crew, "_work", interrupted)
    with pytest.raises(KeyboardInterrupt):
        many.step(first)
    many.random_actions()
    assert same(one.batch, many.step(second))
    many.close()


@pytest.mark.parametrize("failing", [0, 1])
def test_what_goes_wrong_in_a_thread_is_raised_where_the_step_was_asked_for(failing: int) -> None:
    def work(thread: int, words: Words) -> None:
        if thread == failing:
            raise ZeroDivisionError

    crew = Crew(10, 2, work)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            crew.run(0)
    crew.close()
