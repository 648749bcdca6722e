"""Cases of which the usual run takes a few, and CI all."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from hypothesis import settings

import engine


def breadth(cases: Iterable[Any], usual: Collection[Any]) -> list[Any]:
    """Return the cases of a parametrized test; all but the usual ones are marked slow.

    A tuple is a case of several parameters.
    """
    return [each if each in usual else _slow(each) for each in cases]


def _slow(case: Any) -> Any:  # noqa: ANN401 - a case is whatever its test takes
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)


def examples(count: int) -> settings:
    """Return what has a property tried on so many examples in CI, and on two in five otherwise."""
    return settings(max_examples=count * settings.default.max_examples // 100)


FAMILIES = ("moh", "osaczeni")
EACH_RULESET = breadth(engine.rulesets(), FAMILIES)
"""For what goes by the rules: the usual run takes a ruleset of each family."""
EACH_FAMILY = breadth(FAMILIES, ["moh"])
"""For what is the same in both."""
