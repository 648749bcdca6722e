"""Validates the JSON Schemas of tools as the services do, more strictly where `strict` is set.

`jsonschema` decides what a JSON Schema is; here is what the services reject beyond that. A game
sends the same tools with every request, so results are cached by the tools' bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic_core import from_json

Schema = Mapping[str, object]
Context = tuple[str, ...]
LISTED = ("anyOf", "oneOf", "allOf")
"""Keywords with a list of schemas."""
KEYED = (*LISTED, "prefixItems", "properties", "patternProperties", "$defs", "dependentSchemas")
"""Keywords with schemas by index or name."""
VALUED = ("type", "enum", "required", "dependentRequired")
"""Keywords with values that are not schemas."""
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
"""Keywords that strict mode rejects."""
UNIONS = 16
"""Parameters with a union type that Anthropic's strict mode accepts per request."""
DEPTH = 10
"""Levels of nested objects that strict mode accepts."""


@lru_cache(maxsize=256)
def unions_problem(schemas: bytes) -> str | None:
    """Return why Anthropic's strict mode rejects schemas, given as JSON; None: it accepts them."""
    every = (each for schema in from_json(schemas) for _, each in _subschemas(schema, ()))
    count = sum(isinstance(each.get("type"), list) or "anyOf" in each for each in every)
    if count <= UNIONS:
        return None
    return (
        f"Schemas contains too many parameters with union types ({count} parameters with type "
        "arrays or anyOf). Reduce the number of nullable or union-typed parameters "
        f"(limit: {UNIONS})."
    )


@lru_cache(maxsize=256)
def tools_problem(tools: bytes) -> tuple[int, str] | None:
    """Return the index of the first rejected tool and the reason; None: all are accepted.

    `tools` is JSON: [[schema, strict], ...].
    """
    for number, (schema, strict) in enumerate(from_json(tools)):
        problem = schema_problem(schema, strict=bool(strict))
        if problem is not None:
            return number, problem
    return None


def schema_problem(schema: Schema, *, strict: bool) -> str | None:
    """Return why a service rejects a tool's schema, in one sentence; None: it does not."""
    if schema.get("type") != "object":
        return f"schema must be of 'type: \"object\"', got 'type: {schema.get('type')!r}'."
    if any(key in schema for key in ("anyOf", "oneOf", "allOf")):
        return "'anyOf', 'oneOf' and 'allOf' are not permitted at the top level."
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        context, keyword = _place([*error.absolute_path])
        return f"In context={context!r}, {_unfit(error.instance, keyword)}"
    except RecursionError:
        return "schema is nested too deeply."
    for context, each in _subschemas(schema, ()):
        problem = _refused(each) or (_refused_if_strict(each, len(context)) if strict else None)
        if problem is not None:
            return f"In context={context!r}, {problem}"
    return None


def _place(path: Sequence[str | int]) -> tuple[Context, str]:
    """Return the context of the schema that contains an error, and the wrong keyword."""
    context: Context = ()
    keyword, *rest = map(str, path)
    while True:
        names = 1 if keyword in KEYED else 0  # the index or name between a keyword and its schema
        if len(rest) <= names or keyword in VALUED:
            return context, keyword
        context = (*context, keyword, *rest[:names])
        keyword, *rest = rest[names:]


def _unfit(value: object, keyword: str) -> str:
    return f"{value!r:.80} is not valid under any of the given schemas for '{keyword}'."


def _subschemas(schema: Schema, context: Context) -> Iterator[tuple[Context, Schema]]:
    """Yield a valid schema and all its subschemas, each with its context."""
    yield context, schema
    for name, each in _properties(schema).items():
        if isinstance(each, Mapping):
            yield from _subschemas(each, (*context, "properties", name))
    items = schema.get("items")
    if isinstance(items, Mapping):
        yield from _subschemas(items, (*context, "items"))
    for key in LISTED:
        for number, each in enumerate(_row(schema.get(key))):
            if isinstance(each, Mapping):
                yield from _subschemas(each, (*context, key, str(number)))


def _properties(schema: Schema) -> Schema:
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}


def _types(schema: Schema) -> Sequence[object]:
    found = schema.get("type")
    return [found] if isinstance(found, str) else _row(found)


def _row(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _refused(schema: Schema) -> str | None:
    """Return why the services reject a valid JSON Schema."""
    named = _properties(schema)
    if any(isinstance(each, bool) for each in named.values()):
        return _unfit(named, "properties")
    if isinstance(schema.get("items"), bool):
        return _unfit(schema["items"], "items")
    for key in LISTED:
        if any(isinstance(each, bool) for each in _row(schema.get(key))):
            return _unfit(schema[key], key)
    if schema.get("enum", True) == []:
        return _unfit([], "enum")
    missing = [name for name in _row(schema.get("required")) if name not in named]
    if missing:
        return f"'required' names {missing[0]!r}, which is not in 'properties'."
    if "array" in _types(schema) and "items" not in schema:
        return "array schema missing items."
    return None


def _refused_if_strict(schema: Schema, depth: int) -> str | None:
    """Return why strict mode rejects a schema."""
    unknown = next((key for key in UNKNOWN_TO_STRICT if key in schema), None)
    if unknown is not None:
        return f"'{unknown}' is not permitted."
    if not any(key in schema for key in ("type", "anyOf", "enum", "const", "$ref")):
        return "schema must have a 'type' key."
    if depth > 2 * DEPTH:
        return f"schema has more than {DEPTH} levels of nesting."
    if "object" not in _types(schema):
        return None
    if schema.get("additionalProperties") is not False:
        return f"'additionalProperties' {CLOSED}"
    required = _row(schema.get("required"))
    left = [name for name in _properties(schema) if name not in required]
    if left:
        return (
            "'required' is required to be supplied and to be an array including every key in "
            f"properties. Missing '{left[0]}'."
        )
    return None
