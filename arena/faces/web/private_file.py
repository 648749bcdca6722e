"""Atomic writes of files, and file permissions and locks of the server's own."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from filelock import FileLock

from arena.folders import PRIVATE_FILE, PRIVATE_FOLDER

LOCK = "lock"
"""Empty lock file in their folder, which is never removed."""
LOCK_SECONDS = 2.0
"""Seconds to wait for another process; this one is blocked meanwhile."""
POLL_SECONDS = 0.01


def locked(file: Path) -> FileLock:
    """Return the lock that guards a file against other processes. Raises `OSError`."""
    file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    return FileLock(
        file.with_name(LOCK), timeout=LOCK_SECONDS, mode=PRIVATE_FILE, poll_interval=POLL_SECONDS,
        fallback_to_soft=False,  # a lock that outlives a killed server would stop the next one
    )  # fmt: skip


def write_whole(file: Path, data: bytes, *, mode: int = PRIVATE_FILE) -> None:
    """Replace a file's content atomically. Raises `OSError`; then it is unchanged."""
    descriptor, new = mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fchmod(opened.fileno(), mode)
            os.fsync(opened.fileno())
        Path(new).replace(file)
    except OSError:
        with suppress(OSError):
            Path(new).unlink()
        raise
