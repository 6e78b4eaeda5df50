"""HTTP endpoints about guests: arriving, another device, one's own page, leaving."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..logs import note
from ..protocol.documents import Export, Profile, Tables
from ..protocol.refusals import Refusal
from ..store.interface import Guest
from .bodies import CodeMade, GivenCode, NewGuest, NewName, Welcome
from .guests import clean_name
from .http import Call, Endpoint
from .security import set_cookie
from .site import Site


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a list: none is the first, and each answer names the next as `more`."""

    more: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


async def arrive(site: Site, call: Call) -> Any:
    """Become a guest: a name is enough. Browsers get a cookie, programs ask for a `bearer` token."""
    site.allowances.take("new_guests", call.network)
    new: NewGuest = call.body
    guest, token = await site.guests.welcome(new.name)
    note("guest_new", guest=guest.id)
    return _welcome(call, guest, token, new.bearer)


async def use_code(site: Site, call: Call) -> Any:
    """Be on this device the guest whose code it is. A code is good once and for some minutes."""
    given: GivenCode = call.body
    found = await site.guests.redeem(given.code)
    if found is None:
        site.allowances.take("guesses", call.network)
        raise Refusal("not_found", "the code is wrong, used or too old")
    guest, token = found
    note("guest_moved", guest=guest.id)
    return _welcome(call, guest, token, given.bearer)


def _welcome(call: Call, guest: Guest, token: str, bearer: bool) -> Welcome:
    if bearer:
        return Welcome(id=guest.id, name=guest.name, token=token)
    call.headers["set-cookie"] = set_cookie(token, call.secure)
    return Welcome(id=guest.id, name=guest.name)


async def who_am_i(site: Site, call: Call) -> Profile:
    """One's own page: name, records and results."""
    return await site.house.archive.profile(call.caller.guest)


async def rename(site: Site, call: Call) -> Welcome:
    """Take another name."""
    guest = call.caller.guest
    name = clean_name(call.body.name)
    await site.house.rename(guest, name)
    return Welcome(id=guest.id, name=name)


async def delete_me(site: Site, call: Call) -> None:
    """Be forgotten: name, tokens, chat and results go, seats become nobody's, replays stay valid."""
    guest = call.caller.guest
    await site.house.forget(guest)
    site.lines.drop_guest(guest.id)
    note("guest_deleted", guest=guest.id)
    call.headers["set-cookie"] = set_cookie(None, call.secure)


async def leave_device(site: Site, call: Call) -> None:
    """Forget the token of this device; others of the same guest stay."""
    assert call.token is not None
    await site.guests.forget(call.token)
    call.headers["set-cookie"] = set_cookie(None, call.secure)


async def make_code(site: Site, call: Call) -> CodeMade:
    """A code to be typed on another device, which then is the same guest."""
    code = await site.guests.new_code(call.caller.guest)
    return CodeMade(code=code, good_for=site.settings.code_seconds * 1000)


async def export(site: Site, call: Call) -> Export:
    """Everything that the server keeps about oneself."""
    call.headers["content-disposition"] = 'attachment; filename="sixfold-export.json"'
    return await site.house.archive.export(call.caller.guest)


async def my_tables(site: Site, call: Call) -> Tables:
    """One's own tables, the last changed first."""
    return await site.house.archive.tables_of(call.caller.guest, call.query.more)


GUESTS = (
    Endpoint("POST", "/api/guests", arrive, Welcome, NewGuest, who="anyone", status=201),
    Endpoint("POST", "/api/codes", use_code, Welcome, GivenCode, who="anyone", status=201),
    Endpoint("GET", "/api/me", who_am_i, Profile),
    Endpoint("PATCH", "/api/me", rename, Welcome, NewName),
    Endpoint("DELETE", "/api/me", delete_me),
    Endpoint("GET", "/api/me/export", export, Export),
    Endpoint("GET", "/api/me/tables", my_tables, Tables, query=Page),
    Endpoint("POST", "/api/me/codes", make_code, CodeMade, status=201),
    Endpoint("DELETE", "/api/me/token", leave_device),
)
