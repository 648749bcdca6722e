"""Standard output, which must arrive, and standard error, which need not.

It is imported at every start, so rich is imported only where a console is made.
"""

import logging
import os
import sys
from codecs import lookup
from contextlib import suppress
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, TextIO

from arena.faces.cli.signals import signals
from arena.text import document

if TYPE_CHECKING:
    from rich.console import Console


FIRST_FREE = 3
"""The file number after those of the three standard streams."""
WIDEST = 100
"""Prose over the whole width of a large screen is hard to read."""
UNKNOWN_WIDTH = 80
NARROWEST = 20
"""A line holds an indented word, whatever COLUMNS says."""


class BestEffortStream:
    """A stream for progress and logs: what can't be written is dropped without an error."""

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
        """Tell whether it is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def fill_closed_streams() -> None:
    """Open what is closed of the standard streams, so that no game's file takes their numbers.

    What is printed to a closed standard output has to fail, so its stand-in can only be read. What
    a terminal's encoding lacks is written out instead of ending the command; what can't be read of
    what somebody types, as half a letter, is a replacement character.
    """
    while (file := os.open(os.devnull, os.O_RDONLY)) < FIRST_FREE:
        pass
    os.close(file)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper):
        is_utf8 = lookup(sys.stdin.encoding).name == "utf-8"
        encoding = "utf-8-sig" if is_utf8 else None  # a file that is piped in may begin with a mark
        sys.stdin.reconfigure(encoding=encoding, errors="replace")


def flush_output() -> str | None:
    """Flush standard output; where it fails return why, and write nothing more to it."""
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


def print_note(text: str) -> None:
    """Print a sentence to standard error, in lines no longer than the terminal's."""
    console_for(sys.stderr).print(text)


def print_document(value: object) -> None:
    """Print the one JSON document of a command, which is its last output."""
    signals.ignore()
    print_line(document(value))


def console_for(file: IO[str]) -> "Console":
    """Return a console that is no wider than prose should be, and wide enough for a word.

    rich honours NO_COLOR and pipes, and a COLUMNS of 0, where nothing can be printed.
    """
    from rich.console import Console

    console = Console(file=file, highlight=False, emoji=False, markup=False)
    console.width = min(max(console.width or UNKNOWN_WIDTH, NARROWEST), WIDEST)
    return console


def configure_logs(level: int = logging.INFO) -> None:
    """Show what is logged from a level on, with colours where a terminal wants them."""
    import structlog

    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(
                colors=colours, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def has_screen() -> bool:
    """Tell whether there is a screen on which a browser can be opened, and somebody before it."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    shown = any(os.environ.get(each) for each in ("DISPLAY", "WAYLAND_DISPLAY"))
    return shown or sys.platform in {"darwin", "win32"}
