"""How many of so many may be, by chance alone."""

from scipy.stats import binom  # type: ignore[import-untyped]

__all__ = ["region"]

SURE = 0.999


def region(count: int, share: float) -> range:
    """Return the numbers in the exact central 99.9 % region of a binomial."""
    low = int(binom.ppf((1 - SURE) / 2, count, share))
    high = int(binom.ppf((1 + SURE) / 2, count, share))
    return range(low, high + 1)
