"""The state of a game of Osaczeni."""

from collections.abc import Mapping
from typing import Self

from engine.events import Event
from engine.rules.board import Board
from engine.rules.pieces import Roster
from engine.state import Fold


class OsaczeniState(Board):
    """The board, with what only Osaczeni has. Its `chief` is the holder of the badge."""

    __slots__ = ("cold_room", "victim_token")

    def __init__(self, roster: Roster, folds: Mapping[type[Event], Fold[Self]]) -> None:
        """Begin with an empty board."""
        super().__init__(roster, folds)
        self.victim_token = roster.seats[0]
        self.cold_room = 0

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = super().copy()
        twin.victim_token, twin.cold_room = self.victim_token, self.cold_room
        return twin
