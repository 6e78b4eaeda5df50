"""Everything that an operator can set: defaults here, over them a TOML file, then the command line."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..core.errors import SixfoldError


class SettingsError(SixfoldError):
    """A setting that cannot be."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and so many again every so many seconds."""

    count: int
    seconds: float

    def __post_init__(self) -> None:
        if self.count < 1 or self.seconds <= 0:
            raise ValueError("a rate needs a count of at least 1 and seconds above 0")


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much one person, one address or everybody together may ask for."""

    message_bytes: int = 4096
    """The longest message of a socket and the longest body of a request."""
    socket_messages: Rate = Rate(10, 1)
    """Messages of one socket; what is more is refused, and a socket that does not stop is closed."""
    socket_backlog_bytes: int = 256 * 1024
    """How much may wait for a slow reader before its connection is dropped."""
    sockets: int = 20_000
    """Connections that stay open (sockets and event streams), all together."""
    sockets_per_guest: int = 20
    sockets_per_address: int = 200
    requests: Rate = Rate(200, 10)
    """Requests and new connections of one address; a household or a school may share one."""
    new_guests: Rate = Rate(30, 600)
    """New guests from one address."""
    new_tables: Rate = Rate(30, 600)
    """Tables that one guest makes, rematches and branches included."""
    new_tables_per_address: Rate = Rate(120, 600)
    chat: Rate = Rate(8, 20)
    """Lines of chat of one guest."""
    guesses: Rate = Rate(10, 300)
    """Codes and link secrets that were wrong, from one address."""
    thinking: Rate = Rate(20, 60)
    """Hints and reviews that one guest asks for."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a server runs."""

    host: str = "127.0.0.1"
    port: int = 8666
    """0 takes a free one."""
    data: Path = Path("sixfold-data")
    """The folder of the database; made if it is not there."""
    public_url: str = ""
    """Where people reach the server, like `https://play.example.org`; needed behind a proxy that changes the
    host. Requests of pages from elsewhere are refused. Empty: whatever host a request names."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    bots: int = 1
    """Processes that think for bots, hints and reviews."""
    metrics: bool = True
    """Whether `/metrics` answers; a proxy should keep it from the public."""
    log_level: str = "info"
    code_seconds: int = 600
    """How long a code that moves a guest to another device is good."""
    request_seconds: float = 10
    """How long a request may take to come in: its head, and then its body."""
    reap_seconds: float = 30
    """When the server ends a socket from which nothing comes, not even a ping."""
    stop_seconds: float = 4
    """How long a stop waits for what is under way."""
    restart_seconds: int = 5
    """When clients are told to come back after a stop."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port {self.port} is not between 0 and 65535")
        if self.bots < 0:
            raise ValueError("bots: a number of processes cannot be below 0")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise ValueError(f"log_level {self.log_level!r} is not debug, info, warning or error")
        url = urlsplit(self.public_url)
        if self.public_url and (url.scheme not in ("http", "https") or not url.netloc or url.path.strip("/")):
            raise ValueError(f"public_url {self.public_url!r} is not like https://play.example.org")

    @property
    def public_origin(self) -> str | None:
        """The origin that pages of this server have, if it is set."""
        return self.public_url.rstrip("/").lower() or None

    @classmethod
    def read(cls, file: Path | None, changes: Mapping[str, Any]) -> "Settings":
        """The settings of a TOML file (of none: the defaults) with some changed."""
        values: dict[str, Any] = {}
        if file is not None:
            try:
                values = tomllib.loads(file.read_text(encoding="utf-8"))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise SettingsError(f"{file}: {error}") from None
        try:
            return msgspec.convert({**values, **changes}, cls, dec_hook=_path)
        except msgspec.ValidationError as error:
            raise SettingsError(f"{file}: {error}" if file is not None else str(error)) from None


def _path(form: type, value: Any) -> Any:
    if form is Path and isinstance(value, str):
        return Path(value)
    raise ValueError("expected a path")
