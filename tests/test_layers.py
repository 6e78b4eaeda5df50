"""The house stands: imports point one way, and importing the package loads nothing slow."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sixfold

ROOT = Path(sixfold.__file__).parent
LAYERS = {
    "core": 0,
    "notation": 1,
    "bots": 2,
    "envs": 5,
    "lessons": 2,
    "render": 2,
    "guide": 3,
    "server": 4,
    "terminal": 4,
    "selftest": 4,
    "bench": 4,
    "cli": 5,
}
"""A room may look into rooms of a lower floor, and into itself."""


def room_of(file: Path) -> str:
    return file.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_rooms(source: str, folder: tuple[str, ...]) -> set[str]:
    """The rooms that a source in this folder of the package imports from, at its top or inside a function."""
    package = ("sixfold", *folder)
    rooms = set()
    for node in ast.walk(ast.parse(source)):
        names: list[tuple[str, ...]] = []
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            names = [(*module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        rooms |= {name[1] for name in names if name[0] == "sixfold" and len(name) > 1}
    return rooms & set(LAYERS)


SOURCES = sorted(file for file in ROOT.rglob("*.py") if file != ROOT / "__init__.py")


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_one_way(file: Path) -> None:
    room = room_of(file)
    assert room in LAYERS, f"{room} is a new room: say on which floor it is"
    folder = file.relative_to(ROOT).parent.parts
    for other in imported_rooms(file.read_text(encoding="utf-8"), folder) - {room}:
        assert LAYERS[other] < LAYERS[room], f"{room} must not look into {other}"


@pytest.mark.parametrize(
    "source",
    [
        "from ..notation.record import GameRecord",
        "from .. import notation",
        "def f():\n    import sixfold.notation",
        "from sixfold.notation import GameRecord",
    ],
)
def test_the_check_sees_every_way_to_import(source: str) -> None:
    assert imported_rooms(source, ("core",)) == {"notation"}


def test_importing_the_package_loads_neither_numba_nor_the_command_line() -> None:
    code = "import sys, sixfold; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "sixfold" in loaded
    assert not {"numba", "llvmlite", "typer", "rich", "sixfold.cli"} & set(loaded)


def test_a_plain_game_never_loads_numba() -> None:
    code = (
        "import sys; from sixfold import Match, Rules\n"
        "match = Match(Rules.parse('hex')); match.play(match.legal_moves()[0]); print('numba' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "False"
