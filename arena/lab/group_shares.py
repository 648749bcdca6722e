"""Estimates of measures that say how opportunities fall into groups: the share of each group."""

from typing import TYPE_CHECKING

from arena.lab.intervals import share
from arena.lab.measure import Measure
from arena.lab.sums import Sums, by_cluster, times

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arena.lab.estimates import Estimate

__all__ = ["by_group"]


def by_group(*groups: str) -> "Callable[[Measure, Sums], Sequence[Estimate]]":
    """Return what estimates, for each entrant, the share of each of these groups of all."""

    def estimated(measure: Measure, found: Sums) -> "Sequence[Estimate]":
        from arena.lab.estimates import made  # it imports the tables, they measures

        shares = []
        for name, own in found.items():
            many, (_, all_) = times(own), by_cluster(own)
            for group in groups:
                _, of_group = by_cluster(own, group)
                shares.append(made(measure, name, share(of_group, all_, many), own, group))
        return shares

    return estimated
