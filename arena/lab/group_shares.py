"""Estimates of measures that say how opportunities fall into groups: the share of each group."""

from typing import TYPE_CHECKING

from arena.lab.intervals import share
from arena.lab.measure import Measure
from arena.lab.sums import by_cluster, sums, times

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arena.lab.estimates import Estimate
    from arena.lab.tables import Tables

__all__ = ["by_group"]


def by_group(*groups: str) -> "Callable[[Tables, Measure], Sequence[Estimate]]":
    """Return what estimates, for each entrant, the share of each of these groups of all."""

    def estimated(tables: "Tables", measure: Measure) -> "Sequence[Estimate]":
        from arena.lab.estimates import made  # it imports the tables, they measures

        found = []
        for name, own in sums(tables, measure).items():
            many, (_, all_) = times(own), by_cluster(own)
            for group in groups:
                _, of_group = by_cluster(own, group)
                found.append(made(measure, name, share(of_group, all_, many), own, group))
        return found

    return estimated
