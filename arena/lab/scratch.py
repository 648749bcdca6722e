"""Folders for what is needed only while it is worked on, among the system's temporary ones.

Who is killed leaves one, with words of a game in it; who makes the next removes it. Which are in
use a lock tells, which the system takes back from a process that has ended.
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
"""Seconds in which a folder may not have its lock yet."""


@contextmanager
def scratch() -> Iterator[Path]:
    """Return a folder that is removed at the end. Raises `OSError` where there is no room."""
    with suppress(OSError):
        _sweep()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as made:
        lock = _lock(Path(made) / LOCK)
        with suppress(OSError):  # on a disk without locks nobody's sweep can lock it either
            lock.acquire()
        try:
            yield Path(made)
        finally:
            lock.release()


def _sweep() -> None:
    """Remove the folders of those that were killed."""
    for each in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        if time() - each.stat().st_mtime > YOUNG:
            with suppress(OSError), _lock(each):
                shutil.rmtree(each.parent, ignore_errors=True)


def _lock(file: Path) -> FileLock:
    return FileLock(file, timeout=0, fallback_to_soft=False)
