"""The weights of the networks: a file for each game and number of players, made by `training/`."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import is_zipfile

import numpy as np

from ..core.errors import SixfoldError
from ..core.records import Record, new_record
from ..core.rules import Rules
from .kernel.memory import NETWORK

SCHEMA: Final = 3
"""Of the files and of what the networks are told; one of another number is not for this program."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A network, and how it came about."""

    network: Record
    about: dict[str, Any]
    """Schema, game, settings, seed, generation, gate results, and how long it took."""


def weights_name(rules: Rules) -> str:
    """What the file for these rules is called: options of a game do not ask for other weights."""
    return f"{rules.game.name}-{rules.players}.npz"


@cache
def weights_for(rules: Rules) -> Weights:
    """The weights that come with the program."""
    file = resources.files(__package__) / "weights" / weights_name(rules)
    if not file.is_file():
        raise SixfoldError(f"there are no weights for {rules.game.name} with {rules.players} players")
    return read_weights(file.read_bytes(), str(file))


def read_weights(content: bytes, source: str) -> Weights:
    """Weights from a file's content; `source` names it in errors."""
    if not is_zipfile(BytesIO(content)):  # numpy would take it for a pickle, and tell how to trust it
        raise SixfoldError(f"{source} is not a file of weights")
    try:
        with np.load(BytesIO(content), allow_pickle=False) as arrays:
            about = json.loads(str(arrays["about"]))
            schema = about["schema"]
            fields = {name: arrays[name] for name in NETWORK.names or ()} if schema == SCHEMA else {}
    except Exception as error:  # numpy has many ways to say that a file is broken
        raise SixfoldError(f"{source} is not a file of weights: {error}") from None
    if schema != SCHEMA:
        raise SixfoldError(f"{source} has weights of schema {schema}; this program reads {SCHEMA}")
    network = new_record(NETWORK)
    for name, array in fields.items():
        target = getattr(network, name)
        if array.shape != target.shape or not np.isfinite(array).all():
            raise SixfoldError(f"{source}: {name} is not {target.shape} numbers")
        target[...] = array
    return Weights(network, about)


def write_weights(path: Path, network: Record, about: dict[str, Any]) -> None:
    """Write weights so that a reader never meets half a file."""
    fields: dict[str, Any] = {name: getattr(network, name) for name in NETWORK.names or ()}
    content = BytesIO()
    np.savez_compressed(content, about=np.array(json.dumps({"schema": SCHEMA, **about})), **fields)
    partial = path.with_suffix(".partial")
    partial.write_bytes(content.getvalue())
    partial.replace(path)
