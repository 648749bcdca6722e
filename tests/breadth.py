"""Cases of which the usual run takes a few, and CI all."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

__all__ = ["breadth"]


def breadth(cases: Iterable[Any], usual: Collection[Any]) -> list[Any]:
    """Return the cases of a parametrized test; all but the usual ones are marked slow."""
    return [each if each in usual else pytest.param(each, marks=pytest.mark.slow) for each in cases]
