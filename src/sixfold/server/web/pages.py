"""The browser client's files, read once and kept: an address is a file of the build or nothing."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

CLIENT: Final = Path(__file__).parents[1] / "client"
"""Where the client is, in builds that have one."""

_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_WORTH_PACKING = 1000
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""What systems disagree about."""

_NO_CLIENT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sixfold</title>
<h1>Sixfold</h1>
<p>The server is running. The browser client is not part of this build.</p>
<p>Programs can play: <a href="/api/openapi.json">the HTTP API</a> as an OpenAPI document,
<a href="/api/games">the games</a>, <a href="/api/tables">tables with open seats</a>.
At the terminal, <code>sixfold play</code> starts a game.</p>
</html>
"""


def page_routes(folder: Path = CLIENT) -> list[Route]:
    """A route for each file of a built client; without one, for a page that says so."""
    if not (folder / "index.html").is_file():
        return [_route("/", _NO_CLIENT, "text/html", _ASK_AGAIN)]
    routes = []
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            kind = _TYPES.get(file.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
            # The names of built files change with what is in them.
            cached = _FOR_GOOD if name.startswith("assets/") else _ASK_AGAIN
            routes.append(
                _route("/" if name == "index.html" else f"/{name}", file.read_bytes(), kind, cached)
            )
    return routes


def _route(address: str, body: bytes, kind: str, cached: str) -> Route:
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= _WORTH_PACKING else None
    headers = {
        "cache-control": cached,
        "etag": f'"{hashlib.sha256(body).hexdigest()[:16]}"',
        "vary": "accept-encoding",
    }

    async def answer(request: Request) -> Response:
        request.scope["sixfold.route"] = "/"
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type=kind)
        return Response(body, headers=headers, media_type=kind)

    return Route(address, answer)
