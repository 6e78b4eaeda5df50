"""A program that fills a small disk with a log, makes room again, and checks that nothing was lost meanwhile.

PYTHONPATH=tests python -m server.store_filling FOLDER
"""

import asyncio
import sys
from pathlib import Path

from server.store_rows import an_entry, start_table
from sixfold.server.store.interface import StoreUnavailable, Writing
from sixfold.server.store.sqlite import SqliteStore

_TABLES = 8


async def _fill(store: SqliteStore, table: str) -> int:
    """Append until there is no room; how many entries were acknowledged."""
    await start_table(store, table)
    version = 1
    while True:
        try:
            await store.append(Writing((an_entry(table, version, body=bytes(300)),)))
        except StoreUnavailable as error:
            print(error)
            return version
        version += 1


async def _main(disk: Path) -> None:
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(2**20))
    store = await SqliteStore.open(disk / "data")
    tables = [f"t{number}" for number in range(_TABLES)]
    lengths = await asyncio.gather(*(_fill(store, table) for table in tables))
    for _ in range(3):  # still full: refused again, and reading works
        for table, length in zip(tables, lengths, strict=True):
            try:
                await store.append(Writing((an_entry(table, length, body=bytes(100_000)),)))
            except StoreUnavailable:
                pass
            else:
                raise AssertionError("there was room")
            assert len(await store.log(table)) == length
    ballast.unlink()
    for table, length in zip(tables, lengths, strict=True):
        await store.append(Writing((an_entry(table, length),)))
    await store.close()
    store = await SqliteStore.open(disk / "data")  # which checks the file
    for table, length in zip(tables, lengths, strict=True):
        assert [entry.version for entry in await store.log(table)] == list(range(length + 1))
    await store.close()
    print("recovered")


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
