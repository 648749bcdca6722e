"""What is given, without clocks, versions, paths and what fonts a machine has.

A number has five digits: behind them machines may reckon otherwise.
"""

import contextlib
import csv
import io
import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import duckdb

from arena.faces.cli import main
from tests.left_out import without

CLOCKS = frozenset(
    {
        "at",
        "first_at",
        "last_at",
        "seconds",
        "hash",
        "digest",
        "versions",
        "python",
        "lines",
        "call",
        "i",
    }
)
COLUMNS = frozenset({"digest", "horror_arena", "played", "seconds", "first_at", "last_at"})
"""Columns of tables that tell of clocks and versions."""
LONG = re.compile(r"-?\d+\.\d{4,}(?:e[+-]?\d+)?")
DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b(?: \d\d:\d\d:\d\d\b)?")
VERSION = re.compile(r"\b(horror-arena|langgraph|pydantic|version:)((?:<[^>]*>|[\s\"])+)\d[\w.]*")
LOG = re.compile(r'(?<=<meta name="log" content=")[^"]*')
"""What a page of a game says of the log that it was made of, which ends with a clock's digest."""
SECONDS = re.compile(r'(?<=Seconds a game)(?:">[^<]*|</th>.*?</tr>)')
"""How long models took, in a column of a report or a row."""
INSIDE = re.compile(r"<(style|script)\b[^>]*>(.*?)</\1>", re.DOTALL)
HASH = re.compile(r"sha256-[\w+/]+=*")
DRAWN = re.compile(r'(<svg role="img" aria-label="[^"]*").*?</svg>', re.DOTALL)
"""A chart of Vega's, whose size and axes depend on the machine's fonts."""
MARK = re.compile(r'<g class="mark-\w+ role-mark[^"]*".*?</g>', re.DOTALL)


def command(*args: str) -> str:
    """Return what a command prints; it must succeed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(args) == 0, args
    return out.getvalue()


def records(file: Path) -> list[Any]:
    """Return the records of a file, one a line."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def csv_rows(file: Path, without: Collection[str] = ()) -> list[list[str]]:
    """Return the head and the rows of a table, some columns left out."""
    with file.open(encoding="utf-8", newline="") as opened:
        return _rows(list(csv.reader(opened)), without)


def parquet_rows(file: Path) -> list[list[str]]:
    """Return the head and the rows of a table in Parquet, types in the head."""
    with duckdb.connect(":memory:") as database:
        found = database.sql(f"SELECT * FROM '{file}'")  # noqa: S608 - our own file
        typed = [[f"{kind}" for kind in found.types]]
        rows = [[str(each) for each in row] for row in found.fetchall()]
        return _rows([list(found.columns), *typed, *rows], ())


def _rows(rows: list[list[str]], without: Collection[str]) -> list[list[str]]:
    kept = [at for at, name in enumerate(rows[0]) if name not in {*COLUMNS, *without}]
    return [[row[at] for at in kept] for row in rows]


def page_parts(html: str) -> dict[str, str]:
    """Return a page, its styles and its scripts, each by itself; of a chart its marks."""
    found = {"style": "", "script": ""}
    for kind, inside in INSIDE.findall(html):
        found[kind] += inside
    page = HASH.sub("HASH", INSIDE.sub("", LOG.sub("LOG", SECONDS.sub("", html))))
    return {"page": DRAWN.sub(_marks, page), **found}


def _marks(found: re.Match[str]) -> str:
    return "".join((found[1], ">", *MARK.findall(found[0]), "</svg>"))


def plain(value: object, folder: Path) -> Any:  # noqa: ANN401 - JSON data in, JSON data out
    """Return JSON data without the folder, versions, days, and digits of long numbers."""
    text = json.dumps(value, ensure_ascii=False).replace(str(folder), "FOLDER")
    text = VERSION.sub(r"\1\2VERSION", DAY.sub("DAY", text))
    return json.loads(LONG.sub(lambda number: f"{float(number[0]):.5g}", text))


def as_bytes(value: object) -> bytes:
    """Return what is digested of a thing that is given: JSON without clocks and hashes."""
    if isinstance(value, str) and value.startswith("{"):
        value = json.loads(value)
    if isinstance(value, list):
        value = [json.loads(e) if isinstance(e, str) and e.startswith("{") else e for e in value]
    return json.dumps(without(value, CLOCKS), ensure_ascii=False, sort_keys=False).encode()
