"""Files are written whole or not at all."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sixfold.terminal.files import SaveError, read_text, write_text


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """What a full disk does: a write beyond this size fails."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_full_disk_loses_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old")
    with files_no_larger_than(100), pytest.raises(SaveError, match="was not saved: File too large"):
        write_text(path, "new" * 1000)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_to_and_not_replaced() -> None:
    with pytest.raises(SaveError, match=r"/dev/full was not saved: No space left on device. Nothing"):
        write_text(Path("/dev/full"), "text")
    assert Path("/dev/full").is_char_device()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"nowhere/game.txt was not saved: No such file or directory"):
        write_text(tmp_path / "nowhere" / "game.txt", "text")


def test_bytes_that_are_no_text_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    assert "PNG" in read_text(path)
