"""What each seat has heard: the transcript so far, filtered to what it perceived."""

from bisect import bisect_left

from arena.records import Record
from arena.seats.seat import Heard
from arena.transcript.game_log import GameLog
from arena.transcript.redaction import shown_to, stripped

__all__ = ["Copies", "Hearing"]


class Copies:
    """Records of a game as seats are shown them, each made when it is first asked for."""

    __slots__ = ("_log", "_made")

    def __init__(self, log: GameLog) -> None:
        """`log` grows."""
        self._log = log
        self._made: dict[int, Record] = {}

    def __getitem__(self, at: int) -> Record:
        """Return a record, the same each time."""
        record = self._made.get(at)
        if record is None:
            record = self._made[at] = stripped(self._log.copy(at))
        return record


class Hearing:
    """What one seat has heard; records are looked at once, when the seat first looks."""

    __slots__ = ("_at", "_copies", "_log", "_read", "_seat", "_shown")

    def __init__(self, seat: str, log: GameLog, copies: Copies) -> None:
        """`log` grows; `copies` are the seat's own, or those of all who only read."""
        self._seat = seat
        self._log, self._copies = log, copies
        self._read = 0
        self._at: list[int] = []
        self._shown: list[Record] = []

    def until(self, count: int) -> Heard:
        """Return what was heard in the first `count` records."""
        return Heard(lambda: self._listen(count))

    def _listen(self, count: int) -> tuple[Record, ...]:
        for at in range(self._read, count):
            if shown_to(self._log.seen_by(at), self._seat):
                self._at.append(at)
                self._shown.append(self._copies[at])
        self._read = max(self._read, count)
        return tuple(self._shown[: bisect_left(self._at, count)])
