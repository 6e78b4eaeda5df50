"""HTTP endpoints about tables, and about what can be played at them."""

from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from ...core.catalogue import CATALOGUE, Game, Option
from ...guide import facts, figures
from ..logs import note
from ..protocol.commands import AnyCommand, Review
from ..protocol.documents import (
    Dealing,
    LinkMade,
    Made,
    NewBranch,
    NewLink,
    NewTable,
    Opened,
    Replay,
    Secret,
    Tables,
)
from ..protocol.messages import Answer, InStep, View
from ..protocol.refusals import Refusal
from ..protocol.sights import RulesSight
from .bodies import FigureDrawn, GameListed, Games, Guide, OptionListed
from .guest_calls import Page
from .http import Call, Endpoint
from .site import Site
from .stream import Events, follow_events

GameNumber = Annotated[int, Meta(ge=0, le=99)]


class WhichGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game of a series, from 0."""

    game: GameNumber = 0


class WhichSteps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game of a series, and which of its steps: after `first` moves, and so many more."""

    game: GameNumber = 0
    first: Annotated[int, Meta(ge=0, le=1000)] = 0
    count: Annotated[int, Meta(ge=1, le=100)] = 20


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version that the client has, if any."""

    v: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class WhichRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with its options: `hex(players=3)`."""

    game: Annotated[str, Meta(min_length=1, max_length=300)]


class WhichGuide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the catalogue by its name."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]


# ---------------------------------------------------------------- tables


async def lobby(site: Site, call: Call) -> Tables:
    """Public tables with open seats."""
    return await site.house.archive.lobby(call.query.more)


async def running(site: Site, call: Call) -> Tables:
    """Public tables under way that one may watch."""
    return await site.house.archive.running(call.query.more)


async def replays(site: Site, call: Call) -> Tables:
    """Public tables whose games are over."""
    return await site.house.archive.finished(call.query.more)


async def make_table(site: Site, call: Call) -> Made:
    """Make a table. With a `key`, sending it again gets the first table."""
    site.allowances.new_table(call.caller)
    made = await site.house.create(call.caller.guest, call.body)
    note("table_made", table=made.table, guest=call.caller.guest.id)
    return made


async def look(site: Site, call: Call) -> bytes:
    """The table as one sees it; if `v` is the present version, only that it is."""
    return await site.house.look(call.table, call.caller.guest, call.query.v)


async def command(site: Site, call: Call) -> Answer | msgspec.Raw:
    """Do something at a table: the commands and their answers are those of the socket."""
    return await site.act(call.table, call.caller, call.body)


async def make_link(site: Site, call: Call) -> LinkMade:
    """A link to join, to take a given seat, or to watch."""
    return await site.house.make_link(call.table, call.caller.guest, call.body)


async def open_link(site: Site, call: Call) -> Opened:
    """Follow a link: its secret, which browsers keep in the fragment of the address, opens the table."""
    try:
        return await site.house.open_link(call.caller.guest, call.body.secret)
    except Refusal as refusal:
        if refusal.code == "not_found":
            site.allowances.take("guesses", call.network)
        raise


async def record(site: Site, call: Call) -> str:
    """The record of a finished game, a text that `sixfold verify` checks."""
    text = await site.house.record(call.table, call.guest, call.query.game)
    call.headers["content-disposition"] = f'attachment; filename="sixfold-{call.query.game + 1}.txt"'
    return text


async def dealing(site: Site, call: Call) -> Dealing:
    """What chance decided in a finished game: with the seed, every draw can be checked."""
    return await site.house.dealing(call.table, call.guest, call.query.game)


async def play_on(site: Site, call: Call) -> Made:
    """A practice table from the first moves of a finished game. With a `key`, as for a new table."""
    site.allowances.new_table(call.caller)
    made = await site.house.play_on(call.table, call.caller.guest, call.body)
    note("table_made", table=made.table, guest=call.caller.guest.id)
    return made


async def replay(site: Site, call: Call) -> Replay:
    """A game step by step, as one may see it; everything is open once it is over."""
    query: WhichSteps = call.query
    return await site.house.replay(call.table, call.guest, query.game, query.first, query.count)


async def review(site: Site, call: Call) -> Answer | msgspec.Raw:
    """Every move of a finished game judged. It can take a minute; once made it is kept."""
    return await site.act(call.table, call.caller, Review(key="review", game=call.query.game))


# ---------------------------------------------------------------- what can be played


async def games(_: Site, call: Call) -> Games:
    """Everything that can be played, with the options of each game."""
    call.headers["cache-control"] = "public, max-age=3600"
    return Games(games=tuple(_listed(game) for game in CATALOGUE.values()))


async def rules(site: Site, call: Call) -> RulesSight:
    """What the numbers of a game mean: cells, edges, kinds of tile. Fetched once and kept."""
    sight = site.house.rules(call.query.game)
    call.headers["cache-control"] = "public, max-age=3600"
    return sight


async def guide(_: Site, call: Call) -> Guide:
    """A game's numbers and worked examples, for a page that explains it."""
    game = call.query.game
    if game not in CATALOGUE:
        raise Refusal("not_found", f"there is no such game; there are {', '.join(CATALOGUE)}")
    call.headers["cache-control"] = "public, max-age=3600"
    drawn = tuple(FigureDrawn(name=each.name, svg=each.svg, values=each.values) for each in figures(game))
    return Guide(game=game, facts=facts(game), figures=drawn)


def _listed(game: Game) -> GameListed:
    family = cast(Any, game.family)  # the catalogue has it as text
    options = tuple(_option(option) for option in game.options_for(game.players[-1]))
    return GameListed(name=game.name, family=family, players=game.players, options=options)


def _option(option: Option) -> OptionListed:
    by, defaults = option.default_by or (None, None)
    return OptionListed(
        name=option.name,
        values=option.values,
        clause=option.clause,
        default=option.values[0],
        default_by=by,
        defaults=dict(defaults) if defaults else None,
    )


TABLES = (
    Endpoint("GET", "/api/games", games, Games, who="anyone"),
    Endpoint("GET", "/api/rules", rules, RulesSight, query=WhichRules, who="anyone"),
    Endpoint("GET", "/api/guide", guide, Guide, query=WhichGuide, who="anyone"),
    Endpoint("GET", "/api/tables", lobby, Tables, query=Page, who="anyone"),
    Endpoint("POST", "/api/tables", make_table, Made, NewTable, status=201),
    Endpoint("GET", "/api/running", running, Tables, query=Page, who="anyone"),
    Endpoint("GET", "/api/replays", replays, Tables, query=Page, who="anyone"),
    Endpoint("POST", "/api/links", open_link, Opened, Secret),
    Endpoint("GET", "/api/tables/{table}", look, View | InStep, query=Since),
    Endpoint("POST", "/api/tables/{table}", command, Answer, AnyCommand),
    Endpoint("GET", "/api/tables/{table}/events", follow_events, None, query=Events, stream=True),
    Endpoint("POST", "/api/tables/{table}/links", make_link, LinkMade, NewLink, status=201),
    Endpoint("GET", "/api/tables/{table}/record", record, str, query=WhichGame, who="anyone"),
    Endpoint("GET", "/api/tables/{table}/dealing", dealing, Dealing, query=WhichGame, who="anyone"),
    Endpoint("POST", "/api/tables/{table}/branches", play_on, Made, NewBranch, status=201),
    Endpoint("GET", "/api/tables/{table}/replay", replay, Replay, query=WhichSteps, who="anyone"),
    Endpoint("POST", "/api/tables/{table}/review", review, Answer, query=WhichGame),
)
