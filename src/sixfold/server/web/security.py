"""What keeps strangers out: response headers, where a request may come from, and the cookie."""

from collections.abc import Mapping
from typing import Final

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from anywhere else, nothing inline, nobody may frame us."""

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""On every answer."""

TLS_HEADERS: Final[Mapping[str, str]] = {"strict-transport-security": "max-age=31536000"}
"""On every answer by TLS."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_COOKIE = "sixfold"
_TLS_COOKIE = "__Host-sixfold"
"""Browsers take a cookie of such a name by TLS only, for the whole host, and from nobody else."""
_COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep one."""


def may_come_from(
    method: str, headers: Mapping[str, str], own_origin: str, by_cookie: bool, is_socket: bool
) -> bool:
    """Whether a request may be served, as far as where it comes from is concerned.

    Browsers name the page's origin when they open a socket or send anything but a plain question. If it is
    named it must be ours. A cookie is sent by browsers alone and at any page's bidding, so with a cookie it
    must be named. Programs have their token in a header, which no page elsewhere can send.
    """
    if method in _SAFE and not is_socket:
        return True
    origin = headers.get("origin")
    if origin is None:
        return not by_cookie
    return origin.lower() == own_origin


def token_of(headers: Mapping[str, str], secure: bool) -> tuple[str | None, bool]:
    """The token that a request bears, and whether as a cookie. With both, the header counts."""
    if (authorization := headers.get("authorization")) is not None:
        scheme, _, token = authorization.partition(" ")
        return (token.strip() if scheme.lower() == "bearer" else None), False
    for cookie in headers.get("cookie", "").split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == _cookie_name(secure):
            return value, True
    return None, False


def set_cookie(token: str | None, secure: bool) -> str:
    """The `Set-Cookie` header that gives a browser its token, or with `None` takes it away."""
    name = _cookie_name(secure)
    kept = f"{name}={token}; Max-Age={_COOKIE_SECONDS}" if token is not None else f"{name}=; Max-Age=0"
    return f"{kept}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def _cookie_name(secure: bool) -> str:
    return _TLS_COOKIE if secure else _COOKIE
