"""The folders that a user has for what programs keep, as the XDG base directory specification says.

Nothing in them is ever part of a game, a tournament or a report that is handed to somebody.
"""

import os
from pathlib import Path

__all__ = ["cache_folder", "state_folder"]

OURS = "arena"


def state_folder() -> Path:
    """Return where lasting records of the user are kept; raises `RuntimeError` without a home."""
    return _folder("XDG_STATE_HOME", Path(".local") / "state")


def cache_folder() -> Path:
    """Return where what can be made again is kept; raises `RuntimeError` without a home."""
    return _folder("XDG_CACHE_HOME", Path(".cache"))


def _folder(variable: str, below_home: Path) -> Path:
    given = Path(os.environ.get(variable, ""))
    # As the specification has it, a relative one is ignored.
    return (given if given.is_absolute() else Path.home() / below_home) / OURS
