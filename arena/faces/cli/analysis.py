"""What commands that count on recorded games share: what they need, and Ctrl-C in a query.

While DuckDB answers, Ctrl-C ends the query, and DuckDB says so by an error of its own.
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
"""What ratings and reports are computed and drawn with: the extra `analysis`."""


def need_analysis() -> None:
    """Raise `ConfigError` where ratings and a report can't be made, before anything is written."""
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
