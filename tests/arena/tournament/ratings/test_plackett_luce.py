from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.ratings.plackett_luce import ELO, fit, refit
from arena.tournament.ratings.rankings import rankings_of
from tests.arena.tournament.ratings.played import drawn_rankings

Order = list[tuple[str, float | None]]


def duel(first: str, second: str, wins: int, losses: int) -> list[Order]:
    """Return games of two, each result in both seats equally often."""
    orders: list[Order] = []
    for at in range(wins):
        won: Order = [(first, 1), (second, 2)]
        orders.append(won if at % 2 else won[::-1])
    for at in range(losses):
        lost: Order = [(first, 2), (second, 1)]
        orders.append(lost if at % 2 else lost[::-1])
    return orders


def test_of_two_entrants_the_difference_is_the_log_odds_of_winning() -> None:
    """Bradley-Terry in closed form: log(30 / 10)."""
    found = fit(rankings_of(duel("a", "b", 30, 10)))
    assert found.worth[0] - found.worth[1] == pytest.approx(log(3))
    assert found.worth.sum() == pytest.approx(0)
    assert found.penalised is None


def test_the_standard_error_of_two_is_that_of_log_odds() -> None:
    """Variance 1/wins + 1/losses of the difference; half of it is each worth's."""
    found = fit(rankings_of(duel("a", "b", 30, 10)), seat_terms=False)
    assert 2 * found.standard_errors[0] == pytest.approx((1 / 30 + 1 / 10) ** 0.5)


def test_davidson_of_two_in_closed_form() -> None:
    """W wins, L losses, T ties: log(W / L) apart, delta T / sqrt(W L)."""
    orders = [*duel("a", "b", 12, 4), *([[("a", 1), ("b", 1)]] * 6)]
    found = fit(rankings_of(orders), seat_terms=False)
    assert found.worth[0] - found.worth[1] == pytest.approx(log(3))
    assert found.ties(0) == {2: pytest.approx(log(6 / 48**0.5))}


def test_four_hundred_elo_points_are_odds_of_ten_to_one() -> None:
    """The Elo scale's definition."""
    found = fit(rankings_of(duel("a", "b", 40, 4)))
    assert found.elo[0] - found.elo[1] == pytest.approx(400)
    assert found.elo.mean() == pytest.approx(1500)
    assert pytest.approx(173.7178, abs=1e-3) == ELO


def test_equal_entrants_show_the_seat_effect() -> None:
    """Whoever sits first wins three of four, whoever it is."""
    orders: list[Order] = []
    for at in range(40):
        who = ("a", "b") if at % 2 else ("b", "a")
        first_wins = at % 8 < 6
        orders.append([(who[0], 1 if first_wins else 2), (who[1], 2 if first_wins else 1)])
    found = fit(rankings_of(orders))
    assert found.worth == pytest.approx(np.zeros(2), abs=1e-9)
    seat = found.seat(0)
    assert seat[0] - seat[1] == pytest.approx(log(3))
    assert seat.sum() == pytest.approx(0)


def test_strata_share_worths_and_have_their_own_seats_and_ties() -> None:
    """Table sizes and rulesets each have their terms; only what occurs is estimated."""
    rng = np.random.default_rng(1)
    worth = np.array([0.4, 0.0, -0.4, 0.1])
    small = drawn_rankings(worth, np.array([0.3, 0.0, -0.3]), 60, rng)
    orders = [
        [(small.entrants[who], float(place)) for who, place in zip(*pair, strict=True)]
        for pair in zip(small.seats.tolist(), small.places.tolist(), strict=True)
    ]
    pairs = [*duel("e0", "e1", 5, 3), [("e0", 1), ("e1", 1)]]
    found = fit(rankings_of([*orders, *pairs], rulesets=["x"] * 60 + ["y"] * len(pairs)))
    assert [len(found.seat(at)) for at in range(2)] == [3, 2]
    assert found.ties(0) == {}
    assert list(found.ties(1)) == [2]
    assert len(found.worth) == 4


def test_planted_worths_and_seats_are_recovered() -> None:
    """Within four standard errors, 2,000 games."""
    worth, seats = np.array([0.6, 0.2, 0.0, -0.3, -0.5]), np.array([0.3, 0.1, -0.1, -0.3])
    found = fit(drawn_rankings(worth, seats, 2000, np.random.default_rng(8)))
    assert np.abs(found.worth - worth).max() < 4 * found.standard_errors.max() < 0.2
    assert np.abs(found.seat(0) - seats).max() < 0.2


def test_at_the_maximum_the_gradient_is_zero() -> None:
    """And no nearby point is better."""
    found = fit(drawn_rankings(np.array([0.5, 0, -0.5]), np.zeros(3), 50, np.random.default_rng(2)))
    weights = np.ones(len(found.rankings.clusters))
    assert found.choices.scores(found.parameters).sum(axis=0) == pytest.approx(0, abs=1e-7)
    for step in np.random.default_rng(3).normal(size=(20, len(found.parameters))) * 0.05:
        assert found.choices.value(found.parameters + step, weights) <= found.log_likelihood + 1e-9


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(24)), st.permutations("abcd"))
def test_neither_names_nor_the_order_of_games_matter(order: list[int], names: list[str]) -> None:
    """Games in another order and entrants under other names have the same worths."""
    drawn = drawn_rankings(
        np.array([0.3, 0.1, 0, -0.4]), np.zeros(3), 24, np.random.default_rng(6), tied=0.7
    )
    rows: list[Order] = [
        [(f"e{who}", float(place)) for who, place in zip(*pair, strict=True)]
        for pair in zip(drawn.seats.tolist(), drawn.places.tolist(), strict=True)
    ]
    renamed = {f"e{at}": name for at, name in enumerate(names)}
    base = fit(rankings_of(rows))
    other = fit(rankings_of([[(renamed[str(who)], p) for who, p in rows[at]] for at in order]))
    for at, name in enumerate(base.rankings.entrants):
        there = other.rankings.entrants.index(renamed[name])
        assert other.worth[there] == pytest.approx(base.worth[at], abs=1e-7)


def test_a_game_between_others_leaves_differences_as_they_are() -> None:
    """Of a chain of duels a-b, c-d, each difference rests on its own games."""
    linked = [*duel("a", "b", 6, 4), *duel("b", "c", 4, 4)]
    few = fit(rankings_of([*linked, *duel("c", "d", 5, 5)]), seat_terms=False)
    more = fit(rankings_of([*linked, *duel("c", "d", 5, 15)]), seat_terms=False)
    assert few.worth[0] - few.worth[1] == pytest.approx(more.worth[0] - more.worth[1], abs=1e-8)


def test_who_always_wins_has_a_finite_worth_and_is_named() -> None:
    """The likelihood alone has no maximum there; the penalty is said."""
    found = fit(rankings_of([*duel("best", "b", 10, 0), *duel("b", "c", 5, 5)]))
    assert found.penalised == "separation"
    assert [[found.rankings.entrants[at] for at in group] for group in found.groups] == [
        ["best"],
        ["b", "c"],
    ]
    best = found.worth[found.rankings.entrants.index("best")]
    assert 1 < best < 10


def test_a_ghost_of_half_a_win_and_half_a_loss_is_the_penalty() -> None:
    """Two entrants, n wins and no loss, no seats: the maximum of the penalised likelihood."""
    found = fit(rankings_of(duel("a", "b", 10, 0)), seat_terms=False)
    worths = np.linspace(0, 10, 100001)
    logistic = -np.log1p(np.exp(-2 * worths)) * 10
    ghosts = -np.log1p(np.exp(-worths)) - np.log1p(np.exp(worths))
    assert found.worth[0] == pytest.approx(worths[np.argmax(logistic + ghosts)], abs=1e-3)


def test_who_always_sits_in_one_seat_cannot_be_told_from_it() -> None:
    """An unrotated schedule: penalised, for confounding."""
    orders: list[Order] = [[("a", 1), ("b", 2)], [("a", 2), ("b", 1)], [("a", 1), ("b", 2)]]
    found = fit(rankings_of(orders))
    assert found.penalised == "confounding"
    assert np.isfinite(found.parameters).all()


def test_pools_that_no_game_links_are_named_and_centred_apart() -> None:
    """Mean 0 in each; nothing is said of one against the other."""
    orders = [*duel("a", "b", 9, 3), *duel("b", "e", 2, 2), *duel("c", "d", 2, 6)]
    found = fit(rankings_of(orders))
    named = [[found.rankings.entrants[at] for at in pool] for pool in found.pools]
    assert named == [["a", "b", "e"], ["c", "d"]]
    for pool in found.pools:
        assert found.worth[list(pool)].sum() == pytest.approx(0, abs=1e-9)
    assert found.penalised is None


def test_an_entrant_in_every_seat_says_nothing_of_worth() -> None:
    """A table of copies: seats and ties are estimated, worth is 0."""
    rng = np.random.default_rng(4)
    orders: list[Order] = [
        [("a", float(place)) for place in rng.permutation(3) + 1] for _ in range(30)
    ]
    found = fit(rankings_of(orders))
    assert found.worth.tolist() == [0.0]
    assert found.penalised is None


def test_who_always_ties_has_a_finite_fit() -> None:
    """All games end level: delta has no maximum, so the penalty holds it."""
    found = fit(rankings_of([[("a", 1), ("b", 1), ("c", 1)]] * 5), seat_terms=False)
    assert found.penalised == "separation"
    assert found.worth == pytest.approx(np.zeros(3), abs=1e-9)


def test_a_refit_is_a_fit_with_its_weights() -> None:
    """Warm starts and shared informations change nothing but time."""
    rankings = drawn_rankings(
        np.array([0.5, 0.1, -0.6]), np.array([0.2, 0, -0.2]), 40, np.random.default_rng(9),
        cluster=4, tied=1.0,
    )  # fmt: skip
    base = fit(rankings)
    weights = np.random.default_rng(1).exponential(size=(25, len(rankings.clusters)))
    for row, parameters in zip(weights, refit(base, weights), strict=True):
        assert parameters == pytest.approx(fit(rankings, weights=row).parameters, abs=1e-6)


def test_a_refit_of_a_penalised_fit_is_penalised() -> None:
    """Draws of a separated pool are finite too."""
    rankings = rankings_of([*duel("a", "b", 8, 0), *duel("b", "c", 3, 3)])
    base = fit(rankings)
    drawn = refit(base, np.random.default_rng(1).exponential(size=(50, len(rankings.clusters))))
    assert np.abs(drawn).max() < 10


def test_worths_and_seats_that_explain_everything_together_are_separated() -> None:
    """Neither is far out by itself: the likelihood still has no maximum, and draws are finite."""
    seats = ["cdba", "dacb", "abdc", "bcad"]
    places = [(1, 4, 3, 2), (1, 3, 4, 2), (2, 3, 4, 1), (4, 3, 2, 1)]
    orders: list[Order] = [
        [(who, float(place)) for who, place in zip(*pair, strict=True)]
        for pair in zip(seats, places, strict=True)
    ]
    found = fit(rankings_of(orders, seeds=["s"] * 4))
    assert found.penalised == "separation"
    assert np.abs(found.parameters).max() < 5
    assert np.isfinite(refit(found, np.ones((3, 1)))).all()


def test_no_games_fit_nothing() -> None:
    """An empty tournament has an empty fit."""
    found = fit(rankings_of([]))
    assert found.worth.shape == (0,)
    assert found.pools == ()
