"""The command line: `sixfold`. Heavy things are imported by the commands that need them."""

import sys

from .app import app

# Commands register when they are imported, and the help lists them in this order.
# isort: off
from . import games, bots, records, advice, server, installation  # noqa: F401
# isort: on

__all__ = ["app", "main"]


def main() -> None:
    """The entry point of the command `sixfold`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our signs shows ? instead of failing
    app()
