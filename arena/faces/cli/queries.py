"""What the lab's commands share: that games are read is said, and Ctrl-C ends a query.

While DuckDB answers, Ctrl-C ends the query, and DuckDB says so by an error of its own.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.text import Text

from arena.faces.cli.output import console_for
from arena.text import escaped

__all__ = ["interruptible", "say_reading"]

INTERRUPTED = "Query interrupted"


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` where a query was interrupted."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != INTERRUPTED:
            raise
        raise KeyboardInterrupt from error


def say_reading(folder: Path, *, quiet: bool) -> None:
    """Say on standard error that games are read, which may take a minute."""
    if not quiet:
        text = f"reading the games of {escaped(str(folder))} ..."
        console_for(sys.stderr).print(Text(text, "dim"))
