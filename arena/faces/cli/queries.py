"""Ctrl-C while DuckDB answers: it ends the query, and says so by an error of its own."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interruptible"]

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
