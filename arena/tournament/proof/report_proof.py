"""Compares a tournament's tables and report with those computed again from its games.

No cache is used. A table is compared cell by cell, whatever columns it has, and the report line by
line.
"""

import csv
import math
import os
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from re import search
from typing import TypeVar

from arena.errors import ArenaError
from arena.lab.loading import LAB
from arena.lab.report import REPORT as LAB_REPORT
from arena.reporting.columns import Table
from arena.reporting.files import csv_bytes
from arena.reporting.replays import (
    HEAD,
    REPLAYS,
    VIEWER,
    GamePages,
    data_file,
    mark_of,
    viewer_address,
)
from arena.text import shown
from arena.tournament.plan import Plan
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.replays import shown_games
from arena.tournament.report.fairness import audits_of
from arena.tournament.report.sections import Known
from arena.tournament.report.writing import REPORT, TABLES, page_of, tables_of
from arena.tournament.results import Results
from arena.tournament.status import status_of
from arena.transcript.reader import contents

Line = TypeVar("Line", str, tuple[str, ...])
"""A line of the report, or the cells of a row."""
SAME = 1e-8
"""Relative difference up to which numbers are equal: the last of nine digits may differ between
machines."""
AROUND = 24
"""Number of characters shown before the first difference in a line."""
SHOWN = 80
PACKED = r'"packed": "([^"]+)"'
"""Pattern of a game's compressed data in its file."""
DENSEST = 100
"""Largest compression ratio that is decompressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A difference between a table or report and the games."""

    file: str
    """Relative to the tournament's folder."""
    where: str = ""
    """Row and column, or line; empty: the file as a whole."""
    stands: str | None = None
    """Value in the file; None: it has none."""
    follows: str | None = None
    """Value computed from the games; None: there is none."""

    def sentence(self) -> str:
        """Return the difference as a sentence."""
        where = f": {self.where}" if self.where else ""
        if self.stands is None:
            return f"{self.file}{where} is missing, and follows from the games: {self.follows}"
        if self.follows is None:
            return f"{self.file}{where} follows from nothing: {self.stands}"
        return f"{self.file}{where}: {self.stands} stands there, {self.follows} follows"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportProof:
    """The differences of tables, report and replays from the games."""

    differences: tuple[Difference, ...]
    tables: int
    """Number of tables in the folder, CSV and Parquet counted separately."""
    page: bool
    """Whether there is a report."""
    unproven: tuple[str, ...] = ()


def check_report(
    plan: Plan, folder: Path, results: Results, pages: GamePages | None
) -> ReportProof:
    """Compute tables and report again from `results`, and compare them with those in the folder.

    `pages` makes those of the games, which are compared too where the folder has any. Raises
    `TranscriptError` for an unreadable ledger.
    """
    games = results.games
    links, lab = _links(plan, folder)
    known = Known(
        folder=folder, plan=plan, results=results,
        ratings=ratings_of(games, plan),
        audits=audits_of(plan, games), status=status_of(folder, results),
        pages=links, lab=lab,
    )  # fmt: skip
    page, tables = _page(folder, known), compare_tables(folder, tables_of(known))
    replays, old = _replays(folder, results, pages)
    there = _entries(folder / TABLES)
    return ReportProof(
        differences=(*page, *tables, *replays), tables=len(there),
        page=os.path.lexists(folder / REPORT), unproven=old,
    )  # fmt: skip


# --- the page ---


def _links(plan: Plan, folder: Path) -> tuple[dict[str, str], Path | None]:
    """Return the links of the report in the folder, which the games do not determine."""
    text = _text(folder, REPORT) or ""
    pages = {row.game: viewer_address(row.game) for row in plan.games}
    lab = folder / LAB / LAB_REPORT
    return (
        {game: page for game, page in pages.items() if f'href="{page}"' in text},
        lab if f'href="{LAB}/{LAB_REPORT}"' in text else None,
    )


def _page(folder: Path, known: Known) -> list[Difference]:
    if not os.path.lexists(folder / REPORT):
        return []
    there = _text(folder, REPORT)
    if there is None:
        return [_unread(REPORT)]
    made = page_of(known).encode("utf-8", "backslashreplace").decode()
    return [] if there == made else list(_lines(REPORT, there, made))


def _lines(file: str, there: str, made: str) -> Iterator[Difference]:
    """Yield the lines in which two pages differ, by their number in the file."""
    for at, one, other in _paired(there.split("\n"), made.split("\n")):
        begin = len(os.path.commonprefix([one or "", other or ""]))  # noqa: RUF071 - of texts
        yield Difference(
            file=file, where=f"line {at}", stands=_part(one, begin), follows=_part(other, begin)
        )  # fmt: skip


def _part(line: str | None, begin: int) -> str | None:
    if line is None:
        return None
    start = max(0, begin - AROUND)
    return shown(line[start : start + SHOWN])


def _text(folder: Path, name: str) -> str | None:
    """Return the text of a file; None: it is missing, a link or no text."""
    if (folder / name).is_symlink():
        return None
    with suppress(ArenaError, UnicodeDecodeError):
        return contents(folder, name).decode()
    return None


def _unread(file: str) -> Difference:
    return Difference(
        file=file, stands="a link, or what can't be read", follows="a file of its own"
    )  # fmt: skip


# --- tables ---


def compare_tables(folder: Path, made: Sequence[Table]) -> list[Difference]:
    """Return the differences of the tables in a tournament's folder; empty where it has none."""
    if not os.path.lexists(folder / TABLES):
        return []
    if (folder / TABLES).is_symlink() or not (folder / TABLES).is_dir():
        return [_unread(TABLES)]
    there = set(_entries(folder / TABLES))
    kinds = {"csv": _csv, "parquet": _parquet}
    files = {f"{each.name}.{kind}": (each, kind) for each in made for kind in kinds}
    found: list[Difference] = []
    for name, (table, kind) in files.items():
        file = f"{TABLES}/{name}"
        if name not in there:
            found.append(Difference(file=file, follows="a table"))
        elif (folder / file).is_symlink() or not (folder / file).is_file():
            found.append(_unread(file))
        else:
            found += kinds[kind](folder, file, table)
    return found + [
        Difference(file=f"{TABLES}/{name}", stands="no table of the report")
        for name in sorted(there - files.keys())
    ]


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(each.name for each in folder.iterdir())
    except OSError:
        return []


def _csv(folder: Path, file: str, table: Table) -> list[Difference]:
    ours = csv_bytes(table).decode()
    there = _text(folder, file)
    if there is None:
        return [_unread(file)]
    if there == ours:
        return []
    try:
        theirs = list(csv.reader(StringIO(there, newline=""), strict=True))
    except csv.Error as error:
        return [Difference(file=file, stands=f"no CSV ({error})", follows="a table")]
    cells = list(csv.reader(StringIO(ours, newline="")))
    if theirs == cells:
        return [Difference(file=file, stands="other quotes or ends of lines",
                           follows="what the arena writes")]  # fmt: skip
    return _cells(file, theirs, cells)


def _parquet(folder: Path, file: str, table: Table) -> list[Difference]:
    """Compare the values of a file; its bytes depend on DuckDB's version."""
    import duckdb

    where = str(folder / file).replace("'", "''")
    try:
        with duckdb.connect(":memory:", config={"threads": 1}) as database:
            read = database.execute(f"SELECT * FROM read_parquet('{where}')")  # noqa: S608 - quoted
            names = [each[0] for each in read.description or ()]
            theirs = [names, *(list(map(_written, row)) for row in read.fetchall())]
    except duckdb.Error as error:
        why = str(error).partition("\n")[0]
        return [Difference(file=file, stands=f"no table ({why})", follows="a table")]
    ours = [
        [each.name for each in table.columns],
        *(list(map(_written, row)) for row in table.rows),
    ]
    return _cells(file, theirs, ours)


def _written(value: object) -> str:
    """Return a value as in a CSV, with a pair of quotes for an empty text."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return value or '""'
        case _:
            return repr(value)


def _cells(
    file: str, theirs: Sequence[Sequence[str]], ours: Sequence[Sequence[str]]
) -> list[Difference]:
    """Return each cell that differs, by row (from 1, after the head) and column."""
    head, other = list(ours[0]), list(theirs[0]) if theirs else []
    found = [
        Difference(file=file, where=f"column {name}", follows="a column")
        for name in head if name not in other
    ]  # fmt: skip
    found += [
        Difference(file=file, where=f"column {name}", stands="a column")
        for name in other if name not in head
    ]  # fmt: skip
    both = [name for name in head if name in other]
    alike = [[other.index(name) for name in both], [head.index(name) for name in both]]
    rows, made = (
        [tuple(row[at] for at in columns) if len(row) == len(names) else tuple(row) for row in body]
        for columns, names, body in zip(alike, (other, head), (theirs[1:], ours[1:]), strict=True)
    )
    for number, row, follows in _paired(rows, made):
        if row is None or follows is None or len(row) != len(both):
            stands, then = (None if each is None else _row(each) for each in (row, follows))
            found.append(Difference(file=file, where=f"row {number}", stands=stands, follows=then))
            continue
        found += [
            Difference(
                file=file, where=f"row {number} ({follows[0]}), {name}",
                stands=one or "nothing", follows=another or "nothing",
            )
            for name, one, another in zip(both, row, follows, strict=True)
            if not _alike(one, another)
        ]  # fmt: skip
    return found


def _paired(
    theirs: Sequence[Line], ours: Sequence[Line]
) -> Iterator[tuple[int, Line | None, Line | None]]:
    """Yield the lines that differ, each with its number in the file, from 1."""
    for tag, low, high, first, last in SequenceMatcher(
        None, theirs, ours, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            for at, (one, other) in enumerate(zip_longest(theirs[low:high], ours[first:last])):
                yield low + at + 1, one, other


def _row(cells: Sequence[str]) -> str:
    return shown(", ".join(cells))


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    try:
        return "." in one + other and math.isclose(float(one), float(other), rel_tol=SAME)
    except ValueError:
        return False


# --- the viewer, and the data of games ---


def _replays(
    folder: Path, results: Results, pages: GamePages | None
) -> tuple[list[Difference], tuple[str, ...]]:
    """Return the differences of the viewer and its data, and what was not compared."""
    there = _entries(folder / REPLAYS)
    if not there:
        return [], ()
    if pages is None:
        return [], (f"the games in {REPLAYS}/",)
    made = {VIEWER: (pages.version, pages.viewer), **dict(_data(folder, results, pages))}
    found, old = list[Difference](), 0
    for name in there:
        file = f"{REPLAYS}/{name}"
        text = _text(folder, file) if name in made else None
        if name not in made:
            found.append(Difference(file=file, stands="the data of no finished game"))
        elif text is None:
            found.append(_unread(file))
        else:
            mark, make = made[name]
            if mark not in text[:HEAD]:
                old += 1
            elif text != (ours := make()):
                found += _lines(file, _unpacked(text, len(ours)), _unpacked(ours, len(ours)))
    return found, (f"{old} files in {REPLAYS}/, of another version or other games",) if old else ()


def _data(
    folder: Path, results: Results, pages: GamePages
) -> Iterator[tuple[str, tuple[str, Callable[[], str]]]]:
    """Yield the name of each game's file, its mark, and the function that makes its text."""
    for game in shown_games(folder, results.games):
        mark = mark_of(pages, game)
        yield data_file(game.game), (mark, partial(pages.data, game, mark))


def _unpacked(file: str, most: int) -> str:
    """Return a file with its game decompressed, as zlib's bytes differ, unless it is too long."""
    found = search(PACKED, file)
    if found is None:
        return file
    with suppress(ValueError, zlib.error):
        data = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(
            b64decode(found[1], validate=True), most * DENSEST
        )
        return file[: found.start(1)] + data.decode() + file[found.end(1) :]
    return file
