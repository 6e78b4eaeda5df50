"""What measures the bots runs to its end: figures that nobody can print any more are worth nothing."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def measured(script: str, *arguments: str) -> str:
    command = [sys.executable, str(ROOT / "bench" / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_line_of_the_strength_table_is_played_once_and_kept(tmp_path: Path) -> None:
    line = ["--only", "cards(players=2) casual", "--games", "4", "--jobs", "1", "--folder", str(tmp_path)]
    table = measured("strength.py", *line)
    assert "| cards(players=2) | casual | beginner | 4 | " in table
    assert measured("strength.py", *line) == table
    assert [file.name for file in tmp_path.iterdir()] == ["cards_players_2_casual_beginner.json"]


def test_what_the_screen_misses_is_measured() -> None:
    table = measured("screening.py", "hex-duel", "1")
    assert "hex-duel" in table
    assert table.count("%") == 6
