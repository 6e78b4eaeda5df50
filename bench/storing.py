"""How many entries a second the store takes durably, and how long a caller waits for one.

python bench/storing.py                 # 64 callers, each of them asking again as soon as it is answered
python bench/storing.py --rate 200      # entries that come at this rate, however long the answers take
python bench/storing.py --work 0.3      # with an event loop busy 0.3 ms for each entry, as a server's is
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path

from sixfold.server.store.interface import Entry, Status, TableRow, Writing
from sixfold.server.store.sqlite import SqliteStore

_BODY, _SUMMARY = os.urandom(90), os.urandom(250)


class Load:
    """Appends to many tables in turn, and how long each append took."""

    def __init__(self, store: SqliteStore, tables: int, work: float) -> None:
        self._store = store
        self._tables = tables
        self._work = work
        self._numbers = count()
        self.waits: list[float] = []

    async def append(self) -> None:
        """One more entry of the next table, durably."""
        version, number = divmod(next(self._numbers), self._tables)
        table, now = f"table{number * 7919 % self._tables:06}", time.time_ns() // 1_000_000
        asked = time.perf_counter()
        while time.perf_counter() < asked + self._work:
            pass
        entry = Entry(table, version, "guest", f"{table}-{version}", now, _BODY)
        row = TableRow(table, Status.PLAYING, True, "hex(players=2)", 0, now, None, _SUMMARY, True)
        await self._store.append(Writing((entry,), () if version else (row,)))
        self.waits.append(time.perf_counter() - asked)

    async def callers(self, callers: int, seconds: float) -> None:
        """So many callers, each appending as soon as its last entry is durable."""
        until = time.perf_counter() + seconds

        async def call() -> None:
            while time.perf_counter() < until:
                await self.append()

        await asyncio.gather(*(call() for _ in range(callers)))

    async def arrivals(self, rate: float, seconds: float) -> None:
        """Entries at a steady rate."""
        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0, began + number / rate - time.perf_counter()))
                group.create_task(self.append())


def sync_alone(folder: Path) -> list[float]:
    """How long the disk takes to sync as much as one entry changes, with nothing of ours around it."""
    waits = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(3 * 4096))
            began = time.perf_counter()
            os.fdatasync(file)
            waits.append(time.perf_counter() - began)
            time.sleep(0.005)  # a disk that is asked again at once answers sooner
    return sorted(waits)


def _at(waits: list[float], share: float) -> str:
    return f"{1000 * waits[int(share * (len(waits) - 1))]:8.1f} ms"


async def _measure(folder: Path, given: argparse.Namespace) -> None:
    batches: Counter[int] = Counter()
    alone = sync_alone(folder)
    store = await SqliteStore.open(folder, lambda size: batches.update((size,)))
    load = Load(store, given.tables, given.work / 1000)
    began = time.perf_counter()
    if given.rate:
        await load.arrivals(given.rate, given.seconds)
    else:
        await load.callers(given.callers, given.seconds)
    took = time.perf_counter() - began
    await store.close()
    waits, sizes = sorted(load.waits), sorted(batches.elements())
    print(f"durable appends/s  {len(waits) / took:8,.0f}")
    for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("longest", 1)):
        print(f"{name:7} wait       {_at(waits, share)}")
    print(
        f"a commit has       {len(waits) / len(sizes):8.1f} (p50 {sizes[len(sizes) // 2]}, most {sizes[-1]})"
    )
    print(f"the disk alone     {_at(alone, 0.5)} a sync, p99{_at(alone, 0.99)}")


def main() -> None:
    """Measure, and print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--callers", type=int, default=64)
    parser.add_argument("--rate", type=float, help="entries a second, in place of callers")
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--work", type=float, default=0, help="ms of the event loop for each entry")
    parser.add_argument(
        "--folder", type=Path, help="on which disk to measure; else where temporary files are"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        asyncio.run(_measure(Path(folder), given))


if __name__ == "__main__":
    main()
