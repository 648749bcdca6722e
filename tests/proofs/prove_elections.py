"""Who is known to have lied is elected less often."""

from pathlib import Path

import pytest

from tests.proofs.kept import Figures
from tests.studies.reputation import reputation_figures


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_who_reported_falsely_is_elected_less_often(
    tmp_path: Path, ruleset: str, figures: Figures
) -> None:
    """By at least fifteen points in two hundred games, at equal votes present."""
    found = reputation_figures(tmp_path, 200, ruleset)
    figures |= found
    assert min(found["candidacies_truthful"], found["candidacies_false"]) > 100
    assert found["won_truthful"] - found["won_false"] >= 0.15
