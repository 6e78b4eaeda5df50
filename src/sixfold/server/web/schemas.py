"""The types of all endpoints as JSON schemas, with what their source says about each field."""

import ast
import inspect
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, Final, get_args

import msgspec

from ...lessons import lesson as learning
from ..protocol import commands, documents, lessons, messages, sights
from ..protocol.messages import Refused
from . import bodies
from .app import ENDPOINTS
from .http import Endpoint

_MODULES: Final = (commands, sights, messages, documents, lessons, learning, bodies)


def schemas_of(types: Sequence[Any], ref_template: str) -> tuple[list[Any], dict[str, Any]]:
    """A schema for each type, and the named ones that they refer to."""
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    docs = {name: fields for module in _MODULES for name, fields in _field_docs(module)}
    for name, component in components.items():
        for field, schema in component.get("properties", {}).items():
            described = (docs[base.__name__].get(field) for base in _family(name) if base.__name__ in docs)
            if text := next(filter(None, described), None):
                component["properties"][field] = {**schema, "description": text}
    return list(schemas), components


def types_on_the_wire() -> list[Any]:
    """The types of all bodies and answers."""
    forms = (form for endpoint in ENDPOINTS for form in (endpoint.body, good_answer(endpoint)))
    return [form for form in forms if is_json(form)]


def good_answer(endpoint: Endpoint) -> Any:
    """The type of the answer if all goes well: a refusal has a status of its own."""
    options = [option for option in get_args(endpoint.answer) if option is not Refused]
    if not options:
        return endpoint.answer
    union = options[0]
    for option in options[1:]:
        union |= option
    return union


def is_json(form: Any) -> bool:
    """Whether this is a type with a schema, not plain text or nothing."""
    return form not in (None, str, dict)


def _family(name: str) -> tuple[type, ...]:
    found = next(getattr(module, name) for module in _MODULES if hasattr(module, name))
    return inspect.getmro(found)


def _field_docs(module: ModuleType) -> Iterator[tuple[str, dict[str, str]]]:
    """For each class the texts under its fields, which Python itself does not keep."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            docs = {}
            for field, after in zip(node.body, node.body[1:], strict=False):
                match field, after:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(text))),
                    ):
                        docs[name] = " ".join(text.split())
            yield node.name, docs
