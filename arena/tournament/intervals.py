"""Prediction intervals for the total of many games, from a few measured or played games.

Amounts of a game (calls, tokens, dollars) differ by factors, so their logarithms are taken as
normal. The variance of one game is pooled over all groups of similar games, with a usual one that
counts as `PRIOR_GAMES` games, so that a few equal games do not give an interval of no width. The
total of `left` games, from the mean of `measured` ones, then lies within the factor exp(t * sd *
sqrt(1 / measured + 1 / left)) of its expected value, t a quantile of Student's distribution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log, sqrt
from statistics import NormalDist, fmean

USUAL = 0.25
"""Standard deviation of the logarithm of a game's amounts: 0.12 to 0.25 for calls and 0.2 to 0.4
for tokens, in games without calls of three to five seats, both families."""
PRIOR_GAMES = 4
ALIKE = 0.5
"""Correlation of the amounts of games of one seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """An amount: the low end of its interval, the expected value, the high end."""

    low: float
    expected: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        """Return the sum, end by end."""
        return Range(
            low=self.low + other.low, expected=self.expected + other.expected,
            high=self.high + other.high,
        )  # fmt: skip

    def plus(self, amount: float) -> "Range":
        """Return the range plus a known amount."""
        return self + Range(low=amount, expected=amount, high=amount)

    def at_least(self, amount: float) -> "Range":
        """Return the range with all its values raised to a minimum."""
        return Range(
            low=max(self.low, amount), expected=max(self.expected, amount),
            high=max(self.high, amount),
        )  # fmt: skip

    def times(self, count: float) -> "Range":
        """Return the range multiplied by a number."""
        return Range(low=self.low * count, expected=self.expected * count, high=self.high * count)


NOTHING = Range(low=0.0, expected=0.0, high=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The variation of the amounts among similar games."""

    variance: float
    """Variance of the logarithm of one game's amount."""
    freedom: float
    """Degrees of freedom of the variance."""

    @classmethod
    def of(cls, groups: Sequence[Sequence[float]]) -> "Spread":
        """Return the pooled spread; each group has the amounts of similar games."""
        squares, freedom = PRIOR_GAMES * USUAL**2, float(PRIOR_GAMES)
        for group in groups:
            logs = [log(each) for each in group if each > 0]
            if len(logs) > 1:
                mean = fmean(logs)
                squares += fsum((each - mean) ** 2 for each in logs)
                freedom += len(logs) - 1
        return cls(variance=squares / freedom, freedom=freedom)

    def factor(self, measured: float, left: float, level: float) -> float:
        """Return the factor around its expected value within which the total of `left` games lies.

        The total is above neither end with a probability of `level` each; `measured` and `left` are
        numbers of independent games (`independent`).
        """
        if not left:
            return 1.0
        part = 1 / measured if measured else 1.0
        return exp(_student(level, self.freedom) * sqrt(self.variance * (part + 1 / left)))


def independent(games: int, seeds: int) -> float:
    """Return the effective number of independent games, for games on this number of seeds."""
    if not games:
        return 0.0
    return games / (1 + (games / max(1, seeds) - 1) * ALIKE)


def _student(level: float, freedom: float) -> float:
    """Return a quantile of Student's t by the Cornish-Fisher series: to 1 % from 3 degrees on."""
    z = NormalDist().inv_cdf(level)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
