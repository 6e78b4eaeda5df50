"""What measures the bots runs to its end: figures that nobody can print any more are worth nothing."""

import json
import subprocess
import sys
import time
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


def test_a_line_of_the_strength_table_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    results, unfinished = tmp_path / "results.json", tmp_path / "results-unfinished.json"
    line = ["--only", "cards(players=2) casual", "--jobs", "1", "--results", str(results)]
    command = [sys.executable, "-m", "bench.strength", *line, "--games", "1000000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        while not unfinished.exists():
            time.sleep(0.05)
            assert process.poll() is None
        process.kill()
    (known,) = json.loads(unfinished.read_text()).values()
    deals = {deal["number"]: deal for deal in known["deals"]}
    more = 2 * (len(deals) + 3)
    assert f"| {2 * len(deals)} | " in measured("strength", *line, "--games", "0")
    assert f"| {more} | " in measured("strength", *line, "--games", str(more))
    assert not unfinished.exists()
    anew = ["--results", str(tmp_path / "anew.json"), "--games", str(more)]
    measured("strength", *line, *anew)
    assert share(results) == share(tmp_path / "anew.json")


def share(results: Path) -> tuple[float, float, float]:
    """What the only line of a file of results came to."""
    (line,) = json.loads(results.read_text()).values()
    return line["value"], line["low"], line["high"]


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
