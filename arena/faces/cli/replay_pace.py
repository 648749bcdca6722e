"""`arena replay --pace` and `--step`: waiting between printed items."""

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
"""Reading speed, which is pace 1."""
LONGEST = 8.0
"""Longest wait in seconds, since boards are not read word by word."""
END = {b"q", b"Q", b"\x03", b"\x04", b""}
"""Keys that end a replay: q, Ctrl-C, Ctrl-D, and end of input."""

Wait = Callable[[str], bool]
"""Waits after a text was printed; returns False to end the replay."""


def check_pace(pace: float | None, *, step: bool) -> None:
    """Raise `ConfigError` for an invalid pace, or for `step` without a terminal."""
    if pace is not None and not (math.isfinite(pace) and pace > 0):
        raise ConfigError(f"--pace is {pace}. Possible: a number above 0; 1 is reading speed.")
    if pace is not None and step:
        raise ConfigError("--pace and --step are two ways to wait. Possible: one of the two.")
    if step and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError("--step waits for keys, and this is no terminal. Possible: --pace 1.5.")


@contextmanager
def waiting(pace: float | None, *, step: bool) -> Iterator[Wait]:
    """Yield the function that waits between two texts; restore the terminal afterwards."""
    if step:
        with _single_keys() as key:
            yield lambda _: key() not in END
    elif pace is not None:
        yield lambda text: _sleep(reading_seconds(text, pace))
    else:
        yield lambda _: True


def reading_seconds(text: str, pace: float) -> float:
    """Return the seconds needed to read a text at `pace` times reading speed.

    >>> reading_seconds("Anna votes for Bruno, and so does Clara.", 2)
    1.0
    """
    return min(len(text.split()) / WORDS_A_SECOND, LONGEST) / pace


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return True


@contextmanager
def _single_keys() -> Iterator[Callable[[], bytes]]:
    """Yield a function that reads one key without Enter and without echo."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield lambda: os.read(terminal, 8)  # an arrow is several bytes
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
