"""The HTTP API as an OpenAPI 3.1 document, made from the endpoints and their types.

python -m sixfold.server.web.openapi > docs/openapi.json
"""

import re
from typing import Any

import msgspec

from ... import __version__
from ..protocol.messages import AnyMessage, Refused
from .app import ENDPOINTS
from .http import STATUS, Endpoint
from .schemas import good_answer, is_json, schemas_of, types_on_the_wire

_REF = "#/components/schemas/{name}"


def document() -> dict[str, Any]:
    """The whole document."""
    types = [*types_on_the_wire(), Refused, AnyMessage]
    schemas, components = schemas_of(types, _REF)
    schema_of = dict(zip(map(_key, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sixfold",
            "version": __version__,
            "summary": "Play, watch and replay the games of a Sixfold server.",
            "description": "docs/protocol.md explains commands, versions and views. Sockets are at "
            "`/api/tables/{table}/socket` and speak the same commands and messages.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "sixfold"},
            },
        },
    }


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    summary, _, more = (endpoint.handler.__doc__ or "").partition("\n")
    operation: dict[str, Any] = {"operationId": endpoint.handler.__name__, "summary": summary}
    if more.strip():
        operation["description"] = " ".join(more.split())
    operation["security"] = [{"bearer": []}, {"cookie": []}] + ([{}] if endpoint.who == "anyone" else [])
    if parameters := [*_path_parameters(endpoint), *_query_parameters(endpoint)]:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        schema = schema_of[_key(endpoint.body)]
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    operation["responses"] = _responses(endpoint, schema_of)
    return operation


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", endpoint.path)
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in names
    ]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.query])
    schema = components[endpoint.query.__name__]
    return [
        {"name": name, "in": "query", "required": name in schema["required"], "schema": _of_text(value)}
        for name, value in schema["properties"].items()
    ]


def _of_text(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be left out; it cannot be `null`, since everything in a query is text."""
    options = [option for option in schema.get("anyOf", [schema]) if option.get("type") != "null"]
    return {key: value for key, value in options[0].items() if (key, value) != ("default", None)}


def _responses(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    if endpoint.stream:
        responses["200"] = {"description": "Events without end.", "content": {"text/event-stream": {}}}
    elif endpoint.answer is None:
        responses["204"] = {"description": "Done."}
    elif endpoint.answer is str:
        responses["200"] = {"description": "Text.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    else:
        answer = good_answer(endpoint)
        schema = schema_of[_key(answer)] if is_json(answer) else {"type": "object"}
        responses[str(endpoint.status)] = {
            "description": "Done.",
            "content": {"application/json": {"schema": schema}},
        }
    refused = {
        "description": "Refused; nothing has changed.",
        "content": {"application/json": {"schema": schema_of[_key(Refused)]}},
    }
    for status in sorted({*STATUS.values(), 409} - {500}):
        responses[str(status)] = refused
    return responses


def _key(form: Any) -> str:
    return str(form)


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(document()), indent=1).decode())
