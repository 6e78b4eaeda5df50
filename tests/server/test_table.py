"""A table is the fold of its log: for any commands of any people, at every game of the catalogue."""

import asyncio
import random
from typing import Any, cast

import pytest
from hypothesis import given, settings

from playing import ALL_RULES, any_rules, seeds
from server.houses import some_move
from sixfold import Rules, compiled_kernels
from sixfold.notation import GameRecord
from sixfold.server.house.archive import record_text
from sixfold.server.protocol import commands as do
from sixfold.server.protocol.documents import NewTable
from sixfold.server.protocol.messages import encode
from sixfold.server.protocol.refusals import Refusal
from sixfold.server.protocol.sights import Days, Live, SeatPlan
from sixfold.server.store.interface import Entry
from sixfold.server.tables.deciding import Decision, check_version, decide
from sixfold.server.tables.entries import AnyBody, Credited, Handed, Resigned, Started, read_body, write_body
from sixfold.server.tables.explaining import moves_since
from sixfold.server.tables.looking import game_sight, table_sight, yours
from sixfold.server.tables.playing import checked_move, next_game
from sixfold.server.tables.rows import table_row
from sixfold.server.tables.seating import plan_table
from sixfold.server.tables.table import Table

PEOPLE = ("ada", "max", "eve", "kim", "host")
LEVELS = ("beginner", "master")


def snapshot(table: Table) -> dict[str, Any]:
    """Everything about a table that can be compared, and what every eye sees."""
    match = table.match
    public = match.view(None) if match else None
    return {
        "views": [encode(yours(table, guest, public)) for guest in (*PEOPLE, "stranger")],
        "table": encode(table_sight(table, {})),
        "game": encode(game_sight(table, table.number, match, public, moves_since(table, 0)))
        if match and public
        else None,
        "state": match.state.everything() if match else None,
        "events": match.events if match else None,
        "past": table.past,
        "row": table_row(table),
        "keys": dict(table.keys),
        "passes": repr(table.passes),
        "clock": (table.clock.since, tuple(table.clock.reserves)),
        "versions": (table.version, table.turned, table.changed),
    }


def some_table(rules: Rules, rng: random.Random) -> NewTable:
    plans = ["me", *(rng.choice(["open", "me", *LEVELS]) for _ in range(rules.players - 1))]
    return NewTable(
        game=str(rules),
        seats=tuple(plans),  # type: ignore[arg-type]  # chosen from what may be chosen
        public=rng.random() < 0.5,
        hot_seat=plans.count("me") > 1 or rng.random() < 0.3,
        spectators=rng.random() < 0.7,
        games=rng.choice([1, 1, 2, 3]),
        clock=rng.choice([None, Live(move=5, reserve=20), Days(days=2)]) if "open" in plans else None,
        late=rng.choice(["bot", "resign"]),
    )


def some_command(table: Table, rng: random.Random, key: str) -> do.Action:
    """A command that often makes sense at this moment, and often does not."""
    v = rng.choice([None, table.version, table.version, table.version - 1, table.version + 1])
    seat = rng.randrange(len(table.seats))
    level: Any = rng.choice(LEVELS)
    seating: list[do.Command] = [
        do.Sit(key=key, v=v, seat=rng.randrange(4)),
        do.Stand(key=key, v=v, seat=seat),
        do.Arrange(key=key, v=v, seat=seat, to=rng.choice(["open", level, level])),
        do.Start(key=key, v=v),
        do.Start(key=key),
    ]
    playing: list[do.Command] = [
        do.Hand(key=key, v=v, seat=seat, level=rng.choice([None, level])),
        do.Take(key=key, v=v, seat=seat),
        do.Agree(key=key, v=v, hints=rng.random() < 0.7),
        do.Branch(key=key, v=v, moves=rng.randrange(6)),
        do.Play(key=key, v=table.version, move=rng.choice(["rg a1 a2", "rr", "pass", "nonsense"])),
    ]
    ending: list[do.Command] = [do.Next(key=key, v=v), do.Rematch(key=key, v=v)]
    leaving: list[do.Command] = [do.Leave(key=key, v=v), do.Resign(key=key, v=v, seat=seat)]
    if table.game_on and rng.random() < 0.6:
        return do.Play(key=key, v=table.version, move=some_move_of(table, rng))
    weights = {"open": (8, 1, 1, 0.1), "playing": (1, 8, 1, 0.2), "over": (1, 1, 8, 1)}[table.status]
    return cast(do.Action, rng.choice(rng.choices([seating, playing, ending, leaving], weights)[0]))


def somebody(table: Table, rng: random.Random) -> str:
    """Anyone, but mostly whose turn it is, or the host."""
    actor = table.seats[table.actor].who if table.actor is not None else None
    return rng.choice([*PEOPLE, *[actor or "host"] * 6])


async def some_decision(
    table: Table, guest: str, rng: random.Random, key: str, at: int, log: list[Entry]
) -> tuple[str, Decision]:
    """What comes of what somebody, or the house itself, does; raises `Refusal` if nothing."""

    async def read_log(_: str) -> list[Entry]:
        return log

    if table.actor is not None and rng.random() < (0.5 if table.seats[table.actor].bot else 0.1):
        if table.seats[table.actor].bot:
            return "", Decision(*checked_move(table, some_move_of(table, rng), at))
        own: list[AnyBody] = [Handed(table.actor, "casual", "late"), Resigned(table.actor), Credited(500)]
        return "", Decision(rng.choices(own, [9, 1, 9])[0])
    command = some_command(table, rng, key)
    check_version(table, command.v)
    decision = await decide(table, guest, command, at, read_log)
    if isinstance(decision.body, Started):  # the seed is a true secret; tests are the same every time
        return guest, Decision(Started(rng.randbytes(32).hex(), decision.body.before))
    return guest, decision


def some_move_of(table: Table, rng: random.Random) -> str:
    assert table.match
    return some_move(table.match, rng)


@given(any_rules(), seeds)
@settings(max_examples=40)
def test_a_table_is_the_fold_of_its_log_and_what_is_refused_changes_nothing(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)

    async def live() -> None:
        at = 1000
        created = plan_table("host", some_table(rules, rng))
        log = [Entry("t", 0, "host", None, at, write_body(created))]
        table = Table.of(log)
        for number in range(70):
            at += rng.randrange(9000)
            before = snapshot(table)
            guest = somebody(table, rng)
            try:
                who, decision = await some_decision(table, guest, rng, f"key{number}", at, log)
            except Refusal:
                assert snapshot(table) == before
                continue
            entry = Entry("t", table.version + 1, who, f"key{number}", at, write_body(decision.body))
            log.append(entry)
            body = read_body(entry.body)
            assert body == decision.body
            after = table.after(entry, body, decision.successor)
            assert snapshot(table) == before
            if rng.random() < 0.5:  # as the ledger does it for plain moves
                table.apply(entry, body, decision.successor)
                assert snapshot(table) == snapshot(after)
            table = after
        assert snapshot(Table.of(log)) == snapshot(table)

    asyncio.run(live())


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_whole_games_of_a_series_come_back_from_the_log_and_their_records_are_honest(rules: Rules) -> None:
    rng = random.Random(str(rules))
    seats: list[SeatPlan] = ["me"] * rules.players
    new = NewTable(game=str(rules), seats=tuple(seats), hot_seat=True, games=2)
    log = [Entry("t", 0, "host", None, 0, write_body(plan_table("host", new)))]
    table = Table.of(log)

    def add(decision: Decision) -> None:
        log.append(Entry("t", table.version + 1, "host", None, len(log), write_body(decision.body)))
        table.apply(log[-1], decision.body, decision.successor)

    with compiled_kernels():
        for number in range(2):
            before = next_game(table, "host", do.Next(key="next")).before if number else None
            add(Decision(Started(rng.randbytes(32).hex(), before)))
            while table.game_on:
                add(Decision(*checked_move(table, some_move_of(table, rng), 0)))
            record = GameRecord.parse(record_text(table, number, {}))
            record.verify()
            assert record.match.outcome() == table.outcome(number)
        assert table.status == "over"
        assert snapshot(Table.of(log)) == snapshot(table)
        assert GameRecord.parse(record_text(table, 0, {})).match.is_over
        assert table.points == tuple(map(sum, zip(*(table.outcome(n).scores for n in (0, 1)), strict=True)))
