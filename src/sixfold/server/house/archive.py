"""Lists of tables, one's own page and data, records and replays."""

import asyncio
from typing import Final

from msgspec.structs import replace

from ...core.dealer import Dealer
from ...core.match import Match
from ...notation.record import GameRecord
from ..protocol.documents import Best, Dealing, Export, Listed, Profile, Replay, Result, Step, Tables
from ..protocol.messages import Line
from ..protocol.refusals import Refusal
from ..protocol.sights import MoveSight
from ..store.interface import Guest, Seen, Store, TableRow
from ..tables.dealing import dealing_of
from ..tables.explaining import past_move_sight
from ..tables.looking import Names, game_sight, own_sight, seat_sights
from ..tables.playing import shown_tiles
from ..tables.rows import read_summary
from ..tables.table import Table
from ..tables.talking import shown_channel

_PAGE: Final = 50
_RESULTS: Final = 200
_STEPS: Final = 200


class Archive:
    """What the store has about tables and people."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    async def names(self, ids: set[str]) -> dict[str, str | None]:
        """What guests are called."""
        found = await self._store.guests(ids) if ids else {}
        return {guest.id: None if guest.deleted else guest.name for guest in found.values()}

    async def lobby(self, more: str | None = None) -> Tables:
        """Public tables with open seats."""
        return await self._page(await self._store.lobby(_PAGE, _seen(more)))

    async def running(self, more: str | None = None) -> Tables:
        """Public tables under way that one may watch."""
        return await self._page(await self._store.running(_PAGE, _seen(more)))

    async def finished(self, more: str | None = None) -> Tables:
        """Public tables whose games are over."""
        return await self._page(await self._store.finished(_PAGE, _seen(more)))

    async def tables_of(self, guest: Guest, more: str | None = None) -> Tables:
        """A guest's own tables."""
        return await self._page(await self._store.tables_of(guest.id, _PAGE, _seen(more)), guest.id)

    async def profile(self, guest: Guest) -> Profile:
        """A guest's own page."""
        bests = await self._store.bests(guest.id)
        results = await self._store.results(guest.id, _RESULTS)
        return Profile(
            id=guest.id,
            name=guest.name,
            since=guest.created,
            bests=tuple(Best(**best._asdict()) for best in bests),
            results=tuple(
                Result(**{name: value for name, value in result._asdict().items() if name != "guest"})
                for result in results
            ),
        )

    async def export(self, guest: Guest) -> Export:
        """Everything that is kept about a guest."""
        tables: list[Listed] = []
        more = None
        while True:
            page = await self.tables_of(guest, more)
            tables += page.tables
            more = page.more
            if more is None:
                break
        said = await self._store.chat_of(guest.id)
        return Export(
            profile=await self.profile(guest),
            tables=tuple(tables),
            said=tuple(
                Line(
                    id=line.id,
                    who=guest.id,
                    at=line.at,
                    text=line.text,
                    channel=shown_channel(line.channel),
                    name=guest.name,
                )
                for line in said
            ),
            said_at=tuple(line.table for line in said),
            muted=tuple(sorted(await self._store.mutes(guest.id))),
        )

    async def _page(self, rows: list[TableRow], guest: str | None = None) -> Tables:
        listed = [read_summary(row.summary) for row in rows]
        people = {seat.who for table in listed for seat in table.seats if seat.who}
        names = await self.names(people)
        more = f"{rows[-1].changed}.{rows[-1].id}" if len(rows) == _PAGE else None
        return Tables(tables=tuple(_named(table, names, guest) for table in listed), more=more)


def _named(table: Listed, names: Names, guest: str | None) -> Listed:
    seats = tuple(replace(seat, name=names.get(seat.who)) if seat.who else seat for seat in table.seats)
    own = tuple(n for n, seat in enumerate(seats) if guest is not None and seat.who == guest)
    return replace(table, seats=seats, yours=own)


def _seen(more: str | None) -> Seen | None:
    if more is None:
        return None
    changed, _, table = more.partition(".")
    if not (changed.isdecimal() and len(changed) < 16 and table):
        raise Refusal("bad_message", "'more' is not what a page of tables ended with")
    return int(changed), table


# ---------------------------------------------------------------- records and replays


def record_text(table: Table, game: int, names: Names) -> str:
    """The record of a finished game."""
    match = _finished(table, game)
    stopped = table.stopped and game == table.number
    players = [f"bot {seat.bot}" if not seat.who else names.get(seat.who) or "guest" for seat in table.seats]
    headers = {"table": table.id, "players": ", ".join(players)}
    if table.settings.games > 1:
        headers["round"] = f"{game + 1} of {table.settings.games}"
    resigned = [seat + 1 for seat in table.resigned_by(game)]
    if resigned:
        headers["resigned"] = " ".join(map(str, resigned))
    return str(GameRecord.of(match, headers, stopped))


def dealing(table: Table, game: int) -> Dealing:
    """What chance decided in a finished game."""
    return dealing_of(_finished(table, game))


def _finished(table: Table, game: int) -> Match:
    match = match_of(table, game)
    if not table.is_over(game):
        raise Refusal("not_over", "records and draws are open when the game is over")
    return match


async def replay(table: Table, guest: str | None, game: int, first: int, count: int, names: Names) -> Replay:
    """Steps of a game as a guest may see it, made one at a time so that others do not wait for it."""
    played = match_of(table, game)
    moves = [event for event in played.events if event.score is not None]
    if not 0 <= first <= len(moves):
        raise Refusal("not_found", f"the game has {len(moves)} moves")
    assert isinstance(played.dealer, Dealer)
    match = Match(played.rules, played.dealer)
    own = table.seats_of(guest) if guest else ()
    steps = []
    last: tuple[MoveSight, ...] = ()
    for number in range(min(len(moves), first + min(count, _STEPS) - 1) + 1):
        if number:
            before, match = match, match.after(moves[number - 1].action)
            tiles = shown_tiles(before, match)
            last = (past_move_sight(match.rules, number - 1, moves[number - 1], tiles),)
        if number >= first:
            public = match.view(None)
            shown = match.actor if match.actor in own else next(iter(own), None)
            sight = game_sight(table, game, match, public, last)
            steps.append(Step(game=sight, yours=own_sight(match, public, own, shown)))
        await asyncio.sleep(0)
    return Replay(
        table=table.id,
        rules=str(played.rules),
        number=game,
        seats=seat_sights(table, names),
        first=first,
        steps=tuple(steps),
        made=played.made,
    )


def match_of(table: Table, game: int) -> Match:
    """A game of the table's series."""
    if table.match is None or not 0 <= game <= table.number:
        raise Refusal("not_found", f"game {game} has not been played here")
    return table.game(game)
