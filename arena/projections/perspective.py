"""A game as one viewpoint knows it: every face, prompt and bot that reads for it reads this.

It is fed `Shown` records, which only `arena.records.record.stripped` makes, of those that the
viewpoint perceived: so it can't tell more.
"""

from collections.abc import Sequence
from functools import partial

from arena.claims.derived import DerivedRecord
from arena.claims.facts import Facts
from arena.claims.judgement import Judgement
from arena.projections.board import Board
from arena.projections.ledger import Ledger
from arena.projections.position import Position
from arena.records.record import Shown
from engine import Ruleset


class Perspective:
    """The board and what is under way at it, what happened in the round, and words given."""

    def __init__(
        self, ruleset: Ruleset, names: Sequence[str], clockwise: tuple[str, ...], who: str
    ) -> None:
        """Begin before the first record; `who` is a seat, `public` or `all`.

        `names` are the seats in the order in which they joined.
        """
        self.who = who
        self.ledger = Ledger(ruleset, names, who)
        """Words given: deals, promises, reports."""
        self.count = 0
        """How many records it has taken."""
        self._new_position = partial(Position, ruleset, clockwise, who)
        self._position: Position | None = None
        self._taken: list[Shown] = []
        # Until the position is asked for, of which bots that see the table have no need.

    @property
    def position(self) -> Position:
        """The board and what is under way at it; folded from when it is first asked for."""
        if self._position is None:
            self._position = self._new_position()
            for record in self._taken:
                self._position.apply(record)
            self._taken.clear()
        return self._position

    @property
    def board(self) -> Board:
        """Where everything stands."""
        return self.position.board

    @property
    def facts(self) -> Facts:
        """What happened in the round: dice, votes, who went where, and where the cards are."""
        return self.ledger.facts

    def take(self, record: Shown) -> list[Judgement | DerivedRecord]:
        """Take the next record that it perceived; return what that settles, as it can tell."""
        if not isinstance(record, Shown):
            raise TypeError("a perspective is fed what is shown to it, not the log")
        self.count += 1
        if self._position is None:
            self._taken.append(record)
        else:
            self._position.apply(record)
        return self.ledger.feed(record)

    def catch_up(self, heard: Sequence[Shown]) -> None:
        """Take what is new of all that it ever perceived."""
        for record in heard[self.count :]:
            self.take(record)
