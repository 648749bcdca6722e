"""A table of figures: typed columns, and rows of plain values.

Numbers are rounded here, once, so that CSV and Parquet hold the same values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Literal, assert_never

from arena.text import writable

Kind = Literal["text", "integer", "number", "boolean"]
Cell = str | int | float | bool | None
Row = Mapping[str, Cell]
DIGITS = 9
"""Significant digits of a number: more than any figure needs, fewer than differ between two
machines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column with its name and type."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of rows in a fixed order, one value per column; None: unknown or not applicable."""

    name: str
    """The name of the table, and of its files."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


def row(columns: str, *sources: object, **given: Cell) -> Row:
    """Return a row by column: the value `given`, else that of the first source with the attribute.

    `columns` are written as for `table`. Raises `AttributeError` for a value that no source has.
    """
    found = dict(given)
    for name in (each.name for each in _columns(columns) if each.name not in given):
        *others, last = sources
        source = next((each for each in others if hasattr(each, name)), last)
        value: Cell = getattr(source, name)
        found[name] = value
    return found


def table(name: str, columns: str, rows: Iterable[Row]) -> Table:
    """Return a table; `columns` names each column with its type: `game:text place:integer`.

    Each row must have exactly these columns. Raises `KeyError` or `ValueError`.
    """
    made = _columns(columns)
    names = {each.name for each in made}
    kept = []
    for each in rows:
        if each.keys() != names:
            raise ValueError(f"a row of {name} has {sorted(each.keys() ^ names)} too many or few")
        kept.append(tuple(_cell(each[column.name], column.kind) for column in made))
    return Table(name=name, columns=made, rows=tuple(kept))


@cache
def _columns(text: str) -> tuple[Column, ...]:
    return tuple(map(_column, text.split()))


def _column(text: str) -> Column:
    name, _, kind = text.partition(":")
    match kind:
        case "text" | "integer" | "number" | "boolean":
            return Column(name=name, kind=kind)
        case _:
            raise ValueError(f"{kind!r} is no kind of column")


def _cell(value: Cell, kind: Kind) -> Cell:
    if value is None:
        return None
    match kind:
        case "text":
            return writable(str(value))
        case "integer":
            return int(value)
        case "boolean":
            return bool(value)
        case "number":
            number = float(value)
            return float(f"{number:.{DIGITS}g}") + 0.0 if isfinite(number) else None
        case _:
            assert_never(kind)
