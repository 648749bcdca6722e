"""Temporary folders that are removed even if their process was killed.

A killed process leaves its folder, with words of a game in it; the next process removes it. A lock,
released by the system when a process ends, marks folders in use.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time

from filelock import FileLock

PREFIX = "arena-lab-"
LOCK = "in-use"
YOUNG = 60
"""Seconds for which a new folder may lack its lock."""


@contextmanager
def scratch() -> Iterator[Path]:
    """Create a temporary folder that is removed at the end.

    Raises `OSError` if there is no space.
    """
    with suppress(OSError):
        _sweep()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as made:
        lock = _lock(Path(made) / LOCK)
        with suppress(OSError):  # without lock support no other process can lock it either
            lock.acquire()
        try:
            yield Path(made)
        finally:
            lock.release()


def _sweep() -> None:
    """Remove the folders of processes that were killed."""
    for each in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        if time() - each.stat().st_mtime > YOUNG:
            with suppress(OSError), _lock(each):
                shutil.rmtree(each.parent, ignore_errors=True)


def _lock(file: Path) -> FileLock:
    return FileLock(file, timeout=0, fallback_to_soft=False)
