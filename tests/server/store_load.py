"""A program that writes to a store until it is killed, and prints every entry once it is acknowledged.

python tests/server/store_load.py FOLDER
"""

import asyncio
import os
import sys
from pathlib import Path

from sixfold.server.store.interface import Entry, Status, Store, TableRow, Writing
from sixfold.server.store.sqlite import SqliteStore


async def append_for_ever(store: Store) -> None:
    """Thirty tables at a time, each going on where its log ends."""

    async def play(table: str) -> None:
        version = len(await store.log(table))
        while True:
            row = TableRow(table, Status.PLAYING, True, "hex", 0, version, None, b"", True)
            await store.append(Writing((Entry(table, version, "", None, 0, bytes(80)),), (row,)))
            os.write(1, f"{table} {version}\n".encode())
            version += 1

    await asyncio.gather(*(play(f"table{number}") for number in range(30)))


async def _main(folder: Path) -> None:
    await append_for_ever(await SqliteStore.open(folder))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
