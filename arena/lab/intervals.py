"""Intervals of rates whose opportunities come in clusters: those of one game are alike.

A rate is a ratio of sums over games, r = sum c / sum n. Its variance is linearized (Cochran 1977,
Sampling Techniques, 6.2; Miller 2024, arXiv 2411.00640, for evaluations):

    var r = G / (G - 1) * sum (c - r n)^2 / (sum n)^2    over G games with an opportunity.

- **Shares** have Wilson's interval at the effective number of opportunities, r (1 - r) / var r
  (Dean & Pagano 2015, Int. Statistical Review 83, 489-508: of the intervals for clustered shares,
  the one that keeps its level best), with the normal quantile widened by Student's t of G - 1
  degrees over that of n - 1 (Korn & Graubard 1998, Survey Methodology 24, 193-201): games with one
  opportunity each cost nothing. Where all games have the same share, the variance says nothing:
  then its opportunities are taken to be as alike as those of others, and where there are none, the
  opportunities of a game are one.
- **Differences** of two shares reach as far as the intervals of both do, less what they have in
  common (MOVER: Newcombe 1998, Statistics in Medicine 17, 873-890; Zou & Donner 2008, ibid. 27,
  1693-1702): Student's t alone holds too seldom where one of them has few opportunities.
- **Means** have Student's t on the variance of a delete-one-game jackknife, which is the linearized
  one where all games are as large (CV3: MacKinnon, Nielsen & Webb 2023, J. Econometrics 232), with
  the degrees of freedom that this variance has where opportunities are independent: G - 1 where all
  games are as large, else fewer (Bell & McCaffrey 2002, Survey Methodology 28, 169-181).
- An **excess** is a share less what chance has of it, which is known: it has the share's interval.
- **Ratios** of two sums that may be below 0 have Fieller's (1954, J. Royal Statistical Society B,
  16, 175-185) on their variances by games. Where what they are divided by does not stand out from
  0, there is none.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "LEVEL", "Floats", "Interval", "around", "difference", "effective", "excess", "mean", "ratio",
    "share",
]  # fmt: skip

LEVEL = 0.95
ROUNDING = 1e-12
"""A variance that is less than so much of r (1 - r) is none: games alike but for rounding."""
Floats = NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate with the bounds of its interval; NaN where there is none."""

    value: float
    low: float
    high: float


NONE = Interval(np.nan, np.nan, np.nan)


def share(
    counts: Floats, weights: Floats, opportunities: float = np.inf, alike: float | None = None
) -> Interval:
    """Return a share with its interval; each array has a number a game: sum of c, sum of n.

    Where it is said how many `opportunities` they are of, few in a game widen it less. `alike` is
    the effective number where all games have the same share; None: they count once each.
    """
    some = weights > 0
    counts, weights = counts[some], weights[some]
    games = len(weights)
    if not games:
        return NONE
    value = float(counts.sum() / weights.sum())
    if games == 1:
        return Interval(value, 0.0, 1.0)
    size = effective(counts, weights) or alike or float(games)
    return Interval(value, *_wilson(value, size, _widened(games, opportunities)))


def mean(counts: Floats, weights: Floats) -> Interval:
    """Return a mean with its interval, as `share` without bounds."""
    some = weights > 0
    counts, weights = counts[some], weights[some]
    if not len(weights):
        return NONE
    value = float(counts.sum() / weights.sum())
    if len(weights) == 1:
        return Interval(value, np.nan, np.nan)
    games, left = len(weights), (counts - value * weights) / (weights.sum() - weights)
    variance = float((left**2).sum()) * (games - 1) / games
    return around(value, float(_student(1 + _freedom(weights)) * np.sqrt(variance)))


def difference(
    yes: tuple[Floats, Floats], no: tuple[Floats, Floats],
    opportunities: tuple[float, float] = (np.inf, np.inf),
) -> Interval:  # fmt: skip
    """Return the share of `yes` less that of `no`; both have counts and weights by the same games.

    `opportunities` are those of each, as of `share`. Where all games have the same share of one,
    its opportunities are taken to be as alike as those of the other.
    """
    sizes = tuple(effective(*each) for each in (yes, no))
    one, other = (
        share(*each, opportunities[at], _as_alike(opportunities, sizes[1 - at], at))
        for at, each in enumerate((yes, no))
    )
    value = one.value - other.value
    if np.isnan(value) or int(((yes[1] > 0) | (no[1] > 0)).sum()) == 1:
        return Interval(value, np.nan, np.nan)
    common = 2 * _correlation(*yes, *no)
    below, above = (one.value - one.low, other.high - other.value), (
        one.high - one.value, other.value - other.low,
    )  # fmt: skip
    down, up = (np.sqrt(max(0.0, a * a + b * b - common * a * b)) for a, b in (below, above))
    return Interval(value, value - float(down), value + float(up))


def effective(counts: Floats, weights: Floats) -> float | None:
    """Return how many independent opportunities tell as much; None: all games have one share."""
    some = weights > 0
    counts, weights = counts[some], weights[some]
    if len(weights) <= 1:
        return None
    value = float(counts.sum() / weights.sum())
    variance = _variance(counts - value * weights) / float(weights.sum()) ** 2
    inside = value * (1 - value)
    return inside / variance if variance > ROUNDING * inside else None


def _as_alike(opportunities: tuple[float, float], other: float | None, at: int) -> float | None:
    """Return the effective number of one of two shares, with the design effect of the other."""
    own, others = opportunities[at], opportunities[1 - at]
    return None if other is None or np.isinf(own + others) else own * min(1.0, other / others)


def _correlation(c1: Floats, n1: Floats, c0: Floats, n0: Floats) -> float:
    """Return how two shares of the same games vary together; 0 where one does not vary."""
    one = c1 - c1.sum() / n1.sum() * n1
    other = c0 - c0.sum() / n0.sum() * n0
    size = np.sqrt(float((one**2).sum()) * float((other**2).sum()))
    return float(one @ other) / float(size) if size > ROUNDING else 0.0


def excess(
    found: tuple[Floats, Floats], chance: tuple[Floats, Floats], opportunities: float = np.inf
) -> Interval:
    """Return a share less the rate that chance has; both have counts and weights by games."""
    value, low, high = share(*found, opportunities)
    counts, weights = chance
    expected = float(counts.sum() / weights.sum()) if weights.sum() > 0 else np.nan
    return Interval(value - expected, low - expected, high - expected)


def ratio(tops: Floats, bottoms: Floats) -> Interval:
    """Return the sum of the first by that of the second; each has a number a game, of any sign."""
    games = len(tops)
    if games <= 1 or not bottoms.sum():
        return NONE
    value, bottom = float(tops.sum() / bottoms.sum()), float(bottoms.mean())
    left = np.cov(tops - value * bottoms, bottoms) / games * _student(games) ** 2
    by = bottom**2 - left[1, 1]
    if not by > ROUNDING * bottom**2:
        return NONE
    off = -left[0, 1] / by
    found = around(value + off, float(np.sqrt(off**2 + left[0, 0] / by)))
    return Interval(value, found.low, found.high)


def around(value: float, reach: float) -> Interval:
    """Return an interval that reaches so far to both sides.

    There is none where all games agree, since their variance says nothing then.
    """
    if reach <= ROUNDING * max(1.0, abs(value)):
        return Interval(value, np.nan, np.nan)
    return Interval(value, value - reach, value + reach)


def _variance(left: Floats) -> float:
    games = len(left)
    return float((left**2).sum()) * games / (games - 1)


def _student(games: float) -> float:
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(games - 1, (1 + LEVEL) / 2))


def _freedom(weights: Floats) -> float:
    """Return the degrees of freedom of the jackknife's variance by the size of games.

    It is a quadratic form of what games are off; with twice its squared mean by its variance a
    chi-squared of so many degrees has its first two moments (Satterthwaite).
    """
    size, factors = weights / weights.sum(), (1 - weights / weights.sum()) ** -2
    mean_ = (factors * size * (1 - size)).sum()
    square = (factors**2 * (size**2 - 2 * size**3)).sum() + (factors * size**2).sum() ** 2
    return float(mean_**2 / square)


def _widened(games: int, opportunities: float) -> float:
    """Return the normal quantile, wider the fewer games there are than opportunities."""
    return float(_student(np.inf)) * _student(games) / _student(max(opportunities, games))


def _wilson(value: float, size: float, quantile: float) -> tuple[float, float]:
    square = quantile**2 / size
    middle = (value + square / 2) / (1 + square)
    inside = value * (1 - value) / size + square / (4 * size)
    reach = quantile * np.sqrt(inside) / (1 + square)
    low, high = float(middle - reach), float(middle + reach)
    return (0.0 if value == 0 else max(0.0, low)), (1.0 if value == 1 else min(1.0, high))
