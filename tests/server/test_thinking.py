"""The bot pool, with real workers: it always answers, whatever happens to them."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
import uvloop

from playing import ALL_RULES, played_match, seeded_match
from sixfold import Move, Rules
from sixfold.notation import GameRecord, write_position
from sixfold.server.pool import worker_process
from sixfold.server.pool.fairness import Accounts, FairQueue
from sixfold.server.pool.pool import BotPool, BusyError, PoolLimits, ThinkingError
from sixfold.server.pool.worker_process import WorkerProcess

T = TypeVar("T")
HEX = Rules.of("hex", players=2)
MATCH = seeded_match(HEX, 1)
VIEW = write_position(MATCH.view(MATCH.actor))
SHORT_RECORD = str(GameRecord.of(played_match(HEX, 1, most_moves=4)))
LONG_RECORD = str(GameRecord.of(played_match(HEX, 1)))


class House:
    """A pool and the event loop it lives in."""

    def __init__(self, limits: PoolLimits) -> None:
        self.runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)  # as the server has it
        self.pool = BotPool(limits)
        self.run(self.pool.start())

    def run(self, coroutine: Coroutine[Any, Any, T], patience: float = 120) -> T:
        return self.runner.run(asyncio.wait_for(coroutine, patience))

    def close(self) -> None:
        self.run(self.pool.close())
        self.runner.close()


@pytest.fixture(scope="module")
def shared_house() -> Iterator[House]:
    house = House(PoolLimits(patience=5, waiting_each=20))
    yield house
    house.close()


@pytest.fixture
def house(shared_house: House) -> House:
    """A pool that all tests share, its worker at hand: any test may be the first, or follow any other."""
    shared_house.run(shared_house.pool.ready(), patience=shared_house.pool.limits.warm_up_patience)
    return shared_house


# ---------------------------------------------------------------- answers


def test_moves_come_before_hints_and_hints_before_reviews(house: House) -> None:
    pool, order = house.pool, list[str]()

    async def noted(name: str, answer: Coroutine[Any, Any, object]) -> None:
        await answer
        order.append(name)

    async def ask() -> None:
        async with asyncio.TaskGroup() as group:
            for name, answer in (
                ("review", pool.review(SHORT_RECORD)),
                ("first", pool.hint(VIEW)),  # nothing else is asked yet
                ("hint", pool.hint(VIEW)),
                ("move", pool.move(VIEW, "master")),
                ("move", pool.move(VIEW, "beginner")),
            ):
                group.create_task(noted(name, answer))
            await asyncio.sleep(0)
            assert pool.state.waiting == {"move": 2, "hint": 2, "review": 1}

    house.run(ask())
    assert order == ["first", "move", "move", "hint", "review"]
    assert pool.state.waiting == {"move": 0, "hint": 0, "review": 0}
    assert pool.state.cpu > 0


def test_workers_let_everybody_else_compute_first(house: House) -> None:
    (worker,) = house.pool.state.workers
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, worker) == min(19, own + 10)
    session = Path(f"/proc/{worker}/autogroup")
    if session.exists() and session.read_text().strip():
        assert session.read_text().split()[-1] == "10"


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_bots_of_every_game_play_legal_moves(house: House, rules: Rules) -> None:
    match = seeded_match(rules, 2)
    for level in ("beginner", "expert"):
        text = write_position(match.view(match.actor))
        match.play(house.run(house.pool.move(text, level)))


def test_a_move_depends_on_view_level_and_seed_alone(house: House) -> None:
    moves = {house.run(house.pool.move(VIEW, "beginner", seed)) for seed in (7, 7, 7)}
    assert len(moves) == 1


def test_without_a_seed_nobody_can_predict_a_bot(house: House) -> None:
    assert len({house.run(house.pool.move(VIEW, "beginner")) for _ in range(12)}) > 1


def test_hints_and_reviews_are_the_documents_that_files_have(house: House) -> None:
    progress = list[tuple[int, int]]()
    hint = msgspec.json.decode(house.run(house.pool.hint(VIEW)))
    review = msgspec.json.decode(
        house.run(house.pool.review(SHORT_RECORD, lambda *told: progress.append(told)))
    )
    assert (hint["format"], review["format"]) == ("sixfold hint", "sixfold review")
    assert Move.parse(hint["moves"][0]["move"], HEX) in MATCH.legal_moves()
    assert [move["number"] for move in review["moves"]] == [1, 2, 3, 4]
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("text", "level", "complaint"),
    [
        ("hex", "expert", "a position has the fields"),
        ("\n\0{}[]", "expert", "a position has the fields"),
        (write_position(MATCH.state), "expert", "this is a whole position, not what a seat sees"),
        (write_position(MATCH.view(1 - MATCH.actor)), "expert", "is to move, and this is not what it sees"),
        (write_position(MATCH.view(None)), "expert", "is to move, and this is not what it sees"),
        (VIEW, "godlike", "there is no level 'godlike'"),
        (VIEW.replace("R", "Q", 1), "expert", "row a has a sign"),
    ],
)
def test_a_bad_question_is_refused_and_hurts_nobody(
    house: House, text: str, level: str, complaint: str
) -> None:
    before = house.pool.state
    with pytest.raises(ThinkingError, match=complaint):
        house.run(house.pool.move(text, level))
    assert house.run(house.pool.move(VIEW, "expert"))
    assert (house.pool.state.workers, house.pool.state.failed) == (before.workers, before.failed + 1)


# ---------------------------------------------------------------- workers that fail


def kill(pool: BotPool, how: signal.Signals) -> None:
    for pid in pool.state.workers:
        os.kill(pid, how)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
def test_when_a_worker_dies_or_hangs_what_it_was_asked_is_asked_again(
    house: House, how: signal.Signals
) -> None:
    pool, before = house.pool, house.pool.state

    async def ask() -> tuple[msgspec.Raw, str]:
        thinking = asyncio.Event()
        review = asyncio.create_task(pool.review(SHORT_RECORD, lambda *_: thinking.set()))
        await thinking.wait()
        move = asyncio.create_task(pool.move(VIEW, "master"))
        await asyncio.sleep(0)
        kill(pool, how)
        return await review, await move

    review, _ = house.run(ask())
    assert len(msgspec.json.decode(review)["moves"]) == 4
    assert pool.state.replaced == before.replaced + 1
    assert not set(pool.state.workers) & set(before.workers)


def test_a_question_that_kills_every_worker_is_given_up(house: House) -> None:
    with pytest.raises(ThinkingError, match="2 workers died over this review"):
        house.run(house.pool.review(SHORT_RECORD, lambda *_: kill(house.pool, signal.SIGKILL)))
    assert house.run(house.pool.move(VIEW, "expert"))


def test_what_nobody_waits_for_any_more_is_left_off(house: House) -> None:
    pool, before = house.pool, house.pool.state

    async def ask() -> None:
        thinking = asyncio.Event()
        long = asyncio.create_task(pool.review(LONG_RECORD, lambda *_: thinking.set()))
        waiting = asyncio.create_task(pool.review(LONG_RECORD))
        await thinking.wait()
        long.cancel()
        waiting.cancel()
        # A worker has one review in hand at a time: this one shows that the others are out of the way.
        await pool.review(SHORT_RECORD)

    house.run(ask())
    assert pool.state.answered == before.answered + 1
    assert pool.state.waiting == {"move": 0, "hint": 0, "review": 0}


def test_a_table_cannot_ask_for_ever_more_at_once(house: House) -> None:
    async def ask() -> list[Any]:
        questions = [house.pool.move(VIEW, "beginner", table="greedy") for _ in range(25)]
        other = house.pool.move(VIEW, "beginner", table="modest")
        return await asyncio.gather(*questions, other, return_exceptions=True)

    *greedy, modest = house.run(ask())
    assert [isinstance(answer, str) for answer in greedy] == [True] * 20 + [False] * 5
    assert all(isinstance(answer, BusyError) for answer in greedy[20:])
    assert isinstance(modest, str)


def test_a_worker_that_has_grown_too_large_is_replaced_between_two_tasks() -> None:
    house = House(PoolLimits(memory=1))

    async def ask() -> None:
        await house.pool.ready()
        first = house.pool.state.workers
        assert await house.pool.move(VIEW, "beginner")
        while house.pool.state.workers in (first, ()):
            await asyncio.sleep(0.01)

    house.run(ask())
    assert house.pool.state.replaced == 0
    house.close()


def test_workers_that_cannot_start_are_not_ready_and_closing_answers_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_process, "COMMAND", ("false",))
    house = House(PoolLimits())

    async def ask() -> Any:
        question = asyncio.create_task(house.pool.move(VIEW, "beginner"))
        while house.pool.state.replaced < 2:
            await asyncio.sleep(0.01)
        assert house.pool.state.ready == 0
        await house.pool.close()
        return (await asyncio.gather(question, return_exceptions=True))[0]

    assert str(house.run(ask())) == "the bots have stopped"
    with pytest.raises(ThinkingError, match="the bots have stopped"):
        house.run(house.pool.move(VIEW, "beginner"))
    house.close()


_SERVER = """
import asyncio
from sixfold.server.pool.pool import BotPool
async def main():
    pool = BotPool()
    await pool.start()
    while not pool.state.workers:
        await asyncio.sleep(0.01)
    print(*pool.state.workers, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


def test_a_worker_that_is_just_ending_when_the_pool_closes_is_waited_for() -> None:
    async def ended_twice() -> int:
        worker = await WorkerProcess.start(patience=60, warm_up_patience=60)
        listening = asyncio.create_task(worker.listen(lambda _: None))
        await asyncio.sleep(0)
        for _ in range(2):
            listening.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(listening, return_exceptions=True)
        return worker.pid

    pid = asyncio.run(ended_twice())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_workers_end_with_a_server_that_is_killed() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", _SERVER], stdout=pipe, stderr=pipe) as server:
        assert server.stdout
        worker = os.pidfd_open(int(server.stdout.readline()))
        server.kill()
        assert select.select([worker], [], [], 60)[0], "the worker lives on"
        os.close(worker)


# ---------------------------------------------------------------- fairness


def queue_of(share: float = 0.5, credit: float = 10.0) -> tuple[Accounts, FairQueue[str]]:
    accounts = Accounts(share, credit)
    return accounts, FairQueue(accounts, lambda item: not item.startswith("unwanted"))


def taken(queue: FairQueue[str], now: float) -> list[str]:
    items = []
    while item := queue.take(now):
        items.append(item)
    return items


def test_urgent_work_comes_first_and_equals_in_the_order_of_asking() -> None:
    _, queue = queue_of()
    for name, priority in (("c", 2), ("a", 0), ("unwanted", 0), ("d", 2), ("b", 1)):
        queue.put(name, priority, name, 0)
    assert taken(queue, 0) == ["a", "b", "c", "d"]


def test_the_table_that_has_used_least_comes_first() -> None:
    accounts, queue = queue_of()
    accounts.charge("busy", 4, 0)
    queue.put("busy", 0, "busy", 0)
    queue.put("idle", 0, "idle", 0)
    assert taken(queue, 0) == ["idle", "busy"]


def test_a_table_that_has_used_up_its_credit_waits_until_enough_is_forgiven() -> None:
    accounts, queue = queue_of(share=0.5, credit=10)
    queue.put("first", 0, "busy", 0)
    queue.put("second", 0, "busy", 0)
    assert queue.take(0) == "first"
    accounts.charge("busy", 13, 0)
    assert queue.take(0) is None
    assert queue.wait(0) == 6  # 3 too many, half a second is forgiven in a second
    assert queue.take(5.9) is None
    assert queue.take(6.1) == "second"
    assert queue.wait(6.1) is None


def test_accounts_that_are_settled_take_no_room() -> None:
    accounts, _ = queue_of(share=1)
    for second in range(5000):
        accounts.charge(str(second), 1, second)
    assert len(accounts._used) <= 1001
