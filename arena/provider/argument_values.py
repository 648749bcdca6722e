"""Values of a tool's arguments, chosen by hash among those that its JSON Schema allows."""

from collections.abc import Mapping, Sequence

from arena.forms import Schema
from arena.provider.types import Draw

PLAYER_KEYS = ("player", "recipient", "to", "target", "said_by")
"""Keys whose values are players' names."""
LOCATION_KEYS = ("location",)
"""Keys whose values are numbers of locations."""


def types_of(schema: Schema) -> tuple[str, ...]:
    """Return the types that a schema allows, `null` included."""
    branches = schema.get("anyOf")
    if branches:
        return tuple(kind for each in branches for kind in types_of(each))
    given = schema.get("type", "string")
    return (given,) if isinstance(given, str) else tuple(given)


def listed_values(schema: Schema) -> list[str | int]:
    """Return the values that a schema enumerates, without null; empty if it enumerates none."""
    for each in (schema, *schema.get("anyOf", ())):
        if "const" in each:
            return [each["const"]]
        listed = [value for value in each.get("enum", ()) if value is not None]
        if listed:
            return listed
    return []


def least_value(schema: Schema) -> object:
    """Return the smallest value that a schema allows."""
    kinds = types_of(schema)
    if "null" in kinds:
        return None
    if kinds[0] == "object":
        return {name: least_value(each) for name, each in schema.get("properties", {}).items()}
    values = listed_values(schema)
    if values:
        return values[0]
    plain = {"array": [], "boolean": False, "integer": 0, "number": 0}
    return schema.get("minimum", plain.get(kinds[0], ""))


def drawn_value(
    schema: Schema, draw: Draw, name: str, avoid: str = "", ids: Sequence[str] = ()
) -> object:
    """Return a value that is not null, and `avoid` only if it is the only one.

    A string without enumerated values is one of `ids`.
    """
    values = listed_values(schema)
    if values:
        return draw.pick([value for value in values if value != avoid] or values, name)
    kind = next((each for each in types_of(schema) if each != "null"), "null")
    branch = next((b for b in schema.get("anyOf", ()) if b.get("type") == kind), schema)
    match kind:
        case "object":
            properties = branch.get("properties", {})
            return {
                key: drawn_value(each, draw, f"{name}.{key}", avoid, ids)
                for key, each in properties.items()
            }
        case "array":
            return [drawn_value(branch.get("items", {}), draw, name, avoid, ids)]
        case "boolean":
            return bool(draw.below(2, name))
        case "integer" | "number":
            least = int(branch.get("minimum", 0))
            most = int(branch.get("maximum", least + 6))
            return least + draw.below(max(most - least, 0) + 1, name)
        case "null":
            return None
        case _:
            return draw.pick(ids or ("something",), name)


def player_names(tools: Mapping[str, Schema]) -> tuple[str, ...]:
    """Return the players' names that occur in the tools' schemas, in their order."""
    return tuple(dict.fromkeys(map(str, _listed(tools, PLAYER_KEYS))))


def location_numbers(tools: Mapping[str, Schema]) -> tuple[int, ...]:
    """Return the numbers of locations that occur in the tools' schemas."""
    found = (value for value in _listed(tools, LOCATION_KEYS) if str(value).isdigit())
    return tuple(dict.fromkeys(map(int, found)))


def _listed(tools: Mapping[str, Schema], keys: tuple[str, ...]) -> list[str | int]:
    found: list[str | int] = []
    for schema in tools.values():
        for name, field in schema.get("properties", {}).items():
            items = field.get("items", {})
            if name in keys:
                found += listed_values(field) or listed_values(items)
            found += _listed({name: items}, keys)
    return found
