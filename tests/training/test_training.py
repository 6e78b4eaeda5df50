"""Training: from nothing to weights that the program reads; stopped and taken up again, it is the same."""

import os
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from sixfold import Rules
from sixfold.bots.kernel.memory import NETWORK
from sixfold.bots.weights import read_weights
from training.playing import Table
from training.plot import plot_strength
from training.run import Run
from training.settings import settings_for

ROOT = Path(__file__).parents[2]
CARDS = Rules.parse("cards")
SMALL = replace(
    settings_for(CARDS),
    samples=4000,
    steps=30,
    screen_steps=10,
    screen_games=2,
    gate_deals=8,
    slow_start=2,
    thumb_games=5,
)


def run_in(folder: Path, game: str = "cards") -> Run:
    return Run(Rules.parse(game), folder, SMALL, Console(file=StringIO(), width=200))


@pytest.mark.parametrize("game", ["cards", "hex", "hex-solo"])
def test_weights_are_made_from_nothing_and_say_how(tmp_path: Path, game: str) -> None:
    run = run_in(tmp_path, game)
    run.train(2)
    run.publish(tmp_path / "weights" / "made.npz")
    made = read_weights((tmp_path / "weights" / "made.npz").read_bytes(), "made.npz")
    assert made.about["rules"] == str(Rules.parse(game))
    assert made.about["settings"]["samples"] == SMALL.samples
    assert made.about["gate"]["deals"] == SMALL.gate_deals
    plot_strength(run.log, game, run.fair, tmp_path / "strength.png")
    assert (tmp_path / "strength.png").stat().st_size > 1000


def test_a_run_that_was_stopped_goes_on_where_it_was_and_comes_to_the_same(tmp_path: Path) -> None:
    whole = run_in(tmp_path / "whole")
    whole.train(2)
    run_in(tmp_path / "parts").train(1)
    parts = run_in(tmp_path / "parts")
    assert len(parts.log) == 1
    parts.train(2)
    for name in NETWORK.names or ():
        assert np.array_equal(getattr(whole.best(), name), getattr(parts.best(), name)), name


def test_a_run_with_other_settings_is_not_gone_on_with(tmp_path: Path) -> None:
    run_in(tmp_path)
    with pytest.raises(SystemExit, match="other settings"):
        Run(CARDS, tmp_path, replace(SMALL, samples=5), Console(file=StringIO()))


def test_a_network_is_as_good_as_itself(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    run.train(1)
    shares = Table(CARDS).compare(run.best(), run.best(), (48, 48), 1, 20, 2)
    assert shares.mean() == pytest.approx(0.5)


SHIPPED = str(files("sixfold.bots") / "weights" / "cards-2.npz")


def command(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "400"},  # wide enough for any path
        check=False,
    )


def test_two_networks_are_compared_by_a_command() -> None:
    done = command("training.compare", "cards", SHIPPED, "--deals", "20")
    assert done.stdout.strip() == "50.0 ± 0.0% of the win, 20 deals", done.stderr


@pytest.mark.parametrize(
    ("module", "arguments", "message"),
    [
        ("training", ["chess"], "no game is called 'chess'"),
        ("training.compare", ["cards", "missing.npz"], "missing.npz"),
        ("training.compare", ["cards", __file__], "test_training.py is not a file of weights"),
    ],
)
def test_a_slip_is_answered_without_a_traceback(module: str, arguments: list[str], message: str) -> None:
    done = command(module, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
