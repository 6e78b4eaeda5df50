"""Playing on from the middle of a finished game: honest, at a table of its own, for every game."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from playing import ALL_RULES
from server.client import Player, choose, rules_of
from server.houses import Inn, asynchronous, play_out, some_move
from server.serving import Running, serving
from server.visiting import Visitor, awaited
from sixfold import CHANCE, Dealer, DealingError, Match, Rules, compiled_kernels
from sixfold.notation import GameRecord
from sixfold.server.house.archive import record_text
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.documents import NewBranch, NewTable
from sixfold.server.protocol.refusals import Refusal
from sixfold.server.protocol.sights import SeatPlan
from sixfold.server.store.interface import Entry
from sixfold.server.tables.branching import play_on
from sixfold.server.tables.deciding import Decision, entries_of
from sixfold.server.tables.entries import Started, read_body, write_body
from sixfold.server.tables.looking import shown_seat
from sixfold.server.tables.playing import checked_move, next_game
from sixfold.server.tables.seating import plan_table
from sixfold.server.tables.table import Table


class Book:
    """A table and its log."""

    def __init__(self, log: Sequence[Entry]) -> None:
        self.log = list(log)
        self.table = Table.of(self.log)

    @classmethod
    def of_series(cls, rules: Rules, games: int) -> "Book":
        """A series that the host has played with all hands."""
        rng = random.Random(str(rules))
        plan: list[SeatPlan] = ["me"] * rules.players
        new = NewTable(game=str(rules), seats=tuple(plan), hot_seat=True, games=games)
        book = cls([Entry("t", 0, "host", None, 0, write_body(plan_table("host", new)))])
        for number in range(games):
            before = next_game(book.table, "host", do.Next(key="next")).before if number else None
            book.add(Decision(Started(rng.randbytes(32).hex(), before)))
            book.finish(rng)
        return book

    def add(self, decision: Decision) -> None:
        table = self.table
        entry = Entry(table.id, table.version + 1, table.host, None, 0, write_body(decision.body))
        self.log.append(entry)
        table.apply(entry, decision.body, decision.successor)

    def finish(self, rng: random.Random) -> None:
        """Play the present game to its end."""
        while self.table.game_on:
            self.add(Decision(*checked_move(self.table, some_move(self.match, rng), 0)))

    @property
    def match(self) -> Match:
        assert self.table.match
        return self.table.match

    @property
    def dealer(self) -> Dealer:
        assert isinstance(self.match.dealer, Dealer)
        return self.match.dealer

    def played_on(self, moves: int, game: int = 0) -> "Book":
        """The table at which eve plays on."""
        log = [(entry.guest, read_body(entry.body)) for entry in self.log]
        past = play_on(self.table, "eve", NewBranch(moves=moves, game=game), log)
        return Book(entries_of(past, "new", 5))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_any_game_is_played_on_from_where_it_stood_and_the_record_verifies(rules: Rules) -> None:
    with compiled_kernels():
        book = Book.of_series(rules, 2)
        log, made = list(book.log), book.table.made_in(1)
        for count in (0, made // 2, made - 1):
            branch = book.played_on(count, game=1)
            then = Match.resume(book.match.rules, book.dealer, book.table.progress.moves[:count])
            assert branch.match.state == then.state
            assert branch.table.seats_of("eve") == (then.actor,)
            assert shown_seat(branch.table, "eve") == then.actor
            assert branch.table.is_practice
            assert branch.dealer.taken_over == then.draws
            branch.finish(random.Random(count))
            GameRecord.parse(record_text(branch.table, 0, {})).verify()
        assert book.log == log


def test_what_comes_after_is_not_what_the_published_seed_would_deal() -> None:
    with compiled_kernels():
        book = Book.of_series(Rules.parse("hex(players=2,start=1)"), 1)
        branches = [book.played_on(4) for _ in range(2)]
        for branch in branches:
            branch.finish(random.Random(1))
        first, *others = drawn = [
            [event.action for event in each.match.events if event.actor == CHANCE]
            for each in (book, *branches)
        ]
        assert all(tiles[:16] == first[:16] for tiles in others)
        assert len({tuple(tiles[16:60]) for tiles in drawn}) == 3


def test_who_plays_on_again_and_again_has_a_record_with_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Seeds that are always the same: by chance two of them would now and then deal the same tile.
    monkeypatch.setattr("sixfold.core.dealer.secrets.token_bytes", random.Random(1).randbytes)
    with compiled_kernels():
        first = Book.of_series(Rules.parse("hex(players=2,start=1)"), 1)
        second = first.played_on(4)
        second.finish(random.Random(2))
        third = second.played_on(8)
        third.finish(random.Random(3))
        assert third.dealer.earlier == ((16, first.dealer.seed.hex()), (20, second.dealer.seed.hex()))
        text = record_text(third.table, 0, {})
        GameRecord.parse(text).verify()
        assert GameRecord.parse(text).match.events == third.match.events
        with pytest.raises(DealingError, match="draw 17 must be"):
            GameRecord.parse(text.replace("earlier: 16 ", "earlier: 17 ")).verify()
        assert second.played_on(2).dealer.earlier == ((14, first.dealer.seed.hex()),)


# ---------------------------------------------------------------- in the house


@asynchronous
async def test_playing_on_leaves_the_finished_table_as_it_was_and_needs_its_sight(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        ada, eve = await inn.guests("Ada", "Eve")
        table = await ada.makes(game="hex-solo")
        await ada.succeeds(table, do.Start)
        with pytest.raises(Refusal, match="no such table"):
            await inn.house.play_on(table, eve.guest, NewBranch(moves=0))
        with pytest.raises(Refusal) as refused:
            await inn.house.play_on(table, ada.guest, NewBranch(moves=0))
        assert refused.value.code == "not_over"
        await play_out(inn, table, [ada])
        log = await inn.store.log(table)
        key = "k" * 16
        made = await inn.house.play_on(table, eve.guest, NewBranch(moves=3, key=key))
        assert (await inn.house.play_on(table, eve.guest, NewBranch(moves=3, key=key))).table == made.table
        assert await inn.store.log(table) == log
        view = await eve.sees(made.table)
        assert view.game
        assert (view.game.made, view.yours.seats, view.table.practice) == (3, (0,), True)
        await play_out(inn, made.table, [eve])
        assert (await inn.house.archive.profile(eve.guest)).results == ()
        assert [listed.id for listed in (await inn.house.archive.tables_of(eve.guest)).tables] == [made.table]
        for bad, code in ((1000, "not_found"), (len(log) - 2, "game_over")):
            with pytest.raises(Refusal) as refused:
                await inn.house.play_on(table, eve.guest, NewBranch(moves=bad))
            assert refused.value.code == code
        with pytest.raises(Refusal, match="there is no seat 1"):
            await inn.house.play_on(table, eve.guest, NewBranch(moves=1, seat=1))
        with pytest.raises(Refusal, match="game 1 has not been played"):
            await inn.house.play_on(table, eve.guest, NewBranch(moves=1, game=1))


@asynchronous
async def test_a_game_that_was_given_up_is_played_on_from_its_last_position(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(game="square-solo")
        await ada.succeeds(table, do.Start)
        for _ in range(3):
            await ada.moves(table)
        await ada.succeeds(table, do.Resign, seat=0)
        made = await inn.house.play_on(table, ada.guest, NewBranch(moves=3))
        assert (await inn.table(made.table)).game_on


@asynchronous
async def test_who_has_gone_back_gets_no_result_for_the_game_they_came_from(tmp_path: Path) -> None:
    """Giving up at the other table would show the seed that both have."""
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(game="hex-solo")
        await ada.succeeds(table, do.Start)
        await ada.moves(table)
        other = (await ada.succeeds(table, do.Branch, moves=0)).table
        assert other
        await ada.succeeds(other, do.Resign, seat=0)
        shown, going_on = (await ada.sees(other)).game, (await ada.sees(table)).game
        assert shown
        assert going_on
        assert shown.seed
        assert shown.commitment == going_on.commitment
        await play_out(inn, table, [ada])
        assert (await inn.house.archive.profile(ada.guest)).results == ()


@asynchronous
async def test_going_back_after_the_end_deals_anew(tmp_path: Path) -> None:
    async with Inn(tmp_path) as inn:
        (ada,) = await inn.guests("Ada")
        table = await ada.makes(game="hex-solo")
        await ada.succeeds(table, do.Start)
        await play_out(inn, table, [ada])
        other = (await ada.succeeds(table, do.Branch, moves=2)).table
        assert other
        old, new = (await ada.sees(table)).game, (await ada.sees(other)).game
        assert old
        assert new
        assert new.commitment != old.commitment
        assert new.taken_over == 3


# ---------------------------------------------------------------- by HTTP


@pytest.fixture(scope="module")
def with_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a bot."""
    with serving(tmp_path_factory.mktemp("bots"), bots=1) as running:
        yield running


@awaited
async def test_a_stranger_plays_on_against_bots_and_the_replay_names_their_levels(with_bots: Running) -> None:
    ada, eve = await Visitor.arrive(with_bots.url), await Visitor.arrive(with_bots.url, "Eve")
    table = await ada.make_table(game="cards(players=3,start=1)", hot_seat=True, seats=["me"] * 3)
    rules = await rules_of(ada, "cards(players=3,start=1)")
    rng = random.Random(4)
    async with Player(ada, table) as player:
        await player.do("start")
        await player.until(lambda view: "game" in view)
        for _ in range(4):
            view = player.view
            answer = await player.do("play", v=view["v"], move=choose(view, rules, rng))
            await player.until(lambda view, v=answer["v"]: view["v"] >= v)  # type: ignore[misc]
        await player.do("resign", seat=0)
        await player.do("resign", seat=1)
        view = await player.until(lambda view: view["table"]["status"] == "over")
    wanted = {"game": 0, "moves": 2, "seat": 1, "level": "beginner"}
    made = await eve.post(f"/api/tables/{table}/branches", wanted)
    assert made.status_code == 201, made.text
    new = made.json()["table"]
    async with asyncio.timeout(60), Player(eve, new) as player:
        view = await player.until(lambda view: view["game"]["actor"] == 1)
        assert view["game"]["made"] > 2, "the bot of seat 3 has moved"
        assert view["yours"]["seats"] == [1]
        assert [seat.get("bot") for seat in view["table"]["seats"]] == ["beginner", None, "beginner"]
        await player.do("resign", seat=1)
        await player.until(lambda view: view["table"]["status"] == "over")
    stranger = Visitor(with_bots.url)
    replay = (await stranger.get(f"/api/tables/{new}/replay")).json()
    assert [seat.get("bot") for seat in replay["seats"]][::2] == ["beginner", "beginner"]
    assert replay["seats"][1]["name"] == "Eve"
    record = GameRecord.parse((await stranger.get(f"/api/tables/{new}/record")).text)
    record.verify()
    assert record.headers["players"] == "bot beginner, Eve, bot beginner"
    dealing = (await stranger.get(f"/api/tables/{new}/dealing")).json()
    assert len(dealing["draws"]) == record.match.draws
    assert [until for until, _ in dealing["earlier"]] == [record.earlier[0].until]
