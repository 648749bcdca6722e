"""Confidence intervals of rates whose opportunities are clustered: games of the same deal.

A rate is a ratio of sums over G clusters with an opportunity, r = sum c / sum n.

- **Shares** have Wilson's interval at the effective number of opportunities, r (1 - r) / var r
  (Dean & Pagano 2015, Int. Statistical Review 83, 489-508: of the intervals for clustered shares,
  the one that keeps its level best). The variance is the larger of two: the linearized one,
  G / (G - 1) * sum (c - r n)^2 / (sum n)^2 (Cochran 1977, Sampling Techniques, 6.2; Miller 2024,
  arXiv 2411.00640, for evaluations), and that of random effects within and between clusters, by
  analysis of variance (Donner 1986, Int. Statistical Review 54, 67-82), which a few large clusters
  that happen to agree don't make small. The normal quantile is widened by Student's t over that of
  n - 1 degrees (Korn & Graubard 1998, Survey Methodology 24, 193-201), with (G - 1) / (1 - ICC^2)
  degrees: the nearer the opportunities of a cluster are to being one, the less their intraclass
  correlation varies (Donner has 2 / (G - 1) (1 - ICC)^2 of its square; of outcomes of yes and no it
  varies more, and this holds in simulations), as far as n - G degrees within clusters can show it.
  Clusters with one opportunity each cost nothing. Where all clusters have the same share, the
  variance says nothing: then its opportunities are taken to be as alike as those of others, and
  where there are none, the opportunities of a cluster are one.
- **Differences** of two shares reach as far as the intervals of both do, less what they have in
  common (MOVER: Newcombe 1998, Statistics in Medicine 17, 873-890; Zou & Donner 2008, ibid. 27,
  1693-1702): Student's t alone holds too seldom where one of them has few opportunities.
- **Means** have Student's t on the variance of a delete-one-cluster jackknife, which is the
  linearized one where all are as large (CV3: MacKinnon, Nielsen & Webb 2023, J. Econometrics 232),
  with the degrees of freedom that it has where opportunities are independent: G - 1 where all
  clusters are as large, else fewer (Bell & McCaffrey 2002, Survey Methodology 28, 169-181).
- An **excess** is a share less what chance has of it, which is known: it has the share's interval.
- **Ratios** of two sums that may be below 0 have Fieller's (1954, J. Royal Statistical Society B,
  16, 175-185) on their variances by games. Where what they are divided by does not stand out from
  0, there is none.
"""

from math import inf, isinf, isnan, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.lab.arrays import Floats, element, student, sum_of

if TYPE_CHECKING:
    from collections.abc import Sequence


LEVEL = 0.95
ROUNDING = 1e-12
"""Variances below this fraction of r (1 - r) count as 0: they come from rounding."""


class Interval(NamedTuple):
    """An estimate with the bounds of its interval; NaN where there is none."""

    value: float
    low: float
    high: float


NONE = Interval(nan, nan, nan)


class Moments(NamedTuple):
    """Second moments of weights and outcomes, per cluster."""

    weights: Floats
    """Sums of weight^2."""
    outcomes: Floats
    """Sums of weight * outcome^2."""


class Clustered(NamedTuple):
    """Opportunities summed by cluster."""

    counts: Floats
    """Sums of weight * outcome."""
    weights: Floats
    """Sums of weights."""
    moments: Moments | None = None
    """None: all weights are 1, and all outcomes 0 or 1."""

    def some(self) -> "Clustered":
        """Return the clusters that have an opportunity, with their moments."""
        has = self.weights > 0
        counts, weights = self.counts[has], self.weights[has]
        squares, outcomes = self.moments or (self.weights, self.counts)
        return Clustered(counts, weights, Moments(squares[has], outcomes[has]))


Counted = Clustered | tuple[Floats, Floats]


def _clustered(of: Counted) -> Clustered:
    return of if isinstance(of, Clustered) else Clustered(of[0], of[1])


def share(
    counts: Floats,
    weights: Floats,
    opportunities: float = inf,
    alike: float | None = None,
    moments: Moments | None = None,
) -> Interval:
    """Return a share with its interval; the arrays are those of `Clustered`.

    `opportunities` is their number, where it is known: few per game widen the interval less.
    `alike` is the effective sample size to use where all games have the same share; None: each game
    counts as one.
    """
    of = Clustered(counts, weights, moments).some()
    games = len(of.weights)
    if not games:
        return NONE
    value = sum_of(of.counts) / sum_of(of.weights)
    if games == 1:
        return Interval(value, 0.0, 1.0)
    size, freedom = _sized(of)
    quantile = _widened(freedom, games, opportunities)
    return Interval(value, *_wilson(value, size or alike or float(games), quantile))


def mean(counts: Floats, weights: Floats) -> Interval:
    """Return a mean with its interval; unlike a `share` it has no bounds."""
    some = weights > 0
    counts, weights = counts[some], weights[some]
    if not len(weights):
        return NONE
    value = sum_of(counts) / sum_of(weights)
    if len(weights) == 1:
        return Interval(value, nan, nan)
    games, left = len(weights), (counts - value * weights) / (sum_of(weights) - weights)
    variance = sum_of(left**2) * (games - 1) / games
    return around(value, _student(1 + _freedom(weights)) * sqrt(variance))


def difference(
    yes: Counted, no: Counted, opportunities: tuple[float, float] = (inf, inf)
) -> Interval:
    """Return the share of `yes` minus that of `no`; both are sums over the same games.

    `opportunities` are their numbers, as for `share`. Where all games have the same share in one of
    the two, the effective sample size per opportunity of the other is used.
    """
    both: Sequence[Clustered] = (_clustered(yes), _clustered(no))
    sizes = tuple(effective(*each) for each in both)
    one, other = (
        share(
            each.counts, each.weights, opportunities[at],
            _as_alike(opportunities, sizes[1 - at], at), each.moments,
        )
        for at, each in enumerate(both)
    )  # fmt: skip
    value = one.value - other.value
    if isnan(value) or sum_of((both[0].weights > 0) | (both[1].weights > 0)) == 1:
        return Interval(value, nan, nan)
    common = 2 * _correlation(*both)
    below, above = (one.value - one.low, other.high - other.value), (
        one.high - one.value, other.value - other.low,
    )  # fmt: skip
    down, up = (sqrt(max(0.0, a * a + b * b - common * a * b)) for a, b in (below, above))
    return Interval(value, value - down, value + up)


def effective(counts: Floats, weights: Floats, moments: Moments | None = None) -> float | None:
    """Return the effective sample size; None: all games have the same share."""
    of = Clustered(counts, weights, moments).some()
    return None if len(of.weights) <= 1 else _sized(of)[0]


def _sized(of: Clustered) -> tuple[float | None, float]:
    """Return the effective sample size, None as in `effective`, and its degrees of freedom."""
    games, total = len(of.weights), sum_of(of.weights)
    value, freedom = sum_of(of.counts) / total, float(games - 1)
    off = sum_of((of.counts - value * of.weights) ** 2)
    inside, linearized = value * (1 - value), games / freedom * off / total**2
    if not linearized > ROUNDING * inside or of.moments is None:
        return None, freedom
    squares = sum_of(of.moments.weights)
    independent = (sum_of(of.moments.outcomes) / total - value**2) * squares / total**2
    alike = _intraclass(of, of.moments)
    effect = 1 + (sum_of(of.weights**2) / squares - 1) * alike
    inner = (total - sum_of(of.moments.weights / of.weights)) * total / squares
    freedom /= 1 - min(max(0.0, alike) ** 2, 1 - 1 / (1 + inner))
    return inside / max(linearized, effect * independent), freedom


def _intraclass(of: Clustered, moments: Moments) -> float:
    """Return the intraclass correlation; 0 where no cluster has two opportunities.

    It is the analysis-of-variance estimator: mean squares within and between clusters.
    """
    total, squares = sum_of(of.weights), sum_of(moments.weights)
    by_mean = of.counts**2 / of.weights
    within = sum_of(moments.outcomes - by_mean)
    between = sum_of(by_mean) - sum_of(of.counts) ** 2 / total
    own = sum_of(moments.weights / of.weights)
    if not total - own > ROUNDING * total:
        return 0.0
    inside = max(0.0, within / (total - own))
    apart = total - sum_of(of.weights**2) / total
    outside = (between - inside * (own - squares / total)) / apart
    return outside / (outside + inside) if outside + inside > 0 else 0.0


def _as_alike(opportunities: tuple[float, float], other: float | None, at: int) -> float | None:
    """Return the effective sample size of one share, using the design effect of the other."""
    own, others = opportunities[at], opportunities[1 - at]
    return None if other is None or isinf(own + others) else own * min(1.0, other / others)


def _correlation(yes: Clustered, no: Clustered) -> float:
    """Return the correlation of two shares over the games; 0 where one of them does not vary."""
    (c1, n1, _), (c0, n0, _) = yes, no
    one = c1 - sum_of(c1) / sum_of(n1) * n1
    other = c0 - sum_of(c0) / sum_of(n0) * n0
    size = sqrt(sum_of(one**2) * sum_of(other**2))
    return float(one @ other) / size if size > ROUNDING else 0.0


def excess(found: Counted, chance: Counted, opportunities: float = inf) -> Interval:
    """Return a share minus the rate expected by chance; both are sums over the same games."""
    counts, weights, moments = _clustered(found)
    value, low, high = share(counts, weights, opportunities, moments=moments)
    of = _clustered(chance)
    expected = sum_of(of.counts) / sum_of(of.weights) if sum_of(of.weights) > 0 else nan
    return Interval(value - expected, low - expected, high - expected)


def ratio(tops: Floats, bottoms: Floats) -> Interval:
    """Return the ratio of two sums with its interval; both have one number of any sign per game."""
    games = len(tops)
    if games <= 1 or not sum_of(bottoms):
        return NONE
    value, bottom = sum_of(tops) / sum_of(bottoms), sum_of(bottoms) / games
    left = np.cov(tops - value * bottoms, bottoms) / games * _student(games) ** 2
    by = bottom**2 - element(left, 1, 1)
    if not by > ROUNDING * bottom**2:
        return NONE
    off = -element(left, 0, 1) / by
    found = around(value + off, sqrt(off**2 + element(left, 0, 0) / by))
    return Interval(value, found.low, found.high)


def around(value: float, reach: float) -> Interval:
    """Return a symmetric interval of this half-width.

    There is none where all games agree, since their variance is then uninformative.
    """
    if reach <= ROUNDING * max(1.0, abs(value)):
        return Interval(value, nan, nan)
    return Interval(value, value - reach, value + reach)


def _student(games: float) -> float:
    return student((1 + LEVEL) / 2, games - 1)


def _freedom(weights: Floats) -> float:
    """Return the degrees of freedom of the jackknife's variance, given the sizes of the games.

    The variance is a quadratic form of the games' residuals; a chi-squared distribution with 2
    mean^2 / variance degrees has the same first two moments (Satterthwaite).
    """
    size, factors = weights / sum_of(weights), (1 - weights / sum_of(weights)) ** -2
    mean_ = sum_of(factors * size * (1 - size))
    square = sum_of(factors**2 * (size**2 - 2 * size**3)) + sum_of(factors * size**2) ** 2
    return mean_**2 / square


def _widened(freedom: float, games: int, opportunities: float) -> float:
    """Return the normal quantile, widened more the fewer games there are per opportunity."""
    wider = _student(1 + freedom) / _student(max(opportunities, games))
    return _student(inf) * max(1.0, wider)


def _wilson(value: float, size: float, quantile: float) -> tuple[float, float]:
    square = quantile**2 / size
    middle = (value + square / 2) / (1 + square)
    inside = value * (1 - value) / size + square / (4 * size)
    reach = quantile * sqrt(inside) / (1 + square)
    low, high = middle - reach, middle + reach
    return (0.0 if value == 0 else max(0.0, low)), (1.0 if value == 1 else min(1.0, high))
