"""The base of the payloads of the arena's own records; the engine's events have their own."""

from dataclasses import fields
from functools import cache
from typing import ClassVar, cast

from engine.fact import fact
from engine.plain import plain


@fact
class Payload:
    """The data of one record that is no event of the engine."""

    __pydantic_config__: ClassVar[dict[str, object]] = {
        "use_attribute_docstrings": True,
        "extra": "forbid",
    }

    type: ClassVar[str]
    """The type of the record."""

    @classmethod
    @cache
    def _names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    def data(self) -> dict[str, object]:
        """Return plain JSON data."""
        return {name: _plain(getattr(self, name)) for name in self._names()}


def _plain(value: object) -> object:
    """Convert a value to plain JSON data, by its own `data` method if it has one."""
    if isinstance(value, tuple):
        rows = cast("tuple[object, ...]", value)
        return [_plain(each) for each in rows]
    form = getattr(value, "data", None)
    return plain(value) if form is None else form()
