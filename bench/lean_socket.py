"""A WebSocket client that costs next to nothing, so that thousands fit beside the server they load.

It understands what this server sends: text messages in single frames, pings, and a close.
"""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import Final, cast

_TEXT, _PONG = 0x1, 0xA
_FINAL = 0x80
_MASKED = 0x80


class LeanSocket(asyncio.Protocol):
    """One connection. `hear` gets every message; `opened` and `closed` are told once each."""

    def __init__(
        self,
        path: str,
        token: str,
        hear: Callable[[bytes], None],
        opened: Callable[[], None],
        closed: Callable[[], None],
    ) -> None:
        self._request: Final = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._hear: Final = hear
        self._opened: Final = opened
        self._closed: Final = closed
        self._transport: asyncio.Transport | None = None
        self._open = False
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's does not say that it is one
        self._transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        """It is over."""
        self._transport = None
        self._closed()

    def data_received(self, data: bytes) -> None:
        """Take messages out of what has come."""
        if self._rest:
            data = self._rest + data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head.partition(b"\r\n")[0].decode())
            self._open = True
            self._opened()
        self._rest = self._take_frames(data)

    def _take_frames(self, data: bytes) -> bytes:
        at, end = 0, len(data)
        while end - at >= 2:
            start, length = at + 2, data[at + 1]
            if length == 126:
                start, length = at + 4, int.from_bytes(data[at + 2 : at + 4])
            elif length == 127:
                start, length = at + 10, int.from_bytes(data[at + 2 : at + 10])
            if end < start + length:
                break
            match data[at] & 0x0F:
                case 0x1:
                    self._hear(data[start : start + length])
                case 0x9:
                    self._write(_PONG, data[start : start + length])
                case 0x8:
                    self.abort()
            at = start + length
        return data[at:]

    def send(self, message: bytes) -> None:
        """Send a message, if the line is open."""
        self._write(_TEXT, message)

    def _write(self, opcode: int, message: bytes) -> None:
        if self._transport is None:
            return
        size = len(message)
        head = bytes((_FINAL | opcode, _MASKED | size)) if size < 126 else (
            bytes((_FINAL | opcode, _MASKED | 126)) + size.to_bytes(2)
        )  # fmt: skip
        # A mask of zeros is a mask: it is there against proxies that are confused by what pages send.
        self._transport.write(head + b"\0\0\0\0" + message)

    def abort(self) -> None:
        """Hang up at once."""
        if self._transport is not None:
            self._transport.abort()
