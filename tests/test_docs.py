"""Docs run: the code in README.md works, and what the docs say about options and commands is so."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sixfold import CATALOGUE, Dealer, Match, Rules
from sixfold.cli import app
from sixfold.core.compiling import compile_kernels
from sixfold.notation import GameRecord

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_code_in_the_readme_runs(code: str) -> None:
    try:
        exec(compile(code, "README.md", "exec"), {})
    finally:
        compile_kernels(False)


def test_the_readme_names_every_game_and_command() -> None:
    for game in CATALOGUE.values():
        assert f"`{game.name}" in README
    commands = re.findall(r"^│ (\w+)", CliRunner().invoke(app, ["--help"]).output, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        assert re.search(rf"sixfold .*{command}", README), command


def test_every_option_is_documented_with_its_default_first() -> None:
    text = (ROOT / "docs" / "choices.md").read_text(encoding="utf-8")
    rows = {row[0]: row[1] for row in re.findall(r"^\| (`[^|]+) \| ([^|]+) \|", text, re.MULTILINE)}
    documented = {name: values for names, values in rows.items() for name in re.findall(r"`(\w+)`", names)}
    for game in CATALOGUE.values():
        for option in game.options_for(game.players[0]):
            assert f"`{option.values[0]}`" in documented[option.name], option.name
    assert set(documented) == {o.name for g in CATALOGUE.values() for o in g.options_for(g.players[0])}


def test_the_record_in_the_docs_is_a_real_one() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    shown = [line.strip() for line in re.findall(r"^    (.*)$", text, re.MULTILINE)]
    shown = shown[shown.index("Sixfold record 1") :]
    match = Match(Rules.parse("hex-solo"), Dealer.from_hex(f"{1:064x}"))
    match.play("gb a10 a9")
    match.play("ry a7 a8")
    lines = str(GameRecord.of(match, {"players": "Ada"})).splitlines()
    assert shown[:7] == lines[:7]
