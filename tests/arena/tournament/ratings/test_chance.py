from dataclasses import replace

import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.chance import corrected_points
from arena.tournament.ratings.rows import CorrectedPoints
from tests.arena.tournament.ratings.played import game, rotations


def corrected(games: list[GameResult]) -> CorrectedPoints | None:
    """Return corrected scores with few draws."""
    return corrected_points(games, Draws.of([each.seed for each in games], 200, "test"))


def test_strength_is_found_exactly_under_whatever_luck() -> None:
    """No noise: the seed's and the seat's points are taken off, the entrants' are left."""
    found = corrected(rotations(["a", "b", "c"], 6, strength=[2, 0, -2], luck=0.0, noise=0.0))
    assert found is not None
    assert [row.points.value for row in found.entrants] == pytest.approx([4, 0, -4])


def test_a_missing_game_does_not_give_its_luck_to_anybody() -> None:
    """The seat that an entrant lacks was the best: a plain mean would blame it."""
    games = [
        game("g1", ["a", "b"], [9, 1], seed="x"), game("g2", ["b", "a"], [9, 1], seed="x"),
        game("g3", ["a", "b"], [5, 0], seed="y"),
    ]  # fmt: skip
    found = corrected(games)
    assert found is not None
    assert [row.points.value for row in found.entrants] == pytest.approx([0, 0])


def test_it_gains_where_seeds_deal_luck_unevenly() -> None:
    """Fewer games than a full rotation, much luck: intervals are far narrower."""
    games = [
        each for at, each in enumerate(rotations(["a", "b", "c"], 90, luck=3.0, noise=0.5))
        if at % 3 != (at // 3) % 3
    ]  # fmt: skip
    found = corrected(games)
    assert found is not None
    assert found.width_ratio < 0.6
    for row in found.entrants:
        assert row.points.low < 0 < row.points.high


def test_seeds_played_once_correct_nothing() -> None:
    """No hand was played by two entrants."""
    games = [replace(each, seed=each.game) for each in rotations(["a", "b"], 4)]
    assert corrected(games) is None
    assert corrected([]) is None
