"""Where the data files are: beside `arena` in a checkout, in `arena/_data` after an install.

Tables, tournaments, scenarios and personas are found by name: that of a file below `configs`,
without its folder and `.toml`; variants of the prompts by that of their folder. Whatever else is
given is a path, from the folder one stands in.
Where a name and a file of one's own are spelt alike the name is meant; `./demo` is the file.
"""

import os
from pathlib import Path
from typing import Literal

from arena.errors import ConfigError, possible
from arena.text import shown

PACKAGE = Path(__file__).resolve().parent
SUFFIX = ".toml"

Kind = Literal["tables", "tournaments", "scenarios", "personas", "prompts"]
"""What is found by name: a folder of `configs`."""
FOLDERS: frozenset[Kind] = frozenset({"prompts"})
"""Kinds of which each is a folder, and no file."""


def path(*parts: str) -> Path:
    """Return the path of a data file or folder, for example `path("configs", "tables")`."""
    installed = PACKAGE.joinpath("_data", *parts)
    return installed if installed.exists() else PACKAGE.parent.joinpath(*parts)


def names(kind: Kind) -> tuple[str, ...]:
    """Return the names of those that come with the arena, in the order of the alphabet.

    >>> names("tables")[0]
    'demo'
    """
    folder = path("configs", kind)
    if kind in FOLDERS:
        return tuple(sorted(each.name for each in folder.iterdir() if each.is_dir()))
    return tuple(sorted(file.stem for file in folder.glob(f"*{SUFFIX}")))


def found(kind: Kind, given: str | Path, *kinds: Kind, also: str = "") -> Path:
    """Return the file or folder of a name, or the path that was given, which may not exist.

    A name is looked for in `kinds` too, the first that has it is meant. `ConfigError` for what is
    neither: it lists the names, the nearest, and what `also` adds. A `Path` has lost a leading
    `./`: where that matters give the text.
    """
    text = str(given)
    known = {name: each for each in reversed((kind, *kinds)) for name in names(each)}
    if text in known:
        return path("configs", known[text], text if kind in FOLDERS else text + SUFFIX)
    if text.endswith(SUFFIX) or os.sep in text or os.path.exists(text):  # noqa: PTH110 - see below
        return Path(text)  # `Path.exists` raises where a name is too long
    key, what = (kind, "folder") if kind in FOLDERS else (kind[:-1], f"{SUFFIX} file")
    raise ConfigError(
        f"{key} is {shown(text)}. {possible(text, tuple(sorted(known)))} "
        f"Or the path of a {what}.{also}"
    )
