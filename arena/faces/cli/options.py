"""Options that several commands share, and how a path is read."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["Json", "Quiet", "name_or_path", "path_given"]

Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on standard output, nothing else.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]


def path_given(text: str) -> Path:
    """Return a path; an empty one, which would be this folder, names nothing."""
    return Path(name_or_path(text))


def name_or_path(text: str) -> str:
    """Return the text, not empty; as a `Path` it would lose the `./` that tells it from a name."""
    from arena.errors import ConfigError

    if not text:
        raise ConfigError("the path is ''. Possible: the path of a file or a folder.")
    return text
