"""HTTP requests as calls: who asks, a checked body, checked parameters; and answers as JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...core.errors import SixfoldError
from ..logs import note_failure
from ..protocol.messages import Code, Refused, encode
from ..protocol.refusals import Refusal
from ..settings import Settings
from ..store.interface import Guest, StoreUnavailable
from .security import token_of
from .site import Caller, Site, TooMany, too_many

STATUS: Final[Mapping[Code, int]] = {
    "bad_message": 400,
    "bad_settings": 400,
    "unauthorised": 401,
    "forbidden": 403,
    "not_found": 404,
    "too_large": 413,
    "too_many": 429,
    "failed": 500,
    "busy": 503,
    "unavailable": 503,
}
"""What a refusal is in HTTP; any other one is a 409, the state of the table does not allow it."""


@dataclass(slots=True)
class Call:
    """One request of the API."""

    path: Mapping[str, str]
    network: str
    secure: bool
    token: str | None
    guest: Guest | None = None
    body: Any = None
    query: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    """To be sent with the answer."""

    @property
    def table(self) -> str:
        """The table that the path names."""
        return self.path["table"]

    @property
    def caller(self) -> Caller:
        """Who asks; for endpoints that need a guest."""
        assert self.guest is not None
        return Caller(self.guest, self.network)


Handler = Callable[[Site, Call], Awaitable[Any]]
"""Answers with a structure, with JSON as bytes, with plain text, or with nothing."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked for: also all that the OpenAPI document says about it."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    handler: Handler
    answer: Any = None
    """The type of the answer; `str` is plain text, `None` an empty answer."""
    body: Any = None
    query: type[msgspec.Struct] | None = None
    who: Literal["guest", "anyone"] = "guest"
    status: int = 200
    stream: bool = False
    """Whether the answer goes on and on."""


async def answer_call(site: Site, endpoint: Endpoint, request: Request) -> Response:
    """Answer one request; whatever goes wrong is a refusal, and a fault of ours is logged."""
    try:
        call = await _read_call(site, endpoint, request)
        return _response(await endpoint.handler(site, call), endpoint.status, call.headers)
    except TooMany as error:
        return refusal_response(too_many(error))
    except Refusal as refusal:
        answer = refusal.message()
    except StoreUnavailable as error:
        answer = Refused(code="unavailable", detail=str(error))
    except SixfoldError as error:
        answer = Refused(code="bad_message", detail=str(error))
    except Exception as error:
        note_failure("request_failed", error, method=endpoint.method, route=endpoint.path)
        answer = Refused(code="failed", detail="a fault of the server; it has been noted")
    site.metrics.refused.labels(answer.code).inc()
    return refusal_response(answer)


def refusal_response(refused: Refused) -> Response:
    """A refusal as an answer."""
    headers = {"cache-control": "no-store"}
    if refused.again is not None:
        headers["retry-after"] = str(-(-refused.again // 1000))
    if refused.code == "unauthorised":
        headers["www-authenticate"] = "Bearer"
    status = STATUS.get(refused.code, 409)
    return Response(encode(refused), status, headers, media_type="application/json")


async def _read_call(site: Site, endpoint: Endpoint, request: Request) -> Call:
    secure = is_secure(request.scope, site.settings)
    token, _ = token_of(request.headers, secure)
    call = Call(request.path_params, request.scope["sixfold.network"], secure, token)
    call.guest = await site.guests.by_token(token) if token is not None else None
    if call.guest is None and endpoint.who == "guest":
        raise Refusal("unauthorised", "a token is needed: POST /api/guests")
    if endpoint.query is not None:
        call.query = read_query(request, endpoint.query)
    if endpoint.body is not None:
        call.body = await _read_body(request, endpoint.body, site.settings)
    return call


def read_query(request: Any, form: type[msgspec.Struct]) -> Any:
    """The parameters after the question mark, checked."""
    try:
        return msgspec.convert(dict(request.query_params), form, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_message", f"in the query: {error}") from None


async def _read_body(request: Request, form: Any, settings: Settings) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("bad_message", "the body must be application/json")
    body, most = bytearray(), settings.limits.message_bytes
    try:
        async with asyncio.timeout(settings.request_seconds):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refusal("too_large", f"a body has at most {most} bytes")
    except TimeoutError:
        raise Refusal("bad_message", "the body did not come in time") from None
    except ClientDisconnect:
        raise Refusal("bad_message", "the body never came") from None
    return read_json(bytes(body), form)


def read_json(text: bytes, form: Any) -> Any:
    """A text as JSON of this type."""
    try:
        return msgspec.json.decode(text, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_message", str(error)) from None


def _response(answer: Any, status: int, headers: dict[str, str]) -> Response:
    headers.setdefault("cache-control", "no-store")
    match answer:
        case Response():
            return answer
        case None:
            return Response(status_code=204, headers=headers)
        case str():
            return Response(answer, status, headers, media_type="text/plain")
        case Refused():
            return refusal_response(answer)
        case bytes():
            return Response(answer, status, headers, media_type="application/json")
        case _:
            return Response(encode(answer), status, headers, media_type="application/json")


def is_secure(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether people reach the server by TLS, which a proxy before it may have ended."""
    return scope["scheme"] in ("https", "wss") or settings.public_url.startswith("https")
