"""The commands people type work from any folder, with and without arguments."""

import subprocess
from pathlib import Path

SCRIPTS = Path(__file__).parents[1] / "scripts"


def test_play_hands_its_arguments_on_and_saves_where_one_is(tmp_path: Path) -> None:
    command = [str(SCRIPTS / "play"), "hex-solo", "--seats", "random", "--save", "game.txt"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert (
        (tmp_path / "game.txt").read_text(encoding="utf-8").startswith("Sixfold record 1\ngame: hex-solo\n")
    )


def test_play_without_arguments_starts_a_game_and_ends_politely_without_input(tmp_path: Path) -> None:
    result = subprocess.run(
        [SCRIPTS / "play"], cwd=tmp_path, stdin=subprocess.DEVNULL, check=True, capture_output=True, text=True
    )
    assert "Seat 1 (you)" in result.stdout
    assert "You left the game before its end." in result.stdout


def test_test_hands_its_arguments_to_pytest(tmp_path: Path) -> None:
    result = subprocess.run(
        [SCRIPTS / "test", "--version"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert "pytest" in result.stdout + result.stderr
