"""The interface of folds, and the assignment of record types to the folds that they change."""

from collections.abc import Callable, Iterable
from typing import Protocol

from arena.records.facts import Fact
from arena.records.record import Record


class Fold(Protocol):
    """A state that is computed from records one by one."""

    @property
    def takes(self) -> frozenset[type[Fact]]:
        """The types of facts that change it."""

    def feed(self, record: Record) -> None:
        """Update from the next record of one of these types."""


def feeds_of(folds: Iterable[Fold]) -> dict[type[Fact], list[Callable[[Record], None]]]:
    """Return for each type of fact the `feed` methods to call, in the order of the folds."""
    feeds: dict[type[Fact], list[Callable[[Record], None]]] = {}
    for each in folds:
        for kind in each.takes:
            feeds.setdefault(kind, []).append(each.feed)
    return feeds
