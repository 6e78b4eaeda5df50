"""HTTP endpoints about the server itself, for operators and programmers."""

from functools import cache
from time import monotonic, time
from typing import Literal

import msgspec
from starlette.responses import Response

from ... import __version__
from ..protocol.messages import PROTOCOL
from ..protocol.refusals import Refusal
from ..store.interface import StoreUnavailable
from .bodies import Health
from .http import Call, Endpoint
from .site import Site


async def health(site: Site, call: Call) -> Response:
    """Whether the server is well: 200, or 503 if nothing can be written just now or it is stopping."""
    status = await _status(site)
    body = Health(status=status, version=__version__, protocol=PROTOCOL, bots=_bots(site))
    return Response(
        msgspec.json.encode(body),
        200 if status == "ok" else 503,
        {"cache-control": "no-store"},
        media_type="application/json",
    )


async def _status(site: Site) -> Literal["ok", "read_only", "stopping"]:
    if site.stopping:
        return "stopping"
    if monotonic() - site.tried_at > 1:  # anybody may ask, and each try is a write
        site.tried_at = monotonic()
        try:
            await site.store.alive(int(time() * 1000))
        except StoreUnavailable:
            site.writable = False
        else:
            site.writable = True
    return "ok" if site.writable else "read_only"


def _bots(site: Site) -> Literal["ready", "warming", "none"]:
    if site.pool is None:
        return "none"
    return "ready" if site.pool.state.ready else "warming"


async def metrics(site: Site, call: Call) -> Response:
    """What a Prometheus server collects; not to be open to the public."""
    if not site.settings.metrics:
        raise Refusal("not_found", "metrics are off")
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4")


async def openapi(_: Site, call: Call) -> bytes:
    """This API as an OpenAPI document."""
    call.headers["cache-control"] = "public, max-age=3600"
    return _document()


@cache
def _document() -> bytes:
    from .openapi import document  # it describes all endpoints, this one included

    return msgspec.json.encode(document())


SERVER = (
    Endpoint("GET", "/health", health, Health, who="anyone"),
    Endpoint("GET", "/metrics", metrics, str, who="anyone"),
    Endpoint("GET", "/api/openapi.json", openapi, dict, who="anyone"),
)
