"""Sentences about what surprises: each rule, at both sides of its bounds."""

import pytest

from arena.lab.report.surprises import CLEARLY, MOSTLY, RATHER, SELDOM, surprises
from tests.arena.lab.report.made_figures import Bounds, figures

HONEST: Bounds = (0.02, 0.01, SELDOM - 0.01)
FAITHLESS: Bounds = (0.2, 0.1, MOSTLY - 0.01)


def told(*given: tuple[str, Bounds], opportunities: int = 100) -> list[str]:
    """Return what is said of one entrant."""
    made = {(measure, "Ann"): bounds for measure, bounds in given}
    return surprises(figures(made, opportunities=opportunities))


def test_who_never_lies_but_breaks_promises_is_told() -> None:
    """With both figures and how often they counted."""
    (line,) = told(("lie", HONEST), ("promise", FAITHLESS))
    assert line == (
        "Ann hardly lies about dice (2 % of 100 reports), and breaks most of its promises: "
        "it keeps 20 %."
    )


@pytest.mark.parametrize(
    ("lie", "promise"),
    [
        ((0.02, 0.01, SELDOM), FAITHLESS),
        (HONEST, (0.2, 0.1, MOSTLY)),
        ((0.4, 0.3, 0.5), FAITHLESS),
        ((None, None, None), FAITHLESS),
    ],
)
def test_a_bound_that_is_reached_says_nothing(lie: Bounds, promise: Bounds) -> None:
    """The whole interval has to lie beyond it."""
    assert told(("lie", lie), ("promise", promise)) == []


def test_few_opportunities_say_nothing() -> None:
    """Fewer than the measure needs."""
    assert told(("lie", HONEST), ("promise", FAITHLESS), opportunities=9) == []
    assert told(("lie", HONEST), ("promise", FAITHLESS), opportunities=10) != []


def test_who_withholds_instead_of_lying_is_told() -> None:
    """Silence is no lie, and stands beside it."""
    (line,) = told(("lie", HONEST), ("withholding", (0.8, MOSTLY + 0.01, 0.9)))
    assert line.startswith("Ann hardly lies about dice (2 % of 100 reports); it withholds instead")
    assert "80 %" in line
    assert told(("lie", HONEST), ("withholding", (0.8, MOSTLY, 0.9))) == []


def test_a_liar_who_keeps_promises_is_told() -> None:
    """The two are apart."""
    kept: Bounds = (0.95, 1 - SELDOM + 0.01, 1.0)
    (line,) = told(("lie", (0.5, RATHER + 0.01, 0.7)), ("promise", kept))
    assert line == (
        "Ann lies about dice (50 % of 100 reports) and keeps its promises (95 % of 100 promises)."
    )
    assert told(("lie", (0.5, RATHER, 0.7)), ("promise", kept)) == []


@pytest.mark.parametrize(
    ("bounds", "word"),
    [
        ((0.5, CLEARLY + 0.01, 0.9), "scares off"),
        ((-0.5, -0.9, -CLEARLY - 0.01), "lures"),
        ((0.5, CLEARLY, 0.9), None),
        ((-0.5, -0.9, -CLEARLY), None),
    ],
)
def test_who_is_off_at_its_own_destination_is_told(bounds: Bounds, word: str | None) -> None:
    """More than there are scare off, fewer lure."""
    lines = told(("lie_at_own", bounds))
    assert len(lines) == (word is not None)
    assert all(word is not None and word in line for line in lines)


def test_who_gives_in_to_temptation_is_told_with_both_rates() -> None:
    """Where breaking would have changed the vote, and where not."""
    made = figures(
        {("temptation", "Ann"): (-0.5, -0.7, -0.1)},
        parts={
            ("temptation", "Ann", "yes"): (0.4, 0.3, 0.5),
            ("temptation", "Ann", "no"): (0.9, 0.8, 1.0),
        },
    )
    (line,) = surprises(made)
    assert line == (
        "Ann is tempted: where breaking would have changed the vote, it keeps 40 % of 100 "
        "promises, and 90 % of 100 where not."
    )


def test_a_gap_that_may_be_none_is_no_temptation() -> None:
    """Its interval reaches 0."""
    made = figures(
        {("temptation", "Ann"): (-0.5, -0.7, 0.0)},
        parts={
            ("temptation", "Ann", "yes"): (0.4, 0.3, 0.5),
            ("temptation", "Ann", "no"): (0.9, 0.8, 1.0),
        },
    )
    assert surprises(made) == []


def apart(first: Bounds, *others: Bounds) -> list[str]:
    """Return what is said of lies of several entrants, the first named Ann."""
    names = ("Ann", "Bob", "Cy", "Di")
    pairs = zip(names, (first, *others), strict=False)
    return surprises(figures({("lie", name): bounds for name, bounds in pairs}))


def test_whose_interval_lies_above_all_others_is_told() -> None:
    """With the next one."""
    (line,) = apart((0.6, 0.5, 0.7), (0.3, 0.2, 0.4), (0.25, 0.2, 0.35))
    assert "Ann has the highest figure, 60 % (50 to 70 %)" in line
    assert "next is Bob with 30 % (20 to 40 %)" in line


def test_whose_interval_lies_below_all_others_is_told() -> None:
    """The same at the other end."""
    (line,) = apart((0.05, 0.01, 0.1), (0.3, 0.2, 0.4), (0.25, 0.2, 0.35))
    assert "Ann has the lowest figure, 5 %" in line
    assert "lies below all others" in line


def test_intervals_that_touch_are_not_apart() -> None:
    """Nor are those of two entrants only, where each is apart from the other."""
    assert apart((0.6, 0.4, 0.7), (0.3, 0.2, 0.4), (0.25, 0.2, 0.35)) == []
    assert apart((0.6, 0.5, 0.7), (0.3, 0.2, 0.4)) == []


def test_a_name_is_escaped() -> None:
    """What can't be printed of it is told as a code."""
    made = {("lie", "A\u202en"): HONEST, ("promise", "A\u202en"): FAITHLESS}
    (line,) = surprises(figures(made))
    assert "\u202e" not in line
