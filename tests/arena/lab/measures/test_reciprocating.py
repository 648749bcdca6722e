"""Reciprocity: gifts that meet gifts."""

from collections.abc import Sequence

import numpy as np
import pytest

from arena.lab.measure import Opportunity
from arena.lab.measures import MEASURES
from arena.lab.measures.reciprocating import returned_gifts
from tests.arena.lab.company_games import counted, game, gift, played
from tests.breadth import EACH_FAMILY

FAITHFUL = "planted:tit_for_tat(1.0)"


def by_group(rows: Sequence[Opportunity]) -> tuple[list[float], list[float]]:
    """Return what fell, and what chance has, of the same gifts."""
    fell, chance = (
        [each.outcome or 0.0 for each in rows if each.group == group] for group in ("yes", "no")
    )
    assert len(fell) == len(chance)
    return fell, chance


def test_gifts_are_met_up_to_the_smaller_number() -> None:
    """Three one way and two back: two of each are met."""
    given = np.array([[0, 3, 1], [2, 0, 0], [0, 0, 0]])
    assert returned_gifts(given).tolist() == [2, 2, 0]


def test_two_gifts_that_return_each_other_are_above_chance() -> None:
    """Of three recipients each, both are met with chance 1/9; so much is taken off."""
    rows = counted("reciprocity", game(gifts=[gift(1, "Ada", "Ben"), gift(2, "Ben", "Ada")]))
    fell, chance = by_group(rows)
    assert fell == [1, 1]
    assert chance == pytest.approx([1 / 9] * 2, abs=0.1)
    assert chance[0] == chance[1]


def test_gifts_that_nobody_returns_are_below_chance() -> None:
    """They have none, where chance has some."""
    rows = counted("reciprocity", game(gifts=[gift(1, "Ada", "Ben"), gift(2, "Ben", "Cyd")]))
    fell, chance = by_group(rows)
    assert fell == [0, 0]
    assert min(chance) > 0


def test_a_gift_with_one_possible_recipient_does_not_count() -> None:
    """It was forced."""
    only = game(gifts=[gift(1, "Ada", "Ben", among=("Ada", "Ben"))])
    for name in ("reciprocity", "reciprocity_lag"):
        (row,) = MEASURES[name].counted(only)
        assert row.excluded == "nobody else to give to"


def test_only_who_was_given_something_can_answer() -> None:
    """To who gave the last card, 1; to another, less than nothing, as chance is taken off."""
    gifts = [gift(1, "Ada", "Ben"), gift(2, "Cyd", "Ben"), gift(3, "Ben", "Cyd")]
    rows = list(MEASURES["reciprocity_lag"].counted(game(gifts=gifts)))
    assert [each.excluded for each in rows] == ["was given nothing", "was given nothing", None]
    assert (rows[2].outcome, rows[2].weight) == pytest.approx((1.0, 2 / 3))
    gifts[2] = gift(3, "Ben", "Ada")
    (row,) = counted("reciprocity_lag", game(gifts=gifts))
    assert row.outcome == pytest.approx(-0.5)


@pytest.mark.slow
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_tit_for_tat_answers_every_gift(family: str) -> None:
    """Each that it could."""
    rows = counted("reciprocity_lag", *played(family, *[FAITHFUL] * 5, count=24))
    assert rows
    assert [each.outcome for each in rows] == pytest.approx([1.0] * len(rows))


@pytest.mark.slow
def test_tit_for_tat_is_above_the_null_and_random_gifts_are_not_so_far() -> None:
    """V10, where there are gifts enough to return: Osaczeni has one or two in a game."""
    rates = []
    for spec in (FAITHFUL, "random"):
        rows = counted("reciprocity", *played("moh", *[spec] * 5, count=30))
        fell, chance = by_group(rows)
        rates.append((sum(fell) - sum(chance)) / len(fell))
    assert rates[0] > 0
    assert rates[0] > rates[1]
