"""Which differences a plan can resolve, against simulations that are known."""

import pytest

from arena.tournament.power import resolution_of
from tests.arena.tournament.proof.test_power import equals, plan_of
from tests.proofs.kept import Figures


@pytest.mark.parametrize(("rounds", "expected"), [(1, 51), (4, 26)])
def test_the_error_is_that_of_the_known_simulations(
    rounds: int, expected: float, figures: Figures
) -> None:
    """Six equals at tables of four: 51 points of Elo after 60 games, 26 after 240."""
    found = resolution_of(plan_of(replicates=rounds))
    case = found.cases[0]
    figures |= {"standard error": case.standard_error, "expected": expected}
    assert (case.spread, found.known) == (0, {})
    assert case.standard_error is not None
    assert case.standard_error == pytest.approx(expected, rel=3 * found.error)
    assert case.difference == pytest.approx(2.80 * case.standard_error, rel=0.001)


def test_a_balanced_plan_compares_all_pairs_alike(figures: Figures) -> None:
    """The best and the worst pair are within three percent."""
    found = resolution_of(plan_of(replicates=2))
    case = found.cases[0]
    assert found.linked
    assert case.best is not None
    assert case.worst is not None
    figures |= {"best": case.best, "worst": case.worst}
    assert 1 <= case.worst / case.best < 1.03


def test_widths_fall_with_the_root_of_the_games(figures: Figures) -> None:
    """Four times the games, half the width, and a little less for more seeds."""
    few, many = (equals(plan_of(replicates=rounds)).widths for rounds in (1, 4))
    figures |= {"few": few, "many": many}
    assert few.keys() == many.keys() == {f"e{at}" for at in range(6)}
    for name, width in few.items():
        assert width is not None
        assert many[name] == pytest.approx(width / 2, rel=0.3)
