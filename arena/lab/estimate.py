"""One estimate: a measure of one entrant, with its interval by clusters of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from arena.lab.intervals import Interval
from arena.lab.sums import Sum, times

__all__ = ["Estimate", "made"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One measure of one entrant."""

    measure: str
    entrant: str
    value: float | None
    """None: there was no opportunity."""
    low: float | None
    """Bounds of the interval of 95 %; None: there is none."""
    high: float | None
    opportunities: int
    clusters: int
    """Games with an opportunity, those that were dealt alike as one."""
    group: str = ""
    """What it is of, where a measure has several: empty, all."""


def made(
    measure: str, entrant: str, interval: Interval, found: Sequence[Sum], group: str = "",
    many: int | None = None,
) -> Estimate:  # fmt: skip
    """Return an estimate from these sums; NaN is None. `many`: where not all count once."""
    value, low, high = (float(each) if isfinite(each) else None for each in interval)
    return Estimate(
        measure=measure, entrant=entrant, value=value, low=low, high=high,
        opportunities=times(found) if many is None else many,
        clusters=len({each.cluster for each in found}), group=group,
    )  # fmt: skip
