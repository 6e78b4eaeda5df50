"""docs/render.md: its code runs, and it names what there is."""

import inspect
import re
from pathlib import Path

import pytest

from sixfold import render

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "render.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
def test_the_code_runs(code: str) -> None:
    exec(compile(code, "render.md", "exec"), {})


@pytest.mark.parametrize("function", [render.svg, render.png, render.rgb])
def test_every_keyword_is_documented_with_its_default(function: object) -> None:
    parameters = inspect.signature(function).parameters  # type: ignore[arg-type]  # they are functions
    for name, parameter in parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            default = {"theme": '`"light"`', "width": "1200"}.get(name, "none")
            assert f"| `{name}` | {default} |" in TEXT


def test_every_picture_is_there() -> None:
    pictures = re.findall(r"\]\((pictures/.*?)\)", TEXT)
    assert pictures
    for picture in pictures:
        assert (ROOT / "docs" / picture).is_file(), picture
