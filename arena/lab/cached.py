"""Functions that keep what they found, with the types of arguments, which `functools` drops."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import ParamSpec, Protocol, TypeVar, cast

Given = ParamSpec("Given")
Found_co = TypeVar("Found_co", covariant=True)


class Cached(Protocol[Given, Found_co]):
    """A function that keeps what it found."""

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Found_co:
        """Return what it finds of these arguments, found once."""

    def cache_clear(self) -> None:
        """Forget all that was found."""


def cached(function: Callable[Given, Found_co]) -> Cached[Given, Found_co]:
    """Return a function that keeps all that it found."""
    return cast("Cached[Given, Found_co]", cache(function))


def cached_once(function: Callable[Given, Found_co]) -> Cached[Given, Found_co]:
    """Return a function that keeps what it found last."""
    return cast("Cached[Given, Found_co]", lru_cache(maxsize=1)(function))
