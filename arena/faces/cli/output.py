"""Standard output, whose failure is an error, and standard error, whose failure is ignored.

Every command imports this module, so rich is imported only where a console is created.
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
"""The first file descriptor after the three standard streams."""
WIDEST = 100
"""Most columns of prose, for legibility."""
UNKNOWN_WIDTH = 80
NARROWEST = 20
"""Fewest columns, whatever COLUMNS says."""


class BestEffortStream:
    """Text stream for progress and logs that ignores write errors."""

    def __init__(self, stream: TextIO | None) -> None:
        """Wrap a stream; None if it is closed."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text; ignore errors."""
        if self._stream is not None:
            with suppress(OSError, ValueError):
                self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream; ignore errors."""
        if self._stream is not None:
            with suppress(OSError, ValueError):
                self._stream.flush()

    def isatty(self) -> bool:
        """Return True if the stream is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def fill_closed_streams() -> None:
    """Reopen closed standard streams, so that no game file gets their descriptors.

    A closed standard output is opened read-only, so that printing fails. Characters that the
    terminal's encoding lacks are escaped; undecodable input becomes a replacement character.
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
    """Flush standard output; on failure redirect it to null and return the reason."""
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
    """Print a sentence to standard error, wrapped at the terminal's width."""
    console_for(sys.stderr).print(text)


def print_document(value: object) -> None:
    """Print the JSON document of a command, as its last output."""
    signals.ignore()
    print_line(document(value))


def console_for(file: IO[str]) -> "Console":
    """Return a console of 20 to 100 columns for `file`.

    rich honours NO_COLOR and pipes, and accepts a COLUMNS of 0, at which nothing could be printed.
    """
    from rich.console import Console

    console = Console(file=file, highlight=False, emoji=False, markup=False)
    console.width = min(max(console.width or UNKNOWN_WIDTH, NARROWEST), WIDEST)
    return console


def configure_logs(level: int = logging.INFO) -> None:
    """Print log messages of `level` and above, in colour if standard error supports it."""
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
    """Return True if a browser can be opened on this machine's screen, not over SSH."""
    if os.environ.get("SSH_CONNECTION"):
        return False
    shown = any(os.environ.get(each) for each in ("DISPLAY", "WAYLAND_DISPLAY"))
    return shown or sys.platform in {"darwin", "win32"}
