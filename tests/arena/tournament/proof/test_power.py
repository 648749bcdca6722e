"""Which differences a plan can resolve."""

import json
from typing import Any

import pytest

from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.power import rated_games, resolution_of


def plan_of(pool: int = 6, **more: Any) -> Plan:
    """Return the plan of a pool at tables of four."""
    return planned(TournamentConfig.model_validate({
        "seed": "1", "entrants": {f"e{at}": "random" for at in range(pool)}, "seats": 4, **more,
    }))  # fmt: skip


@pytest.mark.parametrize(("rounds", "expected"), [(1, 51), (4, 26)])
def test_the_error_is_that_of_the_known_simulations(rounds: int, expected: float) -> None:
    """Six equals at tables of four: 51 points of Elo after 60 games, 26 after 240."""
    found = resolution_of(plan_of(replicates=rounds))
    assert found.standard_error is not None
    assert found.standard_error == pytest.approx(expected, rel=3 * found.error)
    assert found.difference == pytest.approx(2.80 * found.standard_error, rel=0.001)


def test_a_balanced_plan_compares_all_pairs_alike() -> None:
    """The best and the worst pair are within three percent."""
    found = resolution_of(plan_of(replicates=2))
    assert found.linked
    assert found.best is not None
    assert found.worst is not None
    assert 1 <= found.worst / found.best < 1.03


def test_widths_fall_with_the_root_of_the_games() -> None:
    """Four times the games, half the width, and a little less for more seeds."""
    few, many = (resolution_of(plan_of(replicates=rounds)).widths for rounds in (1, 4))
    assert few.keys() == many.keys() == {f"e{at}" for at in range(6)}
    for name, width in few.items():
        assert width is not None
        assert many[name] == pytest.approx(width / 2, rel=0.3)


def test_the_same_plan_gives_the_same_figures_and_they_are_plain_data() -> None:
    """Everything is drawn from the plan's seed."""
    first, second = (resolution_of(plan_of(replicates=1)) for _ in range(2))
    assert first == second
    assert json.loads(json.dumps(first.data()))["games"] == 60


def test_only_controls_are_rated() -> None:
    """Arms make a plan longer, and resolve no more of who is stronger."""
    arms = [{"name": "quiet", "talk": {"whispers": False}}]
    plain, crossed = plan_of(replicates=1), plan_of(replicates=1, arms=arms)
    assert len(crossed.games) == 3 * len(plain.games) == 3 * len(rated_games(crossed))
    assert resolution_of(crossed).games == 60


def test_who_never_meet_are_not_compared() -> None:
    """Two halves of a pool that never share a table have no differences between them."""
    plan = plan_of(8, replicates=1)
    half = {*plan.games[0].entrants}
    halves = (half, {*plan.entrants} - half)
    apart = tuple(row for row in plan.games if {*row.entrants} in halves)
    found = resolution_of(plan.model_copy(update={"games": apart}))
    assert len(apart) == 8
    assert not found.linked
    assert found.worst is not None


@pytest.mark.parametrize("seed", range(8))
def test_the_smallest_plan_has_a_resolution(seed: int) -> None:
    """Four games, in many of which somebody always wins or loses, have a finite, large error."""
    found = resolution_of(plan_of(4, replicates=1, seed=str(seed)))
    assert found.games == 4
    assert found.standard_error is not None
    assert 80 < found.standard_error < 1000


def test_a_single_seed_has_no_interval() -> None:
    """There is nothing to draw from; and a plan without games resolves nothing."""
    plan = plan_of(4, replicates=1)
    one = plan.model_copy(update={"games": plan.games[:4]})
    assert len({row.seed for row in one.games}) == 1
    assert set(resolution_of(one).widths.values()) == {None}
    none = resolution_of(plan.model_copy(update={"games": ()}))
    assert (none.games, none.difference, none.widths) == (0, None, {})
