"""WebSockets, one for each table that somebody has open: commands come in, whatever happens goes out."""

import asyncio
from contextlib import suppress
from time import monotonic, time
from typing import Any

import msgspec
from starlette.types import Receive
from starlette.websockets import WebSocket

from ..logs import note, note_failure
from ..metrics import Metrics
from ..protocol.commands import Advise, AnyCommand, Ping, Review, read_command
from ..protocol.messages import Closing, Pong, Refused, encode
from ..protocol.refusals import Refusal
from ..store.interface import StoreUnavailable
from .http import STATUS, is_secure, read_query
from .lines import Courtesy, Lines, check_protocol
from .security import token_of
from .site import Caller, Site, TooMany, too_many
from .stream import Events
from .wire import SocketWire, socket_wire

_MOST_SLOW = 2
"""Hints and reviews that one socket may wait for at a time."""
_FAREWELL_SECONDS = 5.0
"""How long a socket that was closed may take to read what is still on its way to it."""
_POLICY_VIOLATION = 1008
_UNSUPPORTED_DATA = 1003


class SocketLine:
    """The way out to one socket."""

    kind = "socket"

    def __init__(self, caller: Caller, wire: SocketWire, lines: Lines, metrics: Metrics, most: int) -> None:
        self.guest = caller.guest.id
        self.network = caller.network
        self.heard = monotonic()
        self._wire = wire
        self._lines = lines
        self._sent = metrics.messages_out
        self._most = most

    def send(self, message: bytes) -> None:
        """Write a message; a reader that has fallen too far behind is dropped."""
        self._sent.inc()
        if self._wire.write(message) > self._most:
            self._lines.drop(self, "slow")

    def hang_up(self) -> None:
        """End the connection now."""
        self._wire.hang_up()


async def serve_socket(site: Site, websocket: WebSocket, receive: Receive) -> None:
    """Serve one socket from its opening to its end; once it is open, `receive` is asked what comes."""
    await websocket.accept()
    table = websocket.path_params["table"]
    wire = socket_wire(websocket.scope)
    try:
        query: Events = read_query(websocket, Events)
        check_protocol(query.protocol)
        caller = await _caller(site, websocket)
        if not site.lines.has_room(caller.network):
            raise Refusal("busy", "too many connections are open")
        line = SocketLine(caller, wire, site.lines, site.metrics, site.settings.limits.socket_backlog_bytes)
        subscription = await site.house.subscribe(table, caller.guest, line, query.v)
    except Refusal as refusal:
        await _turn_away(site, websocket, refusal.message())
        return
    except StoreUnavailable as error:
        await _turn_away(site, websocket, Refused(code="unavailable", detail=str(error)))
        return
    site.lines.add(line)
    note("socket_opened", table=table, guest=caller.guest.id)
    conversation = _Conversation(site, table, caller, line)
    try:
        code = await conversation.run(receive)
    finally:
        subscription.close()
        conversation.stop()
        site.lines.remove(line)
        note("socket_closed", table=table, guest=caller.guest.id)
    if code is not None:
        await _close(websocket, wire, code)


async def _caller(site: Site, websocket: WebSocket) -> Caller:
    token, _ = token_of(websocket.headers, is_secure(websocket.scope, site.settings))
    guest = await site.guests.by_token(token) if token is not None else None
    if guest is None:
        raise Refusal("unauthorised", "a token is needed: POST /api/guests")
    return Caller(guest, websocket.scope["sixfold.network"])


async def _turn_away(site: Site, websocket: WebSocket, refused: Refused) -> None:
    """Say why, and close: browsers cannot see the status of an upgrade that is refused, but they see this."""
    site.metrics.refused.labels(refused.code).inc()
    wire = socket_wire(websocket.scope)
    wire.write(encode(refused))
    await _close(websocket, wire, 4000 + STATUS.get(refused.code, 409))


async def _close(websocket: WebSocket, wire: SocketWire, code: int) -> None:
    asyncio.get_running_loop().call_later(_FAREWELL_SECONDS, wire.hang_up)
    with suppress(RuntimeError):  # the other side was faster
        await websocket.close(code)


class _Conversation:
    """What one client says, one message after the other: the next is read when the last is answered."""

    def __init__(self, site: Site, table: str, caller: Caller, line: SocketLine) -> None:
        self._site = site
        self._table = table
        self._caller = caller
        self._line = line
        self._courtesy = Courtesy(site.settings.limits)
        self._slow: set[asyncio.Task[None]] = set()

    async def run(self, receive: Receive) -> int | None:
        """Answer until the client has gone; or with a code to close by, if it must go."""
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return None
            text: str | None = event.get("text")
            if text is None:
                return _UNSUPPORTED_DATA
            now = monotonic()
            self._line.heard = now
            self._site.metrics.messages_in.inc()
            if wait := self._courtesy.wait(now):
                self._refuse_flood(wait)
                if self._courtesy.is_over:
                    self._site.metrics.sockets_dropped.labels("flood").inc()
                    self._line.send(encode(Closing(code="flood", again=10_000)))
                    return _POLICY_VIOLATION
            else:
                await self._hear(text)

    def stop(self) -> None:
        """Nobody waits for answers any more."""
        for task in self._slow:
            task.cancel()

    def _refuse_flood(self, wait: float) -> None:
        self._site.metrics.rate_limited.labels("socket_messages").inc()
        self._line.send(encode(too_many(TooMany("socket_messages", wait))))

    async def _hear(self, text: str) -> None:
        try:
            command = read_command(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._send(Refused(code="bad_message", detail=str(error)))
            return
        if isinstance(command, Ping):
            self._send(Pong(key=command.key, now=int(time() * 1000)))
        elif not isinstance(command, Advise | Review):
            await self._answer(command)
        elif len(self._slow) < _MOST_SLOW:
            # Thinking takes long, and nobody's next move should wait for it.
            task = asyncio.create_task(self._answer(command))
            self._slow.add(task)
            task.add_done_callback(self._slow.discard)
        else:
            self._send(Refused(code="busy", detail="ask for one thing after the other", key=command.key))

    async def _answer(self, command: AnyCommand) -> None:
        try:
            self._send(await self._site.act(self._table, self._caller, command, self._line))
        except Exception as error:
            note_failure("command_failed", error, table=self._table, guest=self._caller.guest.id)
            self._send(Refused(code="failed", detail="a fault of the server", key=command.key))

    def _send(self, message: Any) -> None:
        self._line.send(encode(message))
