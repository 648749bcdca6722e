"""An entrant that sits at a table more than once: what each figure does with its two placements."""

import numpy as np
import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.arms import arm_effects
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.duplicates import complete_duplicates, differences_of
from arena.tournament.ratings.figures import figures_of
from arena.tournament.ratings.plackett_luce import fit
from arena.tournament.ratings.rankings import rankings_of
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.ratings.rows import EntrantFigures
from arena.tournament.ratings.selection import Arm
from tests.arena.tournament.ratings.played import game, rotations

LINE_UP = ("a", "b", "a")


def draws(games: list[GameResult]) -> Draws:
    """Return few draws."""
    return Draws.of([each.seed for each in games], 100, "test")


def only(rows: list[EntrantFigures], name: str) -> EntrantFigures:
    """Return the row of an entrant."""
    return next(row for row in rows if row.entrant == name)


def test_copies_of_one_entrant_that_change_places_leave_every_worth_as_it_is() -> None:
    """Which of the two came out ahead says nothing of their one worth, nor of anybody else's."""
    orders = [[("a", 1.0), ("b", 2.0), ("a", 3.0)], [("b", 1.0), ("a", 2.0), ("a", 3.0)]] * 5
    turned = [order[::-1] for order in orders]
    one = fit(rankings_of(orders), seat_terms=False)
    other = fit(rankings_of(turned), seat_terms=False)
    assert other.worth == pytest.approx(one.worth, abs=1e-9)


def test_both_placements_count_by_the_likelihood_of_the_whole_order() -> None:
    """By hand: a, b, a in this order n times, and b, a, a m times: the maximum is found again.

    The first choice is among weights w, w, 1 and the second among what is left; a, b, a has
    2w / (2w + 1) * 1 / (w + 1), where either copy may be the first, and b, a, a 1 / (2w + 1).
    """
    orders = [[("a", 1.0), ("b", 2.0), ("a", 3.0)]] * 6 + [[("b", 1.0), ("a", 2.0), ("a", 3.0)]] * 5
    weights = np.exp(np.linspace(-3, 3, 60001))
    likelihood = 6 * np.log(weights / (2 * weights + 1) / (weights + 1)) - 5 * np.log(
        2 * weights + 1
    )
    found = fit(rankings_of(orders), seat_terms=False)
    gap = found.worth[0] - found.worth[1]
    assert gap == pytest.approx(np.log(weights[likelihood.argmax()]), abs=1e-3)


def test_a_square_with_copies_is_a_complete_duplicate() -> None:
    """Each was in every seat, one twice as often as the other; a game less, and it is none."""
    games = rotations(LINE_UP, 4)
    assert (len(complete_duplicates(games)[0]), complete_duplicates(games)[1]) == (4, 0)
    assert (len(complete_duplicates(games[1:])[0]), complete_duplicates(games[1:])[1]) == (3, 1)
    alone = complete_duplicates(rotations(("a", "a", "a"), 2))
    assert (len(alone[0]), alone[1]) == (0, 2)


def test_a_copy_is_compared_with_others_and_never_with_itself() -> None:
    """By hand: in seat 1 a has 6 and 2 and b 1, and so on; the difference is of means by seat."""
    games = [
        game("g1", ["a", "b", "a"], [6, 3, 0]), game("g2", ["a", "a", "b"], [2, 4, 5]),
        game("g3", ["b", "a", "a"], [1, 8, 7]),
    ]  # fmt: skip
    found = differences_of(games, draws(games))
    gap = np.mean([(6 + 2) / 2 - 1, (4 + 8) / 2 - 3, (0 + 7) / 2 - 5])
    assert [row.rate.value for row in found.against_others] == pytest.approx([gap, -gap])
    (pair,) = found.pairs
    assert (pair.first, pair.second) == ("a", "b")
    assert pair.rate.value == pytest.approx(gap)


def test_identical_entrants_with_copies_differ_by_exactly_nothing() -> None:
    """What a seed gives a seat is taken off to the last bit, with copies too."""
    games = rotations(("a", "b", "a", "b", "c"), 6, noise=0.0, luck=2.0)
    found = differences_of(games, draws(games))
    for row in [*found.against_others, *found.pairs]:
        assert (row.rate.value, row.rate.low, row.rate.high) == (0.0, 0.0, 0.0)
    assert found.rho.rho.value == pytest.approx(1)


def test_planted_points_are_found_again_by_duplicates() -> None:
    """2 points between a and b, in the same seats with the same chance."""
    games = rotations(LINE_UP, 80, strength=(0.5, -0.5, 0.5), luck=1.5, noise=0.5)
    (pair,) = differences_of(games, draws(games)).pairs
    assert pair.rate.low < 2 < pair.rate.high
    assert pair.rate.high - pair.rate.low < 0.8


def test_rates_are_by_seat_and_the_share_of_others_leaves_copies_out() -> None:
    """Means over both seats; below a's seats is b, in one of two; a table of copies has none."""
    games = [game("g1", ["a", "b", "a"], [6, 3, 0]), game("g2", ["a", "a", "a"], [5, 4, 1])]
    rows = figures_of(games, draws(games))
    of = only(rows, "a")
    assert of.games == 5
    assert of.rates["points"].value == pytest.approx(16 / 5)
    assert (of.rates["points"].opportunities, of.rates["survival"].value) == (5, 4 / 5)
    assert (of.rates["beaten"].value, of.rates["beaten"].opportunities) == (0.5, 2)
    assert only(rows, "b").rates["beaten"].value == 0.5


def test_without_copies_the_share_of_others_is_that_of_places() -> None:
    """1, 1, 3: half of one and the other; nobody."""
    rows = figures_of([game("g", ["a", "b", "c"], [5, 5, 1])], draws([game("g", "a", (1,))] * 1))
    assert [row.rates["beaten"].value for row in rows] == [0.75, 0.75, 0]


def test_games_of_one_seed_with_one_line_up_are_all_paired_with_their_control() -> None:
    """Four games of two who sit twice: two line-ups, each twice; none is dropped."""
    games = [
        *rotations(("a", "b", "a", "b"), 3), *rotations(("a", "b", "a", "b"), 3, arm="loud"),
    ]  # fmt: skip
    arms = [
        Arm(name=name, control="control", null=False) for name in ("control", "loud")
    ]  # fmt: skip
    (found,) = arm_effects(games, arms, draws(games), "test")
    assert (found.pairs, found.seeds) == (12, 3)


def test_the_whole_document_of_a_tournament_of_copies() -> None:
    """One pool, intervals by seeds, and games counted as seats."""
    games = rotations(LINE_UP, 30, strength=(0.5, -0.5, 0.5))
    (group,) = ratings_of(games, None, draws=100).groups
    rating = group.ratings.as_played
    assert [row.entrant for row in rating.entrants] == ["a", "b"]
    assert [row.games for row in rating.entrants] == [180, 90]
    assert {row.seeds for row in rating.entrants} == {30}
    assert (rating.games, rating.seeds, rating.pools) == (90, 30, [["a", "b"]])
    assert rating.penalised is None
    assert len(rating.pairs) == 1
