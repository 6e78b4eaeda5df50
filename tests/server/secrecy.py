"""Whether anything that was sent to somebody tells more than they may know.

The truth comes from the log. For every message the hidden tiles are dealt anew, as the one who looks could
equally well imagine them, and the seed is replaced by another; the server's own code must then make the very
same bytes. So nothing in a message depends on what is hidden, in whatever form. What is not about tiles
is searched for seeds, tokens and link secrets as such.
"""

import random
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final

import msgspec

from sixfold.core.codes import Phase
from sixfold.core.dealer import Dealer
from sixfold.core.match import Match
from sixfold.core.state import State
from sixfold.server.house.room import Room
from sixfold.server.protocol.documents import Replay, Step
from sixfold.server.protocol.messages import (
    Ack,
    Advice,
    AnyMessage,
    Hello,
    InStep,
    Past,
    Pong,
    Presence,
    Refused,
    Said,
    Scored,
    View,
    encode,
)
from sixfold.server.protocol.sights import MoveSight
from sixfold.server.store.interface import Entry
from sixfold.server.tables.entries import Moved, Started, read_body
from sixfold.server.tables.explaining import moves_since, past_move_sight, score_sight
from sixfold.server.tables.looking import game_sight, own_sight
from sixfold.server.tables.playing import shown_tiles
from sixfold.server.tables.table import Table

_read: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(AnyMessage)


class LeakError(AssertionError):
    """Somebody was told what they may not know."""


class SealedDealer(Dealer):
    """A dealer with another seed that shows the commitment of the real one."""

    def __init__(self, commitment: str) -> None:
        super().__init__(b"not the seed that was dealt from")
        self._commitment = commitment

    @property
    def commitment(self) -> str:
        """What everyone sees."""
        return self._commitment


class Truth:
    """Everything about a table, to compare with what was said there."""

    def __init__(self, log: Sequence[Entry], names: Mapping[str, str], secrets: Iterable[str]) -> None:
        """`secrets` are tokens and link secrets: nobody at the table is ever sent one."""
        self.checked = 0
        self._log: Final = log
        self._names: Final = names
        self._secrets: Final = [secret.encode() for secret in secrets]
        self._rng: Final = random.Random(log[0].table)
        self._seeds: Final = [
            body.seed for entry in log if isinstance(body := read_body(entry.body), Started)
        ]

    def check(self, heard: Mapping[str, Sequence[bytes]]) -> None:
        """Check all that each guest was sent, in order; a `LeakError` shows the first that tells too much."""
        due: dict[int, list[tuple[str, bytes, Any]]] = {}
        for guest, messages in heard.items():
            v = 0
            for raw in messages:
                message = self._understood(raw)
                # What bears no version is about the table as this guest last saw it.
                v = getattr(message, "v", None) or v
                if isinstance(message, View) or v < len(self._log):
                    due.setdefault(min(v, len(self._log) - 1), []).append((guest, raw, message))
        table = None
        for entry in self._log:
            if table is None:
                table = Table.of([entry])
            else:
                table.apply(entry, read_body(entry.body))
            for guest, raw, message in due.get(entry.version, ()):
                self._check(table, guest, raw, message)
                self.checked += 1

    def check_page(self, raw: bytes) -> None:
        """Check a list or a page about oneself, which has no place for any secret, not even after the end."""
        for secret in [*self._secrets, *(form for seed in self._seeds for form in _forms(seed))]:
            self._expect(secret not in raw, "a secret on a page", raw)
        self.checked += 1

    def check_replay(self, guest: str | None, raw: bytes) -> None:
        """Check the steps of a game that somebody, perhaps a stranger, asked for while it was played."""
        replay = msgspec.json.decode(raw, type=Replay)
        self._expect(encode(replay) == raw, "there is more in it than belongs there", raw)
        table = self._when(replay.number, replay.made)
        self._check_secrets(table, raw)
        played = table.game(replay.number)
        if table.is_over(replay.number):
            return
        moves = [event for event in played.events if event.score is not None]
        match = Match(played.rules, played.dealer)
        last: tuple[MoveSight, ...] = ()
        for number, move in enumerate([*moves, None]):
            at = number - replay.first
            if 0 <= at < len(replay.steps):
                eye = replay.steps[at].yours.shown
                own = table.seats_of(guest) if guest else ()
                self._expect(eye is None or eye in own, "looks with another's eyes", raw)
                imagined = _imagined_match(match, eye, self._rng)
                public = imagined.view(None)
                expected = Step(
                    game=game_sight(table, replay.number, imagined, public, last),
                    yours=own_sight(imagined, public, own, eye),
                )
                self._expect(replay.steps[at] == expected, "depends on what is hidden", raw)
            if move is not None:
                before, match = match, match.after(move.action)
                last = (past_move_sight(played.rules, number, move, shown_tiles(before, match)),)
        self.checked += 1

    def _when(self, game: int, made: int) -> Table:
        """The table when a game had so many moves."""
        at = (-1, 0)
        for number, entry in enumerate(self._log):
            match read_body(entry.body):
                case Started():
                    at = at[0] + 1, 0
                case Moved():
                    at = at[0], at[1] + 1
            if at == (game, made):
                return Table.of(list(self._log[: number + 1]))
        raise LeakError(f"game {game} never had {made} moves")

    def _understood(self, raw: bytes) -> Any:
        """A message; every byte of it has a meaning that is known here."""
        try:
            message = _read.decode(raw)
        except msgspec.DecodeError as error:
            raise LeakError(f"not a message: {error}: {raw!r}") from None
        if encode(message) != raw:
            raise LeakError(f"there is more in it than belongs there: {raw!r}")
        return message

    def _check(self, table: Table, guest: str, raw: bytes, message: Any) -> None:
        self._check_secrets(table, raw)
        match message:
            case View():
                eye = message.yours.shown
                self._expect(eye is None or eye in table.seats_of(guest), "looks with another's eyes", raw)
                names = {seat.who: seat.name for seat in message.table.seats if seat.who}
                for who, name in names.items():
                    self._expect(name in (None, self._names[who]), "a name that nobody gave", raw)
                imagined = _with_others_tiles(table, eye, self._rng)
                expected = Room(imagined, dict(names), 0).view(guest)
                self._expect(raw == expected, f"depends on what is hidden, expected {expected!r}", raw)
            case Past():
                self._expect(message.moves == moves_since(table, 0), "moves that were not made", raw)
            case Scored():
                self._expect(table.actor in table.seats_of(guest), "a preview for another seat", raw)
                imagined = _with_others_tiles(table, table.actor, self._rng)
                assert imagined.match is not None
                score = score_sight(imagined.rules, imagined.match.explain(message.move))
                self._expect(message.score == score, "depends on what is hidden", raw)
            case Advice():
                hint = msgspec.json.decode(message.hint)
                self._expect(hint["seat"] - 1 in table.seats_of(guest), "a hint for another seat", raw)
            case Presence():
                for somebody in message.here:
                    self._expect(somebody.name in (None, self._names[somebody.id]), "an odd name", raw)
            case Hello():
                self._expect(message.you == guest, "somebody else's greeting", raw)
            case Ack() | InStep() | Pong() | Refused() | Said():
                pass
            case _:
                raise LeakError(f"nobody asked for this: {raw!r}")

    def _check_secrets(self, table: Table, raw: bytes) -> None:
        for secret in self._secrets:
            self._expect(secret not in raw, "a token or the secret of a link", raw)
        for game, seed in enumerate(self._seeds):
            if not table.is_over(game):
                for form in _forms(seed):
                    self._expect(form not in raw, "the seed", raw)

    def _expect(self, condition: bool, leak: str, raw: bytes) -> None:
        if not condition:
            raise LeakError(f"{leak}: {raw!r}")


def _forms(seed: str) -> list[bytes]:
    """How a seed might be written."""
    number = bytes.fromhex(seed)
    return [
        seed.encode(),
        seed.upper().encode(),
        b64encode(number).rstrip(b"="),
        urlsafe_b64encode(number).rstrip(b"="),
        str(int(seed, 16)).encode(),
        number,
    ]


def _with_others_tiles(table: Table, eye: int | None, rng: random.Random) -> Table:
    """The table as one with these eyes could imagine it: with other hidden tiles and another seed."""
    if not table.game_on:
        return table  # nothing is hidden any more
    assert table.match is not None
    imagined = copy(table)
    match = _imagined_match(table.match, eye, rng)
    imagined.match = match
    return imagined


def _imagined_match(match: Match, eye: int | None, rng: random.Random) -> Match:
    assert match.events  # all explained, which takes the real deal
    imagined = copy(match)
    assert isinstance(match.dealer, Dealer)
    dealer = SealedDealer(match.dealer.commitment)
    vars(imagined).update(dealer=dealer, _state=_imagined_state(match, eye, rng))
    return imagined


def _imagined_state(match: Match, eye: int | None, rng: random.Random) -> State:
    """The position with what these eyes do not see dealt anew."""
    if match.phase is Phase.EXCHANGE:  # everyone knows what the mover's rack lacks
        return match.view(eye).sample(rng)
    truth = match.state.everything()
    hidden = [kind for kind, count in enumerate(truth.pool) for _ in range(count)]
    racks = [list(rack) for rack in truth.racks]
    for seat, rack in enumerate(racks):
        hidden += [kind for kind in rack if seat != eye and kind is not None]
    rng.shuffle(hidden)
    for seat, rack in enumerate(racks):
        if seat != eye:
            racks[seat] = [hidden.pop() for _ in rack]
    pool = tuple(hidden.count(kind) for kind in range(len(truth.pool)))
    return match.state.redealt(replace(truth, racks=tuple(map(tuple, racks)), pool=pool))
