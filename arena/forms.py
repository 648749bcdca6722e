"""What a record is, the values in its fields, and the three files of a game's folder.

A record is one line of `log.jsonl` or `calls.jsonl`. Its `data` goes by its `type`, its last key is
`hash`, and all but that is its body. Each type is defined once, as a class: in `arena.records` for
`log.jsonl`, in `arena.calls.records` for `calls.jsonl`. Who writes a record makes it by that
definition; who decodes one, and the JSON Schema, read the same.
"""

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Annotated, TypeAlias, TypedDict, TypeVar, Union, get_args

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema, with_config
from pydantic_core import CoreSchema

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
"""Any value of JSON."""
JsonRecord = Mapping[str, object]
"""One record as plain JSON data, `type` and `data` among its keys."""
JsonObject = dict[str, object]
"""What somebody else defines: a provider's reply, a tool's schema."""

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

Definition = TypeVar("Definition", bound=type)


class StrictModel(BaseModel):
    """A frozen model without other keys and types; the sentence under a field describes it."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Schema(TypedDict, total=False):
    """A JSON Schema, as far as tools need one."""

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
    """Marks a field whose key is left out where it is None: null is no value of it."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of what the key holds where it is there."""
        return handler(self.held(source))

    @staticmethod
    def held(hint: object) -> object:
        """Return a type without None."""
        return Union[tuple(each for each in get_args(hint) if each is not NoneType)]  # noqa: UP007 - of types that are known now only


LEFT_OUT = LeftOut()


def closed(definition: Definition) -> Definition:
    """Refuse keys that a `TypedDict` has not; the sentence under a field is its description."""
    return with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))(definition)
