"""The commands people type work from any folder, with and without arguments."""

import os
import re
import signal
import subprocess
from pathlib import Path

import httpx

SCRIPTS = Path(__file__).parents[1] / "scripts"


def test_play_hands_its_arguments_on_and_saves_where_one_is(tmp_path: Path) -> None:
    command = [str(SCRIPTS / "play"), "hex-solo", "--seats", "random", "--save", "game.txt"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert (
        (tmp_path / "game.txt").read_text(encoding="utf-8").startswith("Sixfold record 1\ngame: hex-solo\n")
    )


def test_play_without_arguments_serves_the_browser_client_and_says_where(tmp_path: Path) -> None:
    elsewhere = {"XDG_DATA_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    with subprocess.Popen(
        [SCRIPTS / "play"], cwd=tmp_path, env={**os.environ, **elsewhere}, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.fullmatch(r"Sixfold is at (http://127\.0\.0\.1:\d+)\n", process.stdout.readline())
            assert found
            page = httpx.get(found[1], trust_env=False)
            assert '<script type="module"' in page.text
            assert (tmp_path / "sixfold").is_dir()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_test_hands_its_arguments_to_pytest(tmp_path: Path) -> None:
    result = subprocess.run(
        [SCRIPTS / "test", "--version"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert "pytest" in result.stdout + result.stderr
