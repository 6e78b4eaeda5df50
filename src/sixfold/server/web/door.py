"""All that comes in passes here: where is it from, how often; and what goes out gets its headers."""

import logging
from functools import lru_cache
from time import perf_counter

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..logs import note
from ..protocol.messages import Refused
from .http import is_secure, refusal_response
from .limits import network_of
from .security import HEADERS, TLS_HEADERS, may_come_from, token_of
from .site import Site, TooMany, too_many

_network_of = lru_cache(maxsize=4096)(network_of)


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_HEADERS = _encoded(dict(HEADERS))
_ALL_HEADERS = _encoded({**HEADERS, **TLS_HEADERS})


class Door:
    """The application with a door before it."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        scope["sixfold.network"] = _network_of(client[0] if client else "")
        outgoing = _Outgoing(send, _ALL_HEADERS if is_secure(scope, self._site.settings) else _HEADERS)
        begun = perf_counter()
        refused = self._judge(scope)
        if refused is None:
            await self._app(scope, receive, outgoing)
        else:
            self._site.metrics.refused.labels(refused.code).inc()
            await refusal_response(refused)(scope, receive, outgoing)
        self._write_down(scope, outgoing.status, perf_counter() - begun)

    def _judge(self, scope: Scope) -> Refused | None:
        site, headers = self._site, Headers(scope=scope)
        if scope["path"] in ("/health", "/metrics"):
            return None
        if site.stopping:
            again = site.settings.restart_seconds * 1000
            return Refused(code="unavailable", detail="the server is stopping", again=again)
        _, by_cookie = token_of(headers, is_secure(scope, site.settings))
        is_socket = scope["type"] == "websocket"
        if not may_come_from(
            scope.get("method", "GET"), headers, self._own_origin(scope, headers), by_cookie, is_socket
        ):
            return Refused(
                code="forbidden", detail="the request comes from a page that is not of this server"
            )
        try:
            site.allowances.take("requests", scope["sixfold.network"])
        except TooMany as error:
            return too_many(error)
        return None

    def _own_origin(self, scope: Scope, headers: Headers) -> str:
        scheme = "https" if is_secure(scope, self._site.settings) else "http"
        return self._site.settings.public_origin or f"{scheme}://{headers.get('host', '')}".lower()

    def _write_down(self, scope: Scope, status: int, seconds: float) -> None:
        """Log a request by the name of its route: what else was in its address is nobody's business."""
        if scope["type"] != "http":
            return
        self._site.metrics.requests.labels(str(status)).inc()
        route = scope.get("sixfold.route", "")
        level = logging.DEBUG if scope["path"] in ("/health", "/metrics") else logging.INFO
        millis = round(seconds * 1000, 1)
        note("request", level, method=scope["method"], route=route, status=status, ms=millis)


class _Outgoing:
    """Adds the headers that every answer has, and remembers the status."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._send = send
        self._headers = headers
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self._headers]
        await self._send(message)
