"""The engine protocol: what is answered, that everything is answered, and that no secret is looked at."""

import json
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixfold
from playing import shuffle_hidden
from sixfold import CATALOGUE, Dealer, Match, Move, Rules, State, compiled_kernels
from sixfold.bots import make_bot
from sixfold.bots.engine import Engine
from sixfold.bots.levels import LEVELS
from sixfold.bots.protocol import LONGEST_LINE
from sixfold.core.scoring import explain
from sixfold.notation import GameRecord, write_position

DOCS = Path(__file__).parents[2] / "docs"
COMMAND = [sys.executable, "-c", "from sixfold.cli import main; main()", "engine"]
MOVE_KEYS = ["move", "share", "error", "samples", "points", "lowest", "reply"]


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> Iterator[None]:
    with compiled_kernels():
        yield


def played(game: str = "hex(players=2)", moves: int = 9, seed: int = 1) -> Match:
    """A game after some moves of a bot."""
    match = Match(Rules.parse(game), Dealer(bytes([seed]) * 32))
    bot = make_bot("lexmin", random.Random(seed))
    while not match.is_over and moves:
        match.play(bot.choose(match.view(match.actor)))
        moves -= 1
    return match


MATCH = played()
POSITION = write_position(MATCH.state)
ACTOR = MATCH.actor
FINISHED = write_position(played("cards", 1000).state)
UNDEALT = write_position(State.new(Rules.parse("hex")))
ENGINE = Engine()


def ask(**request: Any) -> dict[str, Any]:
    """What the engine answers, without how long it took."""
    answer = json.loads(ENGINE.answer_line(json.dumps(request).encode()))
    answer.pop("seconds", None)
    assert isinstance(answer, dict)
    return answer


# ---------------------------------------------------------------- answers


def test_an_answer_has_the_best_moves_with_what_they_are_worth_and_score() -> None:
    answer = ask(id=5, position=POSITION, samples=300, moves=3)
    assert list(answer) == ["id", "moves", "exact"]
    assert (answer["id"], answer["exact"], len(answer["moves"])) == (5, False, 3)
    for told in answer["moves"]:
        assert list(told) == MOVE_KEYS
        assert 0 < told["share"] < 1
        assert 0 < told["error"] < 0.5
        assert told["samples"] > 1
        action = Move.parse(told["move"], MATCH.rules).action(MATCH.rules)
        explained = explain(MATCH.state, action)
        assert told["points"] == explained.points
        assert told["lowest"] == {"before": min(explained.before), "after": min(explained.after)}
        assert Move.parse(told["reply"], MATCH.rules)


def test_a_record_means_the_position_after_its_last_move() -> None:
    options = {"samples": 40, "moves": 2, "seed": 3}
    record = str(GameRecord.of(MATCH))
    assert ask(record=record, **options) == ask(position=POSITION, **options)


def test_the_same_seed_and_samples_give_the_same_answer_in_any_process() -> None:
    request: dict[str, Any] = {"id": 1, "position": POSITION, "samples": 200, "moves": 4, "seed": 9}
    here = ask(**request)
    assert here == ask(**request)
    with engine() as process:
        there = process.ask(**request)
    there.pop("seconds")
    assert here == there
    other = ask(**{**request, "seed": 10})
    assert [told["share"] for told in other["moves"]] != [told["share"] for told in here["moves"]]


def test_levels_that_do_not_think_tell_the_one_move_that_they_play() -> None:
    for level in ("beginner", "casual", "skilled", "expert"):
        (told,) = ask(position=POSITION, level=level, moves=5)["moves"]
        assert [told[key] for key in ("share", "error", "samples", "reply")] == [None, None, 0, None]
        assert Move.parse(told["move"], MATCH.rules) in MATCH.legal_moves()
    beginner = {ask(position=POSITION, level="beginner", seed=seed)["moves"][0]["move"] for seed in range(20)}
    expert = {ask(position=POSITION, level="expert", seed=seed)["moves"][0]["move"] for seed in range(5)}
    assert len(beginner) > 5
    assert len(expert) == 1


def test_every_level_thinks_if_it_is_given_samples_or_time() -> None:
    assert ask(position=POSITION, level="beginner", samples=30) == ask(position=POSITION, samples=30)
    assert ask(position=POSITION, level="beginner", time=0.05)["moves"][0]["share"] > 0


def test_master_is_the_default_and_thinks_by_itself() -> None:
    assert ask(position=POSITION)["moves"][0]["samples"] > 20


def test_a_share_without_an_error_has_none() -> None:
    assert ask(position=POSITION, samples=1)["moves"][0]["error"] is None


@pytest.mark.parametrize("moves", [0, 9, 25])
def test_secrecy_what_the_seat_cannot_know_changes_no_answer(moves: int) -> None:
    match = played(moves=moves)
    state, rng = match.state, random.Random(moves)
    knows_more = bool(state.everything().memory.epoch)
    for options in ({"samples": 60, "moves": 3}, {"level": "casual", "seed": 4}):
        seen = ask(position=write_position(match.view(match.actor)), **options)
        assert "moves" in seen
        assert ask(position=write_position(state), **options) == seen
        for _ in range(3):
            hidden = match.view(match.actor)
            other = hidden.sample(rng) if knows_more else shuffle_hidden(state, match.actor, rng)
            assert write_position(other) != write_position(state)
            assert ask(position=write_position(other), **options) == seen


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({}, "expected either a position or a record"),
        ({"position": POSITION, "record": "x"}, "expected either a position or a record"),
        ({"position": 7}, "position: expected a text"),
        ({"position": "nonsense"}, "position: a position has the fields"),
        ({"record": "nonsense"}, "record: line 1: a record begins with"),
        ({"position": FINISHED}, "position: the game is over"),
        ({"position": UNDEALT}, "position: no seat is to act, but chance"),
        (
            {"position": POSITION, "seat": 2 - ACTOR},
            f"seat: it is the turn of seat {ACTOR + 1}, not of seat {2 - ACTOR}",
        ),
        (
            {"position": write_position(MATCH.view(1 - ACTOR))},
            f"position: it does not show the tiles of seat {ACTOR + 1}, whose turn it is",
        ),
        ({"position": write_position(MATCH.view(None))}, "position: it does not show the tiles"),
        ({"position": POSITION, "seat": 0}, "seat: expected a whole number from 1"),
        ({"position": POSITION, "level": "god"}, "level: 'god' is none of beginner, casual"),
        ({"position": POSITION, "level": None}, "level: expected a text"),
        ({"position": POSITION, "samples": 0}, "samples: expected a whole number from 1 to 200000"),
        ({"position": POSITION, "samples": 10**30}, "samples: expected"),
        ({"position": POSITION, "samples": 5.0}, "samples: expected"),
        ({"position": POSITION, "samples": None}, "samples: expected"),
        ({"position": POSITION, "moves": True}, "moves: expected a whole number"),
        ({"position": POSITION, "seed": -1}, "seed: expected a whole number"),
        ({"position": POSITION, "time": 0}, "time: expected seconds, more than 0 and at most 120"),
        ({"position": POSITION, "time": 1e9}, "time: expected seconds"),
        ({"position": POSITION, "sample": 5}, "there is no key 'sample' here; there are id, position"),
        ({"command": "hello", "seed": 5}, "there is no key 'seed' here; there are id, command, game"),
        ({"command": "hello", "game": "chess"}, "game: no game is called 'chess'"),
        ({"command": "stop"}, "command: expected hello or quit"),
        ({"command": ["quit"]}, "command: expected a text"),
    ],
)
def test_a_mistake_is_named(request_: dict[str, Any], message: str) -> None:
    answer = ask(id="x", **request_)
    assert list(answer) == ["id", "error"]
    assert answer["id"] == "x"
    assert answer["error"].startswith(message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\n", "the line is not JSON"),
        (b"{'id': 1}", "the line is not JSON"),
        (b"[1, 2]", "the line is not a JSON object"),
        (b'"hello"', "the line is not a JSON object"),
        (b"\xff\xfe{}", "the line is not UTF-8"),
        (b"[" * 200_000, "the line is nested too deeply"),
        (b'{"id":' * 100_000, "the line is nested too deeply"),
        (b'{"id": ' + b"9" * 10_000 + b"}", "the line has a number that is too long"),
        (b'{"id": 1e999}', "id: expected a text, a number"),
        (b'{"id": NaN}', "NaN is not JSON"),
        (b'{"id": {}}', "id: expected a text"),
        (b'{"id": 1, "id": 1}', "a key is given twice"),
        (b" " * LONGEST_LINE + b"{}", f"the line is longer than {LONGEST_LINE} bytes"),
    ],
)
def test_a_line_that_is_no_request_is_answered_all_the_same(line: bytes, message: str) -> None:
    answer = json.loads(ENGINE.answer_line(line))
    assert list(answer) == ["id", "error"]
    assert answer["id"] is None
    assert answer["error"].startswith(message)


@pytest.mark.parametrize("identity", ["a", "\ud800\n\x00", 1, -2.5, 10**100, True, None, ""])
def test_an_id_comes_back_as_it_was(identity: Any) -> None:
    assert ask(id=identity, command="hello")["id"] == identity
    assert ask(id=identity)["id"] == identity


def test_a_mistake_of_the_engine_s_own_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("sixfold.bots.engine.parse_position", broken)
    assert ask(id=1, position="x") == {"id": 1, "error": "this should not happen: ZeroDivisionError: oh"}


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
some_position = st.sampled_from([POSITION, FINISHED, UNDEALT, "hex", POSITION.replace("??", "rr")])
requests = st.fixed_dictionaries(
    {},
    optional={
        "id": values,
        "position": some_position | values,
        "record": st.just(str(GameRecord.of(MATCH))) | values,
        "seat": st.integers(0, 5) | values,
        "level": st.sampled_from([*LEVELS]) | values,
        "samples": st.integers(-1, 20) | st.text(),
        "time": st.sampled_from([0.01, 0, -1, 1e300, True, "1"]),
        "moves": st.integers(-1, 5) | values,
        "seed": st.integers(-1, 2**65) | values,
        "command": st.sampled_from(["hello", "quit"]) | values,
        "game": st.sampled_from(["hex", "cards"]) | values,
        "more": values,
    },
)


@st.composite
def damaged_positions(draw: st.DrawFn) -> bytes:
    """A good question with a few other signs in its position."""
    signs = list(POSITION)
    for _ in range(draw(st.integers(1, 3))):
        signs[draw(st.integers(0, len(signs) - 1))] = draw(st.sampled_from("0123456789rgbyop?/,:+- ^R="))
    return json.dumps({"id": 1, "position": "".join(signs), "samples": 4}).encode()


@settings(max_examples=300)
@given(
    st.binary(max_size=60)
    | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | values.map(lambda value: json.dumps(value).encode())
    | requests.map(lambda value: json.dumps(value).encode())
    | damaged_positions()
)
def test_whatever_a_line_is_it_gets_exactly_one_line_in_answer(line: bytes) -> None:
    answer = ENGINE.answer_line(line)
    assert answer.endswith(b"\n")
    assert answer.count(b"\n") == 1
    told = json.loads(answer)
    assert ("error" in told) != ("moves" in told or "name" in told or "bye" in told)
    assert "this should not happen" not in told.get("error", "")


def test_a_line_that_is_too_long_is_one_line() -> None:
    hello = b'{"id": 1, "command": "hello"}'
    longest = hello + b" " * (LONGEST_LINE - len(hello))
    lines = [b"x" * (3 * LONGEST_LINE), hello, longest, longest + b" ", b"y" * (LONGEST_LINE + 2)]
    sink = BytesIO()
    Engine().serve(BytesIO(b"\r\n".join(lines)), sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert ["error" in answer for answer in answers] == [True, False, False, True, True]


# ---------------------------------------------------------------- the process


class Process:
    """`sixfold engine` as another program sees it."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def ask(self, line: bytes | None = None, **request: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write((json.dumps(request).encode() if line is None else line) + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self) -> tuple[int, bytes, bytes]:
        """Exit code, what else it wrote, and what it told people."""
        output, errors = self.process.communicate(timeout=60)
        return self.process.returncode, output, errors


@contextmanager
def engine() -> Iterator[Process]:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield Process(process)
        finally:
            process.kill()


def test_the_process_lives_on_after_bad_lines_and_ends_with_its_input() -> None:
    with engine() as process:
        assert process.ask(b"\xff")["error"] == "the line is not UTF-8"
        assert process.ask(b"")["error"].startswith("the line is not JSON")
        assert process.ask(id=1, command="hello")["name"] == "sixfold"
        assert process.ask(id=2, position=POSITION, level="expert")["moves"]
        assert process.end() == (0, b"", b"sixfold engine: warming up\n")


def test_quit_ends_the_process() -> None:
    with engine() as process:
        assert process.ask(command="quit") == {"id": None, "bye": True}
        assert process.end() == (0, b"", b"")


def test_ctrl_c_ends_the_process_quietly() -> None:
    with engine() as process:
        process.ask(command="hello")
        process.process.send_signal(signal.SIGINT)
        process.process.wait(60)  # by itself, with its input still open
        assert process.end() == (130, b"", b"")


def test_a_reader_that_has_gone_ends_the_process_quietly() -> None:
    with engine() as process:
        process.ask(command="hello")
        assert process.process.stdin
        assert process.process.stdout
        process.process.stdout.close()
        process.process.stdin.write(b'{"command": "hello"}\n')
        process.process.stdin.flush()
        assert process.process.wait(60) == 1
        assert process.process.stderr
        assert process.process.stderr.read() == b""


# ---------------------------------------------------------------- the docs


def shape(value: Any) -> Any:
    """What kinds of values there are, and under which keys. Numbers and moves change with the networks."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items() if key != "points"}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value)


def test_the_docs_show_what_the_engine_answers() -> None:
    pairs = re.findall(r"^    > (.*)\n    < (.*)$", (DOCS / "engine.md").read_text(encoding="utf-8"), re.M)
    assert len(pairs) >= 6
    for asked, shown in pairs:
        answer, expected = json.loads(Engine().answer_line(asked.encode())), json.loads(shown)
        if "moves" in expected:
            assert shape(answer) == shape(expected)
        else:
            assert answer == expected


def test_the_docs_name_every_key() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `(\w+)` \|", text, re.M))
    assert listed == {
        *("position", "record", "seat", "level", "time", "samples", "moves", "seed", "id"),
        *("moves", "exact", "seconds"),
        *MOVE_KEYS,
    }


def test_the_bot_in_the_docs_is_the_one_in_the_examples() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "engine.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code == (DOCS.parent / "examples" / "external_bot.py").read_text(encoding="utf-8")


def test_hello_tells_who_is_there() -> None:
    told = ask(command="hello")
    assert (told["version"], told["protocol"]) == (sixfold.__version__, 1)
    assert (told["games"], told["levels"]) == (list(CATALOGUE), list(LEVELS))
