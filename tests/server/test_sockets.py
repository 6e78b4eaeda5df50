"""Every rule of the live protocol, with a real socket against the real server."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from time import sleep

import httpx
import pytest

from server.client import choose
from server.serving import Running, serving
from server.visiting import Hearing, Json, Visitor, awaited
from sixfold.server.protocol.messages import PROTOCOL


async def two_at_a_table(url: str) -> tuple[Visitor, Visitor, str]:
    """Two guests who sit at a table that has started."""
    ada, bob = await Visitor.arrive(url), await Visitor.arrive(url, "Bob")
    table = await ada.make_table(public=True)
    assert (await bob.command(table, do="sit", seat=1))["is"] == "ack"
    assert (await ada.command(table, do="start"))["is"] == "ack"
    return ada, bob, table


async def a_move(visitor: Visitor, view: Json) -> str:
    """Any legal move of the visitor, whose turn it is."""
    rules = (await visitor.get("/api/rules", params={"game": view["table"]["settings"]["game"]})).json()
    return choose(view, rules, random.Random(1))


async def to_act(hearings: dict[int, Hearing], views: dict[int, Json]) -> int:
    """The seat whose turn it is."""
    seat: int = views[0]["game"]["actor"]
    assert seat in hearings
    return seat


# ---------------------------------------------------------------- opening


@awaited
async def test_a_connection_begins_with_hello_and_the_whole_view(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    async with ada.socket(table) as heard:
        hello = await heard.next()
        assert (hello["is"], hello["you"], hello["protocol"]) == ("hello", ada.id, PROTOCOL)
        view = await heard.next()
        assert (view["is"], view["v"]) == ("view", 0)
        assert view["table"]["id"] == table


@awaited
async def test_who_is_in_step_gets_no_view(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    async with ada.socket(table, "?v=0") as heard:
        assert (await heard.next())["is"] == "hello"
        assert await heard.next() == {"is": "in_step", "v": 0}


@pytest.mark.parametrize("v", [1, 12345])
@awaited
async def test_who_claims_a_version_that_is_not_gets_the_whole_view(server: Running, v: int) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    async with ada.socket(table, f"?v={v}") as heard:
        await heard.until("view", v=0)


@awaited
async def test_who_has_missed_something_gets_the_whole_view(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    v = (await ada.command(table, do="stand", seat=0))["v"]
    async with ada.socket(table, "?v=0") as heard:
        view = await heard.until("view")
        assert view["v"] == v == 1


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (f"?protocol={PROTOCOL + 1}", 4400),
        ("?protocol=x", 4400),
        ("?v=-1", 4400),
        ("?v=1.5", 4400),
        ("?v=999999999999999999999999", 4400),
        ("?nonsense=1", 4400),
    ],
)
@awaited
async def test_a_wrong_question_is_explained_and_closed(server: Running, query: str, code: int) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    async with ada.socket(table, query) as heard:
        refused = await heard.next()
        assert (refused["is"], refused["code"]) == ("refused", "bad_message")
        assert await heard.close_code() == code


@awaited
async def test_our_own_protocol_may_be_named(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table(), f"?protocol={PROTOCOL}&v=0") as heard:
        await heard.until("in_step")


@awaited
async def test_without_a_token_a_socket_is_told_so_and_closed(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    for stranger in (Visitor(server.url), Visitor(server.url, "A" * 43)):
        async with stranger.socket(table) as heard:
            assert (await heard.next())["code"] == "unauthorised"
            assert await heard.close_code() == 4401


@awaited
async def test_a_table_that_is_not_there_is_not_found(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket("nowhere") as heard:
        assert (await heard.next())["code"] == "not_found"
        assert await heard.close_code() == 4404


# ---------------------------------------------------------------- commands


@awaited
async def test_a_move_is_acknowledged_and_everyone_gets_their_own_new_view(server: Running) -> None:
    ada, bob, table = await two_at_a_table(server.url)
    async with ada.socket(table) as first, bob.socket(table) as second:
        hearings = {0: first, 1: second}
        views = {seat: await heard.until("view") for seat, heard in hearings.items()}
        seat = await to_act(hearings, views)
        mover, move = hearings[seat], await a_move((ada, bob)[seat], views[seat])
        v = views[seat]["v"]
        await mover.say(do="play", key="m1", v=v, move=move)
        assert (await mover.until("ack", key="m1"))["v"] == v + 1
        other = await hearings[1 - seat].until("view")
        assert other["v"] == v + 1
        assert sorted(other["game"]["moves"][-1]["move"].split()) == sorted(move.split())
        assert other["yours"]["seats"] == [1 - seat]


@awaited
async def test_a_repeated_submission_is_answered_with_the_first_answer(server: Running) -> None:
    ada, bob, table = await two_at_a_table(server.url)
    async with ada.socket(table) as first, bob.socket(table) as second:
        hearings = {0: first, 1: second}
        views = {seat: await heard.until("view") for seat, heard in hearings.items()}
        seat = await to_act(hearings, views)
        mover = hearings[seat]
        move = await a_move((ada, bob)[seat], views[seat])
        command = {"do": "play", "key": "once", "v": views[seat]["v"], "move": move}
        await mover.say(**command)
        first_answer = await mover.until("ack", key="once")
        await mover.say(**command)
        assert await mover.until("ack", key="once") == first_answer
        by_http = await (ada, bob)[seat].post(f"/api/tables/{table}", command)
        assert by_http.json() == first_answer
        assert (await ada.get(f"/api/tables/{table}")).json()["v"] == first_answer["v"]


@awaited
async def test_of_two_for_one_version_exactly_one_wins(server: Running) -> None:
    ada, bob, table = await two_at_a_table(server.url)
    view = (await ada.get(f"/api/tables/{table}")).json()
    mover = (ada, bob)[view["game"]["actor"]]
    own = (await mover.get(f"/api/tables/{table}")).json()
    move = await a_move(mover, own)
    async with mover.socket(table) as one, mover.socket(table) as two:
        await asyncio.gather(
            one.say(do="play", key="one", v=own["v"], move=move),
            two.say(do="play", key="two", v=own["v"], move=move),
        )

        async def answer(heard: Hearing, key: str) -> Json:
            while (message := await heard.next()).get("key") != key:
                pass
            return message

        answers = [await answer(one, "one"), await answer(two, "two")]
    assert sorted(message["is"] for message in answers) == ["ack", "refused"]
    lost = next(message for message in answers if message["is"] == "refused")
    assert (lost["code"], lost["v"]) == ("stale", own["v"] + 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "0",
        '"ping"',
        "{}",
        '{"do":"fly","key":"k"}',
        '{"do":"ping"}',
        '{"do":"ping","key":""}',
        '{"do":"ping","key":"a b"}',
        '{"do":"ping","key":7}',
        '{"do":"ping","key":"k","more":1}',
        '{"do":"play","key":"k","move":"rg d5 e5"}',
        '{"do":"play","key":"k","v":-1,"move":"rg d5 e5"}',
        '{"do":"sit","key":"k","seat":9}',
        '{"do":"say","key":"k","text":""}',
        '{"do":"say","key":"k","text":"\\ud800"}',
        '{"do":"ping","key":"k"}x',
        "[" * 2000,
        '{"do":' * 600,
        "\x00",
    ],
)
@awaited
async def test_a_message_that_is_none_is_refused_and_the_socket_stays(server: Running, text: str) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:
        await heard.until("view")
        await heard.socket.send(text)
        refused = await heard.until("refused")
        assert refused["code"] == "bad_message"
        assert refused["detail"]
        await heard.say(do="ping", key="still-there")
        await heard.until("pong", key="still-there")


@awaited
async def test_a_ping_is_answered_with_the_servers_time(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:
        await heard.say(do="ping", key="p")
        pong = await heard.until("pong")
        assert pong["key"] == "p"
        assert pong["now"] > 1_700_000_000_000


@awaited
async def test_whole_view_on_request_heals_any_doubt(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table(), "?v=0") as heard:
        await heard.until("in_step")
        await heard.say(do="look", key="l")
        assert (await heard.until("view"))["v"] == 0


def test_no_answer_waits_for_a_hint(tmp_path: Path) -> None:
    async def ask() -> None:
        ada = await Visitor.arrive(server.url)
        table = await ada.make_table(seats=["me", "casual"])
        async with ada.socket(table) as heard:
            await heard.say(do="start", key="s")
            while (view := await heard.until("view")).get("game", {}).get("actor") != 0:
                pass
            await heard.say(do="advise", key="hint")
            await heard.say(do="ping", key="meanwhile")
            answers = [message async for message in answers_to(heard, "hint", "meanwhile")]
            assert [answer["is"] for answer in answers] == ["pong", "advice"]
            assert answers[1]["v"] == view["v"]

    with serving(tmp_path, bots=1) as server:
        while httpx.get(f"{server.url}/health", trust_env=False, verify=False).json()["bots"] != "ready":
            sleep(0.1)
        asyncio.run(ask())


async def answers_to(heard: Hearing, *keys: str) -> AsyncIterator[Json]:
    """The answers to these commands, in the order in which they come."""
    waiting = set(keys)
    while waiting:
        message = await heard.next()
        if message.get("key") in waiting:
            waiting.remove(message["key"])
            yield message
