"""The state of a game as a fold of its events.

A family's state is a slotted record with one fold function per event type. Folding the whole log
from a new state gives the state again; nothing else may change it. What a seat may see is decided
in the family's view, not here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeVar, cast

from engine.events import Event, GameEnded

S = TypeVar("S", bound="State")
E = TypeVar("E", bound=Event)
Fold = Callable[[S, Event], None]
"""The effect of events of one class on a state."""


def fold(kind: type[E], change: Callable[[S, E], None]) -> tuple[type[Event], Fold[S]]:
    """Return an entry of a table of folds: a class of events, and their effect."""
    return kind, cast("Fold[S]", change)


class State:
    """The state that both families share; a family adds its slots."""

    __slots__ = ("epilogue", "folds", "outcome", "over", "phase", "round")

    def __init__(self, folds: Mapping[type[Event], Fold[Self]]) -> None:
        """Begin before the set-up; `folds` are the effects of events, others have none."""
        self.folds = folds
        self.round = 0
        self.phase = "setup"
        self.over = False
        self.outcome: GameEnded | None = None
        self.epilogue: int | None = None
        """Osaczeni only: the epilogue that was reached."""

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        twin.folds = self.folds
        twin.round, twin.phase = self.round, self.phase
        twin.over, twin.outcome, twin.epilogue = self.over, self.outcome, self.epilogue
        return twin


def fold_events(state: S, events: Iterable[Event]) -> S:
    """Apply events to `state` and return it; no rule runs."""
    folds = state.folds
    for event in events:
        change = folds.get(type(event))
        if change is not None:
            change(state, event)
    return state
