"""`sixfold backup` copies a database that is being written to, checked, whole or not at all."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store_rows import an_entry, start_table
from sixfold.server.store.backup import back_up
from sixfold.server.store.interface import StoreError, Writing
from sixfold.server.store.sqlite import SqliteStore

LOAD = Path(__file__).parent / "store_load.py"
SIXFOLD = [sys.executable, "-c", "from sixfold.cli import main; main()"]


@pytest.fixture
def writing(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that writes to `tmp_path/data` all the time."""
    with subprocess.Popen(
        [sys.executable, str(LOAD), str(tmp_path / "data")], stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def acknowledged(process: "subprocess.Popen[str]", lines: int) -> dict[str, int]:
    """How long each log is at least, after so many more acknowledgements."""
    assert process.stdout is not None
    lengths: dict[str, int] = {}
    for _ in range(lines):
        table, version = process.stdout.readline().split()
        lengths[table] = int(version) + 1
    return lengths


def check_restored(data: Path, lengths: dict[str, int]) -> None:
    async def check() -> None:
        store = await SqliteStore.open(data)
        for table, length in lengths.items():
            log = await store.log(table)
            assert [entry.version for entry in log] == list(range(len(log)))
            assert len(log) >= length
            row = await store.table(table)
            assert row is not None
            assert row.changed == len(log) - 1, "a snapshot of one moment: lists and logs agree"
        await store.alive(1)  # and it goes on from there
        await store.close()

    asyncio.run(check())


def test_a_backup_of_a_busy_server_has_all_that_was_acknowledged_before_it(
    tmp_path: Path, writing: "subprocess.Popen[str]"
) -> None:
    for number in range(3):
        lengths = acknowledged(writing, 1000)
        backup = tmp_path / f"backup{number}.db"
        back_up(tmp_path / "data", backup)
        check_restored(backup, lengths)
    assert writing.poll() is None
    acknowledged(writing, 100)  # it went on all the time


def test_a_backup_is_one_file_that_serves_as_data_folder_too(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]
    folder = tmp_path / "restored"
    folder.mkdir()
    (tmp_path / "copy.db").rename(folder / "sixfold.db")
    check_restored(folder, {"t": 1})


def test_a_backup_after_a_kill_has_everything(tmp_path: Path, writing: "subprocess.Popen[str]") -> None:
    lengths = acknowledged(writing, 500)
    writing.kill()
    writing.wait()
    back_up(tmp_path / "data", tmp_path / "copy.db")
    check_restored(tmp_path / "copy.db", lengths)


def fill(data: Path, entries: int = 1) -> None:
    async def fill() -> None:
        store = await SqliteStore.open(data)
        await start_table(store, "t")
        await store.append(Writing(tuple(an_entry("t", version) for version in range(1, entries))))
        await store.close()

    asyncio.run(fill())


def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    target = tmp_path / "precious.db"
    target.write_text("precious")
    with pytest.raises(StoreError, match=r"precious\.db: it exists already"):
        back_up(tmp_path / "data", target)
    assert target.read_text() == "precious"


def test_a_full_disk_leaves_no_half_backup(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    there = {path.name for path in tmp_path.rglob("*")}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(StoreError, match=r"could not be copied to .*copy\.db: disk I/O error"):
            back_up(tmp_path / "data", tmp_path / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    left = {path.name for path in tmp_path.rglob("*")} - there
    assert left <= {"sixfold.db-wal", "sixfold.db-shm"}, (
        "what SQLite keeps beside a database that is being read"
    )


@pytest.mark.parametrize(
    ("data", "target", "message"),
    [
        ("nothing", "copy.db", r"nothing/sixfold\.db: there is no database here"),
        ("data", "nowhere/copy.db", r"nowhere: there is no such folder"),
        ("data", "data/sixfold.db", r"sixfold\.db: it exists already"),
    ],
)
def test_what_is_in_the_way_is_said(tmp_path: Path, data: str, target: str, message: str) -> None:
    fill(tmp_path / "data")
    with pytest.raises(StoreError, match=message):
        back_up(tmp_path / data, tmp_path / target)


def test_a_damaged_database_is_not_taken_for_a_good_backup(tmp_path: Path) -> None:
    fill(tmp_path / "data", entries=5000)
    file = tmp_path / "data" / "sixfold.db"
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 4096] = bytes(4096)
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"could not be copied to .*copy\.db: it is damaged"):
        back_up(tmp_path / "data", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_the_command_copies_and_says_so(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    command = [*SIXFOLD, "backup", "copy.db", "--data", "data"]
    first = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert first.stdout.startswith("copy.db: a complete copy of what is in data, checked, ")
    check_restored(tmp_path / "copy.db", {"t": 1})
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == "sixfold: copy.db: it exists already, and a backup overwrites nothing\n"
