"""The client's types, made from the server's own.

python -m sixfold.server.web.typescript > web/src/protocol.ts
"""

import json
from typing import Any, Final

from ..protocol.commands import AnyCommand
from ..protocol.messages import PROTOCOL, Answer, AnyMessage, Code
from .schemas import schemas_of, types_on_the_wire

_UNIONS: Final[dict[str, Any]] = {
    "Code": Code,
    "AnyCommand": AnyCommand,
    "AnyMessage": AnyMessage,
    "Answer": Answer,
}
"""Unions have no name of their own in a schema."""


def source() -> str:
    """The file."""
    types = [*_UNIONS.values(), *types_on_the_wire()]
    unions, components = schemas_of(types, "{name}")
    parts = [
        "// Made by `python -m sixfold.server.web.typescript`; do not edit.",
        f"export const PROTOCOL = {PROTOCOL};",
        *(_declaration(name, schema) for name, schema in sorted(components.items())),
        *(f"export type {name} = {_type(schema)};" for name, schema in zip(_UNIONS, unions, strict=False)),
    ]
    return "\n\n".join(parts) + "\n"


def _declaration(name: str, schema: dict[str, Any]) -> str:
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, value in schema["properties"].items():
        if "description" in value:
            lines.append(f"  /** {value['description']} */")
        optional = "" if field in schema["required"] else "?"
        lines.append(f"  {field}{optional}: {_type(value)};")
    lines.append("}")
    return "\n".join(lines)


def _type(schema: dict[str, Any]) -> str:
    if not schema.keys() - {"description", "default"}:
        return "unknown"
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"anyOf": options}:
            return " | ".join(dict.fromkeys(_type(option) for option in options))
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(_type(item) for item in items)}]"
        case {"type": "array", "items": dict(item)}:
            inner = _type(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": str(simple)}:
            return simple
    raise TypeError(f"no TypeScript for {schema}")


if __name__ == "__main__":
    print(source(), end="")
