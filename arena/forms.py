"""Types of record fields and JSON data, and the names of a game's three files.

A record is one line of `log.jsonl` or `calls.jsonl`: `data` depends on `type`, the last key is
`hash`, and the rest is its body. Each type is defined once, as a class: in `arena.records` for
`log.jsonl`, in `arena.calls.records` for `calls.jsonl`. Writers, decoders and the JSON Schema use
that definition.
"""

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Annotated, TypeAlias, TypedDict, TypeVar, Union, get_args

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema, with_config
from pydantic_core import CoreSchema

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
JsonRecord = Mapping[str, object]
"""One record as plain JSON data, with the keys `type` and `data`."""
JsonObject = dict[str, object]
"""JSON with a structure defined elsewhere: a provider's reply, a tool's schema."""

HEADER, LOG, CALLS = FILES = ("game.json", "log.jsonl", "calls.jsonl")
"""Files of a game's folder, in order of creation."""

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
"""JSON Schema of rows whose keys are documented elsewhere."""

Definition = TypeVar("Definition", bound=type)


class StrictModel(BaseModel):
    """A frozen, strict model without extra keys; the docstring under a field describes it."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Schema(TypedDict, total=False):
    """A JSON Schema, with the keys that tools need."""

    type: str | list[str]
    description: str
    properties: dict[str, "Schema"]
    required: list[str]
    additionalProperties: bool
    items: "Schema"
    enum: Sequence[str | int | None]
    const: str | int
    anyOf: "list[Schema]"
    minimum: int
    maximum: int
    maxLength: int
    maxItems: int
    pattern: str


class LeftOut:
    """Marks a field whose key is absent where it is None; null is invalid."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of the value when the key is present."""
        return handler(self.held(source))

    @staticmethod
    def held(hint: object) -> object:
        """Return a type without None."""
        return Union[tuple(each for each in get_args(hint) if each is not NoneType)]  # noqa: UP007 - of types that are known now only


LEFT_OUT = LeftOut()


def closed(definition: Definition) -> Definition:
    """Forbid extra keys of a `TypedDict`; the docstring under a field describes it."""
    return with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))(definition)
