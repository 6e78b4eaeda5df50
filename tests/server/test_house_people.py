"""Who may do and see what: seats, links, spectators, talk, and one's own data."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.houses import Ear, Inn, Person, asynchronous, eventually, play_out
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.documents import NewLink
from sixfold.server.protocol.messages import Closing, Presence, Said, View
from sixfold.server.protocol.refusals import Refusal


def words(ear: Ear) -> list[str]:
    """What somebody has heard, channel by channel."""
    return [f"{line.channel}: {line.text}" for said in ear.all(Said) for line in said.lines]


async def invited(host: Person, table: str, guest: Person, purpose: Any, seat: int | None = None) -> None:
    """The host makes a link, and a guest follows it."""
    link = await host.inn.house.make_link(table, host.guest, NewLink(purpose=purpose, seat=seat))
    opened = await host.inn.house.open_link(guest.guest, link.secret)
    assert (opened.table, opened.purpose, opened.seat) == (table, purpose, seat)


async def cannot_see(guest: Person, table: str) -> bool:
    try:
        await guest.sees(table)
    except Refusal as refusal:
        return refusal.code == "not_found"
    return False


# ---------------------------------------------------------------- seats and links


@asynchronous
async def test_a_closed_table_is_not_there_for_those_without_a_link(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_, eve, kim = await inn.guests("Ada", "Max", "Eve", "Kim")
        table = await ada.makes(game="hex(players=3)")
        assert await cannot_see(max_, table)
        assert await max_.is_refused(table, do.Sit, seat=1) == "not_found"
        with pytest.raises(Refusal):
            await inn.house.open_link(max_.guest, "0123456789abcdef")
        await invited(ada, table, max_, "join")
        await invited(ada, table, eve, "sit", 2)
        await invited(ada, table, kim, "watch")
        assert (await max_.sees(table)).yours.may_sit == (1, 2)
        assert (await eve.sees(table)).yours.may_sit == (2,)
        assert (await kim.sees(table)).yours.may_sit == ()
        assert await kim.is_refused(table, do.Sit, seat=1) == "forbidden"
        assert await eve.is_refused(table, do.Sit, seat=1) == "forbidden"
        await eve.succeeds(table, do.Sit, seat=2)
        assert await max_.is_refused(table, do.Sit, seat=2) == "seat_taken"
        await inn.reopen()
        await max_.succeeds(table, do.Sit, seat=1)
        assert (await inn.house.archive.lobby()).tables == ()


@asynchronous
async def test_following_a_link_twice_is_logged_once_and_the_log_has_no_secret(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        table = await ada.makes()
        link = await inn.house.make_link(table, ada.guest, NewLink(purpose="join"))
        for _ in range(2):
            await inn.house.open_link(max_.guest, link.secret)
        log = await inn.store.log(table)
        assert len(log) == 2
        assert not any(link.secret.encode() in entry.body for entry in log)


@asynchronous
async def test_only_the_host_invites_players_and_a_link_to_sit_names_a_seat(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        table = await ada.makes(public=True)
        with pytest.raises(Refusal, match="only the host"):
            await inn.house.make_link(table, max_.guest, NewLink(purpose="watch"))
        await max_.succeeds(table, do.Sit, seat=1)
        await inn.house.make_link(table, max_.guest, NewLink(purpose="watch"))
        for purpose, seat in (("sit", None), ("join", 1), ("sit", 2)):
            wrong = msgspec.convert({"purpose": purpose, "seat": seat}, NewLink)
            with pytest.raises(Refusal, match="names a seat"):
                await inn.house.make_link(table, ada.guest, wrong)


@asynchronous
async def test_before_the_start_people_sit_stand_leave_and_the_host_arranges(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        table = await ada.makes(game="hex(players=3)", public=True)
        listed = (await inn.house.archive.lobby()).tables
        assert [(t.id, [seat.name for seat in t.seats]) for t in listed] == [(table, ["Ada", None, None])]
        await max_.succeeds(table, do.Sit, seat=1)
        assert await max_.is_refused(table, do.Sit, seat=2) == "forbidden"
        assert await max_.is_refused(table, do.Sit, seat=3) == "not_found"
        assert await max_.is_refused(table, do.Start) == "seats_open"
        assert await max_.is_refused(table, do.Arrange, seat=2, to="expert") == "forbidden"
        assert await max_.is_refused(table, do.Stand, seat=0) == "not_your_seat"
        assert [t.id for t in (await inn.house.archive.tables_of(max_.guest)).tables] == [table]
        await max_.succeeds(table, do.Stand, seat=1)
        assert (await inn.house.archive.tables_of(max_.guest)).tables == ()
        await max_.succeeds(table, do.Sit, seat=2)
        await ada.succeeds(table, do.Arrange, seat=1, to="expert")
        await max_.succeeds(table, do.Start)
        assert await ada.is_refused(table, do.Start) == "already_started"
        assert await max_.is_refused(table, do.Stand, seat=2) == "already_started"
        await max_.succeeds(table, do.Leave)
        seat = (await ada.sees(table)).table.seats[2]
        assert (seat.who, seat.bot, seat.why) == (max_.id, "skilled", "left")
        await max_.succeeds(table, do.Take, seat=2)
        assert (await ada.sees(table)).table.seats[2].bot is None


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"game": "chess"}, "no game is called"),
        ({"seats": ["me"]}, "has 2 seats"),
        ({"seats": ["me", "me"]}, "hot-seat"),
        ({"seats": ["expert", "master"]}, "somebody has to play"),
        ({"seats": ["me", "me"], "hot_seat": True, "clock": {"is": "days", "days": 2}}, "by post"),
    ],
)
@asynchronous
async def test_settings_that_cannot_be_are_refused(
    tmp_path: Path, settings: dict[str, Any], reason: str
) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        with pytest.raises(Refusal, match=reason) as refused:
            await ada.makes(**settings)
        assert refused.value.code == "bad_settings"


@asynchronous
async def test_on_one_screen_one_rack_is_shown_at_a_time_and_the_view_says_whose(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        table = await ada.makes(
            game="hex(players=3,start=1)", seats=["me", "open", "me"], hot_seat=True, public=True
        )
        await max_.succeeds(table, do.Sit, seat=1)
        await ada.succeeds(table, do.Start)
        shown = []
        for actor in (ada, max_, ada, ada):
            truth = (await inn.table(table)).match
            assert truth
            view = await ada.sees(table)
            assert view.yours.seats == (0, 2)
            assert view.yours.shown is not None
            assert view.yours.rack == truth.rack(view.yours.shown)
            shown.append(view.yours.shown)
            await actor.moves(table)
        assert shown == [0, 0, 2, 0]


# ---------------------------------------------------------------- spectators


@asynchronous
async def test_without_spectators_only_players_see_the_game_until_it_is_over(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_, eve = await inn.guests("Ada", "Max", "Eve")
        table = await ada.makes(public=True, spectators=False)
        ear = await eve.listens(table)
        await max_.succeeds(table, do.Sit, seat=1)
        await ada.succeeds(table, do.Start)
        assert ear.heard[-1] == Closing(code="gone")
        assert await cannot_see(eve, table)
        await ada.moves(table)
        assert ear.heard[-1] == Closing(code="gone")
        await ada.succeeds(table, do.Resign, seat=0)
        assert (await eve.sees(table)).table.status == "over"


@asynchronous
async def test_a_spectator_sees_no_rack_and_everyone_who_watches_gets_the_same_bytes(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_, eve, kim = await inn.guests("Ada", "Max", "Eve", "Kim")
        table = await ada.makes(public=True)
        await max_.succeeds(table, do.Sit, seat=1)
        ears = [await person.listens(table) for person in (ada, max_, eve, kim)]
        await ada.succeeds(table, do.Start)
        await ada.moves(table)
        views = [ear.all(View)[-1] for ear in ears]
        assert [len(view.yours.rack) for view in views] == [6, 6, 0, 0]
        assert [view.yours.shown for view in views] == [0, 1, None, None]
        assert ears[2].raw[-1] == ears[3].raw[-1]
        assert all(view.game == views[0].game for view in views)
        assert views[0].game.racks == ()


@asynchronous
async def test_presence_says_who_is_here(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        table = await ada.makes(public=True)
        first = await ada.listens(table)
        second = await max_.listens(table)
        assert {guest.name for guest in second.all(Presence)[-1].here} == {"Ada", "Max"}
        await eventually(lambda: first.all(Presence)[-1].count == 2)


# ---------------------------------------------------------------- talk


@asynchronous
async def test_spectators_are_not_heard_by_players_during_the_game_and_read_after_it(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_, eve, kim = await inn.guests("Ada", "Max", "Eve", "Kim")
        table = await ada.makes(public=True)
        await max_.succeeds(table, do.Sit, seat=1)
        ears = {person: await person.listens(table) for person in (ada, max_, eve, kim)}
        await eve.succeeds(table, do.Say, text="good luck")
        await ada.succeeds(table, do.Start)
        assert await eve.is_refused(table, do.Say, text="hello") == "talk_closed"
        await eve.succeeds(table, do.Say, text="she should", channel="watchers")
        assert await ada.is_refused(table, do.Say, text="what?", channel="watchers") == "talk_closed"
        await ada.succeeds(table, do.Say, text="hm")
        for player in (ada, max_):
            assert words(ears[player]) == ["table: good luck", "table: hm"]
        assert words(ears[kim]) == ["table: good luck", "watchers: she should", "table: hm"]
        assert words(await max_.listens(table)) == ["table: good luck", "table: hm"]
        await ada.succeeds(table, do.Resign, seat=0)
        assert words(await max_.listens(table)) == ["table: good luck", "watchers: she should", "table: hm"]
        await eventually(lambda: "watchers: she should" in words(ears[ada]))


@pytest.mark.parametrize("talk", ["open", "closed"])
@asynchronous
async def test_T5_partners_talk_only_where_the_table_agreed_and_nobody_else_hears_it(
    tmp_path: Path, talk: str
) -> None:
    async with Inn(tmp_path) as inn:
        people = await inn.guests("Ada", "Max", "Eve", "Kim", "Spectator")
        table = await people[0].makes(game=f"hex-team(talk={talk})", public=True)
        for seat, person in enumerate(people[1:4], 1):
            await person.succeeds(table, do.Sit, seat=seat)
        await people[0].succeeds(table, do.Start)
        ears = [await person.listens(table) for person in people]
        if talk == "closed":
            assert await people[0].is_refused(table, do.Say, text="red!", channel="team") == "talk_closed"
            assert (await people[0].sees(table)).yours.channels == ("table",)
            return
        await people[0].succeeds(table, do.Say, text="red!", channel="team")
        await people[3].succeeds(table, do.Say, text="blue!", channel="team")
        heard = [["team: red!"], ["team: blue!"], ["team: red!"], ["team: blue!"], []]
        assert [words(ear) for ear in ears] == heard
        assert [words(await person.listens(table)) for person in people] == heard


@asynchronous
async def test_who_is_muted_is_not_heard_at_any_table_and_what_is_said_twice_is_heard_once(
    tmp_path: Path,
) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        table = await ada.makes(public=True)
        ear = await ada.listens(table)
        for _ in range(2):
            await max_.succeeds(table, do.Say, key="once", text="hello   there")
        assert await ada.is_refused(table, do.Mute, guest="nobody") == "not_found"
        await ada.succeeds(table, do.Mute, guest=max_.id)
        await max_.succeeds(table, do.Say, text="listen!")
        assert words(ear) == ["table: hello there"]
        await inn.reopen()
        assert words(await ada.listens(table)) == []
        await ada.succeeds(table, do.Mute, guest=max_.id, on=False)
        assert words(await ada.listens(table)) == ["table: hello there", "table: listen!"]


# ---------------------------------------------------------------- one's own data


@asynchronous
async def test_one_can_take_everything_along_and_be_forgotten_while_replays_stay_valid(
    tmp_path: Path,
) -> None:
    async with Inn(tmp_path) as inn:
        ada, max_ = await inn.guests("Ada", "Max")
        finished = await ada.makes(public=True, game="cards(players=2,start=1)")
        running = await ada.makes(public=True)
        for table in (finished, running):
            await max_.succeeds(table, do.Sit, seat=1)
            await max_.succeeds(table, do.Say, text="my words")
            await ada.succeeds(table, do.Start)
        await play_out(inn, finished, [ada, max_])
        ear = await ada.listens(running)
        export = await inn.house.archive.export(max_.guest)
        assert {table.id for table in export.tables} == {finished, running}
        assert [line.text for line in export.said] == ["my words"] * 2
        assert len(export.profile.results) == 1
        record = await inn.house.record(finished, None)
        assert "players: Ada, Max" in record
        await inn.house.forget(max_.guest)
        assert (await inn.house.archive.export(max_.guest)).tables == ()
        seat = ear.all(View)[-1].table.seats[1]
        assert (seat.name, seat.bot) == (None, "skilled")
        await inn.reopen()
        after = await inn.house.record(finished, None)
        assert after == record.replace("Ada, Max", "Ada, guest")
        assert words(await ada.listens(running)) == []


@asynchronous
async def test_a_new_name_is_seen_at_once(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes()
        ear = await ada.listens(table)
        await inn.house.rename(ada.guest, "Countess")
        assert ear.all(View)[-1].table.seats[0].name == "Countess"
