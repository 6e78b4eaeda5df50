"""Just enough HTTP to set up thousands of guests and tables: JSON by POST over one connection."""

import asyncio
from typing import Any, Final

import msgspec


class LeanHttp:
    """One connection that is kept open; one request at a time."""

    def __init__(self, port: int) -> None:
        self._port: Final = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: object, token: str = "") -> Any:
        """The answer as JSON; anything but success is a `ConnectionError`."""
        content = msgspec.json.encode(body)
        authorization = f"Authorization: Bearer {token}\r\n" if token else ""
        return await self._ask(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{authorization}"
            f"Content-Length: {len(content)}\r\n\r\n".encode()
            + content
        )

    async def get(self, path: str) -> Any:
        """The same for a question."""
        return await self._ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    async def _ask(self, request: bytes) -> Any:
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = next(
            int(line.partition(":")[2])
            for line in head.lower().splitlines()
            if line.startswith("content-length:")
        )
        content = await self._reader.readexactly(length)
        if head.split(" ", 2)[1][0] != "2":
            raise ConnectionError(f"{head.splitlines()[0]}: {content.decode()}")
        return msgspec.json.decode(content)

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
