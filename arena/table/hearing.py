"""What each seat has heard: the transcript so far, filtered to what it perceived."""

from bisect import bisect_left

from arena.forms import JsonRecord
from arena.records.record import Shown, perceived, stripped
from arena.seats.seat import Heard
from arena.transcript.game_log import GameLog

__all__ = ["Hearing", "ShownRecords"]


class ShownRecords:
    """Records of a game as seats are shown them, each made when it is first asked for."""

    __slots__ = ("_log", "_made")

    def __init__(self, log: GameLog) -> None:
        """`log` grows."""
        self._log = log
        self._made: dict[int, Shown] = {}

    def __getitem__(self, at: int) -> Shown:
        """Return a record, the same each time."""
        record = self._made.get(at)
        if record is None:
            record = self._made[at] = stripped(self._log.record(at))
        return record


class Hearing:
    """What one seat has heard; records are looked at once, when the seat first looks."""

    __slots__ = ("_at", "_heard", "_log", "_read", "_seat", "_shown")

    def __init__(self, seat: str, log: GameLog, shown: ShownRecords) -> None:
        """`log` grows; `shown` is what all who hear something of it are shown."""
        self._seat = seat
        self._log, self._shown = log, shown
        self._read = 0
        self._at: list[int] = []
        self._heard: list[Shown] = []

    def until(self, count: int) -> Heard[Shown]:
        """Return what was heard in the first `count` records."""
        return Heard(lambda: self._listen(count))

    def copied_until(self, count: int) -> Heard[JsonRecord]:
        """Return the same as plain JSON data that nobody else has."""
        return Heard(lambda: tuple([each.plain() for each in self._listen(count)]))

    def _listen(self, count: int) -> tuple[Shown, ...]:
        for at in range(self._read, count):
            if perceived(self._log.record(at), self._seat):
                self._at.append(at)
                self._heard.append(self._shown[at])
        self._read = max(self._read, count)
        return tuple(self._heard[: bisect_left(self._at, count)])
