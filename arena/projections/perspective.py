"""The state of a game as one viewpoint knows it, which faces, prompts and bots read.

It accepts only `Shown` records, which `arena.records.record.stripped` makes of those that the
viewpoint perceived: so it can't reveal more.
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
    """The board, the round, and the promises and deals, as one viewpoint knows them."""

    def __init__(
        self, ruleset: Ruleset, names: Sequence[str], clockwise: tuple[str, ...], who: str
    ) -> None:
        """Begin before the first record; `who` is a seat, `public` or `all`.

        `names` are the seats in the order in which they joined.
        """
        self.who = who
        self.ledger = Ledger(ruleset, names, who)
        self.count = 0
        """Number of records it has read."""
        self._new_position = partial(Position, ruleset, clockwise, who)
        self._position: Position | None = None
        self._taken: list[Shown] = []
        # Records that wait until the position is read, which bots that see the table never do.

    @property
    def position(self) -> Position:
        """The board and the current dice, votes and attack; computed from when it is first read."""
        if self._position is None:
            self._position = self._new_position()
            for record in self._taken:
                self._position.apply(record)
            self._taken.clear()
        return self._position

    @property
    def board(self) -> Board:
        """The positions of all pieces and cards."""
        return self.position.board

    @property
    def facts(self) -> Facts:
        """What happened in the round: dice, votes, destinations, and where the cards are."""
        return self.ledger.facts

    def take(self, record: Shown) -> list[Judgement | DerivedRecord]:
        """Update from the next perceived record; return the claims and deals that it settles."""
        if not isinstance(record, Shown):
            raise TypeError("a perspective is fed what is shown to it, not the log")
        self.count += 1
        if self._position is None:
            self._taken.append(record)
        else:
            self._position.apply(record)
        return self.ledger.feed(record)

    def catch_up(self, heard: Sequence[Shown]) -> None:
        """Update from the records that are new since the last call."""
        for record in heard[self.count :]:
            self.take(record)
