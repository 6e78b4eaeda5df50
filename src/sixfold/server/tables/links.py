"""Links to a table: secrets of which only the hash is kept, to join, to take one seat, or to watch."""

import secrets
from typing import cast

from ..protocol.documents import NewLink, Opened
from ..protocol.refusals import Refusal
from ..store.interface import Link
from ..web.guests import hashed
from .entries import Admitted, Purpose
from .table import Table


def new_secret() -> str:
    """A secret of 144 bits."""
    return secrets.token_urlsafe(18)


def link_to(table: Table, guest: str, new: NewLink, secret: str, at: int) -> Link:
    """The link that a guest wants to make: the host all kinds, who sits there those to watch."""
    if guest != table.host and not (new.purpose == "watch" and table.seats_of(guest)):
        raise Refusal("forbidden", "only the host invites")
    if (new.seat is None) == (new.purpose == "sit") or (new.seat or 0) >= len(table.seats):
        raise Refusal("bad_message", "a link to sit, and no other, names a seat of the table")
    return Link(hashed(secret), table.id, new.purpose, new.seat, at)


def opened_by(link: Link) -> Opened:
    """What a link opens."""
    return Opened(table=link.table, purpose=cast(Purpose, link.purpose), seat=link.seat)


def admission_by(link: Link, table: Table, guest: str) -> Admitted | None:
    """What is logged when a guest follows a link; nothing if it gives them nothing new."""
    may = table.passes.get(guest)
    if may is not None:
        has_seat = link.seat is None or link.seat in may.seats
        if has_seat and (may.join or link.purpose != "join"):
            return None
    return Admitted(cast(Purpose, link.purpose), link.seat)
