"""A folder that all processes of one run of the tests share, and texts that are made once a run."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from filelock import FileLock

VARIABLE = "ARENA_TESTS_FOLDER"
"""The environment variable in which a run tells its workers the folder."""


@cache
def run_folder() -> Path:
    """Return the folder of this run of tests; outside of a run, one that ends with the process."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given)
    made = Path(tempfile.mkdtemp(prefix="arena-tests-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def once(key: str, make: Callable[[], str]) -> str:
    """Return the text of a key, which the first process of this run makes that asks for it.

    `key` has to name all that the text depends on; the code is the same in the whole run.
    """
    folder = run_folder() / "texts"
    folder.mkdir(exist_ok=True)
    file = folder / sha256(key.encode()).hexdigest()
    with FileLock(f"{file}.lock"):
        if not file.exists():
            unfinished = file.with_suffix(".new")
            unfinished.write_text(make(), encoding="utf-8", newline="")
            unfinished.rename(file)
        with file.open(encoding="utf-8", newline="") as opened:
            return opened.read()
