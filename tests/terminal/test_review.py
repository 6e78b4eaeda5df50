"""`sixfold review` and `sixfold hint` as people meet them: tables, files, pictures, mistakes, and a stop."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from typer.testing import CliRunner, Result

from playing import played_match
from sixfold import Rules, compiled_kernels
from sixfold.bots.documents import short_names
from sixfold.bots.kernel.memory import NETWORK
from sixfold.bots.reasons import (
    BonusMissed,
    ExchangeMissed,
    ExchangeNeedless,
    Gift,
    LowestLeft,
    MarkersLeft,
    PointsMissed,
    Reason,
)
from sixfold.bots.review import Review, review_record
from sixfold.bots.thinking import Budget, Thinker
from sixfold.cli import app
from sixfold.core.records import new_record
from sixfold.notation import GameRecord, write_position
from sixfold.terminal.review import review_json
from sixfold.terminal.review_plot import plot
from sixfold.terminal.review_words import reason_text

COMMAND = [sys.executable, "-c", "from sixfold.cli import main; main()"]
HEX = Rules.parse("hex(players=2)")
QUICK = ("--samples", "30")


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, words, input=typed, env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})


def succeeds(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def record(rules: Rules, moves: int = 1000, seed: int = 1, players: str = "Ada, Max") -> GameRecord:
    return GameRecord.of(played_match(rules, seed, moves), {"players": players})


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The record of the first moves of a game."""
    path = tmp_path / "game.txt"
    path.write_text(str(record(HEX, 8)))
    return path


def quick_review(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> Review:
    """A review of any game by a bot without experience."""
    monkeypatch.setattr("sixfold.bots.review.thinker_for", lambda rules: Thinker(rules, new_record(NETWORK)))
    with compiled_kernels():
        return review_record(record(rules, players="-"), Budget(samples=6))


# ---------------------------------------------------------------- review


def test_a_review_has_a_line_for_each_move_and_a_summary_for_each_player(saved: Path) -> None:
    shown = succeeds("review", str(saved), *QUICK, "--seed", "3")
    assert shown.startswith("hex(players=2), 30 samples a move, seed 3\n")
    assert all(len(line) <= 80 for line in shown.splitlines()[:-1])
    game = record(HEX, 8)
    played = [event for event in game.match.events if event.score]
    rows = re.findall(r"^ +(\d+) (Ada|Max) +(\S+(?: \w\d+ \w\d+)?) +\d+\.\d ", shown, re.MULTILINE)
    assert rows == [(str(e.turn + 1), ("Ada", "Max")[e.actor], e.text) for e in played]
    assert re.search(r"^Ada +\d+ +\d+ +\d+\.\d +\d+\.\d  (none|turn \d+, )", shown, re.MULTILINE)
    assert "beyond two" in shown
    assert succeeds("review", str(saved), *QUICK, "--seed", "3") == shown


def test_json_says_what_the_table_says(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "review.json"
    shown = succeeds("review", str(saved), *QUICK, "--json", str(path))
    document = json.loads(path.read_text())
    assert (document["format"], document["version"]) == ("sixfold review", 1)
    assert (document["game"], document["samples"], document["seconds"]) == ("hex(players=2)", 30, None)
    assert (document["measure"], document["players"]) == ("win share", ["Ada", "Max"])
    assert not document["stopped"]
    for move in document["moves"]:
        better = move["better"]["move"] if move["better"] else move["move"]
        who = document["players"][move["seat"] - 1]
        expected = f"{move['turn']} {who} +{move['move']} +{100 * move['share']:.1f} "
        if move["mark"]:
            expected += rf".*{100 * move['loss']:.1f} ± .* {re.escape(move['mark'])} +{better}"
        assert re.search(expected, shown), move
    assert document["summary"][0]["seat"] == 1
    assert [line["side"] for line in document["curve"]] == [1]
    assert json.loads(succeeds("review", str(saved), *QUICK, "--json", "-")) == document


def test_one_player_s_moves_can_be_asked_for(saved: Path) -> None:
    whole = json.loads(succeeds("review", str(saved), *QUICK, "--json", "-"))
    second = json.loads(succeeds("review", str(saved), *QUICK, "--json", "-", "--player", "2"))
    assert second["moves"] == [move for move in whole["moves"] if move["seat"] == 2]


def test_a_budget_of_time_is_kept_to(saved: Path) -> None:
    document = json.loads(succeeds("review", str(saved), "--time", "0.01", "--json", "-", "--player", "1"))
    assert (document["samples"], document["seconds"]) == (None, 0.01)


def test_a_picture_is_the_same_every_time(saved: Path, tmp_path: Path) -> None:
    pictures = [tmp_path / name for name in ("a.svg", "b.SVG", "c.png")]
    for path in pictures:
        succeeds("review", str(saved), *QUICK, "--plot", str(path))
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert b"<svg" in pictures[0].read_bytes()
    assert pictures[2].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("game", ["hex(players=3)", "hex-team", "hex-solo"])
def test_other_games_have_pictures_and_json(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse(game)
    review = quick_review(rules, monkeypatch)
    names = short_names(rules, "-")
    assert b"<svg" in plot(review, names, Path("x.svg"))
    document = json.loads(review_json(review, names))
    assert len(document["curve"]) == (3 if game == "hex(players=3)" else 1)
    if game == "hex-solo":
        assert document["measure"] == "weakest colour"
        outcome = played_match(rules, 1).outcome()
        assert document["curve"][0]["points"][-1][1] == outcome.scores[0]
        assert document["moves"][-1]["share"] == pytest.approx(review.moves[-1].share * rules.track, abs=1e-5)


def test_a_record_of_the_deal_alone_has_nothing_to_judge(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(str(record(HEX, 0)))
    assert "There are no moves to judge." in succeeds("review", str(path), "--plot", str(tmp_path / "x.svg"))


# ---------------------------------------------------------------- hint


def test_a_hint_for_a_position_a_view_a_file_and_a_record(saved: Path, tmp_path: Path) -> None:
    state = played_match(HEX, 1, 8).state
    seat = state.actor + 1
    expected = succeeds("hint", write_position(state), *QUICK, "--moves", "3")
    assert f"Seat {seat}: place a tile." in expected
    assert "6 hidden tiles" in expected
    assert len(re.findall(r"^[a-z]{2} \w\d+ \w\d+ +\d+\.\d ± ", expected, re.MULTILINE)) == 3
    assert re.search(r"(scores most \(.*, but costs .* % of the win)|(is best and scores most)", expected)
    position = tmp_path / "position.txt"
    position.write_text(write_position(state.view(state.actor)))
    for source in (write_position(state.view(state.actor)), str(position), str(saved)):
        assert succeeds("hint", source, *QUICK, "--moves", "3") == expected
    for typed in (write_position(state), saved.read_text()):
        assert succeeds("hint", "-", *QUICK, "--moves", "3", "--seat", str(seat), typed=typed) == expected


def test_a_hint_as_json(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "hint.json"
    succeeds("hint", str(saved), *QUICK, "--moves", "2", "--json", str(path))
    document: dict[str, Any] = json.loads(path.read_text())
    assert (document["format"], document["version"]) == ("sixfold hint", 1)
    best, second = document["moves"]
    assert (best["loss"], best["loss_error"]) == (0, 0)
    assert second["loss"] >= 0
    assert sum(document["most_points"]["points"].values()) >= sum(best["points"].values())
    assert json.loads(succeeds("hint", str(saved), *QUICK, "--moves", "2", "--json", "-")) == document


def test_the_other_seat_s_last_decision_can_be_asked_for(saved: Path) -> None:
    match = played_match(HEX, 1, 8)
    other = 2 - match.actor
    document = json.loads(succeeds("hint", str(saved), *QUICK, "--seat", str(other), "--json", "-"))
    assert document["seat"] == other


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (BonusMissed(0, 1), "misses a bonus move"),
        (BonusMissed(0, 2), "misses 2 bonus moves"),
        (ExchangeMissed(), "exchanging was better"),
        (ExchangeNeedless(), "keeping was better"),
        (LowestLeft(("g", "b"), 2, 4), "leaves green, blue at 2, not 4"),
        (LowestLeft(tuple("rgbo"), 0, 1), "leaves 4 colours at 0, not 1"),
        (MarkersLeft(2, 3), "has 2 markers on its side, not 3"),
        (PointsMissed({"r": -2, "g": 3, "b": 1}, ("b",)), "misses blue +1, green +3"),
        (Gift(1, "y", 5, 2), "leaves Max 5 in yellow, not 2"),
    ],
)
def test_every_reason_has_words(reason: Reason, words: str) -> None:
    assert reason_text(HEX, ("Ada", "Max"), reason) == words


def test_names_that_do_not_fit_the_seats_are_left_out() -> None:
    assert short_names(HEX, "Ada, Max") == ("Ada", "Max")
    for players in ("", "Ada", "Ada, Max, Eve", "Ada, Ada", "Ada,"):
        assert short_names(HEX, players) == ("seat 1", "seat 2")


# ---------------------------------------------------------------- docs


def test_the_docs_show_what_is_written(saved: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    review, hint = map(json.loads, re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    written = json.loads(succeeds("review", str(saved), *QUICK, "--json", "-"))
    assert list(review) == list(written)
    assert list(review["moves"][0]) == list(written["moves"][0])
    worse = next(move for move in written["moves"] if move["better"])
    assert list(review["moves"][0]["better"]) == list(worse["better"])
    assert list(review["summary"][0]) == list(written["summary"][0])
    assert list(review["curve"][0]) == list(written["curve"][0])
    written = json.loads(succeeds("hint", str(saved), *QUICK, "--json", "-"))
    assert list(written)[-len(hint) :] == list(hint)
    assert list(hint["moves"][0]) == list(written["moves"][0]) == list(written["most_points"])
    documented = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert sorted(documented) == sorted(kind.kind for kind in get_args(Reason))
    lines = [line.split() for line in text.splitlines()]
    for command, heads in (("review", ("turn player", "player  moves")), ("hint", ("move  ",))):
        shown = succeeds(command, str(saved), *QUICK).splitlines()
        for head in heads:
            assert next(line for line in shown if line.startswith(head)).split() in lines


# ---------------------------------------------------------------- mistakes


def test_a_mistake_is_one_line_before_any_thinking(saved: Path, tmp_path: Path) -> None:
    over = tmp_path / "over.txt"
    over.write_text(str(record(HEX)))
    other = 2 - played_match(HEX, 1, 8).actor
    spectator = write_position(played_match(HEX, 1, 8).view(None))
    position = write_position(played_match(HEX, 1, 8).state)
    for words, message in [
        (("review", "/nowhere/game.txt"), "/nowhere/game.txt: No such file or directory"),
        (("review", str(saved), "--player", "3"), "there is no player 3: hex(players=2) has 2"),
        (("review", str(saved), "--json", "/nowhere/x"), "/nowhere/x was not saved: No such file"),
        (("review", str(saved), "--plot", "x.pdf"), "x.pdf: a plot is a .png or an .svg file"),
        (("hint", "/nowhere/game.txt"), "/nowhere/game.txt: No such file or directory"),
        (("hint", "one two three"), "a position has the fields rules, board, "),
        (("hint", str(over)), f"{over}: the game is over; name a seat"),
        (("hint", str(saved), "--seat", "3"), f"{saved}: there is no seat 3, only 1 to 2"),
        (
            ("hint", position, "--seat", str(other)),
            f"it is the turn of seat {3 - other}, not of seat {other}",
        ),
        (("hint", spectator), f"it is the turn of seat {3 - other}, and this is not what it sees"),
        (("hint", str(saved), "--json", "/nowhere/x"), "/nowhere/x was not saved: No such file"),
    ]:
        result = run(*words)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(f"sixfold: {message}")
        assert result.stderr.count("\n") == 1


def test_a_damaged_record_is_refused_with_its_line(saved: Path) -> None:
    saved.write_text(saved.read_text().replace("\n1. ", "\n7. ", 1))
    for command in ("review", "hint"):
        result = run(command, str(saved))
        assert result.exit_code == 1
        assert re.match(rf"sixfold: {saved}: line \d+: this is turn 1, not '7'", result.stderr)


# ---------------------------------------------------------------- stopping


def test_ctrl_c_prints_what_is_judged(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = Thinker.think, 0

    def think(self: Thinker, *arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return real(self, *arguments, **options)

    monkeypatch.setattr(Thinker, "think", think)
    path = tmp_path / "review.json"
    result = run("review", str(saved), *QUICK, "--json", str(path))
    assert result.exit_code == 130
    assert result.stderr == "Stopped before the end.\n"
    document = json.loads(path.read_text())
    assert document["stopped"]
    assert len(document["moves"]) == 3
    assert f" {document['moves'][2]['move']} " in result.stdout


def test_ctrl_c_before_the_first_move_says_so(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def think(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Thinker, "think", think)
    result = run("review", str(saved))
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "Stopped before the first move was judged.\n"


def test_a_real_ctrl_c_is_no_traceback(saved: Path) -> None:
    screen, terminal = pty.openpty()
    command = subprocess.Popen(
        [*COMMAND, "review", str(saved), "--time", "1"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        stdin=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(terminal)
    read = b""  # a read may end in the middle of a sign
    while not re.search(rb"[1-9]/\d", read):
        read += os.read(screen, 10_000)
    command.send_signal(signal.SIGINT)
    output, _ = command.communicate(timeout=60)
    with contextlib.suppress(OSError):  # everybody has closed it: there is no more
        while True:
            read += os.read(screen, 10_000)
    os.close(screen)
    shown = read.decode()
    assert "warming up" in shown
    assert "Stopped before the end." in shown
    assert "Traceback" not in output + shown
    assert command.returncode == 130
    assert "largest mistake" in output
