"""Doing things at tables: exactly once, durable, in order, and after the end."""

import asyncio
import random
from pathlib import Path

import pytest

from server.houses import Inn, Person, asynchronous, play_out, some_move
from sixfold.notation import GameRecord
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.messages import Ack, Closing, Hello, InStep, Past, Refused, Scored, View
from sixfold.server.protocol.refusals import Refusal
from sixfold.server.store.interface import StoreUnavailable


async def begun(inn: Inn, **settings: object) -> tuple[str, Person, Person]:
    """A game of two that has begun."""
    ada, max_ = await inn.guests("Ada", "Max")
    table = await ada.makes(public=True, **settings)
    await max_.succeeds(table, do.Sit, seat=1)
    await ada.succeeds(table, do.Start)
    return table, ada, max_


async def a_move(inn: Inn, table: str, seed: int = 0) -> str:
    match = (await inn.table(table)).match
    assert match
    return some_move(match, random.Random(seed))


# ---------------------------------------------------------------- exactly once


@asynchronous
async def test_a_repeated_submission_is_answered_with_the_first_answer(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn)
        move = await a_move(inn, table)
        first = await ada.does(table, do.Play, key="same", v=2, move=move)
        assert first == Ack(key="same", v=3)
        assert await ada.does(table, do.Play, key="same", v=2, move=move) == first
        await inn.reopen()
        assert await ada.does(table, do.Play, key="same", v=2, move=move) == first
        assert (await inn.table(table)).progress.made == 1


@asynchronous
async def test_the_first_answer_is_known_long_after(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        first = await ada.succeeds(table, do.Agree, key="old", hints=True)
        for _ in range(100):
            await max_.succeeds(table, do.Agree, hints=False)
        assert await ada.does(table, do.Agree, key="old", hints=True) == first
        assert (await inn.table(table)).version == first.v + 100


@asynchronous
async def test_keys_are_each_guests_own(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        first = await ada.succeeds(table, do.Agree, key="mine", hints=True)
        assert (await max_.succeeds(table, do.Agree, key="mine", hints=True)).v == first.v + 1


@asynchronous
async def test_of_two_who_race_for_one_version_exactly_one_wins(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn)
        moves = [await a_move(inn, table, seed) for seed in range(8)]
        answers = await asyncio.gather(
            *(ada.does(table, do.Play, key=f"race{n}", v=2, move=move) for n, move in enumerate(moves))
        )
        assert sum(isinstance(answer, Ack) for answer in answers) == 1
        assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"stale"}
        assert (await inn.table(table)).progress.made == 1


@asynchronous
async def test_two_processes_that_race_come_to_the_same_table(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        other = await inn.another_house()
        await other.look(table, ada.guest)
        await ada.moves(table)
        stale = do.Play(key="late", v=2, move=await a_move(inn, table))
        refused = await other.act(table, max_.guest, stale)
        assert isinstance(refused, Refused)
        assert refused.code == "not_your_turn"  # as far as the other house knows: Ada has not moved
        agreed = await other.act(table, max_.guest, do.Agree(key="agree", hints=True))
        assert isinstance(agreed, Ack)
        assert agreed.v == 4
        assert (await inn.table(table)).agreed == {max_.id}
        assert await other.look(table, max_.guest, 4) == b'{"is":"in_step","v":4}'
        await other.close(0)


@asynchronous
async def test_making_a_table_twice_by_one_key_makes_one_table(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        first = await ada.makes(key="0123456789abcdef")
        await inn.reopen()
        assert await ada.makes(key="0123456789abcdef") == first
        assert await ada.makes(key="fedcba9876543210") != first


# ---------------------------------------------------------------- versions, durability


@asynchronous
async def test_what_was_decided_in_view_of_an_older_game_is_refused(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        await ada.moves(table)
        move = await a_move(inn, table)
        assert await max_.is_refused(table, do.Play, v=2, move=move) == "stale"
        assert await max_.is_refused(table, do.Play, v=99, move=move) == "stale"
        assert await max_.is_refused(table, do.Resign, v=2, seat=1) == "stale"
        await ada.succeeds(table, do.Agree, hints=True)  # does not change the game
        await max_.succeeds(table, do.Play, v=3, move=move)


@asynchronous
async def test_nothing_is_acknowledged_or_shown_that_is_not_durable(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn)
        ear = await ada.listens(table)
        before, move = await ada.sees(table), await a_move(inn, table)
        heard = len(ear.raw)
        await inn.store.close()
        answer = await ada.does(table, do.Play, v=2, move=move)
        assert isinstance(answer, Refused)
        assert answer.code == "unavailable"
        assert await ada.sees(table) == before
        assert len(ear.raw) == heard
        with pytest.raises(StoreUnavailable):
            await ada.makes()


@asynchronous
async def test_an_action_is_finished_even_if_who_asked_has_gone(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        ear = await max_.listens(table)
        asking = asyncio.create_task(ada.does(table, do.Play, v=2, move=await a_move(inn, table)))
        await asyncio.sleep(0)
        asking.cancel()
        await ada.does(table, do.Agree, hints=True)  # waits until the table is free
        assert [view.v for view in ear.all(View)] == [2, 3, 4]


@asynchronous
async def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        await ada.moves(table)
        before = [await ada.sees(table), await max_.sees(table)]
        await inn.reopen()
        assert [await ada.sees(table), await max_.sees(table)] == before
        ear = await ada.listens(table, before[0].v)
        assert [type(message) for message in ear.heard[:2]] == [Hello, InStep]


@asynchronous
async def test_an_idle_table_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        ear = await max_.listens(table)
        before = await ada.sees(table)
        inn.clock.now += 100_000
        await inn.house.tidy()
        assert inn.house.tables_in_memory == 1
        ear.subscription.close()
        inn.clock.now += 100_000
        await inn.house.tidy()
        assert inn.house.tables_in_memory == 0
        assert await ada.sees(table) == before


@asynchronous
async def test_a_stop_tells_everyone_when_to_come_back(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn)
        ear = await ada.listens(table)
        await inn.house.close(700)
        assert ear.heard[-1] == Closing(code="restart", again=700)
        assert await ada.is_refused(table, do.Agree, hints=True) == "unavailable"


# ---------------------------------------------------------------- what the client asks


@asynchronous
async def test_a_preview_is_what_the_move_then_scores(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn, game="square(players=2,start=1)")
        move = await a_move(inn, table)
        preview = await ada.does(table, do.Preview, move=move)
        assert isinstance(preview, Scored)
        assert await max_.is_refused(table, do.Preview, move=move) == "not_your_turn"
        assert await ada.is_refused(table, do.Preview, move="rr a1 a1") == "illegal_move"
        await ada.succeeds(table, do.Play, v=2, move=move)
        past = await max_.does(table, do.History)
        assert isinstance(past, Past)
        assert [(made.move, made.score) for made in past.moves] == [(preview.move, preview.score)]


@asynchronous
async def test_a_refused_move_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        before = await ada.sees(table)
        assert await max_.is_refused(table, do.Play, v=2, move="keep") == "not_your_turn"
        answer = await ada.does(table, do.Play, v=2, move="keep")
        assert answer == Refused(
            code="illegal_move", detail="keep is not legal: no exchange is open now", key=answer.key, v=2
        )
        assert await ada.sees(table) == before


# ---------------------------------------------------------------- after the end


@asynchronous
async def test_a_rematch_keeps_people_and_spectators_and_passes_the_start_on(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        assert await ada.is_refused(table, do.Rematch) == "not_over"
        await max_.succeeds(table, do.Resign, seat=1)
        ear = await ada.listens(table)
        made = await max_.succeeds(table, do.Rematch)
        assert made.table
        assert (await ada.succeeds(table, do.Rematch)).table == made.table
        assert ear.all(View)[-1].table.rematch == made.table
        view = await ada.sees(made.table)
        assert [seat.who for seat in view.table.seats] == [ada.id, max_.id]
        assert view.table.settings.game == "hex(players=2,start=2)"
        assert view.table.origin
        assert view.table.origin.table == table
        await ada.succeeds(made.table, do.Start)
        started = await ada.sees(made.table)
        assert started.game
        assert started.game.actor == 1


@asynchronous
async def test_a_series_adds_points_up_and_passes_the_start_on(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn, game="cards(players=2,start=1)", games=2)
        await play_out(inn, table, [ada, max_])
        between = await ada.sees(table)
        assert between.table.status == "playing"
        assert between.game
        assert between.game.outcome
        assert between.game.points == between.game.outcome.scores
        assert await ada.is_refused(table, do.Rematch) == "not_over"
        await max_.succeeds(table, do.Next)
        second = await ada.sees(table)
        assert second.game
        assert (second.game.number, second.game.starter) == (1, 1)
        await play_out(inn, table, [ada, max_], seed=1)
        end = await ada.sees(table)
        assert end.table.status == "over"
        assert await max_.is_refused(table, do.Next) == "series_over"
        for game in (0, 1):
            GameRecord.parse(await inn.house.record(table, None, game)).verify()
        results = (await inn.house.archive.profile(ada.guest)).results
        assert sorted(result.game for result in results) == [0, 1]
        assert end.game
        assert sum(result.score for result in results) == end.game.points[0]


@asynchronous
async def test_giving_up_ends_a_game_of_two_and_shows_the_seed(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, max_ = await begun(inn)
        await ada.moves(table)
        running = await max_.sees(table)
        await ada.succeeds(table, do.Resign, seat=0)
        view = await max_.sees(table)
        assert view.game
        assert running.game
        assert view.game.outcome
        assert (view.game.outcome.reason, view.game.outcome.places) == ("resigned", (2, 1))
        assert running.game.seed is None
        assert running.game.commitment == view.game.commitment
        record = GameRecord.parse(await inn.house.record(table, None))
        record.verify()
        assert record.stopped
        assert record.seed == view.game.seed
        assert record.headers["resigned"] == "1"
        assert [(r.place, r.score) for r in (await inn.house.archive.profile(max_.guest)).results] == [(1, 0)]
        assert await ada.is_refused(table, do.Resign, seat=0) == "game_over"


@asynchronous
async def test_giving_up_among_three_lets_the_others_play_on(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_, eve = await inn.guests("Ada", "Max", "Eve")
        table = await ada.makes(game="hex(players=3,start=1)", public=True)
        await max_.succeeds(table, do.Sit, seat=1)
        await eve.succeeds(table, do.Sit, seat=2)
        await eve.succeeds(table, do.Start)
        await ada.succeeds(table, do.Resign, seat=0)
        view = await max_.sees(table)
        assert view.table.status == "playing"
        assert view.table.seats[0].resigned
        assert view.table.seats[0].bot == "skilled"
        await max_.succeeds(table, do.Resign, seat=1)
        end = await eve.sees(table)
        assert end.game
        assert end.game.outcome
        assert end.game.outcome.places == (2, 2, 1)


@asynchronous
async def test_partners_give_up_together(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(game="hex-team(start=1)", seats=["me"] * 4, hot_seat=True)
        await ada.succeeds(table, do.Start)
        await ada.succeeds(table, do.Resign, seat=3)
        view = await ada.sees(table)
        assert view.game
        assert view.game.outcome
        assert view.game.outcome.places == (1, 2, 1, 2)


@asynchronous
async def test_a_finished_game_is_replayed_step_by_step_by_anyone_with_its_address(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(game="hex-solo")
        await ada.succeeds(table, do.Start)
        with pytest.raises(Refusal, match="there is no such table"):
            await inn.house.replay(table, None)
        own = await inn.house.replay(table, ada.guest)
        assert own.steps[0].game.seed is None
        assert own.steps[0].game.racks == ()
        assert len(own.steps[0].yours.rack) == 1
        await play_out(inn, table, [ada])
        view = await ada.sees(table)
        replay = await inn.house.replay(table, None, 0, 0, 200)
        assert view.game
        assert len(replay.steps) == replay.made + 1
        assert replay.steps[-1].game.board == view.game.board
        assert replay.steps[-1].game.outcome == view.game.outcome
        assert replay.steps[0].game.racks == (own.steps[0].yours.rack,)
        assert [step.game.made for step in replay.steps] == list(range(replay.made + 1))
        page = await inn.house.replay(table, None, 0, 5, 2)
        assert page.steps == replay.steps[5:7]
        with pytest.raises(Refusal):
            await inn.house.replay(table, None, 1)
        bests = (await inn.house.archive.profile(ada.guest)).bests
        assert view.game.outcome
        assert [(best.rules, best.score) for best in bests] == [("hex-solo", view.game.outcome.scores[0])]


# ---------------------------------------------------------------- practice


@asynchronous
async def test_going_back_makes_another_table_and_rewrites_nothing(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(seats=["me", "me"], hot_seat=True)
        await ada.succeeds(table, do.Start)
        views = [await ada.sees(table)]
        for _ in range(4):
            await ada.moves(table)
            views.append(await ada.sees(table))
        log = await inn.store.log(table)
        assert await ada.is_refused(table, do.Branch, moves=5) == "not_found"
        branch = (await ada.succeeds(table, do.Branch, key="back", moves=2)).table
        assert branch
        assert (await ada.succeeds(table, do.Branch, key="back", moves=2)).table == branch
        view = await ada.sees(branch)
        assert view.game == views[2].game
        assert view.yours == views[2].yours
        assert view.table.origin
        assert (view.table.origin.table, view.table.origin.moves) == (table, 2)
        assert (await inn.store.log(table))[: len(log)] == log
        await play_out(inn, branch, [ada, ada])
        assert (await inn.house.archive.profile(ada.guest)).results == ()  # one knew what would come


@asynchronous
async def test_nobody_goes_back_in_a_game_between_people(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, ada, _ = await begun(inn)
        await ada.moves(table)
        assert await ada.is_refused(table, do.Branch, moves=0) == "not_practice"
