"""The calls of a game that goes on, as they stand in `calls.jsonl`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from arena.calls.budget import Cost
from arena.errors import Reason
from arena.models.types import Step
from arena.records import Record

__all__ = ["Entry", "PastCalls", "past_calls"]


@dataclass(slots=True, kw_only=True)
class Entry:
    """One call."""

    line: int
    """Of its intent, from 1."""
    sent: Record
    """Data of `call_sent`."""
    answered: Record | None = None
    """Data of `call_answered`."""
    failed: Record | None = None
    """Data of `call_failed`."""
    ended: int = 0
    """Line of what came of it, from 1; 0: the record ends before."""
    ignored: bool = False

    @property
    def place(self) -> tuple[str, str, int, str]:
        """Question, purpose, attempt and step: what a call has to have in common with it."""
        sent = self.sent
        return sent["asked"], sent["purpose"], sent["attempt"], sent["step"]

    @property
    def used(self) -> bool:
        """True where the reply was used."""
        return self.answered is not None and not self.answered["late"] and not self.ignored

    @property
    def cost(self) -> Cost:
        """What it cost; the worst case where nobody knows."""
        ended = self.answered or self.failed
        return Cost(**(self.sent["worst"] if ended is None else ended["booked"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class PastCalls:
    """All calls of a game so far."""

    entries: tuple[Entry, ...] = ()
    """By number."""
    failed: Mapping[str, tuple[Reason, str]] = field(default_factory=dict)
    """Reason and words of each question that ended without an answer, by its id."""
    answered: frozenset[str] = frozenset()
    """Questions and turns whose answers stand in `log.jsonl`."""
    stepped: Mapping[tuple[str, str, int, str], Step] = field(default_factory=dict)
    """By `Entry.place`: how it was asked instead."""
    budget: Mapping[str, Any] | None = None
    """The budget of the last session that had one of its own."""
    seconds: float = 0.0
    """How long the sessions took, together."""

    def by_question(self) -> dict[str, list[Entry]]:
        """Return the calls for each question or turn, in their order."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.sent["asked"], []).append(entry)
        return found


def past_calls(records: Iterable[Record], answered: Iterable[str]) -> PastCalls:
    """Read checked records of `calls.jsonl`; `answered` are ids that have their answer."""
    entries: list[Entry] = []
    failed: dict[str, tuple[Reason, str]] = {}
    stepped: dict[tuple[str, str, int, str], Step] = {}
    budget: Mapping[str, Any] | None = None
    seconds, began, last = 0.0, None, None
    for line, record in enumerate(records, start=1):
        data, now = record["data"], datetime.fromisoformat(record["at"])
        match record["type"]:
            case "session_began":
                seconds += _between(began, last)
                began, budget = now, data.get("budget") or budget
            case "call_sent":
                entries.append(Entry(line=line, sent=data))
            case "call_answered":
                entries[data["call"]].answered, entries[data["call"]].ended = data, line
            case "call_failed":
                entries[data["call"]].failed, entries[data["call"]].ended = data, line
            case "call_ignored":
                entries[data["call"]].ignored = True
            case "stepped_down":
                place = data["asked"], data["purpose"], data["attempt"], data["before"]
                stepped[place] = data["after"]
            case "answer_failed":
                failed[data["decision"]] = data["reason"], data["why"]
            case _:
                pass
        last = now
    return PastCalls(
        entries=tuple(entries),
        failed=failed,
        answered=frozenset(answered),
        stepped=stepped,
        budget=budget,
        seconds=seconds + _between(began, last),
    )


def _between(began: datetime | None, last: datetime | None) -> float:
    return 0.0 if began is None or last is None else max(0.0, (last - began).total_seconds())
