"""The lab's tables, as `tables.toml` says what a row of each is, and what its columns mean."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from arena.toml_files import read_toml

Cell = str | int | float | bool | None | list[str] | list[int]
"""What stands in a column of a row."""


class TableRows(TypedDict):
    """What the rows of a table are."""

    row: str
    columns: dict[str, tuple[str, str]]
    """The type in SQL and the meaning of each."""


class Column(TypedDict):
    """A column of a table."""

    name: str
    type: str
    """In SQL."""
    meaning: str


class Stakes(TypedDict):
    """A row of `betrayals` without its game."""

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
"""By name, in the order in which they are best read."""


def columns_of(table: str) -> dict[str, str]:
    """Return the columns of a table with their SQL types, in order."""
    return {name: kind for name, (kind, _) in TABLES[table]["columns"].items()}


def described(table: str) -> list[Column]:
    """Return the columns of a table with type and meaning."""
    return [
        Column(name=name, type=kind, meaning=meaning)
        for name, (kind, meaning) in TABLES[table]["columns"].items()
    ]
