"""Restores earlier states of a game's table on demand.

Few questions need the state before them, to see the effect of other answers. The answers are
replayed at a second table, which advances from one such question to the next.
"""

from dataclasses import dataclass, field

from arena.transcript.header import SavedTable
from engine import Table, restore

Given = tuple[str, str, str]
"""Seat, option and the id of the question."""


class Earlier:
    """The answers of one game, and the table after any number of them."""

    def __init__(self, saved: SavedTable) -> None:
        """Start before the first answer; `saved` is the table's setup."""
        self.saved = saved
        self.rules = saved["ruleset"], saved["revision"], repr(sorted(saved["options"].items()))
        """Identifies the rules of the game; a cache key."""
        self.given: list[Given] = []
        self._laid: dict[int, Table] = {}
        self._table: Table | None = None
        self._reached = 0

    def now(self) -> "Moment":
        """Return the moment after all answers so far."""
        return Moment(self, len(self.given))

    def after(self, answers: int) -> Table:
        """Return the table after this number of answers. It is cached and shared: fork it first."""
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
    """A moment of a game at which questions were asked, none of them answered yet."""

    game: Earlier = field(repr=False)
    answers: int
    """Number of answers before it."""

    @property
    def table(self) -> Table:
        """The table at this moment. It is shared: fork it before you answer."""
        return self.game.after(self.answers)
