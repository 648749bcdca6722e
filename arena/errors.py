"""What the arena refuses, and the exit code that says so.

ArenaError                1 unless said otherwise
├── ConfigError           2: a wrong config, option or argument; one sentence, no traceback
├── TranscriptError       a transcript that cannot be read, or does not prove itself
├── Aborted               a game whose model is refused from the first, or that has to end when
│                         a provider is down
├── WriteError            a transcript that cannot be written: the disk is full or read-only
└── SeatFailure           a seat that can't answer; a default stands in, and nobody else is stopped
    ├── NotTaken          an answer that can't be taken; the seat is asked once more
    └── Outage            its provider is down, for now
"""

from difflib import get_close_matches
from typing import ClassVar, Literal, get_args

from arena.text import escaped

__all__ = [
    "REASONS",
    "Aborted",
    "ArenaError",
    "ConfigError",
    "NotTaken",
    "Outage",
    "Reason",
    "SeatFailure",
    "TranscriptError",
    "WriteError",
    "possible",
]

Reason = Literal[
    "illegal", "malformed", "refusal", "truncated", "timeout", "provider", "budget", "error"
]
"""Why a default stands in, by the boundary that was crossed.

`illegal`: an answer that the rules don't allow; `malformed`: none that can be read as one;
`refusal`: the model refused; `truncated`: it was cut off at its longest output; `timeout`: the
seat's time was up; `provider`: no reply for all retries; `budget`: no call fitted any more;
`error`: the seat itself failed.
"""
REASONS: tuple[Reason, ...] = get_args(Reason)


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


class Aborted(ArenaError):
    """The provider, and what came of the last try."""


class SeatFailure(ArenaError):
    """Why a seat can't answer."""

    def __init__(self, reason: Reason, why: str) -> None:
        """`why` is the same in words."""
        super().__init__(why)
        self.reason: Reason = reason
        self.why = why


class NotTaken(SeatFailure):
    """What came, and what is possible, in second person."""


class Outage(SeatFailure):
    """A provider that did not answer for all retries."""

    def __init__(self, why: str) -> None:
        """`why` says what came of the last try."""
        super().__init__("provider", why)


def possible(given: object, names: tuple[str, ...]) -> str:
    """Return `Possible: a, b. Did you mean 'a'?`, without the question where no name is near."""
    near = get_close_matches(given, names, n=1) if isinstance(given, str) else []
    text = f"Possible: {', '.join(names)}."
    return f"{text} Did you mean {near[0]!r}?" if near else text
