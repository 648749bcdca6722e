"""Converts typed rows to plain JSON, with rounded numbers and None for NaN."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from arena.tournament.ratings.rows import rounded

BESIDE = frozenset({"rate", "rates"})
"""Fields whose own fields are merged into their row."""


def plain(value: object) -> object:
    """Return a value as JSON data: floats rounded, NaN as None, rows by field name."""
    match value:
        case bool() | int() | str() | None:
            return value
        case float():
            return rounded(value)
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case Sequence():
            return [plain(each) for each in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            found: dict[str, object] = {}
            for each in fields(value):
                own = plain(getattr(value, each.name))
                if each.name in BESIDE and isinstance(own, dict):
                    found |= own
                else:
                    found[each.name] = own
            return found
        case _:
            msg = f"{type(value).__name__} has no plain form"
            raise TypeError(msg)
