"""The smallest effects of arms that a plan says it will find.

That they are found stands in `tests/proofs/prove_arm_power.py`.
"""

from typing import Any

import pytest

from arena.tournament.arm_power import arm_powers, smallest_effect
from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from tests.arena.tournament.ratings.played import rotations

NAMES = ["a", "b", "c"]
SEEDS = 24


def plan_of(seeds: int, **more: Any) -> Plan:
    """Return the plan of three bots on so many seeds, with an arm."""
    return planned(TournamentConfig.model_validate({
        "seed": "1", "entrants": dict.fromkeys(NAMES, "random"), "seats": 3,
        "games": 3 * 3 * seeds, "arms": [{"name": "bold", "talk": {"whispers": False}}], **more,
    }))  # fmt: skip


def test_effects_shrink_with_the_root_of_the_seeds() -> None:
    """Two runs' means: 2.80 standard errors of one against two, a little more on few seeds."""
    few, some, many = (smallest_effect(seeds) for seeds in (10, 40, 160))
    assert few is not None
    assert some is not None
    assert many == pytest.approx(some / 2)
    assert some == pytest.approx(2.80 * 0.75**0.5 / 40**0.5, rel=0.15)
    assert few > 2 * some


def test_two_seeds_show_nothing() -> None:
    """Of nine namings the given one is as far apart at least: p is never below 0.1."""
    assert smallest_effect(3) is not None
    assert smallest_effect(2) is None
    assert smallest_effect(0) is None


def test_arms_of_a_plan_are_foretold_and_null_arms_are_not() -> None:
    """With the noise of house bots; a larger one for one entrant than for all together."""
    (found,) = arm_powers(plan_of(SEEDS))
    assert (found.arm, found.control, found.seeds, found.measured) == (
        "bold", "control", SEEDS, False,
    )  # fmt: skip
    assert found.one is not None
    assert found.all is not None
    assert found.one > found.all > 0
    assert arm_powers(plan_of(SEEDS, arms=[])) == ()


def test_a_null_arm_that_was_played_shows_the_noise() -> None:
    """Points have a standard deviation of 2 a game: 2 sqrt(2 / 3) of a seed's difference."""
    games = [*rotations(NAMES, 400), *rotations(NAMES, 400, arm="null")]
    (found,) = arm_powers(plan_of(SEEDS), games)
    unit = smallest_effect(SEEDS)
    assert unit is not None
    assert found.measured
    assert found.one == pytest.approx(2 * (2 / 3) ** 0.5 * unit, rel=0.1)
    same = [*rotations(NAMES, 20, noise=0.0), *rotations(NAMES, 20, noise=0.0, arm="null")]
    assert not arm_powers(plan_of(SEEDS), same)[0].measured
