"""The command line as people meet it."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import sixfold
from sixfold import CATALOGUE, Dealer, Match, Rules, SixfoldError, compiled_kernels
from sixfold.cli import app
from sixfold.notation import GameRecord, write_position
from sixfold.selftest import SelfTestError, check_game

SEED = "07" * 32
COMMAND = [sys.executable, "-c", "from sixfold.cli import main; main()"]


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, words, input=typed, env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})


def succeeds(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def fails(*words: str, code: int = 1) -> str:
    result = run(*words)
    assert result.exit_code == code
    assert "Traceback" not in result.output
    return result.stderr


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The record of a finished card game, the shortest there is."""
    match = Match(Rules.parse("cards(players=2)"), Dealer(bytes(32)))
    rng = random.Random(1)
    while not match.is_over:
        match.play(rng.choice(match.legal_moves()))
    path = tmp_path / "saved.txt"
    path.write_text(str(GameRecord.of(match)))
    return path


# ---------------------------------------------------------------- help and lists


def test_help_teaches_every_command() -> None:
    shown = succeeds("--help")
    assert "sixfold play" in shown
    commands = re.findall(r"^│ (\w+)", shown, re.MULTILINE)
    assert {"play", "arena", "engine", "review", "hint"} < set(commands)
    for command in commands:
        assert f"sixfold {command}" in succeeds(command, "--help")


def test_the_version_is_the_package_s() -> None:
    assert succeeds("--version") == f"sixfold {sixfold.__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom sixfold.cli import app\n"
        "try: app(['--help'])\nexcept SystemExit: pass\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_games_lists_the_catalogue_and_the_options_of_one() -> None:
    listed = succeeds("games")
    for name, game in CATALOGUE.items():
        assert name in listed
        options = " ".join(succeeds("games", name).split())
        for option in game.options:
            assert option.name in options
            assert option.clause in options
    assert "(edition=pl)" in succeeds("games", "cards")


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_is_played_saved_replayed_and_verified(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    who = ["greedy", "random", "random", "random"][: CATALOGUE[name].players[0]]
    with compiled_kernels():  # the same game, sooner
        shown = succeeds("play", name, "--seats", ",".join(who), "--seed", SEED, "--save", str(path))
    assert "The game is over: " in shown
    record = GameRecord.parse(path.read_text())
    assert record.match.is_over
    assert record.seed == SEED
    replayed = succeeds("replay", str(path))
    turns = [line for line in shown.splitlines() if line.startswith("seat ") and ": " in line]
    assert [line.split(". ", 1)[1] for line in replayed.splitlines()[: len(turns)]] == turns
    assert "1. seat " in replayed.splitlines()[-record.match.rules.players]
    draws = sum(event.actor < 0 for event in record.match.events)
    assert f"all {draws} draws follow from the seed" in succeeds("verify", str(path))


def test_by_default_one_plays_hex_against_a_bot() -> None:
    shown = succeeds("play", "--seed", SEED, typed="help\nfoo\nquit\n")
    assert "hex(players=2)" in shown
    assert "seat 2 (casual)" in shown
    assert "'foo' does not read like a move" in shown
    assert "seat 1> quit\n" in shown


def test_the_end_of_the_input_ends_the_game_politely() -> None:
    assert "You left the game before its end." in succeeds("play")


def test_ctrl_c_ends_with_130_and_saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("sixfold.cli.games.read_line", interrupted)
    path = tmp_path / "game.txt"
    assert run("play", "--save", str(path)).exit_code == 130
    assert path.read_text().endswith("unfinished\n")


def test_games_makes_a_series(tmp_path: Path) -> None:
    shown = succeeds(
        "play", "cards", "--seats", "greedy,random", "--games", "2", "--save", str(tmp_path / "c.txt")
    )
    assert "After 2 of 2 games: " in shown
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c-1.txt", "c-2.txt"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "chess"), "sixfold: no game is called 'chess'; there are hex, "),
        (("play", "hex(players=7)"), "sixfold: hex is for 2 or 3 or 4 players, not '7'"),
        (("play", "--seed", "xyz"), "sixfold: a seed is written as 64 hexadecimal digits"),
        (("play", "--save", "/nowhere/game.txt"), "sixfold: /nowhere/game.txt was not saved: No such file"),
        (
            ("play", "--save", "/dev/full"),
            "sixfold: /dev/full was not saved: No space left on",
        ),
        (("games", "chess"), "sixfold: no game is called 'chess'"),
        (("show", "hex"), "sixfold: a position has the fields rules, board, "),
        (("replay", "/nowhere/game.txt"), "sixfold: /nowhere/game.txt: No such file or directory"),
        (("verify", "/nowhere/game.txt"), "sixfold: /nowhere/game.txt: No such file or directory"),
        (("replay", "/"), "sixfold: /: Is a directory"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_is_wrong(words: tuple[str, ...], message: str) -> None:
    error = fails(*words)
    assert error.startswith(message)
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "--seats", "martian"), "'martian' cannot play; write human, random"),
        (("play", "hex-solo", "--seats", "human,human"), "2 are too many for 1 seats"),
        (("play", "--games", "0"), "greater than or equal to 1"),
        (("dance",), "No such command 'dance'"),
    ],
)
def test_wrong_usage_ends_with_2(words: tuple[str, ...], message: str) -> None:
    assert message in " ".join(fails(*words, code=2).replace("│", " ").split())


# ---------------------------------------------------------------- positions and records


def test_show_draws_a_position_given_or_read() -> None:
    text = write_position(Match(Rules.parse("square(players=3)"), Dealer(bytes(32))).view(1))
    drawn = succeeds("show", text)
    assert "5 hidden tiles" in drawn
    assert succeeds("show", "-", typed=f"{text}\n") == drawn


@pytest.mark.parametrize(
    ("find", "put", "message"),
    [
        ("Sixfold record 1", "Sixfold record 9", "line 1: version '9' is not known here"),
        ("game: cards", "game: cardz", "line 2: no game is called 'cardz'"),
        ("\n1. ", "\n7. ", "line 9: this is turn 1, not '7'"),
        ("\nend: ", "\nend. ", "is not a turn, 'unfinished', 'stopped' or 'end: ...'"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(saved: Path, find: str, put: str, message: str) -> None:
    saved.write_text(saved.read_text().replace(find, put, 1))
    for command in ("replay", "verify"):
        error = fails(command, str(saved))
        assert error.startswith(f"sixfold: {saved}: line ")
        assert message in error


def test_a_file_that_is_no_text_is_no_record(saved: Path) -> None:
    saved.write_bytes(os.urandom(500))
    assert f"{saved}: line 1: a record begins with" in fails("replay", str(saved))


def test_a_dealer_who_cheated_is_found_out(saved: Path) -> None:
    text = saved.read_text()
    saved.write_text(text.replace(bytes(32).hex(), SEED))
    assert "the seed is not the one that was committed to" in fails("verify", str(saved))
    commitment = Dealer(bytes(32)).commitment
    saved.write_text(
        text.replace(bytes(32).hex(), SEED).replace(commitment, Dealer.from_hex(SEED).commitment)
    )
    assert f"sixfold: {saved}: draw " in fails("verify", str(saved))
    saved.write_text(text.split("seed: ")[0])
    assert "the record has no seed, so its draws cannot be verified" in fails("verify", str(saved))


# ---------------------------------------------------------------- as a process


def test_a_reader_that_stops_early_is_no_error(saved: Path) -> None:
    command = subprocess.Popen(
        [*COMMAND, "replay", str(saved)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    assert command.stdout
    assert command.stderr
    command.stdout.close()
    with command:
        assert command.stderr.read() == b""


def test_output_that_cannot_be_written_is_said(saved: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "replay", str(saved)], stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
    assert done.returncode != 0
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_full_disk_leaves_the_old_record_alone(saved: Path) -> None:
    before = saved.read_text()
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); {COMMAND[-1]}"
    done = subprocess.run(
        [*COMMAND[:-1], limited, "play", "cards", "--seats", "greedy,greedy", "--save", str(saved)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert (
        done.stderr
        == f"sixfold: {saved} was not saved: File too large. Nothing was overwritten; try another place.\n"
    )
    assert saved.read_text() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_terminal_without_our_signs_shows_others(saved: Path) -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "replay", str(saved)], capture_output=True, env=env, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0
    assert done.stderr == b""


# ---------------------------------------------------------------- this installation


def test_selftest_checks_a_game_both_ways() -> None:
    rules = Rules.parse("cards(players=2)")
    assert check_game(rules, 0).steps > 50


def test_selftest_sums_up_and_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.core.rules.Rules.every", lambda: [Rules.parse("square-solo")])
    result = run("selftest")
    assert result.exit_code == 0
    assert result.stdout.startswith("All is well: 2 games, ")

    def wrong(rules: Rules, number: int) -> None:
        raise SelfTestError(f"{rules}, step {number}: position differs")

    monkeypatch.setattr("sixfold.selftest.check_game", wrong)
    assert "sixfold: square-solo, step 0: position differs" in fails("selftest")


def test_bench_hands_its_options_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def measure(quick: bool, output: Path | None) -> None:
        assert output
        output.write_text(json.dumps(quick))

    monkeypatch.setattr("sixfold.bench.main", measure)
    succeeds("bench", "--quick", "--json", str(tmp_path / "b.json"))
    assert json.loads((tmp_path / "b.json").read_text()) is True


def test_errors_are_the_engine_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise SixfoldError("as it is")

    monkeypatch.setattr("sixfold.terminal.show.parse_position", broken)
    assert fails("show", "x") == "sixfold: as it is\n"
