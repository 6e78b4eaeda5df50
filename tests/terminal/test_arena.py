"""`sixfold arena` as people meet it: tables, files, pictures, and a stop in the middle."""

import csv
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sixfold import Rules
from sixfold.bots.arena import ArenaError, GameResult, Plan, deal_seed, play_deal
from sixfold.bots.arena_summary import summarise
from sixfold.cli import app
from sixfold.terminal.arena_plot import plot

COMMAND = [sys.executable, "-c", "from sixfold.cli import main; main()"]


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["arena", *words], env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})


@pytest.fixture
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play where the test is: it saves the start of other processes, whose results are the same."""

    def play_here(plan: Plan, jobs: int, stop: object) -> Iterator[list[GameResult]]:
        return map(play_deal, plan.tasks)

    monkeypatch.setattr("sixfold.terminal.arena.play_plan", play_here)


def test_two_bots_in_real_processes() -> None:
    result = run("greedy", "random", "--game", "cards", "--pairs", "3", "--jobs", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("cards(players=2), seed 0\n")
    row = next(line for line in result.stdout.splitlines() if line.startswith("greedy : random"))
    assert re.fullmatch(
        r"greedy : random +3 +6 +1\.000 +0\.610-1\.000 +\d\.\d / \d\.\d +\d+\.\d / \d+\.\d", row
    )
    assert "0.500 is fair" in result.stdout


@pytest.mark.usefixtures("_in_this_process")
def test_three_bots_get_ratings_and_every_game_gets_a_row(tmp_path: Path) -> None:
    files = {kind: tmp_path / f"result.{kind}" for kind in ("json", "csv", "svg")}
    result = run(
        *("random", "lexmin", "lexmin", "--game", "cards(players=3)", "--pairs", "2", "--seed", "7"),
        *("--json", str(files["json"]), "--csv", str(files["csv"]), "--plot", str(files["svg"])),
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    assert re.search(r"^lexmin#[12] +1\d\d\d +\d+ to \d+$", result.stdout, re.MULTILINE)

    summary = json.loads(files["json"].read_text())
    assert (summary["game"], summary["seed"], summary["stopped"]) == ("cards(players=3)", 7, False)
    assert [(pair["first"]["bot"], pair["second"]["bot"]) for pair in summary["pairings"]] == [
        ("random", "lexmin#1"),
        ("random", "lexmin#2"),
        ("lexmin#1", "lexmin#2"),
    ]
    assert summary["ratings"][2]["bot"] == "random"
    assert set(summary["ratings"][0]["rating"]) == {"value", "low", "high"}

    with files["csv"].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 3 * 3
    assert [row["deal"] for row in rows] == ["1"] * 9 + ["2"] * 9
    assert [row["seating"] for row in rows[:3]] == [
        "random lexmin#1 lexmin#1",
        "lexmin#1 random lexmin#1",
        "lexmin#1 lexmin#1 random",
    ]
    for row in rows:
        assert row["seed"] == deal_seed(7, int(row["deal"])).hex()
        assert float(row["first_share"]) + float(row["second_share"]) == pytest.approx(1)
        assert len(row["scores"].split()) == 3
        assert int(row["plies"]) > 10
        assert float(row["first_ms"]) > 0
    share = summary["pairings"][0]["share"]["value"]
    of_first = [float(row["first_share"]) for row in rows if row["second"] == "lexmin#1"]
    assert sum(of_first) / len(of_first) == pytest.approx(share)
    assert "<svg" in files["svg"].read_text()


@pytest.mark.usefixtures("_in_this_process")
def test_solo_shows_scores_and_differences(tmp_path: Path) -> None:
    files = {kind: tmp_path / f"result.{kind}" for kind in ("json", "csv", "png")}
    result = run(
        *("random", "greedy", "--game", "square-solo", "--pairs", "2"),
        *("--json", str(files["json"]), "--csv", str(files["csv"]), "--plot", str(files["png"])),
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert "random - greedy" in result.stdout
    assert "win share" not in result.stdout
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert json.loads(files["json"].read_text())["differences"][0]["deals"] == 2
    with files["csv"].open(newline="") as file:
        assert {row["second"] for row in csv.DictReader(file)} == {""}


@pytest.mark.usefixtures("_in_this_process")
def test_one_deal_alone_has_no_interval(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    result = run("random", "--game", "square-solo", "--pairs", "1", "--json", str(path))
    assert re.search(r"^random +1 +\d\.00 +unknown", result.stdout, re.MULTILINE)
    assert json.loads(path.read_text())["solos"][0]["score"]["low"] is None


def test_a_picture_of_two_bots_is_the_same_every_time() -> None:
    plan = Plan.of(Rules.parse("cards"), ["greedy", "random"], 2, 0)
    summary = summarise(plan, [game for task in plan.tasks for game in play_deal(task)])
    picture = plot(summary, Path("x.svg"))
    assert picture == plot(summary, Path("x.SVG"))
    assert b"<svg" in picture


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("lexmin", "martian"), "no bot is called 'martian'; there are random, greedy, lexmin"),
        (("lexmin",), "hex(players=2) needs two bots to compare; only a solo game takes one"),
        (("lexmin", "random", "--game", "chess"), "no game is called 'chess'; there are hex, "),
        (("lexmin", "random", "--json", "/nowhere/x.json"), "/nowhere/x.json was not saved: No such file"),
        (("lexmin", "random", "--plot", "x.pdf"), "x.pdf: a plot is a .png or an .svg file"),
    ],
)
def test_a_mistake_is_one_line_before_any_game(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"sixfold: {message}")
    assert result.stderr.count("\n") == 1


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("lexmin", "random", "--plot", "x.png")
    assert result.exit_code == 1
    assert result.stderr == "sixfold: --plot needs matplotlib: pip install 'sixfold[plot]'\n"


def test_no_bot_at_all_is_wrong_usage() -> None:
    assert run().exit_code == 2


def test_a_bot_s_error_ends_the_run_but_not_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_and_fail(plan: Plan, jobs: int, stop: object) -> Iterator[list[GameResult]]:
        yield play_deal(next(plan.tasks))
        raise ArenaError("greedy failed on deal 2")

    monkeypatch.setattr("sixfold.terminal.arena.play_plan", play_and_fail)
    result = run("greedy", "random", "--game", "cards")
    assert result.exit_code == 1
    assert "greedy : random      1      2" in result.stdout
    assert result.stderr == "sixfold: greedy failed on deal 2\n"


# ---------------------------------------------------------------- stopping


class Running:
    """`sixfold arena` as a process of its own, its progress bar on a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self._screen, terminal = pty.openpty()
        self._shown = ""
        self.process = subprocess.Popen(
            [*COMMAND, "arena", *words],
            stdout=subprocess.PIPE,
            stderr=terminal,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
        )
        os.close(terminal)

    def wait_for(self, pattern: str) -> None:
        """Read the terminal until it shows this."""
        while not re.search(pattern, self._shown):
            self._shown += os.read(self._screen, 10_000).decode()

    def workers(self) -> list[int]:
        """The processes that it has started."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def end(self) -> tuple[int, str, str]:
        """Exit code, output, and all that the terminal showed."""
        output, _ = self.process.communicate(timeout=20)
        while True:
            try:
                self._shown += os.read(self._screen, 10_000).decode()
            except OSError:  # everybody has closed it: there is no more
                os.close(self._screen)
                return self.process.returncode, output, self._shown


def is_running(pid: int) -> bool:
    """Whether a process does anything any more; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize(("number", "to_all"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_a_stop_prints_what_is_finished(tmp_path: Path, number: int, to_all: bool) -> None:
    path = tmp_path / "result.json"
    running = Running(
        *("greedy", "random", "--game", "cards", "--pairs", "100000", "--jobs", "2", "--json", str(path))
    )
    running.wait_for("warming up")
    running.wait_for(r"cards\(players=2\), greedy [01]\.\d{3} .*\b[1-9]\d*/100000")
    workers = running.workers()
    assert len(workers) >= 2
    if to_all:  # as a terminal does
        os.killpg(running.process.pid, number)
    else:
        running.process.send_signal(number)
    code, output, shown = running.end()
    assert code == 130
    assert re.search(r"^greedy : random +\d+ +\d+ +[01]\.\d{3}", output, re.MULTILINE)
    assert "Stopped before the end." in shown
    assert "Traceback" not in output + shown
    assert json.loads(path.read_text())["stopped"] is True
    assert not any(map(is_running, workers[1:]))  # the first watches over semaphores, and ends by itself


def test_a_stop_before_the_first_deal_is_said() -> None:
    running = Running("greedy", "random", "--jobs", "1")
    running.wait_for("warming up")
    running.process.send_signal(signal.SIGINT)
    code, output, shown = running.end()
    assert (code, output) == (130, "")
    assert "Stopped before the first deal was finished." in shown
    assert "Traceback" not in shown
