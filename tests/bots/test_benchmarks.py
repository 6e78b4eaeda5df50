"""What measures the bots runs to its end: figures that nobody can print any more are worth nothing."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def measured(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"bench.{module}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_a_line_of_the_strength_table_is_played_once_kept_and_drawn(tmp_path: Path) -> None:
    results, picture = tmp_path / "results.json", tmp_path / "strength.png"
    line = ["--only", "cards(players=2) casual", "--jobs", "1", "--results", str(results)]
    table = measured("strength", *line, "--games", "4")
    assert "| cards(players=2) | casual | beginner | 4 | " in table
    kept = results.read_text()
    assert measured("strength", *line, "--games", "4", "--plot", str(picture)) == table
    assert results.read_text() == kept
    assert picture.stat().st_size > 1000


def test_the_strength_table_of_the_docs_is_what_was_measured() -> None:
    assert measured("strength", "--games", "0") in (ROOT / "docs" / "strength.md").read_text()


def test_what_the_screen_misses_is_measured() -> None:
    table = measured("screening", "hex-duel", "1")
    assert "hex-duel" in table
    assert table.count("%") == 6


def test_what_luck_costs_is_measured() -> None:
    table = measured("sampling", "cards(players=2)", "2")
    assert table.count("%") == 16


def test_what_looking_farther_gains_is_measured() -> None:
    table = measured("depth", "cards(players=2)", "2")
    assert table.count("%") == 12
