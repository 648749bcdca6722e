"""Estimates of measures that say how opportunities fall into groups: the share of each group."""

from collections.abc import Callable, Sequence

from arena.lab.estimate import Estimate, made
from arena.lab.intervals import Moments, share
from arena.lab.measure import Measure
from arena.lab.sums import Sums, by_cluster, times

__all__ = ["by_group"]


def by_group(*groups: str) -> Callable[[Measure, Sums], Sequence[Estimate]]:
    """Return what estimates, for each entrant, the share of each of these groups of all."""

    def estimated(measure: Measure, found: Sums) -> Sequence[Estimate]:
        shares = []
        for name, own in found.items():
            many, all_ = times(own), by_cluster(own)
            for group in groups:
                of_group = by_cluster(own, group).weights
                moments = all_.moments and Moments(all_.moments.weights, of_group)
                interval = share(of_group, all_.weights, many, moments=moments)
                shares.append(made(measure.id, name, interval, own, group))
        return shares

    return estimated
