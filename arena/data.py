"""Where the data files are: beside `arena` in a checkout, in `arena/_data` after an install."""

from pathlib import Path

__all__ = ["path"]

PACKAGE = Path(__file__).resolve().parent


def path(*parts: str) -> Path:
    """Return the path of a data file or folder, for example `path("configs", "tables")`."""
    installed = PACKAGE.joinpath("_data", *parts)
    return installed if installed.exists() else PACKAGE.parent.joinpath(*parts)
