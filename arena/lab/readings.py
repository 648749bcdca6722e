"""Caches the content of games in the user's cache folder, which may be deleted at any time.

A tournament's results and the lab's tables are computed from it. The key of a reading covers every
byte of the game's three files and of the code that reads them. Nothing is cached in the folder of
the games, which others may have written.
"""

import gc
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import time

from pydantic import TypeAdapter

from arena.errors import ArenaError, TranscriptError
from arena.folders import PRIVATE_FOLDER, cache_folder, write_once
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import digest
from arena.lab.cached import cached
from arena.lab.outcome import GameOutcome, outcome_of
from arena.lab.reading import finished, game_in
from arena.text import described
from arena.transcript.reader import contents

CODE = ("arena", "engine")
"""Packages whose sources are the code that reads a game."""
SOURCES = frozenset({".py", ".toml"})
FOLDER = "readings"
MARK = 64
"""Hex digits of the checksum at the beginning of a file."""
UNUSED = 30 * 24 * 3600
"""Seconds after which readings by other code are removed: that installation may still be in use."""
SELDOM = 100_000, 20, 100
"""Thresholds of garbage collection while a game is read: new objects, and younger collections."""
OUTCOME = TypeAdapter(GameOutcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The content of one finished game."""

    outcome: GameOutcome
    rows: bytes
    """The rows of all tables, packed by `arena.lab.row_lines`; empty if the extra `analysis` is
    missing."""


def reading_of(folder: Path, key: str | None) -> Reading:
    """Return the content of the finished game in a folder, cached under its key or read now.

    `key` is that of `key_of`; None: the cache is neither used nor written. Raises `TranscriptError`
    if the game is unfinished, was changed, or cannot be read.
    """
    kept = None if key is None else _kept(key)
    if kept is not None:
        return kept
    try:
        read = _read(folder)
    except ArenaError:
        raise
    except Exception as error:  # a forged record may contain anything
        why = f"makes no sense ({described(error)}): see arena verify"
        raise TranscriptError(LOG, None, why) from error
    if key is not None and key_of(folder) == key:  # the files did not change while they were read
        _keep(key, read)
    return read


def is_kept(key: str) -> bool:
    """Return True if there is a cached reading under a key; it may still turn out to be damaged."""
    folder = readings_folder()
    return folder is not None and (folder / key).is_file()


def readings_folder() -> Path | None:
    """Return the cache folder of this version of the code; None: this user has none."""
    try:
        return cache_folder() / FOLDER / code_digest()
    except RuntimeError:
        return None


def key_of(folder: Path) -> str | None:
    """Return the cache key of a game's reading; None: the game is not finished.

    The key depends on the content of its files, not on their times.
    """
    try:
        header, log, calls = (contents(folder, name) for name in (HEADER, LOG, CALLS))
    except TranscriptError:
        return None
    last = log.rpartition(b"\n")[0].rpartition(b"\n")[2]
    if b'"type":"sealed"' not in last:
        return None
    return digest("".join([code_digest(), *map(digest, (header, log, calls))]).encode())


@cached
def code_digest() -> str:
    """Return the digest of the code that reads games."""
    whole = sha256()
    for package in CODE:
        for file in sorted((Path(__file__).parents[2] / package).rglob("*.[pt]*")):
            if file.suffix in SOURCES:
                whole.update(file.read_bytes())
    return whole.hexdigest()


@contextmanager
def _garbage_left() -> Generator[None]:
    """Make garbage collection rarer: a game is many small objects that almost all live to its end.

    With the usual thresholds it takes a third of the time to read a game.
    """
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@_garbage_left()
def _read(folder: Path) -> Reading:
    transcript = finished(folder)
    game = game_in(transcript)
    outcome = outcome_of(game, transcript.calls)
    if not _makes_rows():
        return Reading(outcome=outcome, rows=b"")
    from arena.lab.row_lines import lines_of, packed

    return Reading(outcome=outcome, rows=packed(lines_of(game)))


def _makes_rows() -> bool:
    return find_spec("numpy") is not None


def _kept(key: str) -> Reading | None:
    """Return the reading cached under a key; a damaged or truncated one is deleted."""
    folder = readings_folder()
    if folder is None:
        return None
    with suppress(OSError, ValueError):
        data = (folder / key).read_bytes()
        mark, body = data[:MARK], data[MARK:]
        outcome, _, rows = body.partition(b"\n")
        if mark == _mark(key, body) and (rows or not _makes_rows()):
            return Reading(outcome=OUTCOME.validate_json(outcome), rows=rows)
        (folder / key).unlink()
    return None


def _keep(key: str, read: Reading) -> None:
    """Cache a reading under its key; a failure to write is ignored."""
    folder = readings_folder()
    if folder is None:
        return
    body = OUTCOME.dump_json(read.outcome) + b"\n" + read.rows
    with suppress(OSError):
        if not folder.is_dir():
            folder.mkdir(mode=PRIVATE_FOLDER, parents=True)
            _remove_unused(folder)
        write_once(folder / key, _mark(key, body) + body)


def _mark(key: str, body: bytes) -> bytes:
    return digest(key.encode() + body).encode()


def _remove_unused(folder: Path) -> None:
    """Remove the readings of other versions of the code that have been unused for a while."""
    for each in folder.parent.iterdir():
        if each != folder and time() - each.stat().st_mtime > UNUSED:
            shutil.rmtree(each, ignore_errors=True)
