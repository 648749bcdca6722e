"""Deep copies of values as plain JSON data."""

from collections.abc import Mapping
from typing import cast

ATOMS = frozenset({str, int, float, bool, type(None)})
"""Immutable types, which need no copy; most values are of these, so they are tested first."""
ROWS = (list, tuple)


def plain(value: object) -> object:
    """Return lists for lists and tuples, and dicts for mappings, at every level.

    >>> plain({"dice": (1, 2), "by": None})
    {'dice': [1, 2], 'by': None}
    """
    if type(value) in ATOMS:
        return value
    if isinstance(value, ROWS):
        rows = cast("list[object]", value)
        return [each if type(each) in ATOMS else plain(each) for each in rows]
    if isinstance(value, dict) or isinstance(value, Mapping):  # noqa: SIM101 - a dict is told sooner
        pairs = cast("Mapping[object, object]", value).items()
        return {key: each if type(each) in ATOMS else plain(each) for key, each in pairs}
    return value
