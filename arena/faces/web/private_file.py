"""How the server writes files of its own, which nobody else may read."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from arena.folders import PRIVATE_FOLDER

__all__ = ["write_whole"]


def write_whole(file: Path, data: bytes) -> None:
    """Put new content in a file's place, whole or, raising `OSError`, not at all."""
    file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    descriptor, new = mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        Path(new).replace(file)
    except OSError:
        with suppress(OSError):
            Path(new).unlink()
        raise
