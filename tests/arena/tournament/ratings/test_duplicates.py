from dataclasses import replace

import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.duplicates import complete_duplicates, differences_of
from arena.tournament.ratings.rows import Duplicates
from tests.arena.tournament.ratings.played import game, rotations


def differences(games: list[GameResult]) -> Duplicates:
    """Return the paired differences with few draws."""
    return differences_of(games, Draws.of([each.seed for each in games], 200, "test"))


def test_identical_entrants_differ_by_exactly_nothing() -> None:
    """What a seed gives a seat is taken off to the last bit: bots without noise of their own."""
    found = differences(rotations(["a", "b", "c", "d"], 7, noise=0.0, luck=2.0))
    assert found.complete == 7
    for row in [*found.against_others, *found.pairs]:
        assert (row.rate.value, row.rate.low, row.rate.high) == (0.0, 0.0, 0.0)
    assert found.rho.rho.value == pytest.approx(1)
    assert found.rho.standard_error_multiplier == pytest.approx(0, abs=1e-6)


def test_a_difference_is_that_of_points_in_the_same_seat_and_seed() -> None:
    """By hand: a has 4 and 6 where b has 1 and 5."""
    games = [game("g1", ["a", "b"], [4, 5]), game("g2", ["b", "a"], [1, 6])]
    found = differences(games)
    assert found.pairs[0].rate.value == pytest.approx(((4 - 1) + (6 - 5)) / 2)
    assert [row.rate.value for row in found.against_others] == [2.0, -2.0]


def test_who_is_better_by_a_constant_is_better_by_it_against_the_mean_of_the_others() -> None:
    """Exactly, where games have no noise."""
    found = differences(rotations(["a", "b", "c"], 5, strength=[1, 0, 0], noise=0.0, luck=0.0))
    assert [row.rate.value for row in found.against_others] == [2.0, -1.0, -1.0]


def test_a_duplicate_with_a_game_missing_does_not_count() -> None:
    """Paired figures use complete blocks only, and say how many were not."""
    games = rotations(["a", "b", "c"], 4)
    complete, incomplete = complete_duplicates(games[:-1])
    assert (len(complete), incomplete) == (3, 1)
    assert differences(games[:-1]).pairs == differences(games[:-3]).pairs


def test_a_seed_played_by_two_blocks_is_two_duplicates_of_one_cluster() -> None:
    """A pair counts only where both play."""
    games = [*rotations(["a", "b"], 3), *rotations(["a", "c"], 3, ruleset="osaczeni")]
    found = differences(games)
    assert found.complete == 6
    assert {(row.first, row.second) for row in found.pairs} == {("a", "b"), ("a", "c")}


def test_without_duplicates_there_is_nothing_to_compare() -> None:
    """Seeds that were played once."""
    games = [replace(each, seed=each.game) for each in rotations(["a", "b"], 3)]
    found = differences(games)
    assert (found.complete, found.incomplete) == (0, 6)
    assert found.pairs == found.against_others == []
    assert found.rho.rho.value is None


def test_rho_is_the_share_of_variance_that_seeds_plant() -> None:
    """Luck of the seed as large as the noise of the game: 1/2."""
    found = differences(rotations(["a", "b", "c", "d", "e"], 120, luck=1.0, noise=1.0))
    assert found.rho.rho.value == pytest.approx(0.5, abs=0.08)
    assert found.rho.rho.low < 0.5 < found.rho.rho.high
    assert found.rho.standard_error_multiplier == pytest.approx(0.71, abs=0.06)
    assert found.rho_first.duplicates == 50
    assert found.rho.duplicates == 120


def test_rho_is_about_nothing_where_seeds_give_nothing() -> None:
    """Duplicates gained nothing then, and the multiplier says so."""
    found = differences(rotations(["a", "b", "c", "d", "e"], 120, luck=0.0, noise=1.0))
    assert found.rho.rho.value == pytest.approx(0, abs=0.06)
    assert found.rho.standard_error_multiplier == pytest.approx(1, abs=0.04)


def test_pairing_narrows_the_interval_as_rho_says() -> None:
    """A paired difference with luck in the seeds is narrower than the same points unpaired."""
    paired = rotations(["a", "b", "c"], 60, luck=2.0, noise=0.5)
    rows = differences(paired).pairs
    assert max(row.rate.high - row.rate.low for row in rows) < 0.7
