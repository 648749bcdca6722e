"""A game as one viewpoint knows it: every face, prompt and bot that reads for it reads this.

It is fed `Shown` records, which only `arena.records.record.stripped` makes, of those that the
viewpoint perceived: so it can't tell more.
"""

from collections.abc import Sequence

from arena.claims.derived import DerivedRecord
from arena.claims.judgement import Judgement
from arena.projections.board import Board
from arena.projections.ledger import Ledger
from arena.projections.position import Position
from arena.records.record import Shown
from engine import Ruleset

__all__ = ["Perspective"]


class Perspective:
    """The board and what is under way at it, and words given: deals, promises, reports."""

    def __init__(
        self, ruleset: Ruleset, names: Sequence[str], clockwise: tuple[str, ...], who: str
    ) -> None:
        """Begin before the first record; `who` is a seat, `public` or `all`.

        `names` are the seats in the order in which they joined.
        """
        self.who = who
        self.position = Position(ruleset, clockwise, who)
        self.ledger = Ledger(ruleset, names, who)

    @property
    def board(self) -> Board:
        """Where everything stands."""
        return self.position.board

    def take(self, record: Shown) -> list[Judgement | DerivedRecord]:
        """Take the next record that it perceived; return what that settles, as it can tell."""
        if not isinstance(record, Shown):
            raise TypeError("a perspective is fed what is shown to it, not the log")
        self.position.apply(record)
        return self.ledger.feed(record)
