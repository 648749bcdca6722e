"""The JSON Schema of a claim, for a model's tools: flat, closed, every key required.

Each field's description is the sentence under it in `claims`. There is no `$ref`, no default and
no union but that with null, so that every provider's strict mode takes it. Which names exist at
the table is not part of it: `Vocabulary.check` says that in words.
"""

from copy import deepcopy
from functools import lru_cache
from typing import Any

from arena.claims.language import Claim, Proposition

__all__ = ["claim_schema"]


def claim_schema() -> dict[str, Any]:
    """Return the schema of the data that `Claim.read` takes; a fresh dict each time."""
    return deepcopy(_made())


@lru_cache(maxsize=1)
def _made() -> dict[str, Any]:
    """Make it once a process: it takes 40 ms."""
    from pydantic import TypeAdapter

    said = TypeAdapter(Proposition).json_schema()
    claim = TypeAdapter(Claim).json_schema()["properties"]
    properties = _flat(said["properties"])
    condition = _object(said["description"], _flat(said["properties"])) | {
        "type": ["object", "null"],
        "description": claim["condition"]["description"],
    }
    own = _flat({name: claim[name] for name in ("confidence", "said_by")})
    properties |= {
        "confidence": own["confidence"], "condition": condition, "said_by": own["said_by"]
    }  # fmt: skip
    return _object(said["description"], properties)


def _object(description: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": " ".join(description.split()),
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _flat(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: _field(each) for name, each in properties.items()}


def _field(given: dict[str, Any]) -> dict[str, Any]:
    """Return a field's schema with null as one of its types, not as a branch of a union."""
    branches = given.get("anyOf", [given])
    (kept,) = (each for each in branches if each["type"] != "null")
    nullable = len(branches) > 1
    field: dict[str, Any] = {"type": [kept["type"], "null"] if nullable else kept["type"]}
    if "enum" in kept:
        field["enum"] = [*kept["enum"], None] if nullable else list(kept["enum"])
    if "items" in kept:
        field["items"] = dict(kept["items"])
    return {**field, "description": " ".join(given["description"].split())}
