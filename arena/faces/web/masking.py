"""What the time that somebody takes may tell: in card windows nothing.

Whoever holds a card is asked there, also where passing is all that is possible. So what comes of an
answer is told no sooner than a fixed time after what went before: a seat with a choice can be as
quick as one without. Nor is anybody named there (`arena.faces.person.awaited`).
"""

from arena.records.record import Record
from arena.seats.windows import is_card_window
from arena.transcript.header import GameHeader

__all__ = ["Masking"]

ANSWERS = frozenset({"answer", "answer_defaulted"})


class Masking:
    """When what happens at one table may be told."""

    def __init__(self, header: GameHeader, pace: float) -> None:
        """`pace`: seconds that each answer in a card window takes at least."""
        self._options = header.options
        self._pace = pace
        self.at = 0.0
        """From when on the last record is told, by the clock of the event loop."""

    def told_at(self, record: Record, time: float) -> float:
        """Return from when on a record is told that is written at `time`."""
        masked = record["type"] in ANSWERS and is_card_window(record["data"]["kind"], self._options)
        self.at = max(time, self.at + self._pace if masked else self.at)
        return self.at
