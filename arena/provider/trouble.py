"""Schedules faults of the provider by counting requests, without clock or randomness.

How a fault looks in each protocol is decided in `bad_answers` and `errors`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from arena.errors import ConfigError, possible

StatusKind = Literal[
    "bad_request",
    "unauthorized",
    "forbidden",
    "not_found",
    "timeout",
    "conflict",
    "too_large",
    "rate_limit",
    "server",
    "bad_gateway",
    "unavailable",
    "overloaded",
]
ReplyKind = Literal[
    "refusal",
    "truncated",
    "context_full",
    "empty",
    "two_calls",
    "unknown_tool",
    "not_json",
    "bad_option",
    "chatter",
    "ignores_tools",
    "no_usage",
    "foreign_call",
    "cut_in_thought",
    "no_choices",
    "unfinished",
    "zero_usage",
    "absurd_usage",
]
ConnectionKind = Literal[
    "garbage",
    "stream",
    "half",
    "drop",
    "hang",
    "late",
    "redirect",
    "gzip",
    "gzip_bomb",
    "key_echo",
]
TroubleKind = StatusKind | ReplyKind | ConnectionKind

STATUSES: dict[str, int] = dict(
    zip(
        get_args(StatusKind),
        (400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 529),
        strict=True,
    )
)
"""HTTP status of each kind of fault that is one."""
KINDS: tuple[str, ...] = (*STATUSES, *get_args(ReplyKind), *get_args(ConnectionKind))
EVERY = "every-"
WHEN = "Possible: KIND@3, KIND@3,7 or KIND@every-5, and :SECONDS behind it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A fault, and the requests that it affects."""

    kind: TroubleKind
    """A status; a fault of the reply; or a fault of the connection (from `garbage` on)."""
    at: tuple[int, ...] = ()
    """Numbers of the affected requests, from 1; empty: `every` applies."""
    every: int = 1
    """Each request whose number it divides is affected; used only if `at` is empty."""
    containing: str = ""
    """Only requests whose body contains these bytes are counted and affected. Empty: all POSTs."""
    seconds: float | None = None
    """Delay of the reply; for a status, the `retry-after` header, None: without."""
    times: int | None = None
    """Maximum number of occurrences; None: no limit."""

    def __post_init__(self) -> None:
        """Reject contradictory values. Raises `ConfigError`."""
        if self.kind not in KINDS:
            raise ConfigError(f"a trouble is {self.kind!r}. {possible(self.kind, KINDS)}")
        numbers = (*self.at, self.every, *(() if self.times is None else (self.times,)))
        problem = next((n for n in numbers if type(n) is not int or n < 1), None)
        if problem is not None:
            raise ConfigError(f"{self.kind} counts by {problem!r}. Possible: whole numbers from 1.")
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds >= 0):
            raise ConfigError(f"{self.kind} has {self.seconds} seconds. Possible: 0 or more.")
        if self.kind == "late" and self.seconds is None:
            raise ConfigError("late has no seconds. Possible: late@3:2.5, by 2.5 seconds.")

    @classmethod
    def read(cls, text: str) -> "Trouble":
        """Parse `KIND@AT` or `KIND@AT:SECONDS`. Raises `ConfigError`.

        >>> Trouble.read("rate_limit@3,7:2").at
        (3, 7)
        >>> Trouble.read("529@every-5").kind
        'overloaded'
        """
        kind, _, rest = text.partition("@")
        at, colon, seconds = rest.partition(":")
        named = {str(status): name for name, status in STATUSES.items()}.get(kind, kind)
        if named not in KINDS:
            raise ConfigError(f"trouble {text!r} is of an unknown kind. {possible(kind, KINDS)}")
        each = at.startswith(EVERY)
        try:
            numbers = tuple(map(int, at.removeprefix(EVERY).split(",", 0 if each else -1)))
            late = float(seconds) if colon else None
        except ValueError:
            raise ConfigError(f"trouble {text!r} doesn't say when. {WHEN}") from None
        return cls(
            kind=cast("TroubleKind", named),
            at=() if each else numbers,
            every=numbers[0] if each else 1,
            seconds=late,
        )


class Schedule:
    """Assigns faults to requests."""

    def __init__(self, troubles: Sequence[Trouble] = ()) -> None:
        self._troubles = tuple(troubles)
        self._count = [0] * len(self._troubles)
        self._happened = [0] * len(self._troubles)

    def next(self, body: bytes) -> Trouble | None:
        """Count a request; return the first fault that is due with it."""
        due: Trouble | None = None
        for i, trouble in enumerate(self._troubles):
            if trouble.containing and trouble.containing.encode() not in body:
                continue
            self._count[i] += 1
            number = self._count[i]
            is_named = number in trouble.at if trouble.at else number % trouble.every == 0
            is_spent = trouble.times is not None and self._happened[i] >= trouble.times
            if due is None and is_named and not is_spent:
                self._happened[i] += 1
                due = trouble
        return due
