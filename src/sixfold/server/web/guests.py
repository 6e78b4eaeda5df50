"""Guests: a name and a token, no account. Tokens and codes leave this module once and are kept as hashes."""

import secrets
import unicodedata
from hashlib import sha256
from time import time

from ...core.errors import SixfoldError, quoted
from ..store.interface import Guest, Store

TOKEN_LENGTH = 43
"""256 bits in base 64."""
_CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No sign that another could be mistaken for."""
_CODE_LENGTH = 9
"""44 bits: with the limit on wrong guesses and ten minutes to live, not to be guessed."""
_LONGEST_NAME = 24


class BadNameError(SixfoldError):
    """A name that cannot be shown."""


def clean_name(text: str) -> str:
    """The name as it will be shown: one line, no control signs, spaces tidied; raises if nothing is left."""
    text = unicodedata.normalize("NFC", text)
    name = " ".join("".join(sign for sign in text if sign.isspace() or sign.isprintable()).split())
    if not name:
        raise BadNameError(f"{quoted(text)} has nothing that can be shown")
    if len(name) > _LONGEST_NAME:
        raise BadNameError(f"a name has at most {_LONGEST_NAME} signs, this one {len(name)}")
    return name


def hashed(secret: str) -> bytes:
    """What is kept of a secret, to know it again. Secrets are long and random, so one round will do."""
    return sha256(secret.encode()).digest()


class Guests:
    """Who is who."""

    def __init__(self, store: Store, code_seconds: int) -> None:
        self._store = store
        self._code_seconds = code_seconds

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token that they are known by."""
        guest = Guest(secrets.token_hex(8), clean_name(name), _now())
        token = secrets.token_urlsafe(32)
        await self._store.add_guest(guest, hashed(token))
        return guest, token

    async def by_token(self, token: str) -> Guest | None:
        """Whose token this is."""
        if len(token) != TOKEN_LENGTH:
            return None
        return await self._store.guest_by_token(hashed(token))

    async def new_code(self, guest: Guest) -> str:
        """A code that stands for the guest once, on another device, for a while."""
        code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(_CODE_LENGTH))
        await self._store.add_code(hashed(code), guest.id, _now() + self._code_seconds * 1000)
        return code

    async def redeem(self, code: str) -> tuple[Guest, str] | None:
        """The guest whose code this is, and a token for this device; the code is used up then."""
        typed = "".join(sign for sign in code.upper() if sign.isalnum())
        if len(typed) != _CODE_LENGTH:
            return None
        guest_id = await self._store.take_code(hashed(typed), _now())
        guest = (await self._store.guests([guest_id])).get(guest_id) if guest_id else None
        if guest is None or guest.deleted:
            return None
        token = secrets.token_urlsafe(32)
        await self._store.add_token(guest.id, hashed(token))
        return guest, token

    async def forget(self, token: str) -> None:
        """Make a token worthless: this device is no longer the guest."""
        await self._store.drop_token(hashed(token))


def _now() -> int:
    return int(time() * 1000)
