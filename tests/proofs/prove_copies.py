"""Entrants that sit more than once at one table (`copies = true`): what was planted is found again.

Both placements count, a copy against itself tells nothing, and the cluster is the seed. 200
tournaments each; counts must lie in the exact 99.9 % region of the binomial.
"""

from collections import Counter

import numpy as np
import pytest

from arena.lab.proofs.proof import region
from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.ratings.plackett_luce import ELO
from tests.arena.tournament.proof.drawn import drawn_orders, holds, rankings_in, rated
from tests.proofs.kept import Figures

REPLICATES = 200
LEVEL = region(REPLICATES, 0.95)
SEATS = (0.3, 0.1, 0.0, -0.1, -0.3)


def copies_plan(entrants: int, size: int, rounds: int) -> Plan:
    """Return the schedule of fewer bots than seats."""
    return planned(TournamentConfig.model_validate({
        "seed": "schedule", "entrants": {f"e{at}": "random" for at in range(entrants)},
        "seats": size, "replicates": rounds, "copies": True,
    }))  # fmt: skip


def worths_of(plan: Plan) -> dict[str, float]:
    """Return worths from -0.4 to 0.4."""
    names = sorted(plan.entrants)
    return dict(zip(names, map(float, np.linspace(-0.4, 0.4, len(names))), strict=True))


@pytest.mark.parametrize(("entrants", "size", "rounds"), [(2, 3, 15), (2, 4, 25), (3, 5, 10)])
def test_intervals_cover_planted_worths_and_differences(
    entrants: int, size: int, rounds: int, figures: Figures
) -> None:
    """For each entrant and each pair, where all sit twice at a table, and where only some do."""
    plan = copies_plan(entrants, size, rounds)
    worth, seats = worths_of(plan), SEATS[:size]
    covered: Counter[str] = Counter()
    values: dict[str, list[float]] = {name: [] for name in worth}
    for at in range(REPLICATES):
        seed = f"copies {entrants} {size} {at}"
        found = rated(rankings_in(plan, drawn_orders(plan, worth, seats, seed)), seed)
        for row in found.entrants:
            covered[row.entrant] += holds(row.worth, worth[row.entrant])
            values[row.entrant].append(row.worth.value)
        for row in found.pairs:
            gap = (worth[row.first] - worth[row.second]) * ELO
            covered[" ".join(sorted((row.first, row.second)))] += holds(row.elo, gap)
    means = {name: float(np.mean(each)) for name, each in values.items()}
    figures |= {"covered": covered, "means": means}
    assert len(covered) == entrants + entrants * (entrants - 1) // 2
    assert all(count in LEVEL for count in covered.values()), covered
    assert means == pytest.approx(worth, abs=0.06)
