"""Which JSON Schemas a service takes for a tool, and the stricter rules where `strict` is set.

A game sends the same tools with every request, so a verdict is kept by the tools' bytes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic_core import from_json

__all__ = ["schema_problem", "tools_problem"]

Schema = Mapping[str, Any]
Context = tuple[str, ...]
TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
CLOSED = "is required to be supplied and to be false."
UNKNOWN_TO_STRICT = (
    "default",
    "allOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "unevaluatedProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "contains",
    "uniqueItems",
)
"""Keywords that no strict mode takes."""
DEPTH = 10
"""Levels of objects in each other that strict mode takes."""


@lru_cache(maxsize=256)
def tools_problem(tools: bytes) -> tuple[int, str] | None:
    """Return the first tool that can't be taken, and why; `tools` is JSON: [[schema, strict]]."""
    for number, (schema, strict) in enumerate(from_json(tools)):
        problem = schema_problem(schema, strict=bool(strict))
        if problem is not None:
            return number, problem
    return None


def schema_problem(schema: Schema, *, strict: bool) -> str | None:
    """Say in one sentence why a service can't take a tool's schema; None: it can."""
    if schema.get("type") != "object":
        return f"schema must be of 'type: \"object\"', got 'type: {schema.get('type')!r}'."
    if any(key in schema for key in ("anyOf", "oneOf", "allOf")):
        return "'anyOf', 'oneOf' and 'allOf' are not permitted at the top level."
    for context, each in _nested(schema, ()):
        problem = _malformed(each) or (_open(each, len(context)) if strict else None)
        if problem is not None:
            return f"In context={context!r}, {problem}"
    return None


def _nested(schema: Schema, context: Context) -> Iterator[tuple[Context, Schema]]:
    """Yield a schema and all that are part of it, with where they stand."""
    yield context, schema
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        for name, each in properties.items():
            if isinstance(each, Mapping):
                yield from _nested(each, (*context, "properties", name))
    if isinstance(schema.get("items"), Mapping):
        yield from _nested(schema["items"], (*context, "items"))
    for key in ("anyOf", "oneOf", "allOf"):
        for number, each in enumerate(_list(schema.get(key))):
            if isinstance(each, Mapping):
                yield from _nested(each, (*context, key, str(number)))


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _malformed(schema: Schema) -> str | None:
    """Say what is no JSON Schema at all."""
    given = schema.get("type", "object")
    kinds = [given] if isinstance(given, str) else given
    if not isinstance(kinds, list) or not kinds or any(kind not in TYPES for kind in kinds):
        return f"{given!r} is not valid under any of the given schemas for 'type'."
    wrong = next(
        (key for key, fits in FORMS.items() if key in schema and not fits(schema[key])), ""
    )
    if wrong:
        return f"{schema[wrong]!r:.80} is not valid under any of the given schemas for '{wrong}'."
    missing = [name for name in schema.get("required", ()) if name not in schema.get(PARTS, {})]
    if missing:
        return f"'required' names {missing[0]!r}, which is not in 'properties'."
    if "array" in kinds and "items" not in schema:
        return "array schema missing items."
    return None


PARTS = "properties"


def _schemas(value: object) -> bool:
    return isinstance(value, list) and value != [] and all(isinstance(v, dict) for v in value)


def _names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


FORMS: Mapping[str, Callable[[Any], bool]] = {
    PARTS: lambda value: isinstance(value, dict) and _schemas([{}, *value.values()]),
    "items": lambda value: isinstance(value, dict),
    "anyOf": _schemas,
    "oneOf": _schemas,
    "allOf": _schemas,
    "required": _names,
    "enum": lambda value: isinstance(value, list) and value != [],
    "description": lambda value: isinstance(value, str),
    "minimum": _number,
    "maximum": _number,
}
"""What a keyword's value has to be."""


def _open(schema: Schema, depth: int) -> str | None:
    """Say what strict mode does not take."""
    unknown = next((key for key in UNKNOWN_TO_STRICT if key in schema), None)
    if unknown is not None:
        return f"'{unknown}' is not permitted."
    if not any(key in schema for key in ("type", "anyOf", "enum", "const", "$ref")):
        return "schema must have a 'type' key."
    if depth > 2 * DEPTH:
        return f"schema has more than {DEPTH} levels of nesting."
    if "object" not in (schema.get("type", ()) or ()):
        return None
    if schema.get("additionalProperties") is not False:
        return f"'additionalProperties' {CLOSED}"
    left = [name for name in schema.get("properties", {}) if name not in schema.get("required", [])]
    if left:
        return (
            "'required' is required to be supplied and to be an array including every key in "
            f"properties. Missing '{left[0]}'."
        )
    return None
