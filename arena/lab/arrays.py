"""Arrays of numbers, with the types of what is taken of them, which numpy does not tell."""

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.generic)


def numbers(of: Sequence[float] | Sequence[Sequence[float]]) -> Floats:
    """Return numbers, or rows of them, as an array."""
    return np.array(of, dtype=np.float64)


def whole_numbers(of: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
    """Return whole numbers, or rows of them, as an array."""
    return np.array(of, dtype=np.int64)


def sum_of(of: Floats | Ints | Bools) -> float:
    """Return the sum of all."""
    return float(np.sum(of))


def deviation(of: Floats) -> float:
    """Return the standard deviation of all."""
    return float(np.std(of))


def element(of: Floats, *at: int) -> float:
    """Return the number that stands there."""
    found: float = of[at]
    return float(found)


def differ(of: Ints | Floats, other: Ints | Floats | int) -> Bools:
    """Tell, number by number, where two arrays differ, or one does from a number."""
    found: Bools = of != other
    return found


def row(of: NDArray[Number], at: int) -> NDArray[Number]:
    """Return a row of several; it is no copy."""
    found: NDArray[Number] = of[at]
    return found


def sums_along(of: Floats | Bools, axis: int) -> Floats:
    """Return the sums along an axis."""
    found: Floats = of.sum(axis=axis, dtype=np.float64)
    return found


def means_along(of: Ints | Floats, axis: int) -> Floats:
    """Return the means along an axis."""
    found: Floats = of.mean(axis=axis)
    return found


def as_list(of: Floats) -> list[float]:
    """Return the numbers of one axis."""
    found: list[float] = of.tolist()
    return found


def as_whole(of: Ints) -> list[int]:
    """Return the whole numbers of one axis."""
    found: list[int] = of.tolist()
    return found


def add(into: Ints | Floats, at: tuple[Ints | int, ...], value: float) -> None:
    """Add to numbers that stand in so many places, no place twice."""
    into[at] += value


def student(chance: float, freedom: float) -> float:
    """Return the quantile of Student's t; with endless degrees of freedom, of the normal."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, chance))


def students(chance: float, freedom: Floats) -> Floats:
    """Return the quantiles of Student's t with each of these degrees of freedom."""
    from scipy.special import stdtrit

    found: Floats = stdtrit(freedom, chance)
    return found


def normal(chance: float) -> float:
    """Return the quantile of the normal."""
    from scipy.special import ndtri

    return float(ndtri(chance))


def binomial(chance: float, count: int, share: float) -> int:
    """Return the quantile of a binomial."""
    from scipy.stats import binom  # type: ignore[import-untyped]

    return int(binom.ppf(chance, count, share))
