"""Intervals of the share of variance that a seed has hold what was planted."""

import pytest

from arena.lab.proofs.proof import region
from tests.arena.tournament.proof.drawn import holds
from tests.arena.tournament.ratings.correlated import correlations, drawn
from tests.proofs.kept import Figures


@pytest.mark.parametrize("planted", [0.1, 0.4])
def test_intervals_cover_what_was_planted(planted: float, figures: Figures) -> None:
    """200 tournaments of 40 seeds, in the exact 99.9 % region of the binomial."""
    found = [
        correlations(drawn(40, 100 + key, seed_share=planted))["points", "seed"].icc
        for key in range(200)
    ]
    figures["held"] = sum(holds(each, planted) for each in found)
    assert figures["held"] in region(200, 0.95)
