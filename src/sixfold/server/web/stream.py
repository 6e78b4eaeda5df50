"""Events as a stream (SSE) for where sockets do not get through: the same messages; commands go by POST."""

import asyncio
from collections import deque
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..house.house import Subscription
from ..protocol.refusals import Refusal
from .http import Call
from .lines import Lines, check_protocol
from .site import Site
from .wire import hang_up_of

_HEARTBEAT_SECONDS = 15
"""So often an empty comment: proxies close what is silent, and a dead client is noticed."""


class Events(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version that the client has, if any, and the protocol that it speaks."""

    v: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    protocol: int | None = None


class StreamLine:
    """One event stream: what waits for its reader, up to a limit."""

    kind = "stream"
    heard = float("inf")
    """Nothing ever comes from the other side; a dead one is noticed by writing."""

    def __init__(self, guest: str, network: str, lines: Lines, most: int) -> None:
        self.guest = guest
        self.network = network
        self._lines = lines
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self.over = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Queue a message."""
        self._waiting.append(message)
        self._bytes += len(message)
        self._news.set()
        if self._bytes > self._most:
            self._lines.drop(self, "slow")

    def hang_up(self) -> None:
        """No more: the stream ends once what waits is written, or at once if the reader is slow."""
        self.over.set()
        self._news.set()

    async def next_messages(self) -> list[bytes]:
        """What is to be written now; nothing when a heartbeat is due or it is over."""
        try:
            async with asyncio.timeout(_HEARTBEAT_SECONDS):
                await self._news.wait()
        except TimeoutError:
            return []
        messages = list(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        self._news.clear()
        return messages


async def follow_events(site: Site, call: Call) -> Response:
    """Everything that happens at a table from now on, as server-sent events.

    Each event is a message as sockets get them. If the connection breaks, come back with the last `v`.
    """
    check_protocol(call.query.protocol)
    if not site.lines.has_room(call.network):
        raise Refusal("busy", "too many connections are open")
    limits = site.settings.limits
    line = StreamLine(call.caller.guest.id, call.network, site.lines, limits.socket_backlog_bytes)
    subscription = await site.house.subscribe(call.table, call.caller.guest, line, call.query.v)
    site.lines.add(line)
    return _EventStream(site, line, subscription)


class _EventStream(Response):
    media_type = "text/event-stream"

    def __init__(self, site: Site, line: StreamLine, subscription: Subscription) -> None:
        # `X-Accel-Buffering` tells a common proxy to pass each event on as it comes.
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._site = site
        self._line = line
        self._subscription = subscription

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watching = asyncio.create_task(self._watch(receive))
        writing = asyncio.create_task(self._write(send))
        try:
            await self._line.over.wait()
            await asyncio.wait([writing], timeout=1)
        finally:
            self._subscription.close()
            self._site.lines.remove(self._line)
            if not writing.done():  # the reader does not read
                hang_up_of(scope)()
                await asyncio.wait([watching], timeout=1)
            watching.cancel()
            writing.cancel()

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._line.hang_up()

    async def _write(self, send: Send) -> None:
        start: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        over = False
        while not over:
            messages = await self._line.next_messages()
            over = self._line.over.is_set()
            body = b"".join(b"data: %b\n\n" % message for message in messages) or b":\n\n"
            self._site.metrics.messages_out.inc(len(messages))
            await send({"type": "http.response.body", "body": body, "more_body": not over})
