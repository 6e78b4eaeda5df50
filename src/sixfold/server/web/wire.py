"""uvicorn's connections with what ASGI has no words for: writing to a socket at once, and hanging up at once.

A message for a table goes to all of its sockets. Through ASGI each would need a task of its own that waits
and wakes; writing to the transport costs half of that (docs/operating.md has figures). The transport's own
buffer is the queue, and its size says how slow a reader is. On the HTTP side two things are bounded that
uvicorn leaves open: how long the head of a request may be, and how long it may take.
"""

from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request

_WIRE = "sixfold.wire"
_LONGEST_HEAD = 32 * 1024
_TURNS: Final = 3
"""Of the event loop until all is sent: so many lie between a new view and the answer to who moved."""


class Outbox:
    """What is to be sent to all sockets, until the server has nothing more urgent to do.

    To wake a reader takes longer than to write to it. Written in one go, many small messages take a third of
    the time that they take one by one between other work; and what goes to the same socket is one write.
    """

    def __init__(self) -> None:
        self._frames: dict[SocketWire, list[bytes]] = {}

    def put(self, wire: "SocketWire", frame: bytes) -> None:
        """Send this soon."""
        if not self._frames:
            self._wait(wire.loop, _TURNS)
        self._frames.setdefault(wire, []).append(frame)

    def take(self, wire: "SocketWire") -> bytes:
        """What is to be sent to a socket, which is then no longer to be sent."""
        return b"".join(self._frames.pop(wire, ()))

    def _wait(self, loop: AbstractEventLoop, turns: int) -> None:
        if turns:
            loop.call_soon(self._wait, loop, turns - 1)
            return
        for wire in list(self._frames):
            wire.flush()


class SocketWire(WebSocketsSansIOProtocol):
    """One socket."""

    _served = False

    def __init__(self, outbox: Outbox, *given: Any, **named: Any) -> None:
        """A socket whose messages go through an outbox; the rest is as uvicorn has it."""
        super().__init__(*given, **named)
        self._outbox = outbox

    def handle_connect(self, event: "Request") -> None:
        """Hand the socket itself to the application, too."""
        super().handle_connect(event)
        if not self.handshake_complete:  # it would be if the request was no good
            _put(self.scope, self)

    async def run_asgi(self) -> None:
        """Serve the socket until its end."""
        await super().run_asgi()
        self._served = True
        self._fall_apart()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._outbox.take(self)
        super().connection_lost(exc)
        self._fall_apart()

    def _fall_apart(self) -> None:
        """When all is over, let go of what refers back to this: garbage in cycles is costly (`garbage`)."""
        if self._served and self.disconnected:
            del self.conn, self.scope

    def write(self, message: bytes) -> int:
        """Send a text message, or nothing if the socket is closing; returns how many bytes are waiting."""
        if self.close_sent or self.transport.is_closing():
            return 0
        self._outbox.put(self, _text_frame(message))
        return self.transport.get_write_buffer_size()

    def flush(self) -> None:
        """Send what is in the outbox now."""
        frames = self._outbox.take(self)
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)

    async def send(self, message: "ASGISendEvent") -> None:
        """What the application sends by itself, to close for instance, comes after what it wrote before."""
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server stops."""
        self.flush()
        super().shutdown()

    def hang_up(self) -> None:
        """Be rid of the connection and of what waits in it, whether the other side reads or not."""
        if not self.disconnected:
            self.flush()
            self.transport.abort()


class HttpWire(HttpToolsProtocol):
    """One connection for requests."""

    head_seconds = 10.0
    """How long the head of a request may take."""
    _head_bytes = 0
    _head_timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """A client is there, and should say soon what it wants."""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._stop_waiting()
        super().connection_lost(exc)
        # They refer back to this, which would be garbage in cycles.
        self.scope = self.cycle = None  # type: ignore[assignment] # as uvicorn has them in the beginning

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is a head that never ends."""
        if self._head_timer is not None:
            self._head_bytes += len(data)
            if self._head_bytes > _LONGEST_HEAD:
                self._stop_waiting()
                self.send_400_response("The head of the request is too long.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        """The head of a request is there."""
        self._stop_waiting()
        _put(self.scope, self)
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a `SocketWire`."""
        super().handle_websocket_upgrade()
        del self.parser, self.scope  # they refer back to this, which would be garbage in a cycle

    def hang_up(self) -> None:
        """Be rid of the connection and of what waits in it, whether the other side reads or not."""
        self.transport.abort()

    def _await_head(self) -> None:
        if self._head_timer is None:
            self._head_bytes = 0
            self._head_timer = self.loop.call_later(self.head_seconds, self.hang_up)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def _text_frame(message: bytes) -> bytes:
    """A text message as one frame, not masked (RFC 6455); a library takes seven times as long for it."""
    size = len(message)
    if size < 126:
        return bytes((0x81, size)) + message
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2) + message
    return b"\x81\x7f" + size.to_bytes(8) + message


def socket_wire(scope: Any) -> SocketWire:
    """The socket of a connection."""
    wire: SocketWire = scope[_WIRE]
    return wire


def hang_up_of(scope: Any) -> Callable[[], None]:
    """What ends the connection of a request."""
    wire: HttpWire = scope[_WIRE]
    return wire.hang_up


def _put(scope: Any, wire: SocketWire | HttpWire) -> None:
    scope[_WIRE] = wire
