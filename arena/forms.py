"""What a record is, the values in its fields, and the three files of a game's folder.

A record is one line of `log.jsonl` or `calls.jsonl`. Its `data` goes by its `type`, its last key is
`hash`, and all but that is its body. Each type is defined once, as a `TypedDict`: in
`arena.transcript.records` for `log.jsonl`, in `arena.calls.records` for `calls.jsonl`. Who writes a
record makes it by that definition; who checks one, and the JSON Schema, read the same.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

from pydantic import ConfigDict, Field, WithJsonSchema, with_config

__all__ = [
    "CALLS",
    "FILES",
    "HEADER",
    "LOG",
    "OBJECTS",
    "Amount",
    "Count",
    "Data",
    "Hash",
    "JsonRecord",
    "Ordinal",
    "RecordType",
    "closed",
]

JsonRecord = Mapping[str, Any]
"""One record as plain JSON data, `type` and `data` among its keys."""

HEADER, LOG, CALLS = FILES = ("game.json", "log.jsonl", "calls.jsonl")
"""The files of a game's folder, in the order in which they are made."""

Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
"""A SHA-256 in hexadecimal."""
Count = Annotated[int, Field(ge=0)]
"""A number of things, or the number of one where the first is 0."""
Ordinal = Annotated[int, Field(ge=1)]
"""The number of one thing where the first is 1."""
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
"""Dollars, or seconds."""
OBJECTS = WithJsonSchema(
    {"items": {"additionalProperties": True, "type": "object"}, "type": "array"}
)
"""How the JSON Schema tells of rows whose keys are defined on a page of their own."""

Data = TypeVar("Data", bound=Mapping[str, object])
Definition = TypeVar("Definition", bound=type)


class RecordType(str, Generic[Data]):
    """The name of a type of records, with the definition of their `data`."""

    __slots__ = ("data",)
    data: type[Data]
    """The `TypedDict`."""

    def __new__(cls, name: str, data: type[Data]) -> "RecordType[Data]":
        """Name the type as it stands in a record."""
        record_type = super().__new__(cls, name)
        record_type.data = data
        return record_type


def closed(definition: Definition) -> Definition:
    """Refuse keys that a `TypedDict` has not; the sentence under a field is its description."""
    return with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))(definition)
