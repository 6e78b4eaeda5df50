"""Garbage in cycles goes, what is in use is put aside, and Python takes over again in the end."""

import asyncio
import gc
import weakref

import pytest

from sixfold.server import garbage


class Node:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.me = self


async def until_gone(node: "weakref.ref[Node]") -> None:
    async with asyncio.timeout(60):
        while node() is not None:
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_SECONDS", 0)
    monkeypatch.setattr(garbage, "_LOOKS", 2)


def test_garbage_in_cycles_is_collected_and_python_takes_over_again() -> None:
    async def try_it() -> None:
        collecting = asyncio.create_task(garbage.collect_garbage())
        await asyncio.sleep(0)
        assert not gc.isenabled()
        assert gc.get_freeze_count() > 0
        await until_gone(weakref.ref(Node()))
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)

    asyncio.run(try_it())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_what_turns_to_garbage_late_is_found_once_there_is_much_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "_MUCH", 1000)

    async def try_it() -> None:
        collecting = asyncio.create_task(garbage.collect_garbage())
        old = [Node()]
        seen = weakref.ref(old[0])
        await asyncio.sleep(0.01)  # it is put aside
        old.clear()
        gc.collect()
        assert seen() is not None
        much = [[] for _ in range(gc.get_freeze_count() + 2000)]  # type: ignore[var-annotated]
        await until_gone(seen)
        assert much
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)

    asyncio.run(try_it())
