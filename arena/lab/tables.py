"""The lab's tables in DuckDB, in memory.

>>> tables = Tables.in_memory()
>>> tables.rows("SELECT count(*) FROM opportunities")
[(0,)]
"""

import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar
from uuid import uuid4

from arena.lab.game import Game
from arena.lab.row_lines import lines_of, write_lines
from arena.lab.rows import TABLES, Cell, columns_of
from arena.lab.scratch import PREFIX, scratch

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


MEMORY = "400MB"
"""Memory limit of DuckDB; beyond it data go to disk."""
MANY = 10_000
"""Rows fetched at a time when a whole table is read."""
Row = TypeVar("Row")
Config = dict[str, str | bool | int | float | list[str]]


def in_memory() -> Config:
    """Return the configuration of an in-memory DuckDB.

    Data beyond the memory limit go to a temporary folder, which DuckDB creates and removes; it is
    not shared, since two processes would overwrite each other's files.
    """
    folder = Path(tempfile.gettempdir()) / f"{PREFIX}{uuid4().hex}"
    return {"memory_limit": MEMORY, "temp_directory": str(folder)}


class Tables:
    """Typed tables of games; each can be read by its name, or queried in SQL.

    `arena.lab.load` creates them from a folder. The result of `sql` and `[]` is DuckDB's relation,
    which has `.df()` for pandas, `.pl()` for Polars, `.arrow()`, `.fetchnumpy()` and `.fetchall()`.
    """

    def __init__(self, connection: "DuckDBPyConnection") -> None:
        """Use a connection; missing tables are created."""
        self.connection = connection
        connection.execute(
            "SET enable_progress_bar = false"
        )  # it would be written to standard output
        self.left_out: dict[str, str] = {}
        """Games of the folder that could not be read, with the reason."""
        for name in TABLES:
            columns = ", ".join(f'"{column}" {kind}' for column, kind in columns_of(name).items())
            connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")

    @classmethod
    def in_memory(cls, games: Iterable[Game] = (), measures: Collection[str] | None = None) -> Self:
        """Return tables of games already read; with `measures` only the rows of `rows_of`."""
        import duckdb

        made = cls(duckdb.connect(":memory:", config={**in_memory(), "threads": 1}))
        made.fill(games, measures)
        return made

    def __getitem__(self, table: str) -> "DuckDBPyRelation":
        """Return a table. Raises `KeyError` for an unknown name."""
        if table not in TABLES:
            raise KeyError(f"there is no table {table!r}. Possible: {', '.join(TABLES)}.")
        return self.connection.table(table)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def sql(self, query: str) -> "DuckDBPyRelation":
        """Run a query; return its relation."""
        return self.connection.sql(query)

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Return the rows of a query; each `?` in it is replaced by the next parameter."""
        rows: list[tuple[object, ...]]
        rows = self.connection.execute(query, list(parameters)).fetchall()
        return rows

    def rows_as(
        self, kind: Callable[..., Row], query: str, parameters: Sequence[object] = ()
    ) -> list[Row]:
        """Return the rows of a query, each as `kind(*columns)`."""
        return [kind(*row) for row in self.rows(query, parameters)]

    def named_rows(self, table: str) -> Iterator[dict[str, Cell]]:
        """Yield all rows of a table as dicts by column."""
        columns = list(columns_of(table))
        found = self.connection.cursor().execute(f"SELECT * FROM {table}")  # noqa: S608 - our own names
        while rows := _next_rows(found):
            for row in rows:
                yield dict(zip(columns, row, strict=True))

    def fill(self, games: Iterable[Game], measures: Collection[str] | None = None) -> None:
        """Add the rows of games; with `measures` only those of `rows_of`."""
        with scratch() as folder:
            write_lines(folder, ((each.id, lines_of(each, measures)) for each in games))
            self.take(folder)

    @contextmanager
    def trial(self) -> Iterator[Self]:
        """Yield the tables, and roll back afterwards whatever was added."""
        self.connection.begin()
        try:
            yield self
        finally:
            self.connection.rollback()

    def take(self, folder: Path) -> None:
        """Add the rows that `write_lines` wrote into a folder."""
        for name in TABLES:
            file = folder / f"{name}.ndjson"
            if file.exists() and file.stat().st_size:
                self.connection.execute(
                    f"INSERT INTO {name} SELECT * FROM read_json(?, format = 'newline_delimited', "  # noqa: S608 - our own names
                    "columns = ?)",
                    [str(file), columns_of(name)],
                )


def _next_rows(found: "DuckDBPyConnection") -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = found.fetchmany(MANY)
    return rows
