"""What the time that somebody takes may tell: of secret questions nothing.

A question that depends on cards has one option for who holds none that fits, and is answered by
itself. So what comes of it is told no sooner than a fixed time after what went before: a seat with
a choice can be as quick as one without. Nor is anybody named (`arena.faces.person.questions`).
"""

from collections.abc import Sequence

from arena.records.game import Answer
from arena.records.record import Record
from engine import Decision


class Masking:
    """When what happens at one table may be told."""

    def __init__(self, pace: float) -> None:
        """`pace`: seconds that each answer to a secret question takes at least."""
        self._pace = pace
        self._secret = frozenset[str]()
        # The secret questions of those whose answers are recorded next.
        self.at = 0.0
        """From when on the last record is told, by the clock of the event loop."""

    def ask(self, together: Sequence[Decision]) -> None:
        """Take what is asked, before any answer to it is recorded."""
        self._secret = frozenset([each.id for each in together if each.secret])

    def told_at(self, record: Record, time: float) -> float:
        """Return from when on a record is told that is written at `time`."""
        answer = record.data
        masked = isinstance(answer, Answer) and answer.decision in self._secret
        self.at = max(time, self.at + self._pace if masked else self.at)
        return self.at
