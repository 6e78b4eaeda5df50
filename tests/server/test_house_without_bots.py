"""A server without bots: none is given a seat, and what bots would do otherwise is done without them."""

from pathlib import Path

import pytest

from server.houses import HOUR, Inn, Person, asynchronous, eventually, play_out
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.messages import View
from sixfold.server.protocol.refusals import Refusal

MINUTE = 60_000


async def begun(inn: Inn, seats: int = 2, **settings: object) -> tuple[str, list[Person]]:
    """A game that has begun, with somebody on every seat."""
    people = await inn.guests(*("Ada", "Max", "Eve")[:seats])
    table = await people[0].makes(game=f"hex(players={seats},start=1)", public=True, **settings)
    for seat, person in enumerate(people[1:], 1):
        await person.succeeds(table, do.Sit, seat=seat)
    await people[0].succeeds(table, do.Start)
    return table, people


@asynchronous
async def test_whatever_would_need_a_bot_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with Inn(tmp_path, has_bots=False) as inn:
        (ada,) = await inn.guests("Ada")
        with pytest.raises(Refusal) as refused:
            await ada.makes(seats=["me", "expert"])
        assert refused.value.code == "no_bots"
        table = await ada.makes(public=True)
        assert await ada.is_refused(table, do.Arrange, seat=1, to="expert") == "no_bots"
        await ada.succeeds(table, do.Arrange, seat=1, to="open")
        table, (ada, _) = await begun(inn)
        before = await ada.sees(table)
        assert await ada.is_refused(table, do.Hand, seat=0) == "no_bots"
        await ada.succeeds(table, do.Agree, hints=False)
        assert (await ada.sees(table)).table.seats == before.table.seats


@asynchronous
async def test_hints_and_reviews_are_refused_for_good_and_not_for_now(tmp_path: Path) -> None:
    async with Inn(tmp_path, has_bots=False) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(game="hex-solo")
        await ada.succeeds(table, do.Start)
        assert await ada.is_refused(table, do.Advise) == "no_bots"
        await play_out(inn, table, [ada])
        assert await ada.is_refused(table, do.Review) == "no_bots"


@pytest.mark.parametrize("late", ["bot", "resign"])
@asynchronous
async def test_who_is_late_gives_up_and_the_game_is_over_for_all(tmp_path: Path, late: str) -> None:
    async with Inn(tmp_path, has_bots=False) as inn:
        table, (_, max_, _) = await begun(inn, 3, clock={"is": "live", "move": 60}, late=late)
        ear = await max_.listens(table)
        inn.clock.now += MINUTE
        (await max_.listens(table)).subscription.close()  # the clock is set by hand: let the house look
        await eventually(lambda: ear.all(View)[-1].table.status == "over")
        view = ear.all(View)[-1]
        assert view.table.seats[0].resigned
        assert view.game.outcome.reason == "resigned"
        assert view.game.outcome.places == (3, 1, 1)
        assert (await inn.table(table)).status == "over"


@asynchronous
async def test_nobody_is_replaced_for_being_away(tmp_path: Path) -> None:
    async with Inn(tmp_path, has_bots=False) as inn:
        table, (ada, max_) = await begun(inn, grace=5)
        ear = await max_.listens(table)
        inn.clock.now += HOUR
        (await max_.listens(table)).subscription.close()
        await ada.moves(table)  # whenever she likes
        assert all(view.table.seats[0].bot is None for view in ear.all(View))


@pytest.mark.parametrize("command", [do.Leave, do.Resign])
@asynchronous
async def test_who_gives_up_or_leaves_during_play_ends_the_game(
    tmp_path: Path, command: type[do.Command]
) -> None:
    async with Inn(tmp_path, has_bots=False) as inn:
        table, (ada, max_, _) = await begun(inn, 3)
        await ada.moves(table)
        await max_.succeeds(table, command, **({"seat": 1} if command is do.Resign else {}))
        view = await ada.sees(table)
        assert view.table.status == "over"
        assert [seat.resigned for seat in view.table.seats] == [False, True, False]
        assert await ada.is_refused(table, do.Play, v=view.v, move="keep") == "game_over"


@asynchronous
async def test_who_leaves_between_two_games_changes_no_result_and_none_is_dealt_without_them(
    tmp_path: Path,
) -> None:
    async with Inn(tmp_path, has_bots=False) as inn:
        table, (ada, max_) = await begun(inn, games=2)
        await play_out(inn, table, [ada, max_])
        before = await ada.sees(table)
        await max_.succeeds(table, do.Leave)
        assert (await ada.sees(table)).game == before.game
        assert await ada.is_refused(table, do.Next) == "no_bots"
        await max_.succeeds(table, do.Take, seat=1)
        await ada.succeeds(table, do.Next)


@asynchronous
async def test_a_game_with_bots_waits_until_there_are_some_again(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        table, (ada, max_) = await begun(inn)
        await ada.succeeds(table, do.Hand, seat=0)
    async with Inn(tmp_path, has_bots=False) as inn:
        ada, max_ = Person(inn, ada.guest), Person(inn, max_.guest)
        view = await max_.sees(table)
        assert (view.table.status, view.table.seats[0].bot) == ("playing", "skilled")
        await ada.succeeds(table, do.Take, seat=0)
        await ada.moves(table)
