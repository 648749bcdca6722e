"""The schema of the lab's tables, read from `tables.toml`: rows, columns and their meanings."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from arena.toml_files import read_toml

Cell = str | int | float | bool | None | list[str] | list[int]
"""A value in a column."""


class TableRows(TypedDict):
    """The schema of a table."""

    row: str
    columns: dict[str, tuple[str, str]]
    """SQL type and meaning of each column."""


class Column(TypedDict):
    """The description of a column."""

    name: str
    type: str
    """SQL type."""
    meaning: str


class Stakes(TypedDict):
    """A row of table `betrayals` without its game."""

    at: int
    round: int
    actor: str
    betrayed: str
    given: int
    received: int
    left: int
    other_lost: int
    actor_lost: int
    word_broken: bool


TABLES: Mapping[str, TableRows] = TypeAdapter(dict[str, TableRows]).validate_python(
    read_toml(Path(__file__).with_name("tables.toml"))
)
"""By name, in the recommended order of reading."""


def columns_of(table: str) -> dict[str, str]:
    """Return the columns of a table with their SQL types, in order."""
    return {name: kind for name, (kind, _) in TABLES[table]["columns"].items()}


def described(table: str) -> list[Column]:
    """Return the columns of a table with types and meanings."""
    return [
        Column(name=name, type=kind, meaning=meaning)
        for name, (kind, meaning) in TABLES[table]["columns"].items()
    ]
