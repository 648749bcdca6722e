"""Exports the lab's tables as Parquet or CSV, with a data card, checksums and `CITATION.cff`.

An export is written to a temporary folder that then replaces the target, so it is never partial.
Equal games give equal bytes: rows are sorted, and DuckDB writes on one thread.
"""

import hashlib
import tempfile
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Literal, NamedTuple

from arena.errors import ConfigError, WriteError
from arena.hash_chain import encode
from arena.lab.card import data_card
from arena.lab.redacting import LeftOut, redacted
from arena.lab.rows import TABLES, columns_of
from arena.lab.scratch import scratch
from arena.lab.tables import MEMORY, Tables
from arena.settings import HUMAN

Format = Literal["parquet", "csv"]
CARD, SUMS, CITATION = "README.md", "SHA256SUMS", "CITATION.cff"
OWN = frozenset({CARD, SUMS, CITATION})
FORMATS = {"parquet": "FORMAT parquet, COMPRESSION zstd", "csv": "FORMAT csv, HEADER"}
LISTS = ("VARCHAR[]", "BIGINT[]")
DIGITS = 4
"""Digits of the number that replaces the name of a game."""


def export(tables: Tables, out: Path, to: Format, *, redact: bool = False) -> list[Path]:
    """Write all tables into the folder `out`; return the paths of its files.

    `redact`: players' names and free text are left out. Raises `ConfigError` if `out` holds
    anything but an export, and `WriteError` if it cannot be written.
    """
    import duckdb

    _check_free(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".export-", dir=out.parent) as temporary:
            made = Path(temporary) / "export"
            made.mkdir()
            with ExitStack() as open_:
                if redact:
                    into = open_.enter_context(scratch())
                    tables = open_.enter_context(_redacted(tables, into))
                _write(tables, made, to, redact=redact)
            _put(made, out, Path(temporary) / "old")
    except OSError as error:
        raise WriteError(f"{out} can't be written: {error.strerror}.") from error
    except duckdb.IOException as error:
        why = "no space is left" if "No space left" in str(error) else "DuckDB could not write"
        raise WriteError(f"{out} can't be written: {why}.") from error
    return sorted(out.iterdir())


def _put(made: Path, out: Path, old: Path) -> None:
    """Replace a folder by another; if that fails, the old one is restored."""
    if out.exists():
        out.rename(old)
    try:
        made.rename(out)
    except BaseException:
        if old.exists():
            old.rename(out)
        raise


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
    for name in TABLES:
        _copy(tables, name, folder / f"{name}.{to}", to)
    (folder / CARD).write_text(data_card(tables, to, redact=redact), encoding="utf-8")
    (folder / CITATION).write_text(_citation(), encoding="utf-8")
    sums = [f"{_sha256(each)}  {each.name}\n" for each in sorted(folder.iterdir())]
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _copy(tables: Tables, name: str, file: Path, to: Format) -> None:
    """Write one table; in CSV, which has no lists, list columns are JSON texts."""
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


class _Seat(NamedTuple):
    """A seat, with the first game of its cluster and of its course."""

    game: str
    seat: str
    position: int
    cluster: str
    course: str


SEATS = """
WITH dealt AS (SELECT DISTINCT game, min(game) OVER (PARTITION BY cluster) AS first
               FROM opportunities),
copied AS (SELECT game, min(game) OVER (PARTITION BY course) AS first FROM games)
SELECT game, seat, position, coalesce(dealt.first, game), copied.first
FROM seats LEFT JOIN dealt USING (game) JOIN copied USING (game) ORDER BY game, position
"""


def _redacted(tables: Tables, temporary: Path) -> Tables:
    """Return a copy of the tables, stored in a file, without names and texts."""
    import duckdb

    found, seats = tables.rows_as(_Seat, SEATS), dict[str, dict[str, str]]()
    for each in found:
        seats.setdefault(each.game, {})[each.seat] = f"P{each.position + 1}"
    games = {game: f"game-{at:0{DIGITS}}" for at, game in enumerate(seats, start=1)}
    people = frozenset(
        tables.rows_as(str, "SELECT DISTINCT entrant FROM seats WHERE spec = ?", [HUMAN])
    )
    left_out = {
        each.game: LeftOut(
            game=games[each.game], cluster=games[each.cluster], course=games[each.course],
            seats=seats[each.game], people=people,
        )
        for each in found if not each.position
    }  # fmt: skip
    for name in TABLES:
        with (temporary / f"{name}.ndjson").open("w", encoding="utf-8") as file:
            for row in tables.named_rows(name):
                file.write(encode(redacted(row, left_out[str(row["game"])])) + "\n")
    kept = str(temporary / "tables.duckdb")
    made = Tables(duckdb.connect(kept, config={"memory_limit": MEMORY, "threads": 1}))
    made.take(temporary)
    return made


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
