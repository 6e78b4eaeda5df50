"""Somebody who visits the server, by HTTP and by socket: step by step, and with every liberty."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Final, ParamSpec, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

P = ParamSpec("P")
Json = dict[str, Any]
_PATIENCE: Final = 10
SLOW: Final = 'sixfold_connections_dropped_total{why="slow"}'


class Hearing:
    """A socket, and what comes out of it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def say(self, **message: Any) -> None:
        """Send a command."""
        await self.socket.send(json.dumps(message))

    async def next(self) -> Json:
        """The next message."""
        async with asyncio.timeout(_PATIENCE):
            message: Json = json.loads(await self.socket.recv())
        return message

    async def until(self, kind: str, **fields: Any) -> Json:
        """The next message of this kind, with these fields; others are passed over."""
        while True:
            message = await self.next()
            if message["is"] == kind and fields.items() <= message.items():
                return message

    async def close_code(self) -> int | None:
        """Wait for the server to close, and by which code."""
        async with asyncio.timeout(_PATIENCE):
            await self.socket.wait_closed()
        return self.socket.close_code


class Visitor:
    """A guest with a token."""

    def __init__(self, url: str, token: str = "", **headers: str) -> None:
        self.url = url
        self.token = token
        self.id = ""
        self.headers = {**({"authorization": f"Bearer {token}"} if token else {}), **headers}
        self._keys = itertools.count()

    @classmethod
    async def arrive(cls, url: str, name: str = "Ada", **headers: str) -> Self:
        """A new guest."""
        answer = await cls(url, **headers).post("/api/guests", {"name": name, "bearer": True})
        assert answer.status_code == 201, answer.text
        visitor = cls(url, answer.json()["token"], **headers)
        visitor.id = answer.json()["id"]
        return visitor

    async def request(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Any request."""
        async with httpx.AsyncClient(
            base_url=self.url, trust_env=False, verify=False, timeout=_PATIENCE
        ) as client:
            headers = {**self.headers, **rest.pop("headers", {})}
            return await client.request(method, path, headers=headers, **rest)

    async def get(self, path: str, **rest: Any) -> httpx.Response:
        """A question."""
        return await self.request("GET", path, **rest)

    async def post(self, path: str, body: Any = None, **rest: Any) -> httpx.Response:
        """Something to be done."""
        return await self.request("POST", path, json=body, **rest)

    async def make_table(self, **settings: Any) -> str:
        """A new table, by default two seats of hex."""
        answer = await self.post("/api/tables", {"game": "hex(players=2)", **settings})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    async def command(self, table: str, **command: Any) -> Json:
        """Do something at a table, by HTTP."""
        answer = await self.post(f"/api/tables/{table}", {"key": self.new_key(), **command})
        body: Json = answer.json()
        return body

    def new_key(self) -> str:
        """A key that was not used before."""
        return f"test-{next(self._keys)}"

    @asynccontextmanager
    async def socket(self, table: str, query: str = "", **options: Any) -> AsyncIterator[Hearing]:
        """A socket at a table."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket{query}"
        options = {"additional_headers": self.headers, "compression": None, "proxy": None, **options}
        async with connect(url, **options) as socket:
            yield Hearing(socket)

    @asynccontextmanager
    async def stream(self, table: str, query: str = "") -> AsyncIterator[AsyncIterator[Json]]:
        """The events of a table."""
        async with (
            httpx.AsyncClient(base_url=self.url, trust_env=False, verify=False, timeout=_PATIENCE) as client,
            client.stream("GET", f"/api/tables/{table}/events{query}", headers=self.headers) as answer,
        ):
            assert answer.status_code == 200, await answer.aread()
            yield (json.loads(line[6:]) async for line in answer.aiter_lines() if line.startswith("data: "))

    async def stream_to_its_end(self, table: str) -> list[str]:
        """All events of a table, as text, until the server ends the stream."""
        async with self.stream(table) as events:
            return [json.dumps(event) async for event in events]


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is a coroutine, for pytest."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def chat_until(heard: Hearing, enough: Callable[[], bool]) -> None:
    """Say things at a table until somebody has had enough."""
    said = 0
    while not enough():
        for _ in range(50):
            said += 1
            await heard.say(do="say", key=f"s{said}", text="x" * 500)
        await heard.until("ack", key=f"s{said}")
        assert said < 20_000
