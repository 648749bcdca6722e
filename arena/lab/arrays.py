"""Typed wrappers of numpy and scipy functions, whose own annotations are too wide or missing."""

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.generic)


def numbers(of: Sequence[float] | Sequence[Sequence[float]]) -> Floats:
    """Return numbers, or rows of numbers, as an array."""
    return np.array(of, dtype=np.float64)


def whole_numbers(of: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
    """Return integers, or rows of integers, as an array."""
    return np.array(of, dtype=np.int64)


def sum_of(of: Floats | Ints | Bools) -> float:
    """Return the sum of all elements."""
    return float(np.sum(of))


def deviation(of: Floats) -> float:
    """Return the standard deviation of all elements."""
    return float(np.std(of))


def element(of: Floats, *at: int) -> float:
    """Return the element at an index."""
    found: float = of[at]
    return float(found)


def differ(of: Ints | Floats, other: Ints | Floats | int) -> Bools:
    """Return elementwise whether two arrays, or an array and a number, differ."""
    found: Bools = of != other
    return found


def row(of: NDArray[Number], at: int) -> NDArray[Number]:
    """Return one row of a matrix, as a view."""
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
    """Return a vector as a list of floats."""
    found: list[float] = of.tolist()
    return found


def as_whole(of: Ints) -> list[int]:
    """Return a vector as a list of integers."""
    found: list[int] = of.tolist()
    return found


def add(into: Ints | Floats, at: tuple[Ints | int, ...], value: float) -> None:
    """Add a value to the elements at some indices, none of which may occur twice."""
    into[at] += value


def student(chance: float, freedom: float) -> float:
    """Return a quantile of Student's t; with infinite degrees of freedom, of the normal."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, chance))


def students(chance: float, freedom: Floats) -> Floats:
    """Return the quantiles of Student's t distribution for several degrees of freedom."""
    from scipy.special import stdtrit

    found: Floats = stdtrit(freedom, chance)
    return found


def normal(chance: float) -> float:
    """Return a quantile of the standard normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(chance))


def binomial(chance: float, count: int, share: float) -> int:
    """Return a quantile of a binomial distribution."""
    from scipy.stats import binom  # type: ignore[import-untyped]

    return int(binom.ppf(chance, count, share))
