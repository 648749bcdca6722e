"""What a seat knows of words given: a fold over what it heard, and nothing else.

The log's judge is fed the seat's own records, so that it can tell no more than the seat could.
"""

from collections.abc import Sequence

from arena.claims.deals import Deals
from arena.claims.judge import Judge
from arena.records import Record
from engine import Ruleset

__all__ = ["Ledger"]


class Ledger:
    """One seat's."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        """Begin before the first record."""
        self._judge = Judge(ruleset, seats)
        self._folded = 0

    def catch_up(self, heard: Sequence[Record]) -> None:
        """Fold what is new."""
        for record in heard[self._folded :]:
            self._judge.feed(record)
        self._folded = len(heard)

    @property
    def deals(self) -> Deals:
        """The deals that the seat has heard of."""
        return self._judge.deals
