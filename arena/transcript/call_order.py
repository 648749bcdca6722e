"""What `calls.jsonl` has to be: every record of a known type, in an order that can have been.

A session begins, models are called, seats fail, the session ends, or is killed; the next one goes
on. `verify` holds the failures against the defaults of `log.jsonl`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import ValidationError

from arena.encoding import parsed
from arena.records import Record
from arena.transcript.schema import CALL_TYPES, AnswerFailed

__all__ = ["Failure", "Order", "failures", "has_just_begun"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat that did not answer, and the line (from 1) that says so."""

    line: int
    seat: str
    decision: str
    reason: str


class Order:
    """Checks the records of `calls.jsonl` one after another."""

    __slots__ = ("_answered", "_at", "_open", "_running", "_sent")

    def __init__(self) -> None:
        """Begin before the first record."""
        self._at = self._sent = 0
        self._running = False
        self._open: set[int] = set()
        self._answered: set[int] = set()

    @property
    def under_way(self) -> frozenset[int]:
        """Calls that were sent, and of which no record says what came of them."""
        return frozenset(self._open)

    def problem(self, record: Record) -> str | None:
        """Say what is wrong with the next record; None: nothing."""
        why = self._form(record) or self._place(record["type"], record["data"])
        self._at += 1
        return why

    def _form(self, record: Record) -> str | None:
        if tuple(record) != ("i", "type", "at", "data"):
            return "has not the keys i, type, at, data, hash"
        if type(record["i"]) is not int or record["i"] != self._at:
            return f"is not record {self._at}"
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
        return None

    def _place(self, kind: str, data: Record) -> str | None:
        if kind == "session_began":
            resumed = data["resumed"] is not None
            if resumed == (self._at == 0):
                return "resumes what never began" if resumed else "begins a game a second time"
            self._running = True
            return None
        if not self._running:
            return "belongs to no session"
        self._running = kind != "session_ended"
        return self._call(kind, data) if "call" in data else None

    def _call(self, kind: str, data: Record) -> str | None:
        """Say what is wrong with a record of a call: each is sent once, and ends once."""
        call = data["call"]
        if kind == "call_sent":
            self._open.add(call)
            self._sent += 1
            return None if call == self._sent - 1 else f"is not call {self._sent - 1}"
        if kind == "call_ignored":
            return None if call in self._answered else f"call {call} was not answered"
        if call not in self._open:
            return f"call {call} is not under way"
        self._open.remove(call)
        if kind == "call_answered":
            self._answered.add(call)
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
