"""The documents made from the server's types are those in the repository, and the server keeps to them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.serving import Running
from server.visiting import Visitor
from sixfold.server.protocol.messages import AnyMessage
from sixfold.server.web import openapi, typescript
from sixfold.server.web.app import ENDPOINTS

ROOT = Path(__file__).parents[2]


def test_the_openapi_document_is_up_to_date() -> None:
    kept = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(openapi.document())), (
        "run: python -m sixfold.server.web.openapi > docs/openapi.json"
    )


def test_the_clients_types_are_up_to_date() -> None:
    assert (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8") == typescript.source(), (
        "run: python -m sixfold.server.web.typescript > web/src/protocol.ts"
    )


def test_every_endpoint_says_what_it_does() -> None:
    for path, operations in openapi.document()["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"].endswith("."), (method, path)
    names = [endpoint.handler.__name__ for endpoint in ENDPOINTS]
    assert len(set(names)) == len(names), "operation ids are names of functions in generated clients"


def test_the_types_of_the_client_have_every_message() -> None:
    source = typescript.source()
    for form in AnyMessage.__args__:
        assert f'is: "{form.__struct_config__.tag}";' in source
        for field in msgspec.structs.fields(form):
            assert f"  {field.encode_name}" in source


def test_the_server_shows_its_document(server: Running) -> None:
    answer = asyncio.run(Visitor(server.url).get("/api/openapi.json"))
    assert answer.json() == json.loads(json.dumps(openapi.document()))


# ---------------------------------------------------------------- any request at all

_RESULTS: Any = schemathesis.openapi.from_dict(openapi.document()).get_all_operations()
_OPERATIONS = [
    operation
    for operation in (result.ok() for result in _RESULTS)
    if not operation.path.endswith("/events")  # it never ends; test_stream.py has it
]
_CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.mark.parametrize("operation", _OPERATIONS, ids=lambda operation: operation.label)
def test_whatever_is_asked_is_answered_as_the_document_says(server: Running, operation: Any) -> None:
    async def arrive() -> tuple[Visitor, str]:
        ada = await Visitor.arrive(server.url)
        return ada, await ada.make_table(hot_seat=True, seats=["me", "me"])

    ada, table = asyncio.run(arrive())
    with requests.Session() as session:

        @settings(max_examples=20, database=None)
        @given(case=_any_case(operation), real=st.booleans(), known=st.booleans())
        def ask(case: Any, real: bool, known: bool) -> None:
            if real and "table" in (case.path_parameters or {}):
                case.path_parameters = {"table": table}
            headers = ada.headers if known else {}
            case.call_and_validate(base_url=server.url, session=session, headers=headers, checks=_CHECKS)

        ask()


def _any_case(operation: Any) -> Any:
    """Requests as the document has them, and such that it has not."""
    return st.one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode])
