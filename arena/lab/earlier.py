"""The tables of a game as they were, each laid when somebody first asks for it.

Measures ask of a few questions only what would have come of other answers. The answers are given
once more to a second table, which goes on from one such question to the next.
"""

from dataclasses import dataclass, field

from arena.transcript.header import SavedTable
from engine import Table, restore

Given = tuple[str, str, str]
"""Seat, option and the question's id."""


class Earlier:
    """The answers of one game, and the tables that were asked for."""

    def __init__(self, saved: SavedTable) -> None:
        """Begin before the first answer; `saved` lays the table."""
        self.saved = saved
        self.rules = saved["ruleset"], saved["revision"], repr(sorted(saved["options"].items()))
        """What tells the rules of this game from others."""
        self.given: list[Given] = []
        self._laid: dict[int, Table] = {}
        self._table: Table | None = None
        self._reached = 0

    def now(self) -> "Moment":
        """Return the moment after all answers so far."""
        return Moment(self, len(self.given))

    def after(self, answers: int) -> Table:
        """Return the table after so many answers: the same one whenever it is asked for."""
        if answers not in self._laid:
            if self._table is None or answers < self._reached:
                self._table, self._reached = restore(self.saved), 0
            for seat, option, asked in self.given[self._reached : answers]:
                self._table.answer(seat, option, asked)
            self._reached = answers
            self._laid[answers] = self._table.fork()
        return self._laid[answers]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game at which questions were put, nobody's answer to them given."""

    game: Earlier = field(repr=False)
    answers: int
    """How many were given before."""

    @property
    def table(self) -> Table:
        """Return the table as it was. It is shared: fork it before you answer."""
        return self.game.after(self.answers)
