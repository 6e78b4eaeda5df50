"""What the server keeps, behind one small interface; `sqlite.py` is the store of one machine.

Times are whole milliseconds since 1970. Secrets (tokens, links, codes) come here hashed, never as they are.
What a store says it has written is on the disk. Every method but `close` may raise `StoreUnavailable`, and a
`StoreError` where a guest or table does not exist; nothing has changed then.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple, Protocol

from ...core.errors import SixfoldError


class StoreError(SixfoldError):
    """The store cannot do what was asked; nothing has changed."""


class StoreUnavailable(StoreError):  # noqa: N818  (it says what is the case)
    """Disk full, read-only or failing: try again later. Reading may still work."""


class Conflict(StoreError):  # noqa: N818  (it says what is the case)
    """The next version of that table is another: somebody else was faster. Reload, and judge again."""


class KnownKey(StoreError):  # noqa: N818  (it says what is the case)
    """This guest has already done what goes by this key; `entry` is what came of it."""

    def __init__(self, entry: "Entry") -> None:
        super().__init__(f"table {entry.table} has had the key {entry.key!r} in version {entry.version}")
        self.entry = entry


class Entry(NamedTuple):
    """One entry of a table's log; never changed and never deleted. Its body names people by guest id only."""

    table: str
    version: int
    """0, 1, 2, ... without a gap."""
    guest: str
    """Who did it; empty for the house itself (bots, clocks)."""
    key: str | None
    """The guest's own name for this action, used at most once for each guest and table."""
    at: int
    body: bytes


class Status(StrEnum):
    """How far a table is."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"


class TableRow(NamedTuple):
    """What lists show of a table without reading its log, as of its last entry."""

    id: str
    status: Status
    public: bool
    rules: str
    created: int
    changed: int
    wake: int | None
    """When the house has to look at the table by itself (a clock, a bot's turn), if ever."""
    summary: bytes
    """Whatever else lists show; the store does not look inside."""
    spectators: bool
    """Whether those who do not play may look before it is over."""


class Member(NamedTuple):
    """A guest whose own list shows the table, because they have sat there."""

    table: str
    guest: str


class Result(NamedTuple):
    """How a guest did in one finished game; a series has several. A guest may hold several seats."""

    guest: str
    table: str
    game: int
    """0, 1, 2, ... in the series."""
    seat: int
    rules: str
    players: int
    place: int
    score: int
    at: int


class Best(NamedTuple):
    """A guest's record in one game."""

    rules: str
    games: int
    firsts: int
    score: int


class Guest(NamedTuple):
    """Somebody who plays here. One who was deleted keeps the id and has no name."""

    id: str
    name: str
    created: int
    deleted: bool = False


class Link(NamedTuple):
    """A secret that opens a table: to join, to take a given seat, or to watch."""

    hash: bytes
    table: str
    purpose: str
    seat: int | None
    created: int


class ChatLine(NamedTuple):
    """Something said at a table. Chat is not part of the log: it goes when its author is deleted."""

    id: int
    table: str
    guest: str
    channel: str
    at: int
    text: str


class Writing(NamedTuple):
    """What is written together or not at all: log entries, and what they change in the lists."""

    entries: tuple[Entry, ...] = ()
    tables: tuple[TableRow, ...] = ()
    """New, or in place of the row with that id."""
    joined: tuple[Member, ...] = ()
    left: tuple[Member, ...] = ()
    results: tuple[Result, ...] = ()
    links: tuple[Link, ...] = ()


Seen = tuple[int, str]
"""Where a page of tables goes on: `changed` and `id` of the last row already seen."""


class Store(Protocol):
    """What a store does. Lists have the newest first unless said otherwise."""

    # ---- tables and their logs

    async def append(self, writing: Writing) -> None:
        """Write all of it durably, or nothing: raises `KnownKey`, `Conflict` or `StoreUnavailable`.

        Each entry must be the next of its table's log. A key that is known is found before a conflict is.
        """
        ...

    async def log(self, table: str, since: int = 0) -> list[Entry]:
        """The table's entries from that version on, in order; none if there is no such table."""
        ...

    async def by_key(self, table: str, guest: str, key: str) -> Entry | None:
        """What this guest has done at the table by that key."""
        ...

    async def table(self, table: str) -> TableRow | None:
        """The table's row in the lists."""
        ...

    async def lobby(self, limit: int, before: Seen | None = None) -> list[TableRow]:
        """Public tables with open seats."""
        ...

    async def running(self, limit: int, before: Seen | None = None) -> list[TableRow]:
        """Public tables under way that one may watch."""
        ...

    async def finished(self, limit: int, before: Seen | None = None) -> list[TableRow]:
        """Public tables whose games are over, for replays."""
        ...

    async def tables_of(self, guest: str, limit: int, before: Seen | None = None) -> list[TableRow]:
        """The guest's own tables, of any status."""
        ...

    async def waking(self) -> list[TableRow]:
        """All tables that the house has to look at by itself, soonest first."""
        ...

    # ---- guests

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """A new guest, known by the hash of a token."""
        ...

    async def add_token(self, guest: str, token: bytes) -> None:
        """One more token of a guest, for another device."""
        ...

    async def drop_token(self, token: bytes) -> None:
        """Forget one token; the guest's others stay."""
        ...

    async def guest_by_token(self, token: bytes) -> Guest | None:
        """Whose token has this hash."""
        ...

    async def guests(self, ids: Collection[str]) -> dict[str, Guest]:
        """Guests by id, those who were deleted included; unknown ids are left out."""
        ...

    async def rename_guest(self, guest: str, name: str) -> None:
        """Give a guest another name."""
        ...

    async def delete_guest(self, guest: str) -> None:
        """Forget name, tokens, codes, chat, mutes, results and list of tables; the logs stay as they are."""
        ...

    async def results(self, guest: str, limit: int) -> list[Result]:
        """The guest's latest results."""
        ...

    async def bests(self, guest: str) -> list[Best]:
        """The guest's record in each game they have finished, by rules."""
        ...

    # ---- links and codes

    async def add_link(self, link: Link) -> None:
        """One more link to a table."""
        ...

    async def link(self, secret: bytes) -> Link | None:
        """The link whose secret has this hash."""
        ...

    async def add_code(self, code: bytes, guest: str, expires: int) -> None:
        """A code (hashed) that will stand for the guest once; one more by that hash replaces it."""
        ...

    async def take_code(self, code: bytes, now: int) -> str | None:
        """Whose code this is, if it is still good; nobody can take it again."""
        ...

    # ---- chat

    async def say(self, table: str, guest: str, channel: str, at: int, text: str) -> ChatLine:
        """Keep something said at a table."""
        ...

    async def chat(self, table: str, channels: Collection[str], limit: int) -> list[ChatLine]:
        """The last lines in these channels of a table, oldest first."""
        ...

    async def chat_of(self, guest: str) -> list[ChatLine]:
        """Everything a guest has said, oldest first, for their export."""
        ...

    async def set_mute(self, guest: str, other: str, on: bool) -> None:
        """Whether the guest wants to hear nothing of the other."""
        ...

    async def mutes(self, guest: str) -> frozenset[str]:
        """Whom the guest does not want to hear."""
        ...

    # ---- the rest

    async def keep_review(self, table: str, game: int, body: bytes) -> None:
        """Keep the review of a finished game; a later one replaces it."""
        ...

    async def review(self, table: str, game: int) -> bytes | None:
        """The kept review of a game."""
        ...

    async def alive(self, now: int) -> None:
        """Note that the server is up; also the way to find out whether writing works again."""
        ...

    async def last_alive(self) -> int | None:
        """When the server was up last, so that clocks are credited with the time it was not."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of the files."""
        ...
