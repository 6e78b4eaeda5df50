"""The weights: there for every game, small, and refused when they are broken."""

import json
from importlib import resources
from io import BytesIO

import numpy as np
import pytest

from playing import ALL_RULES
from sixfold import Rules
from sixfold.bots.weights import SCHEMA, read_weights, weights_for, weights_name
from sixfold.core.errors import SixfoldError


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_game_has_weights_that_say_how_they_were_made(rules: Rules) -> None:
    about = weights_for(rules).about
    assert about["schema"] == SCHEMA
    assert Rules.parse(about["rules"]).game == rules.game
    assert {"settings", "seed", "generation", "gate", "seconds"} <= about.keys()
    assert about["gate"]["deals"] >= 500


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_file_of_weights_is_smaller_than_300_kB(rules: Rules) -> None:
    file = resources.files("sixfold.bots") / "weights" / weights_name(rules)
    assert len(file.read_bytes()) < 300_000


def changed(**fields: object) -> bytes:
    content = (resources.files("sixfold.bots") / "weights" / "hex-2.npz").read_bytes()
    with np.load(BytesIO(content)) as arrays:
        parts = {**arrays, **fields}
    out = BytesIO()
    np.savez(out, **parts)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not a file of weights"),
        (b"nonsense", "not a file of weights"),
        (changed()[:900], "not a file of weights"),
        (changed(about=np.array(json.dumps({"schema": 99}))), "schema 99"),
        (changed(out_bias=np.zeros(3, np.float32)), "out_bias"),
        (changed(out_bias=np.array([np.nan], np.float32)), "out_bias"),
    ],
)
def test_a_broken_file_of_weights_is_refused_by_name(content: bytes, complaint: str) -> None:
    with pytest.raises(SixfoldError, match=complaint) as caught:
        read_weights(content, "some.npz")
    assert "some.npz" in str(caught.value)
