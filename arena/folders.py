"""Folders that are made for what is kept in them, and removed where nothing could be.

Those of the user are as the XDG base directory specification says; nothing in them is ever part of
a game, a tournament or a report that is handed to somebody.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

OURS = "arena"

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""Modes of what only its owner can read."""

SERVER_FOLDER = ".server"
"""The folder, below that of the games, in which a server keeps its own files, as its key."""


def missing_folders(folder: Path) -> list[Path]:
    """Return `folder` and those above it that there are not, the innermost first."""
    return [each for each in (folder, *folder.parents) if not os.path.exists(each)]  # noqa: PTH110 - names that are too long are none


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, up to one that holds something."""
    with suppress(OSError):
        for each in folders:
            each.rmdir()


def state_folder() -> Path:
    """Return where lasting records of the user are kept; raises `RuntimeError` without a home."""
    return _folder("XDG_STATE_HOME", Path(".local") / "state")


def cache_folder() -> Path:
    """Return where what can be made again is kept; raises `RuntimeError` without a home."""
    return _folder("XDG_CACHE_HOME", Path(".cache"))


def config_folder() -> Path:
    """Return where settings and keys of the user lie; raises `RuntimeError` without a home."""
    return _folder("XDG_CONFIG_HOME", Path(".config"))


def write_once(file: Path, data: bytes) -> None:
    """Write a file that only its owner can read, whole; one that is there stays. Raises `OSError`.

    Of several processes the first to come writes it.
    """
    descriptor, new = mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
        with suppress(FileExistsError):
            os.link(new, file)  # whole, and never in place of another
    finally:
        Path(new).unlink()


def replace_file(file: Path, data: bytes, new: Path, mode: int = 0o666) -> None:
    """Bring content to the disk as `new`, beside the file, then put it in its place.

    One that is there keeps its mode. Raises `OSError`, and then nothing has changed.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        with open(os.open(new, flags, mode), "wb") as opened:  # noqa: PTH123 - a descriptor
            with suppress(FileNotFoundError):
                os.fchmod(opened.fileno(), file.stat().st_mode & 0o777)
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _folder(variable: str, below_home: Path) -> Path:
    given = Path(os.environ.get(variable, ""))
    # As the specification has it, a relative one is ignored.
    return (given if given.is_absolute() else Path.home() / below_home) / OURS
