"""The key of a reading: every byte of a finished game, and the code that reads it."""

from hashlib import sha256
from pathlib import Path

from arena.errors import TranscriptError
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import digest
from arena.lab.cached import cached
from arena.transcript.reader import contents

__all__ = ["code_digest", "key_of"]

CODE = ("arena", "engine")
"""Packages whose sources are the code that reads a game."""


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
        for file in sorted((Path(__file__).parents[2] / package).rglob("*.py")):
            whole.update(file.read_bytes())
    return whole.hexdigest()
