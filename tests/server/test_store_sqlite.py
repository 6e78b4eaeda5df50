"""The SQLite store keeps the promises of a store, and says clearly what is wrong with its file."""

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.store_conformance import Backend, StoreConformance, outcomes
from server.store_rows import an_entry, start_table, table_row
from sixfold.server.store import checkpoints
from sixfold.server.store.database import connect
from sixfold.server.store.interface import Conflict, Entry, Guest, KnownKey, StoreError, Writing
from sixfold.server.store.sqlite import SqliteStore

HERE = Path(__file__).parent


class _Files:
    """A data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def open(self) -> AsyncIterator[SqliteStore]:
        store = await SqliteStore.open(self._folder)
        try:
            yield store
        finally:
            await store.close()

    @contextmanager
    def failing(self) -> Iterator[None]:
        """No file of this process can grow: works for everyone, and the writes fail in the kernel."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    def load_command(self) -> Sequence[str]:
        return [sys.executable, str(HERE / "store_load.py"), str(self._folder)]


class TestSqliteStore(StoreConformance):
    @pytest.fixture
    def backend(self, tmp_path: Path) -> Backend:
        return _Files(tmp_path / "data")


def filled(folder: Path, entries: int = 50) -> Path:
    """A database with something in it; its file."""

    async def fill() -> None:
        async with _Files(folder).open() as store:
            await start_table(store, "t")
            await store.append(
                Writing(tuple(an_entry("t", 1 + number, body=bytes(200)) for number in range(entries)))
            )

    asyncio.run(fill())
    return folder / "sixfold.db"


def entries_in(data: Path) -> int:
    async def count() -> int:
        async with _Files(data).open() as store:
            return len(await store.log("t"))

    return asyncio.run(count())


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    connection = connect(filled(tmp_path), "rw")
    full = 2
    assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_many_writings_share_a_commit(tmp_path: Path) -> None:
    sizes: list[int] = []

    async def write() -> None:
        store = await SqliteStore.open(tmp_path, sizes.append)
        await asyncio.gather(*(start_table(store, f"t{number}") for number in range(200)))
        await store.close()

    asyncio.run(write())
    assert sum(sizes) == 200
    assert len(sizes) < 100


@given(
    st.lists(
        st.lists(
            st.builds(
                an_entry,
                st.sampled_from("tu"),
                st.integers(0, 4),
                guest=st.sampled_from(["ada", "bob"]),
                key=st.sampled_from([None, None, "k", "l"]),
            ),
            max_size=8,
        ),
        max_size=4,
    )
)
def test_writings_of_one_commit_fare_as_if_they_had_come_one_after_the_other(
    groups: list[list[Entry]],
) -> None:
    logs: dict[str, list[Entry]] = {"t": [], "u": []}

    def fares(entry: Entry) -> type[Exception] | None:
        log = logs[entry.table]
        if entry.key and any((known.guest, known.key) == (entry.guest, entry.key) for known in log):
            return KnownKey
        if entry.version != len(log):
            return Conflict
        log.append(entry)
        return None

    async def check() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with _Files(Path(folder)).open() as store:
                tables = tuple(table_row(table) for table in logs)
                for group in groups:
                    writings = [Writing((entry,), tables) for entry in group]
                    met = await outcomes(*writings, store=store)
                    assert [type(error) if error else None for error in met] == [
                        fares(entry) for entry in group
                    ]
                for table, log in logs.items():
                    assert await store.log(table) == log

    asyncio.run(check())


def test_what_is_committed_moves_into_the_database_also_after_the_disk_was_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "_PAUSE", 0.005)
    files = _Files(tmp_path)

    async def check() -> None:
        async with files.open() as store:
            await start_table(store, "t")
            with files.failing():
                await asyncio.sleep(0.05)  # for some attempts
            before = (tmp_path / "sixfold.db").stat().st_size
            await store.append(Writing(tuple(an_entry("t", 1 + number) for number in range(1000))))
            async with asyncio.timeout(20):
                while (tmp_path / "sixfold.db").stat().st_size == before:
                    await asyncio.sleep(0.005)

    asyncio.run(check())


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    async def check() -> None:
        async with _Files(tmp_path).open() as store:
            with pytest.raises(StoreError, match=r"sixfold\.db: another server is using it"):
                await SqliteStore.open(tmp_path)
            await start_table(store, "t")

    asyncio.run(check())
    assert entries_in(tmp_path) == 1


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    async def check() -> None:
        store = await SqliteStore.open(tmp_path)
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.append(Writing((an_entry("t", 0),)))
        with pytest.raises(StoreError, match="closed"):
            await store.log("t")

    asyncio.run(check())


def test_only_the_servers_user_reads_the_data(tmp_path: Path) -> None:
    assert filled(tmp_path).stat().st_mode & 0o777 == 0o600


def test_what_a_deleted_guest_has_said_is_gone_from_the_file(tmp_path: Path) -> None:
    async def check() -> None:
        async with _Files(tmp_path).open() as store:
            await start_table(store, "t")
            await store.add_guest(Guest("g1", "Wilhelmine", 5), b"hash of a token")
            await store.say("t", "g1", "all", 1, "I am from Wuppertal")
        assert {b"Wilhelmine", b"Wuppertal", b"hash of a token"} == found()
        async with _Files(tmp_path).open() as store:
            await store.delete_guest("g1")
        assert found() == set()

    def found() -> set[bytes]:
        content = (tmp_path / "sixfold.db").read_bytes()
        return {secret for secret in (b"Wilhelmine", b"Wuppertal", b"hash of a token") if secret in content}

    asyncio.run(check())


# ---- damaged files


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut_in_two(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def cut_within_the_header(file: Path) -> None:
    os.truncate(file, 50)


def overwritten_at_the_start(file: Path) -> None:
    file.write_bytes(b"Dear diary, today " * 1000)


def overwritten_in_the_middle(file: Path) -> None:
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    two_pages = 8192  # at least one page's header is among them
    content[middle : middle + two_pages] = b"?" * two_pages
    file.write_bytes(content)


@pytest.mark.parametrize(
    "damage",
    [emptied, cut_in_two, cut_within_the_header, overwritten_at_the_start, overwritten_in_the_middle],
    ids=lambda damage: damage.__name__,
)
def test_a_damaged_file_is_refused_at_the_start_and_left_as_it_is(tmp_path: Path, damage: object) -> None:
    file = filled(tmp_path)
    assert callable(damage)
    damage(file)
    before = file.read_bytes()
    with pytest.raises(
        StoreError, match=r"sixfold\.db: it is (empty|damaged \(.+\)).* put a backup in its place"
    ):
        entries_in(tmp_path)
    assert file.read_bytes() == before


def test_damage_found_after_a_kill_leaves_the_write_ahead_log_for_a_repair(tmp_path: Path) -> None:
    filled(tmp_path, 2000)
    file = killed_in_mid_write(tmp_path)
    overwritten_in_the_middle(file)
    before = {path.name: path.read_bytes() for path in (file, Path(f"{file}-wal"))}
    with pytest.raises(StoreError, match="damaged"):
        entries_in(tmp_path)
    assert {path.name: path.read_bytes() for path in (file, Path(f"{file}-wal"))} == before


def killed_in_mid_write(folder: Path) -> Path:
    with subprocess.Popen(_Files(folder).load_command(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for number, _ in enumerate(process.stdout):
            if number == 500:
                process.kill()
    return folder / "sixfold.db"


def test_a_database_gone_from_beside_its_write_ahead_log_is_missed(tmp_path: Path) -> None:
    file = killed_in_mid_write(tmp_path)
    file.rename(tmp_path / "elsewhere.db")
    with pytest.raises(StoreError, match=r"sixfold\.db-wal is there: put the database back"):
        entries_in(tmp_path)
    assert not file.exists()


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sixfold.db"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program's database"):
        entries_in(tmp_path)
    assert file.read_bytes() == before


def test_a_start_cut_short_while_the_database_was_made_is_made_good(tmp_path: Path) -> None:
    (tmp_path / "sixfold.db.new").write_bytes(b"half a datab")
    filled(tmp_path)
    assert entries_in(tmp_path) == 51


# ---- a full disk, for real


def test_on_a_full_disk_the_store_is_read_only_and_it_recovers_when_there_is_room(tmp_path: Path) -> None:
    """A small disk of our own, mounted in a namespace that ends with the program."""
    disk = tmp_path / "disk"
    disk.mkdir()
    program = f'mount -t tmpfs -o size=2m sixfold "{disk}" && exec "$@"'
    inside = ["sh", "-c", program, "sh", sys.executable, "-m", "server.store_filling", str(disk)]
    ways = [["unshare", "--user", "--map-root-user", "--mount"], ["unshare", "--mount"]]
    able = [way for way in ways if shutil.which("unshare") and _can_mount(way, disk)]
    if not able:
        pytest.skip("no small disk can be mounted here; the conformance tests fail writes by RLIMIT_FSIZE")
    result = subprocess.run(
        [*able[0], *inside],
        env={**os.environ, "PYTHONPATH": str(HERE.parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "disk is full" in result.stdout
    assert result.stdout.endswith("recovered\n")


def _can_mount(way: Sequence[str], disk: Path) -> bool:
    attempt = [*way, "mount", "-t", "tmpfs", "-o", "size=1m", "sixfold", str(disk)]
    return subprocess.run(attempt, capture_output=True, check=False).returncode == 0
