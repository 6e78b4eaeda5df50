"""Files, read kindly and written whole or not at all."""

import errno
import os
import shutil
from pathlib import Path

from ..core.errors import SixfoldError


class SaveError(SixfoldError):
    """A file that could not be written. Whatever had that name before is as it was."""

    def __init__(self, path: Path, error: OSError) -> None:
        reason = error.strerror or str(error)
        super().__init__(f"{path} was not saved: {reason}. Nothing was overwritten; try another place.")


def read_text(path: Path) -> str:
    """The text of a file; bytes that are no text become question marks, for the reader to complain about."""
    return path.read_text(encoding="utf-8", errors="replace")


def check_place(path: Path) -> None:
    """Say at once, and not after all the work, that there is no such folder to write a file to."""
    if not path.absolute().parent.is_dir():
        raise SaveError(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))


def write_text(path: Path, text: str) -> None:
    """Write a text file in one step."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file in one step: first beside it, then renamed, so that a full disk loses nothing."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe must not be replaced by a file
        else:
            _replace(path.resolve(), content)
    except OSError as error:
        raise SaveError(path, error) from None


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
