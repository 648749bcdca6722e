"""Delays answers to secret questions, so that response times reveal nothing.

A question about cards has one option for a seat without a fitting card, and is then answered
automatically. So its answer is shown no sooner than a fixed time after the record before: a seat
with a choice can be as quick as one without. Nor are seats named (`arena.faces.person.questions`).
"""

from collections.abc import Sequence

from arena.records.game import Answer
from arena.records.record import Record
from engine import Decision


class Masking:
    """Computes when the records of one table may be shown."""

    def __init__(self, pace: float) -> None:
        """`pace`: least seconds for each answer to a secret question."""
        self._pace = pace
        self._secret = frozenset[str]()
        # Ids of the open questions that are secret.
        self.at = 0.0
        """Time from which the last record is shown, by the event loop's clock."""

    def ask(self, together: Sequence[Decision]) -> None:
        """Receive the open questions before any answer is recorded."""
        self._secret = frozenset([each.id for each in together if each.secret])

    def told_at(self, record: Record, time: float) -> float:
        """Return the time from which a record written at `time` is shown."""
        answer = record.data
        masked = isinstance(answer, Answer) and answer.decision in self._secret
        self.at = max(time, self.at + self._pace if masked else self.at)
        return self.at
