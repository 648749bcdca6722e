import numpy as np
import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.arms import arm_effects, holm, permutation_p
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.rows import ArmEffect, ArmEffects
from arena.tournament.ratings.selection import Arm
from tests.arena.tournament.ratings.played import rotations

ARMS = (
    Arm(name="bold", control="control", null=False),
    Arm(name="control", control="control", null=False),
    Arm(name="null", control="control", null=True),
)
NAMES = ["a", "b", "c"]


def effects(games: list[GameResult], arms: tuple[Arm, ...] = ARMS) -> dict[str, ArmEffects]:
    """Return arms by name."""
    draws = Draws.of([each.seed for each in games], 200, "test")
    return {row.arm: row for row in arm_effects(games, arms, draws, "test")}


def effect(row: ArmEffects, outcome: str, entrant: str | None) -> ArmEffect:
    """Return one effect of an arm."""
    (found,) = [
        each for each in row.effects
        if (each.outcome, each.entrant) == (outcome, entrant)
    ]  # fmt: skip
    return found


def test_an_arm_that_strengthens_somebody_is_found() -> None:
    """Its effect is about the planted one, against a null arm that shows none."""
    games = [*rotations(NAMES, 40), *rotations(NAMES, 40, arm="null")]
    games += rotations(NAMES, 40, arm="bold", strength=[2.0, 0.0, 0.0])
    rows = effects(games)
    bold = rows["bold"]
    assert (bold.pairs, bold.seeds, bold.null) == (120, 40, "null")
    found = effect(bold, "points", "a")
    assert found.effect.value == pytest.approx(4, abs=0.8)
    assert found.effect.low < found.effect.value < found.effect.high
    assert abs(found.null_effect) < 1
    assert found.p_holm < 0.01
    assert effect(bold, "points", "b").p_holm > 0.05


def test_without_a_change_nothing_is_found() -> None:
    """Games that are equal in all three arms have p = 1."""
    games = rotations(NAMES, 10, noise=0.0)
    games += rotations(NAMES, 10, noise=0.0, arm="null")
    games += rotations(NAMES, 10, noise=0.0, arm="bold")
    for row in effects(games)["bold"].effects:
        assert (row.effect.value, row.p, row.p_holm) == (0, 1, 1)


def test_the_null_arm_is_compared_with_the_control_and_is_no_test_among_many() -> None:
    """It has no Holm-adjusted p."""
    games = [*rotations(NAMES, 6), *rotations(NAMES, 6, arm="null")]
    row = effects(games)["null"]
    assert row.is_null
    assert {each.p_holm for each in row.effects} == {None}


def test_only_games_that_all_arms_have_are_pairs() -> None:
    """A game that one lacks counts in none."""
    games = [
        *rotations(NAMES, 6),
        *rotations(NAMES, 6, arm="null"),
        *rotations(NAMES, 6, arm="bold"),
    ]
    lacking = [each for each in games if each.game != "null-moh-002-1"]
    assert effects(lacking)["bold"].pairs == 17


def test_without_a_null_arm_arm_and_control_trade_places() -> None:
    """And the noise is said to be unknown."""
    games = [*rotations(NAMES, 8), *rotations(NAMES, 8, arm="bold")]
    row = effects(games, ARMS[:2])["bold"]
    assert row.null is None
    assert {each.null_effect for each in row.effects} == {None}


def test_an_arm_without_a_game_has_no_effects() -> None:
    """It was planned, and has not been played."""
    assert effects(rotations(NAMES, 2))["bold"].effects == []


def test_p_is_the_share_of_namings_that_are_as_far_apart() -> None:
    """Two seeds, three arms, by hand: of nine namings the given one and one other reach it."""
    sums = np.array([[3.0, 3.0], [0.0, 0.0], [0.0, 0.0]])[..., None]
    found = permutation_p(sums, np.ones((2, 1)), seed="x", shuffles=20_000)
    assert found[0] == pytest.approx(1 / 9, abs=0.01)


def test_p_is_uniform_where_there_is_no_effect() -> None:
    """Under the null, p is below 0.1, 0.25, 0.5 as often as it should be: 600 experiments."""
    rng = np.random.default_rng(20)
    sums = rng.normal(size=(3, 12, 600)) + rng.normal(size=(1, 12, 600)) * 3
    found = permutation_p(sums, np.ones((12, 600)), seed="x", shuffles=999)
    for level in (0.1, 0.25, 0.5, 0.75):
        error = (level * (1 - level) / 600) ** 0.5
        assert (found <= level).mean() == pytest.approx(level, abs=4 * error)


def test_holm_by_hand() -> None:
    """The smallest times how many there are, the next times one fewer, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
