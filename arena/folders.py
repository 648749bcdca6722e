"""Folders that are made for what is kept in them, and removed where nothing could be."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

__all__ = ["PRIVATE_FILE", "PRIVATE_FOLDER", "missing_folders", "remove_empty"]

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""Modes of what only its owner can read."""


def missing_folders(folder: Path) -> list[Path]:
    """Return `folder` and those above it that there are not, the innermost first."""
    return [each for each in (folder, *folder.parents) if not each.exists()]


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, up to one that holds something."""
    with suppress(OSError):
        for each in folders:
            each.rmdir()
