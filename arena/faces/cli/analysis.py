"""Helpers of the commands that query recorded games: required packages, and Ctrl-C in a query.

DuckDB reports an interrupted query by an error of its own.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from rich.text import Text

from arena.errors import ConfigError
from arena.faces.cli.output import console_for
from arena.text import escaped

INTERRUPTED = "Query interrupted"
ANALYSIS = ("numpy", "scipy", "duckdb", "vl_convert")
"""Modules of the extra `analysis`, which ratings and reports need."""


def need_analysis() -> None:
    """Raise `ConfigError` if a package for ratings and reports is missing."""
    # Threads of the linear algebra cost more than they bring: its matrices are small.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    missing = [name for name in ANALYSIS if find_spec(name) is None]
    if missing:
        raise ConfigError(
            f"ratings and reports need {', '.join(missing)}, which this installation lacks. "
            'Possible: pip install "horror-arena[analysis]".'
        )


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` if Ctrl-C interrupted a DuckDB query in this context."""
    try:
        yield
    except RuntimeError as error:
        if str(error) != INTERRUPTED:
            raise
        raise KeyboardInterrupt from error


def say_reading(folder: Path, *, quiet: bool) -> None:
    """Print to standard error that the games of a folder are being read, unless `quiet`."""
    if not quiet:
        text = f"reading the games of {escaped(str(folder))} ..."
        console_for(sys.stderr).print(Text(text, "dim"))
