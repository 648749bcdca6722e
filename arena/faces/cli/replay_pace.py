"""`arena replay --pace` and `--step`: how long to wait between two things that are told."""

import math
import os
import sys
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arena.errors import ConfigError
from arena.settings import READING

WORDS_A_SECOND = READING / 60
"""How fast people read, which is pace 1."""
LONGEST = 8.0
"""Seconds for a board, which nobody reads word by word."""
END = {b"q", b"Q", b"\x03", b"\x04", b""}
"""Keys that end a replay: q, Ctrl-C, Ctrl-D, and a terminal that is gone."""

Wait = Callable[[str], bool]
"""Waits after a text was printed; False where no more is wanted."""


def check_pace(pace: float | None, *, step: bool) -> None:
    """Refuse a pace that is none, and keys where nobody can press one. Raises `ConfigError`."""
    if pace is not None and not (math.isfinite(pace) and pace > 0):
        raise ConfigError(f"--pace is {pace}. Possible: a number above 0; 1 is reading speed.")
    if pace is not None and step:
        raise ConfigError("--pace and --step are two ways to wait. Possible: one of the two.")
    if step and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError("--step waits for keys, and this is no terminal. Possible: --pace 1.5.")


@contextmanager
def waiting(pace: float | None, *, step: bool) -> Iterator[Wait]:
    """Give what waits between two texts; the terminal is afterwards as it was."""
    if step:
        with _single_keys() as key:
            yield lambda _: key() not in END
    elif pace is not None:
        yield lambda text: _sleep(reading_seconds(text, pace))
    else:
        yield lambda _: True


def reading_seconds(text: str, pace: float) -> float:
    """Return how long it takes to read a text at so many times the speed of reading.

    >>> reading_seconds("Anna votes for Bruno, and so does Clara.", 2)
    1.0
    """
    return min(len(text.split()) / WORDS_A_SECOND, LONGEST) / pace


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return True


@contextmanager
def _single_keys() -> Iterator[Callable[[], bytes]]:
    """Give what waits for one key, without Enter and without showing it."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield lambda: os.read(terminal, 8)  # an arrow is several bytes
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
