"""Which schemas a service takes for a tool, strict and not."""

import pytest
from pydantic_core import from_json

from arena.provider.schemas import schema_problem, tools_problem
from tests.arena.provider.clients import SCHEMAS, Body, closed


def one(**field: object) -> Body:
    """Return the schema of an object with one field."""
    return closed(a=field)


MALFORMED: list[tuple[Body, str]] = [
    ({}, "schema must be of 'type"),
    ({"type": "array", "items": {}}, "schema must be of 'type"),
    ({"type": "object", "oneOf": [{}]}, "top level"),
    (one(type="text"), "for 'type'"),
    (one(type=[]), "for 'type'"),
    (one(type=["string", "text"]), "for 'type'"),
    (one(type="string", enum=[]), "for 'enum'"),
    (one(type="string", description=3), "for 'description'"),
    (one(type="integer", minimum="0"), "for 'minimum'"),
    (one(anyOf=[]), "for 'anyOf'"),
    (one(anyOf=["string"]), "for 'anyOf'"),
    (one(type="array", items=["string"]), "for 'items'"),
    (one(type="array"), "missing items"),
    (one(type="array", items={"type": "text"}), "('properties', 'a', 'items')"),
    (one(anyOf=[{"type": "string"}, {"type": "text"}]), "('properties', 'a', 'anyOf', '1')"),
    ({"type": "object", "properties": {"a": True}}, "for 'properties'"),
    ({"type": "object", "properties": []}, "for 'properties'"),
    ({"type": "object", "properties": {}, "required": "a"}, "for 'required'"),
    ({"type": "object", "properties": {}, "required": ["a"]}, "names 'a'"),
    ({"type": "object", "properties": {}, "required": ["a", 3]}, "for 'required'"),
    ({"type": "object", "properties": {"type": "string"}}, "context=(), 'string'"),
    (closed(type={"type": 3}), "('properties', 'type'), 3"),
    (one(anyOf=[True]), "for 'anyOf'"),
    (one(type="array", items=True), "for 'items'"),
    (one(type="string", maxLength=-1), "for 'maxLength'"),
    (one(type="string", pattern="("), "for 'pattern'"),
]


@pytest.mark.parametrize(("schema", "why"), MALFORMED, ids=[str(m[0]) for m in MALFORMED])
@pytest.mark.parametrize("strict", [True, False], ids=["strict", "lax"])
def test_what_is_no_schema_is_refused(schema: Body, why: str, strict: bool) -> None:  # noqa: FBT001
    """Whether strict or not: the keyword and the place are told."""
    assert why in (schema_problem(schema, strict=strict) or "")


OPEN: list[tuple[Body, str]] = [
    ({"type": "object", "properties": {}}, "'additionalProperties' is required"),
    (closed() | {"additionalProperties": True}, "'additionalProperties' is required"),
    (closed(a={"type": "string"}) | {"required": []}, "Missing 'a'"),
    (one(type="string", default="x"), "'default'"),
    (one(allOf=[{"type": "string"}]), "'allOf'"),
    (one(type="object", patternProperties={}), "'patternProperties'"),
    (one(type="array", items={"type": "string"}, uniqueItems=True), "'uniqueItems'"),
    (one(description="anything"), "'type' key"),
    (one(type=["object", "null"], properties={}), "'additionalProperties' is required"),
]


@pytest.mark.parametrize(("schema", "why"), OPEN, ids=[str(o[0]) for o in OPEN])
def test_what_is_open_is_refused_where_it_is_strict(schema: Body, why: str) -> None:
    """And taken where it is not."""
    assert why in (schema_problem(schema, strict=True) or "")
    assert schema_problem(schema, strict=False) is None


def test_a_schema_that_is_nested_too_deeply_to_check_is_refused() -> None:
    """In a sentence, as all that is refused."""
    schema: Body = closed()
    for _ in range(400):
        schema = closed(a=schema)
    assert schema_problem(schema, strict=False) == "schema is nested too deeply."


def test_nesting_has_a_limit_where_it_is_strict() -> None:
    """Ten levels are taken, eleven are not."""
    schema: Body = closed()
    for _ in range(10):
        schema = closed(a=schema)
    assert schema_problem(schema, strict=True) is None
    assert "nesting" in (schema_problem(closed(a=schema), strict=True) or "")


@pytest.mark.parametrize("name", list(SCHEMAS))
def test_ours_are_taken(name: str) -> None:
    """Flat, closed, nullable instead of optional."""
    assert schema_problem(SCHEMAS[name], strict=True) is None


def test_the_first_wrong_tool_is_named() -> None:
    """By its number."""
    tools = b'[[{"type": "object"}, false], [{"type": "object"}, true], [{}, null]]'
    assert len(from_json(tools)) == 3
    found = tools_problem(tools)
    assert found is not None
    assert found[0] == 1
    assert tools_problem(b"[]") is None
