"""The state of a game: what its events fold to.

A family's state is a slotted record with one fold function per event type. Folding the whole log
from a fresh state gives the state again; nothing else may change it. Who may see what is not
decided here, but in the family's view.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeVar, cast

from engine.events import Event, GameEnded

S = TypeVar("S", bound="State")
E = TypeVar("E", bound=Event)
Fold = Callable[[S, Event], None]
"""How an event changes a state; it is given events of one class alone."""


def fold(kind: type[E], change: Callable[[S, E], None]) -> tuple[type[Event], Fold[S]]:
    """Return an entry of a table of folds: a class of events, and what one of them changes."""
    return kind, cast("Fold[S]", change)


class State:
    """What both families have; a family adds its slots."""

    __slots__ = ("epilogue", "folds", "outcome", "over", "phase", "round")

    def __init__(self, folds: Mapping[type[Event], Fold[Self]]) -> None:
        """Begin before the set-up; `folds` say how each event changes the state, others don't."""
        self.folds = folds
        self.round = 0
        self.phase = "setup"
        self.over = False
        self.outcome: GameEnded | None = None
        self.epilogue: int | None = None
        """Osaczeni only: the epilogue that was reached."""

    def copy(self) -> Self:
        """Return a state that shares nothing that can change."""
        twin = type(self).__new__(type(self))
        twin.folds = self.folds
        twin.round, twin.phase = self.round, self.phase
        twin.over, twin.outcome, twin.epilogue = self.over, self.outcome, self.epilogue
        return twin


def fold_events(state: S, events: Iterable[Event]) -> S:
    """Fold a log into `state` and return it; no rule runs."""
    folds = state.folds
    for event in events:
        change = folds.get(type(event))
        if change is not None:
            change(state, event)
    return state
