"""docs/protocol.md is true: its examples fit the types of the server, and nothing is left out."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from sixfold.server.protocol.commands import Action, AnyCommand, Request
from sixfold.server.protocol.documents import NewBranch, NewTable
from sixfold.server.protocol.messages import AnyMessage, Code
from sixfold.server.protocol.sights import Settings
from sixfold.server.web.http import STATUS

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
TYPES: dict[str, Any] = {
    "command": AnyCommand,
    "message": AnyMessage,
    "new table": NewTable,
    "new branch": NewBranch,
}
EXAMPLES = re.findall(r"```json ([a-z ]+)\n(.*?)```", TEXT, re.DOTALL)
ROWS = re.findall(r"^\| (.*?) \| (.*?) \|", TEXT, re.MULTILINE)
FIRST_CELLS = {word for cell, _ in ROWS for word in re.findall(r"`(\w+)`", cell)}


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_the_examples_are_real(kind: str, example: str) -> None:
    read: Any = msgspec.json.decode(example, type=TYPES[kind])
    written = msgspec.json.decode(msgspec.json.encode(read))
    given = msgspec.json.decode(example)
    assert given.items() <= written.items()
    if not kind.startswith("new"):
        assert written == given


def test_there_is_an_example_of_each_kind() -> None:
    assert {kind for kind, _ in EXAMPLES} == set(TYPES)


def test_every_command_message_setting_and_code_is_there() -> None:
    for union in (Action, Request, AnyMessage):
        assert {kind.__struct_config__.tag for kind in get_args(union)} <= FIRST_CELLS
    assert set(NewTable.__struct_fields__) <= FIRST_CELLS
    assert set(Settings.__struct_fields__) <= FIRST_CELLS
    assert set(get_args(Code)) <= FIRST_CELLS


def test_codes_have_the_status_that_the_table_says() -> None:
    said = {
        code: int(status)
        for cell, status in ROWS
        if status.isdecimal() and len(status) == 3
        for code in re.findall(r"`(\w+)`", cell)
        if code in get_args(Code)
    }
    assert said == {code: STATUS.get(code, 409) for code in get_args(Code)}
