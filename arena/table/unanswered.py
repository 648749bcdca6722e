"""Questions in a row that a model's seat gave no answer to, and when that is too many.

What becomes of the game then is the referee's (`arena.table.referee`) and the table's `on_outage`.
A budget that is used up is no fault of a model, and is not counted.
"""

from arena.errors import Reason

__all__ = ["Unanswered"]

PATIENCE = 3
"""How often a model is asked that never answers, or whose provider refuses each question."""
LONGER_PATIENCE = 6
"""How often in a row a model is asked that answered before."""
OUTAGES: frozenset[Reason] = frozenset({"provider", "timeout"})
"""Reasons that a table may say go on with defaults, whatever they come to."""


class Unanswered:
    """The questions that each seat lost since it last answered."""

    def __init__(self, *, plays_on: bool) -> None:
        """`plays_on`: the table has defaults stand in as long as a provider is down."""
        self._plays_on = plays_on
        self._reasons: dict[str, list[Reason]] = {}
        self._has_answered: set[str] = set()

    def answered(self, seat: str) -> None:
        """Take note of an answer that could be taken."""
        self._has_answered.add(seat)
        self._reasons[seat] = []

    def lost(self, seat: str, reason: Reason) -> None:
        """Take note of a question for which the default stands in."""
        if reason != "budget":
            self._reasons.setdefault(seat, []).append(reason)

    def is_too_often(self, seat: str) -> bool:
        """Tell whether a model was asked in vain so often that its game would say nothing of it."""
        most = LONGER_PATIENCE if seat in self._has_answered else PATIENCE
        return self._count(seat) >= most

    def is_refused_again(self, seat: str) -> bool:
        """Tell whether a provider that refuses one more question is as good as down."""
        reasons = self._reasons.get(seat, [])
        return reasons[1 - PATIENCE :] == ["provider"] * (PATIENCE - 1)

    def told(self, seat: str) -> str:
        """Return in words how often a seat was asked in vain."""
        times = f"{seat} was asked {self._count(seat)} times"
        if seat in self._has_answered:
            return f"{times} in a row and gave no answer that could be taken"
        return f"{times} and never gave an answer"

    def _count(self, seat: str) -> int:
        reasons = self._reasons.get(seat, [])
        if self._plays_on and seat in self._has_answered:
            return sum(reason not in OUTAGES for reason in reasons)
        return len(reasons)
