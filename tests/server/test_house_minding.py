"""What happens by itself: clocks, absence, bots; also when the server was down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from server.houses import HOUR, Inn, Person, asynchronous, eventually, play_out
from sixfold.server.pool.pool import BotPool
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.messages import Advice, Reviewed, Reviewing, View

MINUTE = 60_000


async def begun(inn: Inn, **settings: Any) -> tuple[str, Person, Person]:
    """A game of two that has begun."""
    ada, max_ = await inn.guests("Ada", "Max")
    table = await ada.makes(public=True, **settings)
    await max_.succeeds(table, do.Sit, seat=1)
    await ada.succeeds(table, do.Start)
    return table, ada, max_


async def deadline(person: Person, table: str) -> int:
    game = (await person.sees(table)).game
    assert game
    assert game.deadline
    return game.deadline


async def stir(person: Person, table: str) -> None:
    """Let the house look at the table: its clock is set by hand, and so it does not run by itself."""
    (await person.listens(table)).subscription.close()


# ---------------------------------------------------------------- clocks


@asynchronous
async def test_a_decision_has_its_time_and_then_the_reserve(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn, clock={"is": "live", "move": 60, "reserve": 300})
        assert await deadline(ada, table) == inn.clock.now + 6 * MINUTE
        inn.clock.now += 3 * MINUTE
        await ada.moves(table)
        view = await max_.sees(table)
        assert view.game
        assert view.game.reserves == (3 * MINUTE, 5 * MINUTE)
        assert view.game.deadline == inn.clock.now + 6 * MINUTE


@asynchronous
async def test_who_is_late_is_replaced_by_a_bot_and_can_take_the_seat_back(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn, clock={"is": "live", "move": 60}, stand_in="casual")
        ear = await max_.listens(table)
        inn.clock.now += MINUTE
        await stir(max_, table)
        await eventually(lambda: ear.all(View)[-1].table.seats[0].bot is not None)
        seat = ear.all(View)[-1].table.seats[0]
        assert (seat.who, seat.bot, seat.why) == (ada.id, "casual", "late")
        assert await ada.is_refused(table, do.Play, v=3, move="keep") == "not_your_turn"


@asynchronous
async def test_who_is_late_gives_up_where_that_was_agreed(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn, clock={"is": "days", "days": 2}, late="resign")
        ear = await max_.listens(table)
        inn.clock.now += 47 * HOUR
        await stir(ada, table)
        assert ear.all(View)[-1].table.status == "playing"
        inn.clock.now += HOUR
        await stir(ada, table)
        await eventually(lambda: ear.all(View)[-1].table.status == "over")
        assert ear.all(View)[-1].game.outcome.places == (2, 1)


@asynchronous
async def test_a_clock_does_not_count_the_time_when_the_server_was_down(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn, clock={"is": "live", "move": 60})
        before = await deadline(ada, table)
        await inn.reopen(hours=1)
        assert await deadline(ada, table) == before + HOUR
        await inn.reopen(hours=2)
        assert await deadline(ada, table) == before + 3 * HOUR
        inn.clock.now += MINUTE // 2
        await ada.moves(table)
        assert (await inn.table(table)).clock.since == inn.clock.now


@asynchronous
async def test_a_game_by_post_is_out_of_memory_and_its_clock_still_rings(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, _, _ = await begun(inn, clock={"is": "days", "days": 1}, late="resign")
        inn.clock.now += 24 * HOUR - 200  # a moment before the end of the day
        await inn.house.tidy()
        assert inn.house.tables_in_memory == 0
        inn.clock.now += 300
        async with asyncio.timeout(20):
            while (await inn.table(table)).status != "over":
                await asyncio.sleep(0.05)


@asynchronous
async def test_a_bot_at_the_table_does_not_stop_the_clock_of_a_table_out_of_memory(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        settings = {"clock": {"is": "days", "days": 1}, "late": "resign", "public": True}
        table = await ada.makes(game="hex(players=3,start=1)", **settings)
        await max_.succeeds(table, do.Sit, seat=1)
        await ada.succeeds(table, do.Arrange, seat=2, to="beginner")
        await ada.succeeds(table, do.Start)
        inn.clock.now += 24 * HOUR - 200
        await inn.house.tidy()
        assert inn.house.tables_in_memory == 0
        inn.clock.now += 300
        async with asyncio.timeout(20):
            while not (await inn.table(table)).seats[0].resigned:
                await asyncio.sleep(0.05)


@asynchronous
async def test_a_clock_that_ran_out_unseen_rings_when_the_server_is_up_again(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn, clock={"is": "live", "move": 60}, late="resign")
        await inn.reopen()
        inn.clock.now += 2 * MINUTE
        await stir(ada, table)
        async with asyncio.timeout(20):
            while (await inn.table(table)).status != "over":
                await asyncio.sleep(0.05)


# ---------------------------------------------------------------- absence


@asynchronous
async def test_a_bot_takes_over_from_who_stays_away_while_others_wait(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn, grace=30)
        first, second = await ada.listens(table), await max_.listens(table)
        inn.clock.now += MINUTE
        await stir(max_, table)
        first.subscription.close()
        inn.clock.now += 29_000
        await stir(max_, table)
        await stir(max_, table)
        assert second.all(View)[-1].table.seats[0].bot is None
        inn.clock.now += 1_000
        await stir(max_, table)
        await eventually(lambda: second.all(View)[-1].table.seats[0].why == "away")
        await ada.succeeds(table, do.Take, seat=0)
        assert second.all(View)[-1].table.seats[0].bot is None


@asynchronous
async def test_nobody_is_replaced_while_nobody_waits_or_by_post(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        alone, _, _ = await begun(inn, grace=30)
        post, ada, max_ = await begun(inn, grace=30, clock={"is": "days", "days": 3})
        await max_.listens(post)
        inn.clock.now += HOUR
        for table in (alone, post):
            await stir(ada, table)
            assert [seat.bot for seat in (await ada.sees(table)).table.seats] == [None, None]


# ---------------------------------------------------------------- bots, hints, reviews


@asynccontextmanager
async def with_bots(data: Path) -> AsyncIterator[Inn]:
    """A house with real bots."""
    pool = BotPool()
    await pool.start()
    await pool.ready()
    try:
        async with Inn(data, pool) as inn:
            yield inn
    finally:
        await pool.close()


@asynchronous
async def test_bots_play_hint_and_review_and_no_answer_waits_for_them(tmp_path: Path) -> None:
    async with with_bots(tmp_path) as inn:
        ada, eve = await inn.guests("Ada", "Eve")
        table = await ada.makes(game="cards(players=2,start=1)", seats=["me", "beginner"], public=True)
        ear = await ada.listens(table)
        await ada.succeeds(table, do.Start)
        await ada.moves(table)
        waiting = ear.all(View)[-1]
        if waiting.game.actor == 1:  # an exchange may have been offered first
            await eventually(lambda: ear.all(View)[-1].v > waiting.v, 60)
            assert any(move.bot for move in ear.all(View)[-1].game.moves)
        await eventually(lambda: ear.all(View)[-1].game.actor == 0, 60)
        hint = await ada.does(table, do.Advise)
        assert isinstance(hint, Advice)
        assert msgspec.json.decode(hint.hint)["moves"]
        assert await eve.is_refused(table, do.Advise) == "not_your_turn"
        assert await ada.is_refused(table, do.Review) == "not_over"
        await ada.succeeds(table, do.Resign, seat=0)
        told = await eve.listens(table)
        command = do.Review(key="review")
        reviews = await asyncio.gather(
            inn.house.act(table, eve.guest, command, told), ada.does(table, do.Review)
        )
        assert all(isinstance(review, Reviewed) for review in reviews)
        assert told.all(Reviewing)[-1].done == told.all(Reviewing)[-1].of
        kept = await ada.does(table, do.Review)
        assert isinstance(kept, Reviewed)
        assert isinstance(reviews[0], Reviewed)
        assert bytes(kept.review) == bytes(reviews[0].review)


@asynchronous
async def test_a_seat_is_handed_to_a_bot_and_taken_back_and_bots_go_on_after_a_restart(
    tmp_path: Path,
) -> None:
    async with with_bots(tmp_path) as inn:
        table, ada, max_ = await begun(inn, game="cards(players=2,start=1)")
        ear = await ada.listens(table)
        await ada.succeeds(table, do.Hand, seat=0, level="beginner")
        await eventually(lambda: ear.all(View)[-1].game.actor == 1, 60)
        await ada.succeeds(table, do.Take, seat=0)
        assert await ada.is_refused(table, do.Take, seat=0) == "not_handed"
        await max_.succeeds(table, do.Hand, seat=1)
        await inn.reopen()
        ear = await ada.listens(table)
        await eventually(lambda: ear.all(View)[-1].game.actor == 0, 60)
        own = [entry for entry in await inn.store.log(table) if not entry.guest]
        assert len(own) >= 2
        assert all(entry.key == f"bot:{entry.version - 1}" for entry in own)


@asynchronous
async def test_hints_in_a_game_between_people_are_open_when_all_agree(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        assert await ada.is_refused(table, do.Advise) == "hints_closed"
        await ada.succeeds(table, do.Agree, hints=True)
        assert await ada.is_refused(table, do.Advise) == "hints_closed"
        await max_.succeeds(table, do.Agree, hints=True)
        assert (await ada.sees(table)).table.hints
        assert await ada.is_refused(table, do.Advise) == "unavailable"  # allowed, but no bots have come
        await max_.succeeds(table, do.Agree, hints=False)
        assert await ada.is_refused(table, do.Advise) == "hints_closed"
        await play_out(inn, table, [ada, max_])
        assert (await ada.sees(table)).table.hints
