"""Estimates of the rate of all opportunities together, and of those of each group."""

from collections.abc import Callable, Iterable, Sequence

from arena.lab.estimate import Estimate, made
from arena.lab.intervals import Interval, effective, mean, share
from arena.lab.measure import Measure
from arena.lab.sums import Sum, Sums, by_cluster, times

__all__ = ["likeness", "likeness_of", "mean_of", "rate", "rates_by_group", "share_of"]


def rates_by_group(
    *groups: str, whole: bool = True
) -> Callable[[Measure, Sums], Sequence[Estimate]]:
    """Return what estimates these groups apart, all that there are where none is named.

    `whole`: all together come first.
    """

    def estimated(measure: Measure, found: Sums) -> Sequence[Estimate]:
        rates = []
        alike = likeness(measure, found.values())
        for name, own in found.items():
            if whole:
                rates.append(rate(measure, name, own, alike=alike))
            rates += [
                rate(measure, name, [each for each in own if each.group == group], group, alike)
                for group in groups or sorted({each.group for each in own})
            ]
        return rates

    return estimated


def likeness(measure: Measure, found: Iterable[Sequence[Sum]]) -> float | None:
    """Return the effective number of an opportunity, at most 1, of all that have one together.

    None: all games of each have one share, so that nothing is known of it; or it is a mean.
    """
    return None if measure.shape == "mean" else likeness_of(found)


def likeness_of(found: Iterable[Sequence[Sum]]) -> float | None:
    """Return the same of shares."""
    sizes = [(times(own), effective(*by_cluster(own))) for own in found]
    known = [(many, size) for many, size in sizes if size is not None]
    if not known:
        return None
    return min(1.0, sum(size for _, size in known) / sum(many for many, _ in known))


def rate(
    measure: Measure, entrant: str, found: Sequence[Sum], group: str = "",
    alike: float | None = None,
) -> Estimate:  # fmt: skip
    """Return the rate of these sums; `alike` is the `likeness` of opportunities."""
    interval = mean_of(found) if measure.shape == "mean" else share_of(found, alike)
    return made(measure.id, entrant, interval, found, group)


def mean_of(found: Sequence[Sum]) -> Interval:
    """Return the mean of these sums with its interval."""
    of = by_cluster(found)
    return mean(of.counts, of.weights)


def share_of(found: Sequence[Sum], alike: float | None) -> Interval:
    """Return the share of these sums with its interval; `alike` is the `likeness_of` all."""
    of, many = by_cluster(found), times(found)
    size = None if alike is None else alike * many
    return share(of.counts, of.weights, many, size, of.moments)
