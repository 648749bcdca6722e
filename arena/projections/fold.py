"""Feeds folds with the records that change them, and no fold with another."""

from collections.abc import Callable, Iterable
from typing import Protocol

from arena.records.facts import Fact
from arena.records.record import Record


class Fold(Protocol):
    """What records come to."""

    @property
    def takes(self) -> frozenset[type[Fact]]:
        """The types of facts that change it."""

    def feed(self, record: Record) -> None:
        """Take the next record of one of these types."""


def feeds_of(folds: Iterable[Fold]) -> dict[type[Fact], list[Callable[[Record], None]]]:
    """Return whom a record is fed to, by the type of its fact; in the order of the folds."""
    feeds: dict[type[Fact], list[Callable[[Record], None]]] = {}
    for each in folds:
        for kind in each.takes:
            feeds.setdefault(kind, []).append(each.feed)
    return feeds
