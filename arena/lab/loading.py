"""Reads the games of a folder into tables, each once: what was read is kept beside them.

The file may be deleted at any time. A game is read again where its transcript or the code that
reads it has changed: its key is the hash of its last record, the sizes of its files, and the
digest of the lab's sources.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, as_completed
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError, ConfigError
from arena.hash_chain import digest
from arena.lab.game import Game
from arena.lab.reading import read_game
from arena.lab.tables import MEMORY, Tables, write_rows
from arena.lab.workers import workers
from arena.records import CALLS, HEADER, LOG
from arena.transcript.reader import games

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["KEPT", "LAB", "load"]

LAB, KEPT = "lab", "tables.duckdb"
"""The folder beside the games in which the lab writes, and the file that keeps what it read."""
TAIL = 64 * 1024
"""Bytes in which the last line of a log has room."""
Config = dict[str, str | bool | int | float | list[str]]
CHUNK = 25
"""Games that a process reads at a time."""
ALONE = 8
"""So many games are read by this process alone."""
READ_BY = ("arena.lab", "arena.claims")
"""The code that what is kept depends on."""


def load(folder: Path | str, *, keep: bool = True, processes: int | None = None) -> Tables:
    """Return the tables of all finished games of a folder: a game's own, or one that holds games.

    A game that is broken, unfinished, or of another version is left out; `Tables.left_out` says
    why. `keep`: what was read is kept in `lab/tables.duckdb` of the folder, so that it is not read
    twice; where that can't be written, all is read into memory. `processes` read, one for each core
    where it is None. Raises `ConfigError` where there is no game, or somebody else reads it now.

    >>> from arena.lab import load
    >>> with load("transcripts/examples", keep=False) as tables:
    ...     tables.rows("SELECT game, ruleset, seats FROM games")
    [('moh-0001', 'moh', 5)]
    """
    at = Path(folder)
    found = {each.name: each for each in games(at)}
    tables = Tables(_connection(at / LAB, keep=keep))
    tables.connection.execute("CREATE TABLE IF NOT EXISTS kept (game VARCHAR, key VARCHAR)")
    keys = {name: _key(path) for name, path in found.items()}
    known = dict(tables.rows("SELECT game, key FROM kept"))
    gone = [name for name, key in known.items() if keys.get(name) != key]
    new = [name for name in found if keys[name] is None or known.get(name) != keys[name]]
    _forget(tables, gone)
    for chunk, written, left_out in _read([found[name] for name in new], processes):
        tables.left_out.update(left_out)
        tables.connection.begin()
        tables.take(written)
        rows = [[name, keys[name]] for name in chunk if name not in left_out]
        if rows:
            tables.connection.executemany("INSERT INTO kept VALUES (?, ?)", rows)
        tables.connection.commit()
    tables.left_out = dict(sorted(tables.left_out.items()))
    return tables


def _forget(tables: Tables, names: Sequence[str]) -> None:
    if names:
        tables.forget(names)
        tables.connection.execute("DELETE FROM kept WHERE list_contains(?, game)", [list(names)])


def _connection(folder: Path, *, keep: bool) -> "DuckDBPyConnection":
    import duckdb

    config: Config = {"memory_limit": MEMORY}
    if not keep:
        return duckdb.connect(":memory:", config=config)
    file = folder / KEPT
    try:
        folder.mkdir(exist_ok=True)
        return duckdb.connect(str(file), config=config)
    except duckdb.IOException as error:
        if "lock" in str(error):
            raise ConfigError(
                f"{file} is in use by another process. Possible: wait until it has ended."
            ) from error
        return _anew(file, config)
    except (OSError, duckdb.Error):
        return _anew(file, config)


def _anew(file: Path, config: Config) -> "DuckDBPyConnection":
    """Begin again where the file is none; in memory where none can be written."""
    import duckdb

    with suppress(OSError):
        file.unlink(missing_ok=True)
        with suppress(duckdb.Error):
            return duckdb.connect(str(file), config=config)
    return duckdb.connect(":memory:", config=config)


def _key(folder: Path) -> str | None:
    """Return what the rows of a game depend on; None: it is not finished."""
    try:
        with (folder / LOG).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - TAIL))
            last = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
        sizes = [size, (folder / CALLS).stat().st_size, (folder / HEADER).stat().st_size]
    except OSError:
        return None
    if b'"type":"sealed"' not in last:
        return None
    return digest(f"{sizes}{_sources()}".encode() + last)


@cache
def _sources() -> str:
    """Return the digest of the code that what is kept depends on."""
    parts = [each for package in READ_BY for each in _modules(files(package))]
    return digest(b"".join(parts))


def _modules(folder: Traversable) -> Iterator[bytes]:
    for each in sorted(folder.iterdir(), key=lambda one: one.name):
        if each.is_dir():
            yield from _modules(each)
        elif each.name.endswith(".py"):
            yield each.read_bytes()


Chunk = tuple[list[str], Path, dict[str, str]]
"""Games, the folder with their rows, and which of them were left out, with the reason."""


def _read(folders: Sequence[Path], processes: int | None) -> Iterator[Chunk]:
    chunks = [folders[at : at + CHUNK] for at in range(0, len(folders), CHUNK)]
    with tempfile.TemporaryDirectory(prefix="arena-lab-") as temporary:
        into = [Path(temporary) / str(at) for at in range(len(chunks))]
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
