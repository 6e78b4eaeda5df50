"""`sixfold show` draws into files, too."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from playing import played_match
from sixfold import Match, Rules
from sixfold.cli import app
from sixfold.notation import GameRecord, write_position
from sixfold.render import png, svg


def show(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["show", *words], input=typed, env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def match() -> Match:
    return played_match(Rules.parse("hex(players=3)"), 1, 9)


def test_a_position_is_drawn_at_the_terminal_and_into_files(match: Match, tmp_path: Path) -> None:
    files = tmp_path / "a.svg", tmp_path / "a.png"
    result = show(write_position(match.view(0)), "--svg", str(files[0]), "--png", str(files[1]))
    assert result.exit_code == 0
    assert "hex(players=3)" in result.output
    assert files[0].read_text() == svg(match.view(0))
    assert files[1].read_bytes() == png(match.view(0))


def test_a_record_is_drawn_with_whole_tiles_and_the_last_one_marked(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    options = ("--svg", str(file), "--theme", "dark", "--width", "360")
    assert show("-", *options, typed=str(GameRecord.of(match))).exit_code == 0
    laid = [event.score.move for event in match.events if event.score and not event.score.move.is_word]
    expected = svg(match.state, theme="dark", width=360, placements=laid, last_move=laid[-1])
    assert file.read_text() == expected
    assert ElementTree.fromstring(expected).get("width") == "360"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--theme", "red"), "sixfold: no theme is called 'red'; there are light and dark\n"),
        (("--width", "3"), "sixfold: a picture is 100 to 8000 pixels wide, not 3\n"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    match: Match, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    file = tmp_path / "a.svg"
    result = show(write_position(match.state), "--svg", str(file), *options)
    assert (result.exit_code, result.stderr) == (1, message)
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_named(match: Match, tmp_path: Path) -> None:
    result = show(write_position(match.state), "--svg", str(tmp_path / "none" / "a.svg"))
    assert result.exit_code == 1
    assert "a.svg was not saved: No such file or directory" in result.stderr
