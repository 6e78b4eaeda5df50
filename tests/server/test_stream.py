"""Where sockets do not get through: the same messages as a stream of events, commands by POST."""

import asyncio
import socket

import pytest

from server.serving import Running
from server.visiting import SLOW, Json, Visitor, awaited, chat_until


@awaited
async def test_a_stream_has_the_same_messages_as_a_socket(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()

    async def first_messages(events: object, count: int) -> list[Json]:
        return [await anext(events) for _ in range(count)]  # type: ignore[call-overload] # an async iterator

    async with ada.stream(table) as events, ada.socket(table) as heard:
        by_stream = await first_messages(events, 2)
        by_socket = [await heard.next() for _ in range(2)]
        for messages in (by_stream, by_socket):
            assert [message["is"] for message in messages] == ["hello", "view"]
        assert by_stream[1] == by_socket[1]
        answer = await ada.command(table, do="stand", seat=0)
        assert answer["is"] == "ack"
        news = await heard.until("view", v=answer["v"])
        while (event := await anext(events))["is"] != "view":
            pass
        assert event == news


@awaited
async def test_a_stream_that_comes_back_in_step_gets_no_view(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    async with ada.stream(table, "?v=0") as events:
        assert (await anext(events))["is"] == "hello"
        assert await anext(events) == {"is": "in_step", "v": 0}


@pytest.mark.parametrize(
    ("query", "status"), [("?protocol=99", 400), ("?v=x", 400), ("?x=1", 400), ("?protocol=1", 200)]
)
@awaited
async def test_a_wrong_question_is_refused(server: Running, query: str, status: int) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    url = f"{server.url}/api/tables/{table}/events{query}"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ada.token}\r\n\r\n".encode())
    assert int((await reader.readline()).split()[1]) == status
    writer.close()


@awaited
async def test_a_table_that_is_not_there_is_not_found(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    assert (await ada.get("/api/tables/nowhere/events")).status_code == 404


@awaited
async def test_a_reader_that_leaves_is_noticed(server: Running) -> None:
    ada = await Visitor.arrive(server.url)
    table = await ada.make_table()
    before = server.metric("sixfold_connections")
    async with ada.stream(table) as events:
        await anext(events)
        assert server.metric("sixfold_connections") == before + 1
    while server.metric("sixfold_connections") > before:
        await asyncio.sleep(0.01)


@awaited
async def test_a_slow_reader_is_dropped_and_nobody_else_waits_for_it(strict: Running) -> None:
    ada = await Visitor.arrive(strict.url, **{"x-forwarded-for": "198.51.100.30"})
    table = await ada.make_table()
    dropped, open_before = strict.metric(SLOW), strict.metric("sixfold_connections")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        deaf.connect(("127.0.0.1", strict.port))
        head = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: x\r\n"
        deaf.sendall(f"{head}Authorization: Bearer {ada.token}\r\n\r\n".encode())
        async with ada.socket(table) as heard:
            await heard.until("view")
            while strict.metric("sixfold_connections") < open_before + 2:
                await asyncio.sleep(0.01)
            await chat_until(heard, lambda: strict.metric(SLOW) > dropped)
            await heard.say(do="ping", key="p")
            await heard.until("pong")
    assert not [line for line in strict.log if line["level"] == "error"]
