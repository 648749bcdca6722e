"""Creates and removes folders, locates those of the user, and writes files atomically.

The user's folders follow the XDG base directory specification; nothing in them is part of a game, a
tournament or a shared report.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

OURS = "arena"

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""File modes that only the owner can read."""

SERVER_FOLDER = ".server"
"""The folder, below that of the games, for a server's own files, such as its key."""


def missing_folders(folder: Path) -> list[Path]:
    """Return `folder` and its parents that do not exist, the innermost first."""
    return [each for each in (folder, *folder.parents) if not os.path.exists(each)]  # noqa: PTH110 - names that are too long are none


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, until one is not empty."""
    with suppress(OSError):
        for each in folders:
            each.rmdir()


def state_folder() -> Path:
    """Return the folder for lasting data of the user; raises `RuntimeError` without a home."""
    return _folder("XDG_STATE_HOME", Path(".local") / "state")


def cache_folder() -> Path:
    """Return the folder for reproducible data; raises `RuntimeError` without a home."""
    return _folder("XDG_CACHE_HOME", Path(".cache"))


def config_folder() -> Path:
    """Return the folder for settings and keys of the user; raises `RuntimeError` without a home."""
    return _folder("XDG_CONFIG_HOME", Path(".config"))


def write_once(file: Path, data: bytes) -> None:
    """Create a private file atomically; an existing one is kept. Raises `OSError`.

    Of several processes the first one wins.
    """
    descriptor, new = mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
        with suppress(FileExistsError):
            os.link(new, file)  # atomic, and never overwrites
    finally:
        Path(new).unlink()


def replace_file(file: Path, data: bytes, new: Path, mode: int = 0o666) -> None:
    """Write and sync `new`, beside the file, then rename it over the file.

    An existing file's mode is kept. Raises `OSError`, and then nothing has changed.
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
    # By the specification a relative path is ignored.
    return (given if given.is_absolute() else Path.home() / below_home) / OURS
