"""A bad line between clients and the server: it loses, repeats, holds back and cuts WebSocket messages.

It works on whole frames in both directions and from a seed. The handshake and control frames pass untouched:
what is spoilt is what the protocol of the game has to heal.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

_CONTROL = 0x8  # the bit of an opcode that marks close, ping and pong


@dataclass(frozen=True, slots=True)
class Faults:
    """How often, of 1, each fault happens to a message."""

    drop: float = 0.05
    repeat: float = 0.05
    delay: float = 0.05
    cut: float = 0.005
    longest_delay: float = 0.2
    """Seconds that a message is held back; others overtake it."""


class FaultyProxy:
    """Listens on a free port of this machine and passes connections on to the server."""

    def __init__(self, port: int, faults: Faults, seed: int) -> None:
        self.port = 0
        """Where clients connect, once it is started."""
        self.done: Final = Counter[str]()
        """How often each fault has happened."""
        self._target: Final = port
        self._faults: Final = faults
        self._rng: Final = random.Random(seed)
        self._server: asyncio.Server | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def __aenter__(self) -> "FaultyProxy":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # what was cut off is closed in the next round of the loop

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
        except ConnectionError:  # the server is away
            to_client.transport.abort()
            return
        try:
            await asyncio.wait(
                [
                    asyncio.ensure_future(self._pass_on(client, to_server)),
                    asyncio.ensure_future(self._pass_on(server, to_client)),
                ],
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            for writer in (to_client, to_server):
                writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction, until an end hangs up or the line is cut."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            while True:
                frame = await _read_frame(reader)
                if frame[0] & _CONTROL:
                    writer.write(frame)
                elif not self._spoil(frame, writer):
                    return

    def _spoil(self, frame: bytes, writer: asyncio.StreamWriter) -> bool:
        """Pass on a message, more or less; `False` if the line is cut."""
        faults, chance = self._faults, self._rng.random()
        self.done["messages"] += 1
        for name, share in (("drop", faults.drop), ("repeat", faults.repeat), ("delay", faults.delay)):
            if chance < share:
                self.done[name] += 1
                break
            chance -= share
        else:
            name = "cut" if chance < faults.cut else ""
            self.done["cut"] += name == "cut"
        match name:
            case "repeat":
                writer.write(frame + frame)
            case "delay":
                wait = self._rng.uniform(0, faults.longest_delay)
                asyncio.get_running_loop().call_later(wait, _write_if_open, writer, frame)
            case "":
                writer.write(frame)
        return name != "cut"


def _write_if_open(writer: asyncio.StreamWriter, frame: bytes) -> None:
    if not writer.is_closing():
        writer.write(frame)


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    """A whole WebSocket frame, as it is on the wire."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if length > 125:
        extended = await reader.readexactly(2 if length == 126 else 8)
        head += extended
        length = int.from_bytes(extended)
    mask = 4 if head[1] & 0x80 else 0
    return head + await reader.readexactly(mask + length)
