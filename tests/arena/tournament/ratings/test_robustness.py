import numpy as np
import pytest

from arena.tournament.ratings.plackett_luce import fit
from arena.tournament.ratings.rankings import Rankings, rankings_of
from arena.tournament.ratings.robustness import influences_of, robustness_of
from arena.tournament.ratings.rows import Robustness
from tests.arena.tournament.ratings.played import drawn_rankings


def duels(wins: int, losses: int) -> list[list[tuple[str, float | None]]]:
    """Return games that a wins and loses against b, seats alike."""
    orders: list[list[tuple[str, float | None]]] = []
    for at in range(wins + losses):
        row: list[tuple[str, float | None]] = [
            ("a", 1 if at < wins else 2), ("b", 2 if at < wins else 1)
        ]  # fmt: skip
        orders.append(row if at % 2 else row[::-1])
    return orders


def lost(rankings: Rankings) -> Robustness | None:
    """Return what the worst drop does, games named by their number."""
    return robustness_of(rankings, [str(at) for at in range(len(rankings))])


def test_one_game_of_a_hundred_does_not_end_a_lead_of_two() -> None:
    """51 wins and 49 become 50 and 49."""
    found = lost(rankings_of(duels(51, 49)))
    assert found is not None
    assert (found.top, found.closest, found.dropped) == ("a", "b", 1)
    assert not found.changes
    assert 0 < found.gap_after < found.gap


def test_a_lead_of_one_percent_is_lost_and_the_new_top_named() -> None:
    """Two of 200 games, where one more win made the lead."""
    found = lost(rankings_of(duels(101, 100)))
    assert found is not None
    assert found.dropped == 3
    assert found.changes
    assert found.new_tops == ["b"]
    assert found.gap_after < 0


def test_a_clear_lead_stands() -> None:
    """No two of the games end it."""
    worth = np.array([2.0, 0.0, 0.0])
    rankings = drawn_rankings(worth, np.zeros(3), 120, np.random.default_rng(2))
    found = lost(rankings)
    assert found is not None
    assert (found.top, found.changes) == ("e0", False)
    assert len(found.games) == 2


def test_influence_is_what_dropping_a_game_does() -> None:
    """To first order: the predicted move of each worth is near that of the refit."""
    rankings = drawn_rankings(
        np.array([0.5, 0.0, -0.5]), np.zeros(3), 150, np.random.default_rng(6), tied=0.8
    )
    base = fit(rankings)
    predicted = influences_of(base)
    for game in range(0, 150, 30):
        rest = fit(rankings.only(np.arange(150) != game))
        assert rest.worth - base.worth == pytest.approx(predicted[game], abs=4e-3)


def test_the_worst_drop_is_at_least_as_bad_as_any_random_one() -> None:
    """Of thirty random drops none leaves a smaller lead over the closest."""
    rankings = drawn_rankings(
        np.array([0.3, 0.1, -0.4]), np.zeros(3), 200, np.random.default_rng(5)
    )
    found = lost(rankings)
    assert found is not None
    best, other = map(rankings.entrants.index, (found.top, found.closest))
    for seed in range(30):
        kept = np.sort(np.random.default_rng(seed).permutation(200)[found.dropped :])
        worth = fit(rankings.only(kept)).elo
        assert worth[best] - worth[other] >= found.gap_after - 1e-6


def test_nobody_to_compare_with_is_no_result() -> None:
    """No games, or copies of one entrant."""
    assert lost(rankings_of([])) is None
    assert lost(rankings_of([[("a", 1), ("a", 2)]])) is None
