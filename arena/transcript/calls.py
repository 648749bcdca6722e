"""What `calls.jsonl` has to be: every record of a known type, in an order that can have been.

A session begins, seats fail, the session ends, or is killed; the next one goes on. `verify` holds
the failures against the defaults of `log.jsonl`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import ValidationError

from arena.transcript.canonical import parsed
from arena.transcript.schema import CALL_TYPES, AnswerFailed

__all__ = ["Failure", "failures", "has_just_begun", "problem"]

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat that did not answer, and the line (from 1) that says so."""

    line: int
    seat: str
    decision: str
    reason: str


def problem(record: Record, at: int, *, running: bool) -> str | None:
    """Say what is wrong with record `at` (from 0); None: nothing.

    `running` tells whether a session has begun before it and not ended.
    """
    if tuple(record) != ("i", "type", "at", "data"):
        return "has not the keys i, type, at, data, hash"
    if type(record["i"]) is not int or record["i"] != at:
        return f"is not record {at}"
    kind = record["type"]
    if not isinstance(kind, str) or kind not in CALL_TYPES:
        return f"is of no known type. Possible: {', '.join(CALL_TYPES)}"
    if not _is_time(record["at"]):
        return "has no time in UTC as ISO 8601 in `at`"
    try:
        CALL_TYPES[kind].model_validate(record["data"], strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"data.{'.'.join(map(str, first['loc']))}: {first['msg']}"
    if kind != "session_began":
        return None if running else "belongs to no session"
    resumed = record["data"]["resumed"] is not None
    if resumed == (at == 0):
        return "resumes what never began" if resumed else "begins a game a second time"
    return None


def has_just_begun(lines: Iterable[bytes]) -> bool:
    """Tell whether sessions began and broke off, and nothing else was ever written."""
    try:
        for record in map(parsed, lines):
            data = record["data"]
            if record["type"] == "session_ended":
                if data["reason"] == "finished":
                    return False
            elif data["resumed"] is not None:
                return False
    except (ValueError, KeyError, TypeError):
        return False
    return True


def failures(records: Iterable[Record]) -> Iterator[Failure]:
    """Yield the failures of checked records, in their order."""
    for line, record in enumerate(records, start=1):
        if record["type"] == "answer_failed":
            data = AnswerFailed.model_validate(record["data"])
            yield Failure(line, data.seat, data.decision, data.reason)


def _is_time(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).utcoffset() == timedelta()
    except ValueError:
        return False
