"""The ASGI application: every endpoint, the sockets, the pages, and the door before them."""

from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, compile_path
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..protocol.messages import Refused
from .door import Door
from .guest_calls import GUESTS
from .http import Endpoint, answer_call, refusal_response
from .lesson_calls import LESSONS
from .pages import page_routes
from .server_calls import SERVER
from .site import Site
from .sockets import serve_socket
from .table_calls import TABLES

ENDPOINTS: Final[tuple[Endpoint, ...]] = (*GUESTS, *TABLES, *LESSONS, *SERVER)
SOCKET: Final = "/api/tables/{table}/socket"


def make_app(site: Site) -> ASGIApp:
    """The application of one running server."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    routes: list[BaseRoute] = [_route(site, path, by_method) for path, by_method in paths.items()]
    routes += page_routes()
    app = Starlette(routes=routes, exception_handlers={404: _refuse, 405: _refuse})
    app.router.redirect_slashes = False  # an address has one spelling
    return Door(_SocketsFirst(app, site), site)


class _SocketsFirst:
    """Sockets pass Starlette by: what it wraps around each of them for as long as it is open takes 10 kB."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._path = compile_path(SOCKET)[0]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._path.match(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
        else:
            scope["path_params"] = found.groupdict()
            await serve_socket(self._site, WebSocket(scope, receive, send), receive)


def _route(site: Site, path: str, by_method: dict[str, Endpoint]) -> Route:
    async def answer(request: Request) -> Response:
        request.scope["sixfold.route"] = path
        endpoint = by_method["GET" if request.method == "HEAD" else request.method]
        if endpoint.stream and request.method == "HEAD":
            raise HTTPException(405)  # its headers would never be followed by an end
        return await answer_call(site, endpoint, request)

    return Route(path, answer, methods=list(by_method))


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = refusal_response(Refused(code="not_found", detail=f"there is no such address: {error.detail}"))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response
