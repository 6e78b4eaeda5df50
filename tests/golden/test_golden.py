"""Complete games and move counts stay what they are, byte for byte; `make.py` writes them anew."""

import pytest

from golden.make import FOLDER, counts, playthrough, playthrough_file
from playing import ALL_RULES
from sixfold import Rules, compiled_kernels


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_registered_game_plays_its_golden_game(rules: Rules) -> None:
    file = playthrough_file(rules)
    assert file.exists(), f"{rules} has no golden playthrough: run tests/golden/make.py"
    with compiled_kernels():
        assert playthrough(rules) == file.read_text(encoding="utf-8")


def test_no_golden_game_is_left_of_a_game_that_is_not_registered() -> None:
    expected = {playthrough_file(rules).name for rules in ALL_RULES} | {"counts.txt"}
    assert {file.name for file in FOLDER.glob("*.txt")} == expected


def test_counts_of_moves_and_positions_from_fixed_deals() -> None:
    with compiled_kernels():
        assert counts() == (FOLDER / "counts.txt").read_text(encoding="utf-8")
