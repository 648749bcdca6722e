"""What `calls.jsonl` has to be: every record of a known type, in an order that can have been.

A session begins, models are called, seats fail, the session ends, or is killed; the next one goes
on. `verify` holds the failures against the defaults of `log.jsonl`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import TypeAdapter, ValidationError

from arena.calls.records import (
    ANSWER_FAILED,
    CALL_IGNORED,
    CALL_SENT,
    CALL_TYPES,
    SESSION_BEGAN,
    SESSION_ENDED,
    AnswerFailed,
    CallBody,
)
from arena.errors import Reason
from arena.forms import JsonRecord
from arena.hash_chain import parsed

__all__ = ["CallLogCheck", "Failure", "failures", "has_just_begun"]

KEYS = tuple(CallBody.__annotations__)
DATA = {str(each): TypeAdapter[Any](each.data) for each in CALL_TYPES}
"""What checks the data of each type."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat that did not answer, and the line (from 1) that says so."""

    line: int
    seat: str
    decision: str
    reason: Reason


class CallLogCheck:
    """Checks the records of `calls.jsonl` one after another."""

    __slots__ = ("_again", "_at", "_ended", "_open", "_running", "_sent")

    def __init__(self) -> None:
        """Begin before the first record."""
        self._at = self._sent = 0
        self._running = False
        self._open: set[int] = set()
        self._ended: set[int] = set()
        self._again: dict[tuple[Any, ...], int] = {}

    @property
    def under_way(self) -> frozenset[int]:
        """Calls that were sent, and of which no record says how they ended."""
        return frozenset(self._open)

    def problem(self, record: JsonRecord) -> str | None:
        """Say what is wrong with the next record; None: nothing."""
        why = self._form(record) or self._place(record["type"], record["data"])
        self._at += 1
        return why

    def _form(self, record: JsonRecord) -> str | None:
        if tuple(record) != KEYS:
            return f"has not the keys {', '.join(KEYS)}, hash"
        if type(record["i"]) is not int or record["i"] != self._at:
            return f"is not record {self._at}"
        kind = record["type"]
        if not isinstance(kind, str) or kind not in DATA:
            return f"is of no known type. Possible: {', '.join(DATA)}"
        if not _is_time(record["at"]):
            return "has no time in UTC as ISO 8601 in `at`"
        try:
            DATA[kind].validate_python(record["data"], strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return f"data.{'.'.join(map(str, first['loc']))}: {first['msg']}"
        return None

    def _place(self, kind: str, data: Mapping[str, Any]) -> str | None:
        if kind == SESSION_BEGAN:
            resumed = data["resumed"] is not None
            if resumed == (self._at == 0):
                return "resumes what never began" if resumed else "begins a game a second time"
            self._running = True
            self._again.clear()
            return None
        if not self._running:
            return "belongs to no session"
        self._running = kind != SESSION_ENDED
        return self._call(kind, data) if "call" in data else None

    def _call(self, kind: str, data: Mapping[str, Any]) -> str | None:
        """Say what is wrong with a record of a call: each is sent once, and ends once."""
        call = data["call"]
        if kind == CALL_SENT:
            self._open.add(call)
            self._sent += 1
            if call != self._sent - 1:
                return f"is not call {self._sent - 1}"
            return self._repetition(data)
        if kind == CALL_IGNORED:
            return None if call in self._ended else f"call {call} has not ended"
        if call not in self._open:
            return f"call {call} is not under way"
        self._open.remove(call)
        self._ended.add(call)
        return None

    def _repetition(self, data: Mapping[str, Any]) -> str | None:
        """Say what is wrong with the number of times that a call was tried in its session."""
        place = tuple(data[key] for key in ("asked", "purpose", "attempt", "step", "epoch"))
        before = self._again.get(place, -1)
        self._again[place] = data["again"]
        is_next = data["again"] == before + 1
        return None if is_next else f"is tried again {data['again']} times, after {before}"


def has_just_begun(lines: Iterable[bytes]) -> bool:
    """Tell whether sessions began and broke off, and nothing else was ever written."""
    try:
        for record in map(parsed, lines):
            data = record["data"]
            if record["type"] == SESSION_ENDED:
                if data["reason"] == "finished":
                    return False
            elif data["resumed"] is not None:
                return False
    except (ValueError, KeyError, TypeError):
        return False
    return True


def failures(records: Iterable[JsonRecord]) -> Iterator[Failure]:
    """Yield the failures of checked records, in their order."""
    for line, record in enumerate(records, start=1):
        if record["type"] == ANSWER_FAILED:
            data: AnswerFailed = record["data"]
            yield Failure(line, data["seat"], data["decision"], data["reason"])


def _is_time(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).utcoffset() == timedelta()
    except ValueError:
        return False
