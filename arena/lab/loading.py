"""Reads the games of a folder into tables, each once: what was read is kept beside them.

The file may be deleted at any time. A game is read again where its transcript or the code that
reads it has changed (`keys`).
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError, ConfigError, WriteError
from arena.lab.columns import TABLES, columns_of
from arena.lab.game import Game
from arena.lab.keys import key_of
from arena.lab.reading import read_game
from arena.lab.scratch import scratch
from arena.lab.tables import MEMORY, Tables, in_memory, write_rows
from arena.lab.workers import workers
from arena.transcript.reader import games

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["KEPT", "LAB", "load"]

LAB, KEPT = "lab", "tables.duckdb"
"""The folder beside the games in which the lab writes, and the file that keeps what it read."""
CHUNK = 25
"""Games that a process reads at a time."""
TOGETHER = 20
"""So many of these chunks are kept at once: to keep some takes as long as to add them."""
ALONE = 8
"""So many games are read by this process alone."""


def load(folder: Path | str, *, keep: bool = True, processes: int | None = None) -> Tables:
    """Read all finished games of a folder into typed tables, to be asked in SQL.

    `folder` is a game's own, one that holds games, or a tournament's. A game that is broken,
    unfinished, or of another version is left out; `left_out` of what is returned says why. `keep`:
    what was read is kept in `lab/tables.duckdb` of the folder, so that it is not read twice; where
    that can't be written, all is read into memory. `processes` read, one for each core where it is
    None. The extra `analysis` is needed: `pip install "horror-arena[analysis]"`.

    Raises `ConfigError` where there is no game, or another process reads it now, `WriteError` where
    neither memory nor disk has room.

    >>> import arena
    >>> with arena.load("transcripts/examples", keep=False) as tables:
    ...     tables.rows("SELECT game, ruleset, seats FROM games")
    [('moh-0001', 'moh', 5)]
    """
    import duckdb

    at = Path(folder)
    found = {each.name: each for each in games(at)}
    failed: Exception | None = None
    for connection in _connections(at / LAB, keep=keep):
        try:
            return _filled(connection, found, processes)
        except duckdb.Error as error:  # the file is damaged, or the disk is full
            connection.close()
            failed = error
        except OSError as error:
            connection.close()
            raise WriteError(f"tables of {at} can't be written: {error.strerror}.") from error
        except BaseException:
            connection.close()
            raise
    raise WriteError(f"tables of {at} have no room in memory or on the disk.") from failed


def _filled(
    connection: "DuckDBPyConnection", found: Mapping[str, Path], processes: int | None
) -> Tables:
    """Return the tables; what is new of the games is read, and what is gone is forgotten."""
    _drop_older(connection)
    tables = Tables(connection)
    connection.execute("CREATE TABLE IF NOT EXISTS kept (game VARCHAR, key VARCHAR)")
    keys = {name: key_of(path) for name, path in found.items()}
    known = dict(tables.rows("SELECT game, key FROM kept"))
    gone = [name for name, key in known.items() if keys.get(name) != key]
    new = [name for name in found if keys[name] is None or known.get(name) != keys[name]]
    _forget(tables, gone)
    connection.execute("SET threads = 1")  # the other cores read
    connection.begin()
    chunks = _read([found[name] for name in new], processes)
    for number, (chunk, written, left_out) in enumerate(chunks, start=1):
        tables.left_out.update(left_out)
        tables.take(written)
        rows = [[name, keys[name]] for name in chunk if name not in left_out]
        if rows:
            connection.executemany("INSERT INTO kept VALUES (?, ?)", rows)
        if number % TOGETHER == 0:
            connection.commit()
            connection.begin()
    connection.commit()
    connection.execute("RESET threads")
    tables.left_out = dict(sorted(tables.left_out.items()))
    return tables


def _drop_older(connection: "DuckDBPyConnection") -> None:
    """Drop all tables where one of them has other columns than it has today."""
    has: dict[str, dict[str, str]] = {}
    query = "SELECT table_name, column_name, data_type FROM duckdb_columns() ORDER BY column_index"
    for table, column, kind in connection.execute(query).fetchall():
        has.setdefault(table, {})[column] = kind
    today = {name: list(columns_of(name).items()) for name in TABLES}
    if any(name in has and list(has[name].items()) != today[name] for name in TABLES):
        for table in has:
            connection.execute(f'DROP TABLE "{table}"')


def _forget(tables: Tables, names: Sequence[str]) -> None:
    """Remove all rows of games at once: a reader that is killed leaves all of them, or none."""
    if names:
        tables.connection.begin()
        tables.forget(names)
        tables.connection.execute("DELETE FROM kept WHERE list_contains(?, game)", [list(names)])
        tables.connection.commit()


def _connections(folder: Path, *, keep: bool) -> Iterator["DuckDBPyConnection"]:
    """Yield the kept file, one that is made anew where that fails, and memory at last."""
    import duckdb

    if keep:
        for anew in (False, True):
            opened = _opened(folder / KEPT, anew=anew)
            if opened is not None:
                yield opened
    yield duckdb.connect(":memory:", config=in_memory())


def _opened(file: Path, *, anew: bool) -> "DuckDBPyConnection | None":
    """Open the file; None where it is no database, or can't be written.

    Raises `ConfigError` where another process has it open.
    """
    import duckdb

    try:
        if anew:
            file.unlink(missing_ok=True)
        file.parent.mkdir(exist_ok=True)
        return duckdb.connect(str(file), config={"memory_limit": MEMORY})
    except duckdb.IOException as error:
        if "Could not set lock" in str(error):
            raise ConfigError(
                f"{file} is in use by another process. Possible: wait until it has ended."
            ) from error
    except (OSError, duckdb.Error):
        pass
    return None


Chunk = tuple[list[str], Path, dict[str, str]]
"""Games, the folder with their rows, and which of them were left out, with the reason."""


def _read(folders: Sequence[Path], processes: int | None) -> Iterator[Chunk]:
    chunks = [folders[at : at + CHUNK] for at in range(0, len(folders), CHUNK)]
    with scratch() as temporary:
        into = [temporary / str(at) for at in range(len(chunks))]
        count = min(processes or os.cpu_count() or 1, len(chunks))
        if count <= 1 or len(folders) <= ALONE:
            for chunk, folder in zip(chunks, into, strict=True):
                yield [each.name for each in chunk], folder, _read_chunk(chunk, folder)
            return
        with workers(count) as pool:
            waiting: dict[Future[dict[str, str]], int] = {
                pool.submit(_read_chunk, chunk, folder): at
                for at, (chunk, folder) in enumerate(zip(chunks, into, strict=True))
            }
            for done in as_completed(waiting):
                at = waiting[done]
                yield [each.name for each in chunks[at]], into[at], done.result()


def _read_chunk(folders: Sequence[Path], into: Path) -> dict[str, str]:
    """Write the rows of games; return which were left out, with the reason."""
    left_out: dict[str, str] = {}

    def read() -> Iterator[Game]:
        for folder in folders:
            try:
                yield read_game(folder)
            except ArenaError as error:
                left_out[folder.name] = str(error)

    into.mkdir()
    write_rows(into, read())
    return left_out
