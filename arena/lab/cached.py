"""Memoizing decorators that keep the argument types, which `functools` drops."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import ParamSpec, Protocol, TypeVar, cast

Given = ParamSpec("Given")
Found_co = TypeVar("Found_co", covariant=True)


class Cached(Protocol[Given, Found_co]):
    """A memoized function."""

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Found_co:
        """Return the result for these arguments, computed only once."""

    def cache_clear(self) -> None:
        """Empty the cache."""


def cached(function: Callable[Given, Found_co]) -> Cached[Given, Found_co]:
    """Memoize a function without limit."""
    return cast("Cached[Given, Found_co]", cache(function))


def cached_once(function: Callable[Given, Found_co]) -> Cached[Given, Found_co]:
    """Memoize only the latest call of a function."""
    return cast("Cached[Given, Found_co]", lru_cache(maxsize=1)(function))
