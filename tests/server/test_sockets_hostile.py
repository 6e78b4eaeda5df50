"""Who sends too much, reads too slowly or opens too many sockets is cut off, and nobody else notices."""

import asyncio
import base64
import json
import os
import socket
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed

from server.serving import Running
from server.visiting import SLOW, Visitor, awaited, chat_until


@awaited
async def test_a_message_over_4_kb_closes_its_socket_and_no_other(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    async with ada.socket(table) as big, ada.socket(table) as small:
        await small.until("view")
        await big.socket.send(json.dumps({"do": "ping", "key": "k", "x": "y" * 4096}))
        assert await big.close_code() == 1009
        await small.say(do="ping", key="p")
        await small.until("pong")


@awaited
async def test_a_message_of_just_4_kb_is_read(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:
        await heard.socket.send('{"do":"ping","key":"k"' + " " * (4096 - 23) + "}")
        await heard.until("pong")


@awaited
async def test_fragments_do_not_add_up_to_more(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:

        async def too_many() -> AsyncIterator[str]:
            for _ in range(5):
                yield "x" * 1000
            # What is on its way when the server hangs up would cut the line before its reason is read.
            await heard.socket.wait_closed()

        with pytest.raises(ConnectionClosed):
            await heard.socket.send(too_many())
        assert await heard.close_code() == 1009


@awaited
async def test_binary_messages_are_not_spoken(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:
        await heard.socket.send(b'{"do":"ping","key":"k"}')
        assert await heard.close_code() == 1003


@awaited
async def test_what_comes_too_fast_is_refused_and_then_welcome_again(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:
        for number in range(14):
            await heard.say(do="ping", key=f"p{number}")
        for number in range(10):
            await heard.until("pong", key=f"p{number}")
        refused = await heard.until("refused")
        assert refused["code"] == "too_many"
        await asyncio.sleep(refused["again"] / 1000 + 0.1)  # what the server asked for
        await heard.say(do="ping", key="later")
        await heard.until("pong", key="later")


@awaited
async def test_a_flood_is_cut_off_and_nobody_else_notices(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    dropped = server.metric('sixfold_connections_dropped_total{why="flood"}')
    async with ada.socket(table) as flood, ada.socket(table) as calm:
        for number in range(100):
            await flood.say(do="ping", key=f"p{number}")
        await flood.until("closing", code="flood")
        assert await flood.close_code() == 1008
        await calm.say(do="ping", key="calm")
        await calm.until("pong", key="calm")
    assert server.metric('sixfold_connections_dropped_total{why="flood"}') == dropped + 1


def deaf_socket(server: Running, table: str, token: str) -> socket.socket:
    """A socket whose owner never reads, with as little room as the system allows."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    line.connect(("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return line


@awaited
async def test_a_slow_reader_is_dropped_and_nobody_else_waits_for_it(strict: Running) -> None:
    ada = await Visitor.arrive(strict.url, **{"x-forwarded-for": "198.51.100.20"})
    table = await ada.make_table()
    dropped, open_before = strict.metric(SLOW), strict.metric("sixfold_connections")
    with deaf_socket(strict, table, ada.token):
        async with ada.socket(table) as heard:
            await heard.until("view")
            while strict.metric("sixfold_connections") < open_before + 2:
                await asyncio.sleep(0.01)
            await chat_until(heard, lambda: strict.metric(SLOW) > dropped)
            assert strict.metric("sixfold_connections") == open_before + 1
            await heard.say(do="ping", key="p")
            await heard.until("pong")


@awaited
async def test_a_silent_socket_is_reaped_and_one_that_pings_is_not(public: Running) -> None:
    ada = await Visitor.arrive(public.url)
    table = await ada.make_table()
    async with ada.socket(table) as silent, ada.socket(table) as alive:
        gone = asyncio.create_task(silent.close_code())
        while not gone.done():
            await alive.say(do="ping", key="p")
            await alive.until("pong")
            await asyncio.sleep(0.1)
        await alive.say(do="ping", key="last")
        await alive.until("pong", key="last")


@awaited
async def test_a_guest_with_too_many_sockets_loses_the_oldest(strict: Running) -> None:
    ada = await Visitor.arrive(strict.url, **{"x-forwarded-for": "198.51.100.21"})
    table = await ada.make_table()
    async with ada.socket(table) as oldest:
        await oldest.until("view")
        async with ada.socket(table) as older:
            await older.until("view")
            async with ada.socket(table) as newest:
                await newest.until("view")
                await oldest.until("closing", code="replaced")
                await oldest.close_code()
                await older.say(do="ping", key="p")
                await older.until("pong")


@awaited
async def test_too_many_connections_from_one_address_are_turned_away(strict: Running) -> None:
    headers = {"x-forwarded-for": "198.51.100.22"}
    ada, bob = await Visitor.arrive(strict.url, **headers), await Visitor.arrive(strict.url, "Bob", **headers)
    table = await ada.make_table(public=True)
    async with ada.socket(table) as first, ada.socket(table) as second, bob.socket(table) as third:
        for heard in (first, second, third):
            await heard.until("view")
        async with bob.socket(table) as fourth:
            assert (await fourth.next())["code"] == "busy"
            assert await fourth.close_code() == 4503
        assert (await bob.get(f"/api/tables/{table}/events")).status_code == 503
    async with ada.socket(table) as again:
        await again.until("view")


@awaited
async def test_chat_that_comes_too_fast_is_refused(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    async with ada.socket(await ada.make_table()) as heard:
        await heard.until("view")
        answers = []
        for number in range(9):
            await heard.say(do="say", key=f"s{number}", text="hello")
            while (message := await heard.next()).get("key") != f"s{number}":
                pass
            answers.append(message.get("code", message["is"]))
        assert answers == ["ack"] * 8 + ["too_many"]


@awaited
async def test_tables_that_are_made_too_fast_are_refused_however_they_are_made(strict: Running) -> None:
    ada = await Visitor.arrive(strict.url, **{"x-forwarded-for": "198.51.100.23"})
    table = await ada.make_table()
    await ada.make_table()
    assert (await ada.post("/api/tables", {"game": "hex"})).status_code == 429
    for command in ("rematch", "branch"):
        more = {"moves": 0} if command == "branch" else {}
        assert (await ada.command(table, do=command, **more))["code"] == "too_many"


@awaited
async def test_connections_that_end_leave_nothing_behind(server: Running) -> None:
    before = server.metric("sixfold_connections")
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    for _ in range(20):
        async with ada.socket(table) as heard:
            await heard.until("view")
            heard.socket.transport.abort()
    while server.metric("sixfold_connections") > before:
        await asyncio.sleep(0.01)
