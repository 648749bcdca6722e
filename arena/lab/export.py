"""Writes the lab's tables as Parquet or CSV, with a data card, checksums and `CITATION.cff`.

All is written beside the folder first and then takes its place: nothing stands there half-written.
The same games give the same bytes: rows are in order, and DuckDB writes on one thread.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from arena.errors import ConfigError, WriteError
from arena.lab.card import data_card
from arena.lab.columns import TABLES, columns_of
from arena.lab.redacting import PERSON, redacted
from arena.lab.tables import Tables
from arena.settings import HUMAN

__all__ = ["CARD", "CITATION", "SUMS", "Format", "export"]

Format = Literal["parquet", "csv"]
CARD, SUMS, CITATION = "README.md", "SHA256SUMS", "CITATION.cff"
OWN = frozenset({CARD, SUMS, CITATION})
FORMATS = {"parquet": "FORMAT parquet, COMPRESSION zstd", "csv": "FORMAT csv, HEADER"}
LISTS = ("VARCHAR[]", "BIGINT[]")


def export(tables: Tables, out: Path, to: Format, *, redact: bool = False) -> list[Path]:
    """Write all tables into the folder `out`; return its files.

    `redact`: names of players and free text are left out. Raises `ConfigError` where `out` holds
    something else than an export, `WriteError` where nothing can be written.
    """
    _check_free(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".export-", dir=out.parent) as temporary:
            made = Path(temporary) / "export"
            made.mkdir()
            _write(tables, made, to, redact=redact)
            old = Path(temporary) / "old"
            if out.exists():
                out.rename(old)
            made.rename(out)
    except OSError as error:
        raise WriteError(f"{out} can't be written: {error.strerror}.") from error
    return sorted(out.iterdir())


def _check_free(out: Path) -> None:
    if not out.exists():
        return
    known = OWN | {f"{name}.{ending}" for name in TABLES for ending in FORMATS}
    if not out.is_dir() or not {each.name for each in out.iterdir()} <= known:
        raise ConfigError(
            f"{out} is there already, and is no export. Possible: another folder with --out."
        )


def _write(tables: Tables, folder: Path, to: Format, *, redact: bool) -> None:
    tables.connection.execute("SET threads = 1")
    source = _redacted(tables) if redact else tables
    for name in TABLES:
        _copy(source, name, folder / f"{name}.{to}", to)
    (folder / CARD).write_text(data_card(source, to, redact=redact), encoding="utf-8")
    (folder / CITATION).write_text(_citation(), encoding="utf-8")
    sums = [
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n"
        for each in sorted(folder.iterdir())
    ]
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")


def _copy(tables: Tables, name: str, file: Path, to: Format) -> None:
    """Write one table; in CSV, which has no lists, they are JSON texts."""
    columns = ", ".join(
        f'to_json("{column}")::VARCHAR AS "{column}"'
        if to == "csv" and kind in LISTS
        else f'"{column}"'
        for column, kind in columns_of(name).items()
    )
    where = str(file).replace("'", "''")
    order = ", ".join(f'"{each}"' for each in columns_of(name))
    tables.connection.execute(
        f"COPY (SELECT {columns} FROM (SELECT * FROM {name} ORDER BY {order})) "  # noqa: S608 - our own names
        f"TO '{where}' ({FORMATS[to]})"
    )


def _redacted(tables: Tables) -> Tables:
    """Return other tables with the same rows, names and texts left out."""
    names: dict[str, dict[str, str]] = {}
    for game, seat, position in tables.rows("SELECT game, seat, position FROM seats"):
        names.setdefault(game, {})[seat] = f"P{position + 1}"
    people = frozenset(
        entrant
        for (entrant,) in tables.rows(
            "SELECT DISTINCT entrant FROM seats WHERE spec = ? OR spec = ?", [HUMAN, PERSON]
        )
    )
    made = Tables.in_memory()
    with tempfile.TemporaryDirectory(prefix="arena-lab-") as temporary:
        for name in TABLES:
            with (Path(temporary) / f"{name}.ndjson").open("w", encoding="utf-8") as file:
                for row in _rows(tables, name):
                    left = redacted(row, names[row["game"]], people)
                    file.write(json.dumps(left, separators=(",", ":")) + "\n")
        made.take(Path(temporary))
    return made


def _rows(tables: Tables, name: str) -> Iterator[dict[str, Any]]:
    columns = list(columns_of(name))
    found = tables.connection.cursor().execute(f"SELECT * FROM {name}")  # noqa: S608 - our own names
    while rows := found.fetchmany(10_000):
        for row in rows:
            yield dict(zip(columns, row, strict=True))


def _citation() -> str:
    return (
        "cff-version: 1.2.0\n"
        "message: If you use these data, please cite the arena that made them.\n"
        "title: Transcripts of negotiation games, as tables of the deception lab\n"
        "type: dataset\n"
        "authors:\n"
        "  - name: The horror-arena maintainers\n"
        f'version: "{version("horror-arena")}"\n'
        "license: MIT\n"
    )
