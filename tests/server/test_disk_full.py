"""A full disk makes the server read-only, with an honest error; once there is room it goes on by itself."""

import asyncio
import random
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.client import choose, rules_of
from server.serving import serving
from server.visiting import Visitor, awaited


@contextmanager
def no_room_for(process: int) -> Iterator[None]:
    """No file of that process can grow: its writes fail in the kernel, the log's as well."""
    soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, hard))


@awaited
async def test_a_full_disk_means_read_only_until_there_is_room_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = await Visitor.arrive(server.url)
        table = await ada.make_table(game="hex-solo")
        assert (await ada.command(table, do="start"))["is"] == "ack"
        rules = await rules_of(ada, "hex-solo")
        async with ada.socket(table) as socket:
            view = await socket.until("view")
            play = {
                "do": "play",
                "key": "first",
                "v": view["v"],
                "move": choose(view, rules, random.Random(1)),
            }
            with no_room_for(server.process.pid):
                for _ in range(3):
                    await socket.say(**play)
                    refused = await socket.until("refused", key="first")
                    assert refused["code"] == "unavailable"
                assert (await ada.post("/api/tables", {"game": "hex-solo"})).status_code == 503
                assert (await ada.post("/api/guests", {"name": "Bob"})).status_code == 503
                health = await ada.get("/health")
                assert (health.status_code, health.json()["status"]) == (503, "read_only")
                looked = (await ada.get(f"/api/tables/{table}")).json()
                assert (looked["v"], looked["game"]) == (view["v"], view["game"])
            await socket.say(**play)  # the same key: it was not carried out, so it is now
            assert (await socket.until("ack", key="first"))["v"] == view["v"] + 1
            async with asyncio.timeout(10):
                while (await ada.get("/health")).json()["status"] != "ok":  # it tries once a second
                    await asyncio.sleep(0.1)
        server.stop(signal.SIGKILL)
    with serving(tmp_path) as server:
        ada.url = server.url
        assert (await ada.get(f"/api/tables/{table}")).json()["v"] == view["v"] + 1
