"""Writes tables as CSV and Parquet files, with equal values and reproducible bytes.

Parquet is written by DuckDB on one thread; its files hold the version of DuckDB, and no timestamp.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from arena.reporting.columns import Cell, Kind, Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


TYPES: Mapping[Kind, str] = {
    "text": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN",
}  # fmt: skip
"""DuckDB's type for each kind of column."""
_json = json.JSONEncoder(allow_nan=False).encode


def csv_bytes(table: Table) -> bytes:
    r"""Return a table as CSV (RFC 4180): commas, `\r\n`, UTF-8.

    A missing value is an empty field, an empty text `""`.
    """
    lines = [",".join(_quoted(each.name) for each in table.columns)]
    lines += [",".join(map(_field, row)) for row in table.rows]
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8", "backslashreplace")


def _field(value: Cell) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case _:
            assert_never(value)


def _quoted(text: str) -> str:
    if text and not any(mark in text for mark in ',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'


def write_tables(folder: Path, tables: Iterable[Table]) -> list[Path]:
    """Write each table as `NAME.csv` and `NAME.parquet` into a folder; return the paths."""
    import duckdb

    files = []
    with duckdb.connect(":memory:", config={"threads": 1}) as database:
        for each in tables:
            csv, parquet = folder / f"{each.name}.csv", folder / f"{each.name}.parquet"
            csv.write_bytes(csv_bytes(each))
            _write_parquet(database, each, parquet)
            files += [csv, parquet]
    return files


def _write_parquet(database: "DuckDBPyConnection", table: Table, file: Path) -> None:
    names = [each.name for each in table.columns]
    kinds = {each.name: TYPES[each.kind] for each in table.columns}
    columns = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
    database.execute(f"CREATE OR REPLACE TABLE made ({columns})")
    rows = file.with_suffix(".ndjson")
    try:  # a file is read in parts; all rows as one text need many times the memory
        with rows.open("w", encoding="ascii") as lines:
            lines.writelines(f"{_json(dict(zip(names, row, strict=True)))}\n" for row in table.rows)
        database.execute(
            "INSERT INTO made SELECT * FROM read_json(?, format = 'newline_delimited', "
            "columns = ?)",
            [str(rows), kinds],
        )
    finally:
        rows.unlink(missing_ok=True)
    where = str(file).replace("'", "''")
    database.execute(f"COPY made TO '{where}' (FORMAT parquet, COMPRESSION zstd)")
