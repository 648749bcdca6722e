"""What each seat has heard: the transcript so far, filtered to what it perceived."""

import json
from bisect import bisect_left
from collections.abc import Sequence

from arena.records import Record
from arena.seats import Heard
from arena.transcript.redaction import perceived, stripped

__all__ = ["Hearing"]


class Hearing:
    """What one seat has heard; lines are read once, when the seat first looks at it."""

    __slots__ = ("_at", "_lines", "_read", "_seat", "_shown")

    def __init__(self, seat: str, lines: Sequence[bytes]) -> None:
        """`lines` are those of `log.jsonl`, and grow."""
        self._seat = seat
        self._lines = lines
        self._read = 0
        self._at: list[int] = []
        self._shown: list[Record] = []

    def until(self, count: int) -> Heard:
        """Return what was heard in the first `count` records."""
        return Heard(lambda: self._listen(count))

    def _listen(self, count: int) -> tuple[Record, ...]:
        for at in range(self._read, count):
            record = json.loads(self._lines[at])
            if perceived(record, self._seat):
                self._at.append(at)
                self._shown.append(stripped(record))
        self._read = max(self._read, count)
        return tuple(self._shown[: bisect_left(self._at, count)])
