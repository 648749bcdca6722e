"""Standard output and standard error: what was asked for must arrive, the rest is expendable."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, TextIO

from arena.faces.cli.signals import stopping
from arena.text import document

__all__ = ["Expendable", "drained", "held_open", "print_document", "print_line"]

LOWEST = 3


class Expendable:
    """A stream for progress and logs: where nobody can read it any more, nothing is said."""

    def __init__(self, stream: TextIO | None) -> None:
        """Wrap standard error; None where it is closed."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what can be written."""
        if self._stream is not None:
            with suppress(OSError, ValueError):
                self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush what can be flushed."""
        if self._stream is not None:
            with suppress(OSError, ValueError):
                self._stream.flush()

    def isatty(self) -> bool:
        """Tell whether somebody looks at it."""
        return self._stream is not None and self._stream.isatty()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a text stream has
        return getattr(self._stream, name)


def held_open() -> None:
    """Fill closed standard streams, so that no game's file takes their place and their lines.

    What is printed to a closed standard output has to fail, so its stand-in can only be read. What
    a terminal's encoding lacks is written out instead of ending the command.
    """
    while (file := os.open(os.devnull, os.O_RDONLY)) < LOWEST:
        pass
    os.close(file)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drained() -> str | None:
    """Flush standard output; say why where it could not be, and let it say nothing more."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return getattr(error, "strerror", None) or str(error)
    return None


def print_line(text: str) -> None:
    """Print a line to standard output."""
    sys.stdout.write(text + "\n")


def print_document(value: object) -> None:
    """Print the one JSON document of a command, the last that it has to say."""
    stopping.end()
    print_line(document(value))
