"""A table of figures: its columns with their types, and rows of plain values.

Numbers are rounded once, here, so that CSV and Parquet hold the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Literal, assert_never

from arena.text import writable

__all__ = ["Cell", "Column", "Kind", "Table", "table"]

Kind = Literal["text", "integer", "number", "boolean"]
Cell = str | int | float | bool | None
DIGITS = 9
"""Significant digits of a number: more than any figure deserves, fewer than two machines share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows in a fixed order, each with a value a column; None: unknown, or there is none."""

    name: str
    """Also that of its files."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(name: str, columns: str, rows: Iterable[Mapping[str, Cell]]) -> Table:
    """Return a table; `columns` names each with its kind: `game:text place:integer`.

    A row has a value for every column and no other. Raises `KeyError` or `ValueError`.
    """
    made = tuple(_column(each) for each in columns.split())
    names = {each.name for each in made}
    kept = []
    for row in rows:
        if row.keys() != names:
            raise ValueError(f"a row of {name} has {sorted(row.keys() ^ names)} too many or few")
        kept.append(tuple(_cell(row[each.name], each.kind) for each in made))
    return Table(name=name, columns=made, rows=tuple(kept))


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
