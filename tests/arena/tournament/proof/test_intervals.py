"""Intervals for the total of many games."""

from math import exp, log, sqrt

import pytest

from arena.tournament.intervals import PRIOR_GAMES, USUAL, Range, Spread, independent


def test_games_of_one_seed_tell_less_than_as_many_seeds() -> None:
    """At a correlation of a half four games of one seed are 1.6 independent ones."""
    assert independent(8, 8) == 8
    assert independent(4, 1) == pytest.approx(1.6)
    assert independent(8, 2) == pytest.approx(3.2)
    assert independent(0, 0) == 0


def test_the_spread_is_pooled_with_a_usual_one() -> None:
    """Squares about each group's own mean; what is usual counts as four games."""
    found = Spread.of([[1.0, exp(0.4)], [5.0], [0.0, 0.0]])
    assert found.freedom == PRIOR_GAMES + 1
    assert found.variance == pytest.approx((4 * USUAL**2 + 0.08) / 5)
    assert Spread.of([]).variance == pytest.approx(USUAL**2)


@pytest.mark.parametrize(
    ("level", "freedom", "quantile"),
    [(0.9, 4, 1.533), (0.95, 4, 2.132), (0.9, 10, 1.372), (0.95, 10, 1.812), (0.95, 30, 1.697)],
)
def test_the_quantile_is_students(level: float, freedom: int, quantile: float) -> None:
    """As in the tables, to one in a hundred."""
    found = Spread(variance=1.0, freedom=freedom).factor(1, float("inf"), level)
    assert log(found) == pytest.approx(quantile, rel=0.01)


def test_more_games_are_known_better() -> None:
    """The factor is that of the games that were seen and of those that are left."""
    spread = Spread(variance=0.04, freedom=1e6)
    assert log(spread.factor(4, 12, 0.9)) == pytest.approx(
        1.2816 * 0.2 * sqrt(1 / 4 + 1 / 12), 1e-3
    )
    assert spread.factor(4, 0, 0.9) == 1


def test_ranges_add_and_multiply() -> None:
    """Each end by itself."""
    both = Range(low=1, expected=2, high=4) + Range(low=1, expected=1, high=1)
    assert both == Range(low=2, expected=3, high=5)
    assert both.times(2) == Range(low=4, expected=6, high=10)
