"""What the arena refuses, and the exit code that says so.

ArenaError                1 unless said otherwise
├── ConfigError           2: a wrong config, option or argument; one sentence, no traceback
├── TranscriptError       a transcript that cannot be read, or does not prove itself
└── WriteError            a transcript that cannot be written: the disk is full or read-only
"""

from difflib import get_close_matches
from typing import ClassVar, Literal

from arena.plain import escaped

__all__ = ["ArenaError", "ConfigError", "TranscriptError", "WriteError", "possible"]


class ArenaError(Exception):
    """Base of what the arena raises on purpose; its text is one clear sentence."""

    exit_code: ClassVar[Literal[1, 2]] = 1


class ConfigError(ArenaError):
    """The key, what was given, what is possible, and the nearest name."""

    exit_code = 2


class TranscriptError(ArenaError):
    """Where a transcript goes wrong."""

    def __init__(self, file: str, line: int | None, why: str) -> None:
        """`line` counts from 1; None where the file as a whole is meant."""
        self.file, self.line, self.why = file, line, escaped(why)
        where = file if line is None else f"{file} line {line}"
        super().__init__(f"{where}: {self.why}")


class WriteError(ArenaError):
    """The file and the reason the system gives."""


def possible(given: object, names: tuple[str, ...]) -> str:
    """Return `Possible: a, b. Did you mean 'a'?`, without the question where no name is near."""
    near = get_close_matches(given, names, n=1) if isinstance(given, str) else []
    text = f"Possible: {', '.join(names)}."
    return f"{text} Did you mean {near[0]!r}?" if near else text
