"""Reads the games of a folder into tables; the content of each game is cached by `readings`."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from arena.errors import ArenaError, WriteError
from arena.lab.readings import is_kept, key_of, reading_of
from arena.lab.row_lines import Lines, unpacked, write_lines
from arena.lab.scratch import scratch
from arena.lab.tables import Tables, in_memory
from arena.lab.workers import workers
from arena.transcript.reader import games

LAB = "lab"
"""The folder beside the games into which the lab writes."""
CHUNK, LARGE = 25, 250
"""Games per task of a process: of several processes, or of one, as tables take many rows at once in
half the time."""
ALONE = 8
"""Up to this number of games no worker processes are used."""


def load(folder: Path | str, *, keep: bool = True, processes: int | None = None) -> Tables:
    """Read all finished games of a folder into typed tables that can be queried in SQL.

    `folder` is a game's own, one that holds games, or a tournament's. A game that is damaged,
    unfinished, or of another version is skipped; `left_out` of the result gives the reason. `keep`:
    the content of games is cached in the user's cache folder; False: the cache is neither used nor
    written. `processes` is the number of worker processes; None: one per core. The extra `analysis`
    is needed: `pip install "horror-arena[analysis]"`.

    Raises `ConfigError` if there is no game, and `WriteError` if neither memory nor disk suffices.

    >>> import arena
    >>> with arena.load("transcripts/examples", keep=False) as tables:
    ...     tables.rows("SELECT game, ruleset, seats FROM games")
    [('moh-0001', 'moh', 5)]
    """
    import duckdb

    at = Path(folder)
    found = games(at)
    tables = Tables(duckdb.connect(":memory:", config=in_memory()))
    with ExitStack() as unless_filled:
        unless_filled.callback(tables.close)
        try:
            _fill(tables, {each: key_of(each) for each in found}, processes, keep=keep)
        except duckdb.Error as error:
            raise WriteError(f"tables of {at} have no room in memory or on the disk.") from error
        except OSError as error:
            raise WriteError(f"tables of {at} can't be written: {error.strerror}.") from error
        unless_filled.pop_all()
    return tables


Keys = Mapping[Path, str | None]
"""Folders of games with the cache keys of their readings."""


def _fill(tables: Tables, keys: Keys, processes: int | None, *, keep: bool) -> None:
    tables.connection.execute("SET threads = 1")  # the other cores read games
    new = sum(not (keep and key and is_kept(key)) for key in keys.values())
    count = min(processes or os.cpu_count() or 1, -(-new // CHUNK)) if new > ALONE else 1
    if not keep:
        keys = dict.fromkeys(keys, None)
    for written, left_out in _read(keys, count):
        tables.left_out.update(left_out)
        tables.take(written)
        shutil.rmtree(written)
    tables.connection.execute("RESET threads")
    tables.left_out = dict(sorted(tables.left_out.items()))


def _read(keys: Keys, count: int) -> Iterator[tuple[Path, dict[str, str]]]:
    """Read games in `count` processes; yield folders of rows, each with its skipped games."""
    rows, size = list(keys.items()), CHUNK if count > 1 else LARGE
    chunks = [dict(rows[at : at + size]) for at in range(0, len(rows), size)]
    with scratch() as temporary, ExitStack() as opened:
        into = [temporary / str(at) for at in range(len(chunks))]
        if count > 1:
            read = opened.enter_context(workers(count)).map(_read_chunk, chunks, into)
        else:
            read = map(_read_chunk, chunks, into)
        yield from zip(into, read, strict=True)


def _read_chunk(keys: Keys, into: Path) -> dict[str, str]:
    """Write the rows of games into a folder; return the games left out, with the reason."""
    left_out: dict[str, str] = {}

    def read() -> Iterator[tuple[str, Lines]]:
        for folder, key in keys.items():
            try:
                yield folder.name, unpacked(reading_of(folder, key).rows)
            except ArenaError as error:
                left_out[folder.name] = str(error)

    into.mkdir()
    write_lines(into, read())
    return left_out
