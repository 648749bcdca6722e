"""Checks that the records of `calls.jsonl` are in a possible order.

A session begins, models are called, seats fail, the session ends or is killed; the next one
continues. `verify` compares the failures with the defaults of `log.jsonl`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.calls.lines import decoded_call
from arena.calls.records import (
    AnswerFailed,
    CallAnswered,
    CallFact,
    CallFailed,
    CallIgnored,
    CallRecord,
    CallSent,
    SessionBegan,
    SessionEnded,
)
from arena.errors import InvalidRecord, Reason
from arena.forms import CALLS, JsonRecord
from arena.hash_chain import GENESIS, digest, encode, parsed, split
from arena.transcript.reader import lines_of


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat's recorded failure, with its line, from 1."""

    line: int
    seat: str
    decision: str
    reason: Reason


class CallLogCheck:
    """Checks the records of `calls.jsonl` one after another."""

    def __init__(self) -> None:
        self._at = self._sent = 0
        self._running = False
        self._open: set[int] = set()
        self._ended: set[int] = set()
        self._again: dict[tuple[object, ...], int] = {}

    @property
    def under_way(self) -> frozenset[int]:
        """Calls that were sent and have no recorded end."""
        return frozenset(self._open)

    def problem(self, record: CallRecord) -> str | None:
        """Return the problem with the next record; None if it is valid."""
        why = self._envelope(record) or self._place(record.data)
        self._at += 1
        return why

    def _envelope(self, record: CallRecord) -> str | None:
        if record.i != self._at:
            return f"is not record {self._at}"
        return None if _is_time(record.at) else "has no time in UTC as ISO 8601 in `at`"

    def _place(self, data: CallFact) -> str | None:
        if isinstance(data, SessionBegan):
            resumed = data.resumed is not None
            if resumed == (self._at == 0):
                return "resumes what never began" if resumed else "begins a game a second time"
            self._running = True
            self._again.clear()
            return None
        if not self._running:
            return "belongs to no session"
        self._running = not isinstance(data, SessionEnded)
        if isinstance(data, CallSent | CallAnswered | CallFailed | CallIgnored):
            return self._call(data)
        return None

    def _call(self, data: CallSent | CallAnswered | CallFailed | CallIgnored) -> str | None:
        """Return the problem with a record of a call: each is sent once, and ends once."""
        call = data.call
        if isinstance(data, CallSent):
            self._open.add(call)
            self._sent += 1
            if call != self._sent - 1:
                return f"is not call {self._sent - 1}"
            return self._repetition(data)
        if isinstance(data, CallIgnored):
            return None if call in self._ended else f"call {call} has not ended"
        if call not in self._open:
            return f"call {call} is not under way"
        self._open.remove(call)
        self._ended.add(call)
        return None

    def _repetition(self, sent: CallSent) -> str | None:
        """Return the problem with a call's retry number in its session."""
        place = sent.asked, sent.purpose, sent.attempt, sent.step, sent.epoch
        before = self._again.get(place, -1)
        self._again[place] = sent.again
        is_next = sent.again == before + 1
        return None if is_next else f"is tried again {sent.again} times, after {before}"


def has_just_begun(lines: Iterable[bytes]) -> bool:
    """Return True if the lines hold nothing but the start and end of sessions."""
    try:
        facts = [decoded_call(parsed(line)).data for line in lines]
    except ValueError:
        return False
    return all(
        each.reason != "finished" if isinstance(each, SessionEnded)
        else isinstance(each, SessionBegan) and each.resumed is None
        for each in facts
    )  # fmt: skip


def failures(records: Iterable[CallRecord]) -> Iterator[Failure]:
    """Yield the failures of checked records, in order."""
    for line, record in enumerate(records, start=1):
        data = record.data
        if isinstance(data, AnswerFailed):
            yield Failure(line, data.seat, data.decision, data.reason)


def _is_time(value: str) -> bool:
    try:
        return datetime.fromisoformat(value).utcoffset() == timedelta()
    except ValueError:
        return False


def linked(file: str, number: int, line: bytes, previous: str) -> JsonRecord:
    """Return a line's record; `InvalidRecord` if its hash does not continue the chain."""
    body, mark = split(line)
    if not body:
        raise InvalidRecord(file, number, "is no record with a hash")
    if digest(previous.encode() + body) != mark:
        raise InvalidRecord(file, number, "has a hash that does not fit: it was changed or moved")
    try:
        record = parsed(body)
    except ValueError as error:
        raise InvalidRecord(file, number, f"is no JSON ({error})") from error
    if not isinstance(record, dict) or encode(record).encode() != body:
        raise InvalidRecord(file, number, "is not as the arena writes it")
    return record


def checked_calls(data: bytes, *, sealed: bool) -> list[CallRecord]:
    """Return the records of `calls.jsonl`; `InvalidRecord` if its chain breaks.

    In an unfinished game a half-written last line is ignored.
    """
    lines, rest = lines_of(data)
    records: list[CallRecord] = []
    previous, order = GENESIS, CallLogCheck()
    for number, line in enumerate(lines, start=1):
        body = linked(CALLS, number, line, previous)
        try:
            record = decoded_call(body)
        except ValueError as error:
            raise InvalidRecord(CALLS, number, str(error)) from error
        why = order.problem(record)
        if why is not None:
            raise InvalidRecord(CALLS, number, why)
        records.append(record)
        previous = split(line)[1]
    if rest and sealed:
        raise InvalidRecord(CALLS, len(lines) + 1, "is cut off")
    if sealed and order.under_way:
        raise InvalidRecord(CALLS, len(lines), f"leaves call {min(order.under_way)} without an end")
    if not records:
        raise InvalidRecord(CALLS, 1, "is missing: a session began the game")
    return records
