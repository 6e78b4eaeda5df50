"""The pages about environments run, and say about observations what the source says."""

import re
from pathlib import Path

import pytest

from sixfold.envs import REWARDS, layout
from sixfold.envs.kernel.memory import SECTIONS

FOLDER = Path(__file__).parents[2] / "docs" / "environments"
OWN_TESTS = {"openspiel.md"}
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.name not in OWN_TESTS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs_from_its_top_to_its_end(page: Path) -> None:
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(code, page.name, "exec"), names)


def test_every_section_of_an_observation_is_described_alike_here_and_in_the_source() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    source = (layout.__doc__ or "").replace("\\\n", "")
    for name in SECTIONS:
        row = re.search(rf"^\| `{name}` \|.*$", text, re.MULTILINE)
        assert row, name
        assert row.group() in source


def test_every_reward_is_described() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f'`"{name}"`' in text for name in REWARDS)
