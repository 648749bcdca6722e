"""What was read of games, each once, in the user's cache folder, which may be deleted any time.

A tournament's results and the lab's tables are made of it. A reading is used as long as its key
fits: every byte of the game's three files, and the code that reads them. None stands in the folder
of the games, which anybody may have written.
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
"""Characters of the digest that a file begins with."""
UNUSED = 30 * 24 * 3600
"""Seconds after which what other code read is removed: until then its installation may come back.
"""
SELDOM = 100_000, 20, 100
"""New objects, and collections of younger ones, before garbage is looked for."""
OUTCOME = TypeAdapter(GameOutcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read of one finished game."""

    outcome: GameOutcome
    rows: bytes
    """Those of all tables, as `arena.lab.row_lines` packs them; empty where they can't be made,
    since the extra `analysis` is missing."""


def reading_of(folder: Path, key: str | None) -> Reading:
    """Return what the finished game in a folder says: what is kept under its key, or read now.

    `key` is that of `key_of`; None: what is kept is not used, and nothing is kept. Raises
    `TranscriptError` where the game is not finished, was changed, or can't be read.
    """
    kept = None if key is None else _kept(key)
    if kept is not None:
        return kept
    try:
        read = _read(folder)
    except ArenaError:
        raise
    except Exception as error:  # whoever forges a record may write anything into it
        why = f"makes no sense ({described(error)}): see arena verify"
        raise TranscriptError(LOG, None, why) from error
    if key is not None and key_of(folder) == key:  # the files that were read are those of the key
        _keep(key, read)
    return read


def is_kept(key: str) -> bool:
    """Tell whether something is kept under a key, which may still turn out to be damaged."""
    folder = readings_folder()
    return folder is not None and (folder / key).is_file()


def readings_folder() -> Path | None:
    """Return where this code keeps what it read; None: this user has no place for it."""
    try:
        return cache_folder() / FOLDER / code_digest()
    except RuntimeError:
        return None


def key_of(folder: Path) -> str | None:
    """Return what the reading of a game depends on, as a digest; None: it is not finished.

    Two games with one key are read alike; sizes and times of files are no part of it.
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
    """Return the digest of the code that reads games, which is computed once a process."""
    whole = sha256()
    for package in CODE:
        for file in sorted((Path(__file__).parents[2] / package).rglob("*.[pt]*")):
            if file.suffix in SOURCES:
                whole.update(file.read_bytes())
    return whole.hexdigest()


@contextmanager
def _garbage_left() -> Generator[None]:
    """Look for garbage less often: a game is many small objects, nearly all kept until its end.

    To look for it as often as ever takes a third of the time in which a game is read.
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
    """Return what is kept under a key; what is damaged or cut off is removed."""
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
    """Keep a reading under its key; where that can't be done, it is read again next time."""
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
    """Remove what other code read, where nothing was added to it for a while."""
    for each in folder.parent.iterdir():
        if each != folder and time() - each.stat().st_mtime > UNUSED:
            shutil.rmtree(each, ignore_errors=True)
