"""Locates data files: beside `arena` in a checkout, in `arena/_data` when installed.

Tables, tournaments, scenarios and personas have the name of their file below `configs`, without
folder and `.toml`; prompt variants that of their folder. Anything else is a path, relative to the
working directory. A name takes precedence over a file of the same spelling; `./demo` is the file.
"""

import os
from pathlib import Path
from typing import Literal

from arena.errors import ConfigError, possible
from arena.text import shown

PACKAGE = Path(__file__).resolve().parent
SUFFIX = ".toml"

Kind = Literal["tables", "tournaments", "scenarios", "personas", "prompts"]
"""Kinds of data with names: folders of `configs`."""
FOLDERS: frozenset[Kind] = frozenset({"prompts"})
"""Kinds whose items are folders instead of files."""


def path(*parts: str) -> Path:
    """Return the path of a data file or folder, for example `path("configs", "tables")`."""
    installed = PACKAGE.joinpath("_data", *parts)
    return installed if installed.exists() else PACKAGE.parent.joinpath(*parts)


def names(kind: Kind) -> tuple[str, ...]:
    """Return the names of the shipped items of a kind, sorted.

    >>> names("tables")[0]
    'demo'
    """
    folder = path("configs", kind)
    if kind in FOLDERS:
        return tuple(sorted(each.name for each in folder.iterdir() if each.is_dir()))
    return tuple(sorted(file.stem for file in folder.glob(f"*{SUFFIX}")))


def found(kind: Kind, given: str | Path, *kinds: Kind, also: str = "") -> Path:
    """Return the file or folder of a name, or the given path, which may not exist.

    A name is searched in `kind`, then in `kinds`. Raises `ConfigError` for an unknown name: it
    lists the names, the nearest, and `also`. A `Path` has lost a leading `./`: pass the text where
    that matters.
    """
    text = str(given)
    known = {name: each for each in reversed((kind, *kinds)) for name in names(each)}
    if text in known:
        return path("configs", known[text], text if kind in FOLDERS else text + SUFFIX)
    if text.endswith(SUFFIX) or os.sep in text or os.path.exists(text):  # noqa: PTH110 - see below
        return Path(text)  # `Path.exists` raises for a name that is too long
    key, what = (kind, "folder") if kind in FOLDERS else (kind[:-1], f"{SUFFIX} file")
    raise ConfigError(
        f"{key} is {shown(text)}. {possible(text, tuple(sorted(known)))} "
        f"Or the path of a {what}.{also}"
    )
