"""What every store must do, whatever is behind it. A store's own tests give it a `Backend` and inherit:

class TestSomeStore(StoreConformance):
    @pytest.fixture
    def backend(self, tmp_path: Path) -> Backend: ...
"""

import asyncio
import signal
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any, Protocol

import pytest

from server.store_rows import add_guests, an_entry, start_table, table_row
from sixfold.server.store.interface import (
    Best,
    Conflict,
    Entry,
    Guest,
    KnownKey,
    Link,
    Member,
    Result,
    Status,
    Store,
    StoreError,
    StoreUnavailable,
    TableRow,
    Writing,
)


class Backend(Protocol):
    """One set of data, and how to get at it."""

    def open(self) -> AbstractAsyncContextManager[Store]:
        """Open the store, to be closed at the end; the data are the same every time."""
        ...

    def failing(self) -> AbstractContextManager[None]:
        """While this is entered, the store cannot write: for real, as a disk fails."""
        ...

    def load_command(self) -> Sequence[str]:
        """A program that opens the store and runs `store_load.append_for_ever` on it."""
        ...


Test = Callable[[Any, Store], Awaitable[None]]


def on_a_store(test: Test) -> Callable[[Any, Backend], None]:
    """A test that gets an open store."""

    def run(self: Any, backend: Backend) -> None:
        async def inside() -> None:
            async with backend.open() as store:
                await test(self, store)

        asyncio.run(inside())

    run.__name__ = getattr(test, "__name__", "test")
    return run


async def outcomes(*writings: Writing, store: Store) -> list[BaseException | None]:
    """What each of them meets, all asked for at the same time."""
    return await asyncio.gather(*(store.append(writing) for writing in writings), return_exceptions=True)


class StoreConformance:
    """The promises of `Store`, one by one."""

    # ---- the log

    @on_a_store
    async def test_a_log_is_read_in_order_as_it_was_written(self, store: Store) -> None:
        await start_table(store, "t")
        entries = [an_entry("t", version, body=bytes([version, 0, 255])) for version in range(1, 40)]
        for entry in entries:
            await store.append(Writing((entry,)))
        assert (await store.log("t"))[1:] == entries
        assert await store.log("t", 30) == entries[29:]
        assert await store.log("t", 40) == []

    @on_a_store
    async def test_a_table_that_is_not_there_has_no_log(self, store: Store) -> None:
        assert await store.log("nowhere") == []
        assert await store.table("nowhere") is None

    @on_a_store
    async def test_a_version_that_is_taken_is_a_conflict_and_changes_nothing(self, store: Store) -> None:
        row = await start_table(store, "t")
        taken = Writing((an_entry("t", 0, body=b"other"),), (row._replace(status=Status.FINISHED),))
        with pytest.raises(Conflict):
            await store.append(taken)
        assert [entry.body for entry in await store.log("t")] == [b"made"]
        assert await store.table("t") == row

    @on_a_store
    async def test_a_log_never_gets_a_gap(self, store: Store) -> None:
        await start_table(store, "t")
        with pytest.raises(Conflict):
            await store.append(Writing((an_entry("t", 2),)))
        assert len(await store.log("t")) == 1

    @on_a_store
    async def test_an_entry_needs_a_table(self, store: Store) -> None:
        with pytest.raises(StoreError, match=r".+"):
            await store.append(Writing((an_entry("nowhere", 0),)))
        assert await store.log("nowhere") == []

    @on_a_store
    async def test_a_known_key_is_answered_with_the_first_entry(self, store: Store) -> None:
        await start_table(store, "t")
        first = an_entry("t", 1, guest="ada", key="k", body=b"first")
        await store.append(Writing((first,)))
        for version in (1, 2, 3):  # whatever version the repetition is for
            with pytest.raises(KnownKey) as known:
                await store.append(Writing((an_entry("t", version, guest="ada", key="k", body=b"again"),)))
            assert known.value.entry == first
        assert await store.by_key("t", "ada", "k") == first
        assert len(await store.log("t")) == 2

    @on_a_store
    async def test_a_key_belongs_to_one_guest_at_one_table(self, store: Store) -> None:
        await start_table(store, "t")
        await start_table(store, "u")
        for entry in (
            an_entry("t", 1, guest="ada", key="k"),
            an_entry("t", 2, guest="bob", key="k"),
            an_entry("t", 3, guest="", key="k"),
            an_entry("u", 1, guest="ada", key="k"),
        ):
            await store.append(Writing((entry,)))
            assert await store.by_key(entry.table, entry.guest, "k") == entry
        assert await store.by_key("u", "bob", "k") is None

    @on_a_store
    async def test_entries_without_a_key_never_know_each_other(self, store: Store) -> None:
        await start_table(store, "t")
        await store.append(Writing((an_entry("t", 1, key=None), an_entry("t", 2, key=None))))
        assert len(await store.log("t")) == 3

    @on_a_store
    async def test_what_is_written_together_is_there_together_or_not_at_all(self, store: Store) -> None:
        await add_guests(store, "ada")
        await start_table(store, "t")
        old = await store.table("t")
        assert old is not None
        writing = Writing(
            entries=(
                an_entry("t", 1),
                an_entry("t", 2),
                an_entry("new", 0),
                an_entry("t", 4),
            ),  # 3 is missing
            tables=(old._replace(status=Status.FINISHED), table_row("new")),
            joined=(Member("t", "ada"),),
            results=(Result("ada", "t", 0, 0, "hex", 2, 1, 9, 5),),
            links=(Link(b"link", "t", "watch", None, 5),),
        )
        with pytest.raises(Conflict):
            await store.append(writing)
        assert len(await store.log("t")) == 1
        assert await store.table("t") == old
        assert await store.table("new") is None
        assert await store.link(b"link") is None
        assert (await store.tables_of("ada", 9), await store.results("ada", 9)) == ([], [])
        await store.append(writing._replace(entries=writing.entries[:3]))
        assert (len(await store.log("t")), len(await store.log("new"))) == (3, 1)
        assert await store.link(b"link") == writing.links[0]
        assert [row.id for row in await store.tables_of("ada", 9)] == ["t"]
        assert await store.results("ada", 9) == list(writing.results)

    # ---- many at once

    @on_a_store
    async def test_of_several_who_race_for_a_version_exactly_one_wins(self, store: Store) -> None:
        await start_table(store, "t")
        for version in range(1, 20):
            racers = [Writing((an_entry("t", version, guest=f"guest{number}"),)) for number in range(8)]
            met = await outcomes(*racers, store=store)
            assert [type(error) for error in met if error] == [Conflict] * 7
            winner = racers[met.index(None)].entries[0]
            assert (await store.log("t", version)) == [winner]

    @on_a_store
    async def test_the_same_submission_sent_at_the_same_time_is_written_once(self, store: Store) -> None:
        await start_table(store, "t")
        same = Writing((an_entry("t", 1, guest="ada", key="k"),))
        met = await outcomes(*[same] * 8, store=store)
        assert met.count(None) == 1
        assert [error.entry for error in met if isinstance(error, KnownKey)] == [same.entries[0]] * 7

    @on_a_store
    async def test_whoever_is_refused_does_not_hinder_those_who_write_beside_him(self, store: Store) -> None:
        tables = [f"t{number}" for number in range(30)]
        for table in tables:
            await start_table(store, table)
        good = [Writing((an_entry(table, 1), an_entry(table, 2))) for table in tables]
        bad: list[tuple[Writing, type[Exception]]] = [
            (Writing((an_entry("t0", 9),)), Conflict),
            (Writing((an_entry("nowhere", 0),)), StoreError),
            (Writing(joined=(Member("t1", "nobody"),)), StoreError),
            (Writing((an_entry("t2", 3, at=2**70),)), Exception),  # no number of any database
        ]
        mixed = [*good[:15], *(writing for writing, _ in bad), *good[15:]]
        met = await outcomes(*mixed, store=store)
        for writing, error in zip(mixed, met, strict=True):
            expected = dict(bad).get(writing)
            assert error is None if expected is None else isinstance(error, expected), (writing, error)
        assert [len(await store.log(table)) for table in tables] == [3] * 30

    @on_a_store
    async def test_many_tables_written_at_once_keep_their_own_order(self, store: Store) -> None:
        async def play(table: str) -> None:
            row = await start_table(store, table)
            for version in range(1, 30):
                await store.append(
                    Writing((an_entry(table, version),), (row._replace(changed=version, wake=version),))
                )
                assert len(await store.log(table, version)) == 1  # what was acknowledged is there to be read

        tables = [f"t{number}" for number in range(20)]
        await asyncio.gather(*map(play, tables))
        for table in tables:
            assert [entry.version for entry in await store.log(table)] == list(range(30))
            row = await store.table(table)
            assert row is not None
            assert row.changed == 29

    @on_a_store
    async def test_a_caller_who_goes_away_leaves_the_others_alone(self, store: Store) -> None:
        await start_table(store, "t")
        leaving = asyncio.create_task(store.append(Writing((an_entry("t", 1),))))
        await asyncio.sleep(0)
        leaving.cancel()
        await start_table(store, "u")
        assert len(await store.log("u")) == 1

    # ---- lists of tables

    @on_a_store
    async def test_a_table_comes_back_as_it_was_written(self, store: Store) -> None:
        row = TableRow("t", Status.PLAYING, False, "hex(players=3)", 1, 2**41, 2**41 + 5, b"\x00\xff", False)
        await store.append(Writing((an_entry("t", 0),), (row,)))
        assert await store.table("t") == row
        assert isinstance((await store.tables_of("nobody", 1)), list)

    @on_a_store
    async def test_each_list_has_the_public_tables_of_its_status(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        for number, status in enumerate(Status):
            for public in (False, True):
                row = table_row(f"{status}{public:d}", status=status, public=public, changed=number)
                await store.append(
                    Writing((an_entry(row.id, 0),), (row,), joined=(Member(row.id, "ada"),)),
                )
        assert [row.id for row in await store.lobby(9)] == ["open1"]
        assert [row.id for row in await store.running(9)] == ["playing1"]
        assert [row.id for row in await store.finished(9)] == ["finished1"]
        own = ["finished1", "finished0", "playing1", "playing0", "open1", "open0"]
        assert [row.id for row in await store.tables_of("ada", 9)] == own
        assert await store.tables_of("bob", 9) == []

    @on_a_store
    async def test_a_game_that_nobody_may_watch_is_not_among_those_to_watch(self, store: Store) -> None:
        for spectators in (False, True):
            row = table_row(f"seen{spectators:d}", status=Status.PLAYING, spectators=spectators)
            await store.append(Writing((an_entry(row.id, 0),), (row,)))
        assert [row.id for row in await store.running(9)] == ["seen1"]

    @on_a_store
    async def test_pages_of_tables_neither_repeat_nor_leave_out_any(self, store: Store) -> None:
        await add_guests(store, "ada")
        for number in range(23):
            row = table_row(f"t{number:02}", changed=number // 5)  # several of the same moment
            await store.append(Writing((an_entry(row.id, 0),), (row,), joined=(Member(row.id, "ada"),)))
        for pages in (store.lobby, lambda *page: store.tables_of("ada", *page)):
            seen: list[TableRow] = []
            while page := await pages(4, (seen[-1].changed, seen[-1].id) if seen else None):
                seen += page
            assert [row.id for row in seen] == [f"t{number:02}" for number in reversed(range(23))]

    @on_a_store
    async def test_who_leaves_a_table_has_it_no_longer_on_the_list(self, store: Store) -> None:
        await add_guests(store, "ada")
        await start_table(store, "t")
        await store.append(Writing(joined=(Member("t", "ada"), Member("t", "ada"))))
        assert [row.id for row in await store.tables_of("ada", 9)] == ["t"]
        await store.append(Writing(left=(Member("t", "ada"),)))
        assert await store.tables_of("ada", 9) == []

    @on_a_store
    async def test_tables_that_must_be_looked_at_come_soonest_first(self, store: Store) -> None:
        for table, wake in (("late", 30), ("never", None), ("soon", 10)):
            await store.append(Writing((an_entry(table, 0),), (table_row(table, wake=wake),)))
        assert [(row.id, row.wake) for row in await store.waking()] == [("soon", 10), ("late", 30)]

    # ---- guests

    @on_a_store
    async def test_a_guest_is_known_by_any_of_their_tokens(self, store: Store) -> None:
        ada = Guest("ada", "Ada", 5)
        await store.add_guest(ada, b"one")
        await store.add_token("ada", b"two")
        assert await store.guest_by_token(b"one") == ada
        assert await store.guest_by_token(b"two") == ada
        await store.drop_token(b"one")
        assert await store.guest_by_token(b"one") is None
        assert await store.guest_by_token(b"two") == ada

    @on_a_store
    async def test_neither_an_id_nor_a_token_is_given_twice(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        with pytest.raises(StoreError):
            await store.add_guest(Guest("ada", "Impostor", 5), b"new")
        with pytest.raises(StoreError):
            await store.add_guest(Guest("eve", "Eve", 5), b"token of ada")
        with pytest.raises(StoreError):
            await store.add_token("bob", b"token of ada")
        assert await store.guest_by_token(b"new") is None
        assert set(await store.guests(["ada", "bob", "eve"])) == {"ada", "bob"}

    @on_a_store
    async def test_a_guest_is_renamed(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        await store.rename_guest("ada", "Łucja 🎲")
        names = {guest.id: guest.name for guest in (await store.guests(["ada", "bob"])).values()}
        assert names == {"ada": "Łucja 🎲", "bob": "bob"}
        assert await store.guests([]) == {}

    @on_a_store
    async def test_what_is_done_for_a_guest_who_is_not_there_is_refused(self, store: Store) -> None:
        await start_table(store, "t")
        for attempt in (
            store.rename_guest("nobody", "X"),
            store.add_token("nobody", b"t"),
            store.add_code(b"c", "nobody", 9),
            store.say("t", "nobody", "all", 1, "boo"),
            store.set_mute("nobody", "nobody", True),
        ):
            with pytest.raises(StoreError):
                await attempt

    @on_a_store
    async def test_deleting_a_guest_forgets_all_but_the_log(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        await start_table(store, "t")
        moved = an_entry("t", 1, guest="ada", key="k")
        result = Result("ada", "t", 0, 0, "hex", 2, 1, 9, 5)
        await store.append(
            Writing((moved,), joined=(Member("t", "ada"), Member("t", "bob")), results=(result,))
        )
        await store.add_code(b"code", "ada", 2**50)
        await store.say("t", "ada", "all", 1, "hello")
        await store.say("t", "bob", "all", 2, "hi")
        await store.set_mute("ada", "bob", True)
        await store.set_mute("bob", "ada", True)
        await store.delete_guest("ada")
        assert await store.guests(["ada"]) == {"ada": Guest("ada", "", 5, deleted=True)}
        assert await store.guest_by_token(b"token of ada") is None
        assert await store.take_code(b"code", 0) is None
        assert [line.guest for line in await store.chat("t", ["all"], 9)] == ["bob"]
        assert (await store.mutes("ada"), await store.mutes("bob")) == (frozenset(), frozenset())
        assert (await store.results("ada", 9), await store.bests("ada")) == ([], [])
        assert await store.tables_of("ada", 9) == []
        assert len(await store.tables_of("bob", 9)) == 1
        assert (await store.log("t"))[1] == moved

    @on_a_store
    async def test_a_deleted_guest_leaves_no_new_traces(self, store: Store) -> None:
        """A game in which they sat may well end, and be committed, after they are gone."""
        await add_guests(store, "ada", "bob")
        await start_table(store, "t")
        await store.delete_guest("ada")
        results = tuple(
            Result(guest, "t", 0, seat, "hex", 2, 1, 9, 5) for seat, guest in enumerate(("ada", "bob"))
        )
        await store.append(Writing((an_entry("t", 1),), joined=(Member("t", "ada"),), results=results))
        assert (await store.results("ada", 9), await store.tables_of("ada", 9)) == ([], [])
        assert await store.results("bob", 9) == [results[1]]
        for attempt in (
            store.rename_guest("ada", "Ada"),
            store.add_token("ada", b"t"),
            store.add_code(b"c", "ada", 9),
            store.say("t", "ada", "all", 1, "still here"),
        ):
            with pytest.raises(StoreError):
                await attempt

    @on_a_store
    async def test_a_profile_has_the_latest_results_and_the_record_in_each_game(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        await start_table(store, "t")
        results = [
            Result("ada", "t", 0, 0, "hex-solo", 1, 1, 11, 10),
            Result("ada", "t", 1, 0, "hex-solo", 1, 1, 15, 20),
            Result("ada", "t", 2, 0, "hex(players=2)", 2, 2, 8, 30),
            Result("bob", "t", 2, 1, "hex(players=2)", 2, 1, 10, 30),
        ]
        await store.append(Writing((an_entry("t", 1),), results=tuple(results)))
        assert await store.results("ada", 2) == [results[2], results[1]]
        assert await store.bests("ada") == [Best("hex(players=2)", 1, 0, 8), Best("hex-solo", 2, 2, 15)]

    # ---- links, codes, chat and the rest

    @on_a_store
    async def test_a_link_is_found_by_its_hash_only(self, store: Store) -> None:
        await start_table(store, "t")
        sit, watch = Link(b"a", "t", "sit", 2, 5), Link(b"b", "t", "watch", None, 5)
        await store.add_link(sit)
        await store.add_link(watch)
        assert (await store.link(b"a"), await store.link(b"b"), await store.link(b"c")) == (sit, watch, None)
        with pytest.raises(StoreError):
            await store.add_link(Link(b"d", "nowhere", "sit", 0, 5))

    @on_a_store
    async def test_a_code_is_good_once_and_for_a_time(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        await store.add_code(b"code", "ada", 100)
        await store.add_code(b"old", "ada", 50)
        takers = await asyncio.gather(*(store.take_code(b"code", 99) for _ in range(8)))
        assert sorted(map(str, takers)) == ["None"] * 7 + ["ada"]
        assert await store.take_code(b"old", 50) is None
        await store.add_code(b"same", "ada", 100)
        await store.add_code(b"same", "bob", 200)
        assert await store.take_code(b"same", 150) == "bob"

    @on_a_store
    async def test_chat_is_kept_by_table_and_channel(self, store: Store) -> None:
        await add_guests(store, "ada", "bob")
        await start_table(store, "t")
        await start_table(store, "u")
        said = [
            await store.say("t", "ada", channel, number, f"line {number}")
            for number, channel in enumerate(["all", "watchers", "team 0", "all"])
        ]
        other = await store.say("u", "ada", "all", 9, "elsewhere")
        assert await store.chat("t", ["all", "team 0"], 9) == [said[0], said[2], said[3]]
        assert await store.chat("t", ["all", "team 0"], 2) == [said[2], said[3]]
        assert await store.chat("t", [], 9) == []
        assert await store.chat_of("ada") == [*said, other]
        assert await store.chat_of("bob") == []
        ids = [line.id for line in [*said, other]]
        assert ids == sorted(set(ids))

    @on_a_store
    async def test_a_mute_is_set_and_lifted(self, store: Store) -> None:
        await add_guests(store, "ada", "bob", "eve")
        for other in ("bob", "eve", "bob"):
            await store.set_mute("ada", other, True)
        assert await store.mutes("ada") == {"bob", "eve"}
        await store.set_mute("ada", "bob", False)
        assert (await store.mutes("ada"), await store.mutes("bob")) == (frozenset({"eve"}), frozenset())

    @on_a_store
    async def test_a_review_is_kept_for_each_game_of_a_table(self, store: Store) -> None:
        await start_table(store, "t")
        await store.keep_review("t", 1, b"first")
        await store.keep_review("t", 1, b"better")
        assert (await store.review("t", 1), await store.review("t", 0)) == (b"better", None)

    @on_a_store
    async def test_the_last_time_alive_is_remembered(self, store: Store) -> None:
        assert await store.last_alive() is None
        await store.alive(5)
        await store.alive(2**41)
        assert await store.last_alive() == 2**41

    # ---- what goes wrong outside

    def test_everything_is_there_when_the_store_is_opened_again(self, backend: Backend) -> None:
        async def write() -> None:
            async with backend.open() as store:
                await add_guests(store, "ada")
                await start_table(store, "t")
                await store.say("t", "ada", "all", 1, "hello")

        async def read() -> None:
            async with backend.open() as store:
                assert len(await store.log("t")) == 1
                assert await store.guest_by_token(b"token of ada") is not None
                assert [line.text for line in await store.chat("t", ["all"], 9)] == ["hello"]

        asyncio.run(write())
        asyncio.run(read())

    def test_while_writing_fails_nothing_changes_reading_works_and_it_recovers_by_itself(
        self, backend: Backend
    ) -> None:
        async def check() -> None:
            async with backend.open() as store:
                await add_guests(store, "ada")
                row = await start_table(store, "t")
                moves = [Writing((an_entry("t", 1),), (row._replace(status=Status.PLAYING),))]
                new = [
                    Writing((an_entry(f"u{number}", 0),), (table_row(f"u{number}"),)) for number in range(5)
                ]
                with backend.failing():
                    for _ in range(3):
                        met = await outcomes(*moves, *new, store=store)
                        assert [type(error) for error in met] == [StoreUnavailable] * 6
                    with pytest.raises(StoreUnavailable):
                        await store.alive(9)
                    with pytest.raises(StoreUnavailable):
                        await store.rename_guest("ada", "Eve")
                    assert len(await store.log("t")) == 1
                    assert await store.table("t") == row
                    assert (await store.guests(["ada"]))["ada"].name == "ada"
                assert await outcomes(*moves, *new, store=store) == [None] * 6
                assert len(await store.log("t")) == 2

        asyncio.run(check())

    def test_a_process_killed_under_load_loses_nothing_that_was_acknowledged(self, backend: Backend) -> None:
        acknowledged: dict[str, int] = {}
        for _ in range(3):
            with subprocess.Popen(backend.load_command(), stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                for number, line in enumerate(
                    process.stdout
                ):  # to its very end: the pipe outlives the writer
                    table, version = line.split()
                    acknowledged[table] = max(int(version), acknowledged.get(table, 0))
                    if number == 2000:
                        process.send_signal(signal.SIGKILL)
            assert process.returncode == -signal.SIGKILL
            asyncio.run(self._check_logs(backend, acknowledged))

    @staticmethod
    async def _check_logs(backend: Backend, acknowledged: dict[str, int]) -> None:
        assert len(acknowledged) > 20
        async with backend.open() as store:
            for table, version in acknowledged.items():
                log: list[Entry] = await store.log(table)
                assert [entry.version for entry in log] == list(range(len(log))), table
                assert len(log) > version, table
                row = await store.table(table)
                assert row is not None
                assert row.changed == len(log) - 1, "the lists are as new as the log"
