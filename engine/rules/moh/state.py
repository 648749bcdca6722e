"""The state of a game of Mall of Horror."""

from collections.abc import Mapping
from typing import Self

from engine.events import Event
from engine.rules.board import Board
from engine.rules.pieces import Roster
from engine.state import Fold


class MohState(Board):
    """The board, with what only Mall of Horror has."""

    __slots__ = ("barricades", "extras_placed", "fallen", "graves", "met", "revenge")

    def __init__(self, roster: Roster, folds: Mapping[type[Event], Fold[Self]]) -> None:
        """Begin with an empty board."""
        super().__init__(roster, folds)
        self.barricades = 0
        self.revenge: tuple[str, ...] = ()
        """Players who were eliminated last round."""
        self.fallen: tuple[str, ...] = ()
        """Players who were eliminated in this round."""
        self.graves: dict[str, int] = {}
        """The location where the last character of each eliminated player died, as far as it is
        known."""
        self.met: str | None = None
        self.extras_placed = False

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = super().copy()
        twin.barricades, twin.extras_placed = self.barricades, self.extras_placed
        twin.revenge, twin.fallen = self.revenge, self.fallen
        twin.graves, twin.met = self.graves.copy(), self.met
        return twin
