"""The referee's work between two questions: apply, log, open and close floors, say what to ask.

It is the only one that touches the engine and the transcript, and it never waits.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from arena.seats import Seat
from arena.seats.seat import question_data
from arena.table.hearing import Hearing
from arena.transcript.header import Limits
from arena.transcript.writer import Writer
from engine import Decision, Floor, Table

__all__ = ["Asked", "Counts", "Referee", "Reply"]

Reply = dict[str, Any]
"""`decision`; `option`, or null with `reason` and `why`: plain JSON."""


class Asked(TypedDict):
    """What one seat is sent: plain JSON, its own question and view, nobody else's."""

    question: dict[str, Any]
    view: dict[str, Any]
    heard: int
    """How many records there were; the seat's hearing knows which of them it perceived."""


@dataclass(slots=True)
class Counts:
    """What one seat did."""

    answers: int = 0
    """Questions that it answered, those with one option included."""
    defaults: Counter[str] = field(default_factory=Counter)
    """Questions where the default stood in, by reason: `illegal`, `error`, `timeout`."""


class Referee:
    """Runs one game at a table; the graph calls `go_on` with the replies to what it asked."""

    def __init__(
        self,
        table: Table,
        seats: Mapping[str, Seat],
        writer: Writer,
        limits: Limits,
        *,
        stopped: Callable[[], bool],
    ) -> None:
        """`stopped` tells, before each step, whether the game should stop where it stands."""
        self.table = table
        self.seats = seats
        self.limits = limits
        self.counts = {seat: Counts() for seat in table.seats}
        self.hearing = {seat: Hearing(seat, writer.lines) for seat in table.seats}
        self._writer = writer
        self._stopped = stopped
        self._logged = 0

    def go_on(self, replies: Sequence[Reply]) -> list[Asked]:
        """Apply the replies and return what each seat to be asked is sent; nothing at the end."""
        if replies:
            self._take({reply["decision"]: reply for reply in replies})
        while not self._stopped():
            self._log_events()
            if self.table.is_over:
                break
            floor = self.table.floor
            if floor is not None:
                self._talk(floor)
                continue
            asked = [each for each in self.table.pending() if len(each.options) > 1]
            if asked:
                return [self._sent(decision) for decision in asked]
            self._take({})
        return []

    def _talk(self, floor: Floor) -> None:
        self._writer.floor_opened(floor)
        # The table's talk goes here: turns are sent like questions, and the floor closes after.
        self._writer.floor_closed(floor)
        self.table.close_floor()

    def _sent(self, decision: Decision) -> Asked:
        return {
            "question": question_data(decision),
            "view": self.table.view_data(decision.seat),
            "heard": len(self._writer.lines),
        }

    def _take(self, replies: Mapping[str, Reply]) -> None:
        """Log the answers to all open questions in the order of the questions, then apply them."""
        answers = [
            (decision, self._log_answer(decision, replies.get(decision.id)))
            for decision in self.table.pending()
        ]
        for decision, option in answers:
            self.table.answer(decision.seat, option, decision.id)

    def _log_answer(self, decision: Decision, reply: Reply | None) -> str:
        counts = self.counts[decision.seat]
        if reply is not None and reply["option"] is None:
            counts.defaults[reply["reason"]] += 1
            self._writer.defaulted(decision, reply["reason"], reply["why"])
            return decision.default.id
        # Without a reply the question has one option, and its seat was not asked.
        option: str = decision.options[0].id if reply is None else reply["option"]
        counts.answers += 1
        self._writer.answer(decision, option)
        return option

    def _log_events(self) -> None:
        new = self.table.events_since(self._logged)
        for event in new:
            self._writer.event(event)
        self._logged += len(new)
