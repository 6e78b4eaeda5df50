"""Other programs as bots: good ones play, and bad ones are counted, not waited for and not left behind."""

import csv
import json
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sixfold import Dealer, Match, Rules, SixfoldError, View, compiled_kernels
from sixfold.bots import make_bot
from sixfold.bots.arena import Plan, play_deal
from sixfold.bots.arena_summary import summarise
from sixfold.bots.external import ExternalBot, Faults, command_label, end_programs
from sixfold.cli import app
from sixfold.notation import write_position

EXAMPLE = shlex.join([sys.executable, str(Path(__file__).parents[2] / "examples" / "external_bot.py")])
ENGINE = shlex.join([sys.executable, "-c", "from sixfold.cli import main; main()", "engine"])

SPEAKING = """
import json, os, subprocess, sys, time
def answer(**more):
    print(json.dumps({"id": request["id"], **more}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if "command" in request:
        answer(name="test")
    else:
        """


@pytest.fixture(autouse=True)
def _compiled() -> Iterator[None]:
    with compiled_kernels():
        yield


def python(code: str) -> str:
    """The command of a program."""
    return shlex.join([sys.executable, "-c", code])


def program(answering: str) -> str:
    """The command of a program that greets well, and then does this with a position."""
    return python(SPEAKING + answering)


def view(game: str = "cards") -> View:
    match = Match(Rules.parse(game), Dealer(bytes(32)))
    return match.view(match.actor)


def faults_of(command: str, moves: int = 2, seconds: float = 5, start_seconds: float = 20) -> Faults:
    """What is counted while it is asked for moves; all that is played is legal."""
    seen = view()
    with ExternalBot(command, random.Random(1), seconds, start_seconds) as bot:
        for _ in range(moves):
            assert bot.choose(seen) in seen.legal_moves()
    return bot.faults


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a process does anything any more; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


# ---------------------------------------------------------------- good programs


def test_the_example_plays_legal_moves_and_the_same_for_the_same_seed() -> None:
    def chosen(seed: int) -> list[str]:
        with ExternalBot(EXAMPLE, random.Random(seed), 20) as bot:
            moves = [str(bot.choose(view(game))) for game in ("cards", "hex", "square-solo")]
        assert bot.faults == Faults()
        return moves

    assert chosen(1) == chosen(1) != chosen(2)


def test_our_own_engine_is_such_a_program() -> None:
    seen = view("hex(players=2)")
    with ExternalBot(ENGINE, random.Random(1), 5) as bot:
        assert bot.choose(seen) in seen.legal_moves()
    assert bot.faults == Faults()


def test_a_program_is_told_seat_time_seed_and_what_its_seat_sees(tmp_path: Path) -> None:
    path = tmp_path / "request"
    faults_of(program(f"open({str(path)!r}, 'w').write(line); answer(moves=[])"), 1)
    request = json.loads(path.read_text())
    assert set(request) == {"id", "position", "seat", "time", "seed"}
    seen = view()
    assert (request["position"], request["seat"], request["time"]) == (
        write_position(seen),
        seen.actor + 1,
        4,
    )


# ---------------------------------------------------------------- bad programs


def test_a_late_program_is_killed_and_started_again() -> None:
    began = time.monotonic()
    assert faults_of(program("time.sleep(99)"), 3, seconds=0.2) == Faults(late=3)
    assert time.monotonic() - began < 15


@pytest.mark.parametrize(
    "answering",
    [
        'print("??", flush=True)',
        'print("[" * 100_000, flush=True)',
        "print(flush=True)",
        'answer(moves=[{"move": "pass"}])',
        'answer(moves=[{"move": "rg d5 e5 f5"}])',
        'answer(moves=[{"move": 7}])',
        "answer(moves=[])",
        'answer(moves="rg")',
        'answer(error="I do not know")',
        'print(json.dumps({"id": -1, "moves": [{"move": "rg"}]}), flush=True)',
    ],
    ids=range(10),
)
def test_an_answer_that_is_no_legal_move_is_counted(answering: str) -> None:
    assert faults_of(program(answering)) == Faults(illegal=2)


def test_a_program_that_dies_is_counted_and_started_again() -> None:
    assert faults_of(program("sys.exit(3)")) == Faults(died=2)


@pytest.mark.parametrize("piece", ["x", "x\\n"])
def test_a_program_that_never_stops_writing_is_stopped(piece: str) -> None:
    flood = f"""
        while True: os.write(1, b"{piece}" * 10_000)"""
    assert faults_of(program(flood)) == Faults(illegal=2)
    assert faults_of(python(f'import os\nwhile True: os.write(1, b"{piece}" * 10_000)')) == Faults(illegal=2)


def test_a_program_that_does_not_greet_is_asked_only_once() -> None:
    began = time.monotonic()
    assert faults_of(python("import time; time.sleep(99)"), 30, 5, start_seconds=2) == Faults(late=30)
    assert time.monotonic() - began < 50  # asked every time, it would be a minute
    assert faults_of(python("pass"), 30) == Faults(died=30)
    assert faults_of(python("print('Welcome!')"), 30) == Faults(illegal=30)


def test_a_file_that_cannot_run_is_a_program_that_died(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x00\x01\x02")
    file.chmod(0o755)
    assert faults_of(str(file)) == Faults(died=2)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "cmd: has to be followed by a program"),
        ("cmd:/no/such/bot x", "cmd:/no/such/bot x: there is no program '/no/such/bot'"),
        ("cmd:'mybot", "cmd:'mybot: No closing quotation"),
    ],
)
def test_a_command_without_a_program_is_refused_before_anything_is_played(name: str, message: str) -> None:
    with pytest.raises(SixfoldError) as caught:
        make_bot(name, random.Random(0))
    assert str(caught.value).startswith(message)


# ---------------------------------------------------------------- nothing is left behind

STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "99"])
open(PATH, "w").write(f"{os.getpid()} {child.pid}")
"""


def stubborn(path: Path, answering: str) -> str:
    """A program that does not end by itself, and neither does the one that it starts."""
    start = STUBBORN.replace("PATH", repr(str(path)))
    head, loop = SPEAKING.split("def answer", 1)
    return python(f"{head}{start}def answer{loop}{answering}\ntime.sleep(99)")


def pids(path: Path) -> list[int]:
    return [int(pid) for pid in path.read_text().split()]


def test_closing_ends_a_program_and_whatever_it_has_started(tmp_path: Path) -> None:
    path = tmp_path / "pids"
    assert faults_of(stubborn(path, "answer()"), 1) == Faults(illegal=1)
    wait_until(lambda: not any(map(is_running, pids(path))))
    with ExternalBot(stubborn(path, 'answer(moves=[{"move": "gp"}])'), random.Random(1), 5) as bot:
        bot.choose(view())
        running = pids(path)
    assert len(running) == 2
    wait_until(lambda: not any(map(is_running, running)))


def test_a_process_that_ends_takes_its_programs_along(tmp_path: Path) -> None:
    path = tmp_path / "pids"
    seen = view()
    legal = [str(move) for move in seen.legal_moves()]
    with ExternalBot(stubborn(path, f'answer(moves=[{{"move": "{legal[0]}"}}])'), random.Random(1), 5) as bot:
        bot.choose(seen)
        assert bot.faults == Faults()
        assert all(map(is_running, pids(path)))
        end_programs()
        wait_until(lambda: not any(map(is_running, pids(path))))
        assert bot.choose(seen) in seen.legal_moves()
        assert bot.faults == Faults(died=1)


def test_a_stopped_arena_leaves_no_program_behind(tmp_path: Path) -> None:
    path = tmp_path / "pids"
    bot = f"cmd:{stubborn(path, 'time.sleep(99)')}"
    command = [sys.executable, "-c", "from sixfold.cli import main; main()"]
    words = ["arena", "random", bot, "--game", "cards", "--jobs", "1", "--time-limit", "99"]
    with subprocess.Popen(
        [*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as arena:
        wait_until(lambda: path.exists() and len(pids(path)) == 2)
        arena.terminate()
        output, errors = arena.communicate(timeout=30)
    assert (arena.returncode, output) == (130, "")
    assert errors == "Stopped before the first deal was finished.\n"
    wait_until(lambda: not any(map(is_running, pids(path))))


# ---------------------------------------------------------------- in the arena


def test_the_arena_counts_faults_and_closes_programs() -> None:
    bad = f"cmd:{program('sys.exit()')}"
    plan = Plan.of(Rules.parse("cards"), [f"cmd:{EXAMPLE}", bad, "greedy"], 1, 0, time_limit=20)
    games = [game for task in plan.tasks for game in play_deal(task)]
    example, dying = summarise(plan, games).programs
    assert example.faults == Faults()
    assert example.moves == sum(game.effort(0)[0] for game in games if game.pairing[0] == plan.entrants[0])
    assert dying.faults == Faults(died=dying.moves)
    assert all(game.faults_of(1) == Faults() for game in games if game.pairing[1].name == "greedy")
    assert games[0].faults[games[0].seating.index(1)].died == games[0].effort(1)[0]


def test_labels_are_short_without_blanks_and_different() -> None:
    assert command_label("/bin/sh 'my bot' -x") == "sh_my_bot_-x"
    assert command_label(f"sh {'x' * 99}") == "sh_xxxxxxxxxxxxxxxxxx..."
    plan = Plan.of(Rules.parse("cards"), ["cmd:sh a/bot", "cmd:sh b/bot", "random"], 1, 0)
    assert [entrant.label for entrant in plan.entrants] == ["sh_bot#1", "sh_bot#2", "random"]


def test_the_command_line_shows_and_writes_faults(tmp_path: Path) -> None:
    files = {kind: tmp_path / f"result.{kind}" for kind in ("json", "csv")}
    words = ["greedy", "--bot", f"cmd:{EXAMPLE}", "--time-limit", "20", "--game", "cards", "--pairs", "1"]
    words += ["--jobs", "1", "--json", str(files["json"]), "--csv", str(files["csv"])]
    result = CliRunner().invoke(app, ["arena", *words], env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert (result.exit_code, result.stderr) == (0, "")
    assert "program " in result.stdout
    (entry,) = json.loads(files["json"].read_text())["programs"]
    assert entry["faults"] == {"late": 0, "illegal": 0, "died": 0}
    assert entry["moves"] > 10
    with files["csv"].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["second_late"] for row in rows] == ["0", "0"]
    assert [row["first_late"] for row in rows] == ["", ""]
    assert all(len(row["seating"].split()) == 2 for row in rows)


def test_without_programs_there_is_nothing_about_faults(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    words = [
        "arena",
        "greedy",
        "random",
        "--game",
        "cards",
        "--pairs",
        "1",
        "--jobs",
        "1",
        "--csv",
        str(path),
    ]
    result = CliRunner().invoke(app, words)
    assert "illegal" not in result.stdout + path.read_text()
