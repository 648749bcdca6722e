"""How figures look in words."""

from dataclasses import replace

import pytest

from arena.lab.measures import MEASURES
from arena.lab.report.wording import (
    NO_OPPORTUNITY,
    NOTHING,
    SAYS,
    chances,
    interval,
    is_few,
    label,
    rate,
    shown,
    times,
    value,
)
from arena.reporting.view import NONE
from tests.arena.lab.report.made_figures import estimate

LIE, OWN, GAP = MEASURES["lie"], MEASURES["lie_at_own"], MEASURES["temptation"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0 %"), (0.0049, "under 1 %"), (0.005, "under 1 %"), (0.342, "34 %"),
        (0.995, "over 99 %"), (0.9951, "over 99 %"), (1.0, "100 %"),
    ],
)  # fmt: skip
def test_a_share_is_told_in_per_cent(number: float, text: str) -> None:
    """One that is nearly none or all is never told as none or all."""
    assert rate(number) == text


@pytest.mark.parametrize(
    ("measure", "number", "text"),
    [
        ("lie", 0.25, "25 %"), ("lie", None, NONE), ("lie_at_own", 0.5, "0.50"),
        ("lie_at_own", -0.5, "−0.50"), ("temptation", -0.3, "−30 points"),  # noqa: RUF001 - a minus
        ("temptation", 0.3, "+30 points"), ("temptation", 0.001, "0 points"),
    ],
)  # fmt: skip
def test_a_value_is_told_in_its_unit(measure: str, number: float | None, text: str) -> None:
    """Shares, means, and differences of shares in points."""
    assert value(MEASURES[measure], number) == text


def test_no_opportunity_is_never_0() -> None:
    """Nor is a measure that has no estimate."""
    assert shown(LIE, None) == NO_OPPORTUNITY
    assert shown(LIE, estimate("lie", "Ann", (None, None, None), 0)) == NO_OPPORTUNITY
    assert shown(LIE, estimate("lie", "Ann", (0.0, 0.0, 0.1))) == "0 %"


def test_opportunities_of_one_group_alone_are_nothing_to_compare() -> None:
    """There were some, but no difference."""
    gap = replace(estimate("reputation", "Ann", (None, None, None)), opportunities=30)
    assert shown(MEASURES["reputation"], gap) == NOTHING


def test_an_interval_is_told_in_the_unit_of_its_value() -> None:
    """Or a dash where there is none."""
    assert interval(LIE, estimate("lie", "Ann", (0.3, 0.2, 0.41))) == "20 to 41 %"
    assert interval(OWN, estimate("lie_at_own", "Ann", (0.0, -1.0, 1.0))) == "−1.00 to 1.00"  # noqa: RUF001 - a minus
    assert interval(GAP, estimate("temptation", "Ann", (0.0, -0.1, 0.1))) == "−10 to +10 points"  # noqa: RUF001 - a minus
    assert interval(LIE, estimate("lie", "Ann", (0.3, None, None))) == NONE
    assert interval(LIE, None) == NONE


@pytest.mark.parametrize(
    ("count", "few", "text"),
    [(0, False, "0"), (1, True, "1 (few)"), (9, True, "9 (few)"), (10, False, "10"),
     (1234, False, "1,234")],
)  # fmt: skip
def test_few_opportunities_have_a_mark(count: int, few: bool, text: str) -> None:  # noqa: FBT001 - a column
    """Fewer than the measure needs; of none there is nothing to mark."""
    found = estimate("lie", "Ann", (0.3, 0.2, 0.4), count)
    assert LIE.least == 10
    assert is_few(LIE, found) is few
    assert chances(LIE, found) == text


def test_things_are_counted_in_words() -> None:
    """One, and many."""
    assert times(1, "report") == "1 report"
    assert times(1234, "report") == "1,234 reports"
    assert times(2, "side of a deal", "sides of deals") == "2 sides of deals"


def test_first_page_measures_exist_and_have_a_plain_name() -> None:
    """All others go by their own."""
    assert set(SAYS) <= set(MEASURES)
    assert label(LIE) == SAYS["lie"]
    assert label(OWN) == OWN.name
