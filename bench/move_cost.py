"""What one move costs the server's process: `python bench/move_cost.py [--games N] [--profile]`.

Games of two people with three spectators are played at the same time, as the house does it, on the real store
in a temporary folder: a command, its check by the rules, the durable commit, and the views for all five,
encoded. The figure is processor time of the whole process, the store's thread included; sockets, and choosing
the moves, are left out. Machines are noisy: compare with what the rules alone take in the same run.
"""

import argparse
import asyncio
import cProfile
import os
import pstats
import random
import statistics
import tempfile
from pathlib import Path
from time import perf_counter, process_time, thread_time

from sixfold.core.match import Match
from sixfold.core.rules import Rules
from sixfold.server.house.house import House
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.documents import NewTable
from sixfold.server.protocol.messages import Ack
from sixfold.server.store.interface import Guest
from sixfold.server.store.sqlite import SqliteStore
from sixfold.server.tables.table import Table
from sixfold.server.web.guests import Guests

_MOVES = 20
_SPECTATORS = 3


class Counter:
    """An outlet that counts."""

    def __init__(self) -> None:
        self.messages = self.bytes = 0

    def send(self, message: bytes) -> None:
        """Count a message."""
        self.messages += 1
        self.bytes += len(message)


def any_move(match: Match, rng: random.Random) -> str:
    """A legal move, chosen without listing a thousand of them."""
    words = match.legal_words()
    if words:
        return str(words[0])
    rules = match.rules
    kind = rules.kinds[rng.choice(match.rack(match.actor))]
    edge = rng.choice([edge for edge, free in enumerate(match.open_edges()) if free])
    tail, head = (rules.geometry.names[cell] for cell in rules.geometry.edges[edge])
    return f"{kind} {tail} {head}"


async def seat_people(house: House, guests: list[Guest], game: str, outlets: list[Counter]) -> str:
    """A table that has begun, with everyone listening."""
    table = (await house.create(guests[0], NewTable(game=game, public=True))).table
    await house.act(table, guests[1], do.Sit(key="sit", seat=1))
    for guest in guests:
        outlets.append(Counter())
        await house.subscribe(table, guest, outlets[-1])
    await house.act(table, guests[0], do.Start(key="start"))
    return table


async def play_on(house: House, table: str, guests: list[Guest], seed: int) -> tuple[int, float]:
    """Make moves at a table; returns how many, and the time that choosing them took."""
    rng = random.Random(seed)
    choosing = 0.0
    room = next(room for room in house._rooms if room.table.id == table)
    done = 0
    while done < _MOVES and room.table.game_on:
        match = room.table.match
        assert match
        begun = thread_time()
        move = any_move(match, rng)
        choosing += thread_time() - begun
        command = do.Play(key=f"move{done}", v=room.table.version, move=move)
        answer = await house.act(table, guests[match.actor], command)
        assert isinstance(answer, Ack), answer
        done += 1
    return done, choosing


def replay_time(table: Table) -> float:
    """Milliseconds that the rules take for a move of this table: `Match.play` alone."""
    assert table.match
    match = Match(table.match.rules, table.match.dealer)
    begun = thread_time()
    for move in table.progress.moves:
        match.play(move)
    return (thread_time() - begun) * 1000 / len(table.progress.moves)


def resident() -> int:
    """How many bytes of memory the process holds; 0 where the system does not say."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if file.exists() else 0


async def measure(games: int, game: str, profile: bool) -> None:
    """Play, and print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder))
        house = House(store, None)
        await house.open()
        people = Guests(store, 600)
        guests = [(await people.welcome(f"guest {n}"))[0] for n in range(2 + _SPECTATORS)]
        outlets: list[Counter] = []
        memory = resident()
        tables = [await seat_people(house, guests, game, outlets) for _ in range(games)]
        heard = sum(outlet.bytes for outlet in outlets)
        profiler = cProfile.Profile() if profile else None
        cpu, wall = process_time(), perf_counter()
        if profiler:
            profiler.enable()
        played = await asyncio.gather(*(play_on(house, table, guests, n) for n, table in enumerate(tables)))
        if profiler:
            profiler.disable()
        made, choosing = sum(count for count, _ in played), sum(seconds for _, seconds in played)
        cpu, wall = process_time() - cpu - choosing, perf_counter() - wall
        size = (sum(outlet.bytes for outlet in outlets) - heard) / made / len(guests)
        kilobytes = (resident() - memory) / games / 1024
        rules_alone = statistics.fmean([replay_time(room.table) for room in list(house._rooms)[:20]])
        print(f"{game}: {made} moves at {games} tables, with five who look on at each")
        print(
            f"a move: {cpu / made * 1000:.3f} ms of processor time, of which the rules take {rules_alone:.3f}"
        )
        print(f"all of it: {made / wall:.0f} moves/s; a view: {size:.0f} bytes; a table: {kilobytes:.0f} kB")
        await house.close(0)
        await store.close()
        if profiler:
            pstats.Stats(profiler).sort_stats("tottime").print_stats(40)


def main() -> None:
    """Read the arguments, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", default=str(Rules.of("hex", players=2)))
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    asyncio.run(measure(given.games, given.game, given.profile))


if __name__ == "__main__":
    main()
