"""The state of a game: what its events fold to.

A family's state is a slotted record with one fold function per event type. Folding the whole log
from a fresh state gives the state again; nothing else may change it. Who may see what is not
decided here, but in the family's view.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TypeVar

from engine.events import Event, GameEnded

__all__ = ["Fold", "State", "folded"]

Fold = Callable[[Any, Any], None]
S = TypeVar("S", bound="State")


class State:
    """What both families have; a family adds its slots."""

    __slots__ = ("epilogue", "folds", "outcome", "over", "phase", "round")

    def __init__(self, folds: Mapping[type[Event], Fold]) -> None:
        """Begin before the set-up; `folds` say how each event changes the state, others don't."""
        self.folds = folds
        self.round = 0
        self.phase = "setup"
        self.over = False
        self.outcome: GameEnded | None = None
        self.epilogue: int | None = None
        """Osaczeni only: the epilogue that was reached."""

    def apply(self, event: Event) -> None:
        """Fold one event."""
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event)

    def copy(self) -> Self:
        """Return a state that shares nothing that can change."""
        twin = type(self).__new__(type(self))
        twin.folds = self.folds
        twin.round, twin.phase = self.round, self.phase
        twin.over, twin.outcome, twin.epilogue = self.over, self.outcome, self.epilogue
        return twin


def folded(state: S, events: Iterable[Event]) -> S:
    """Fold a log into `state` and return it; no rule runs."""
    for event in events:
        state.apply(event)
    return state
