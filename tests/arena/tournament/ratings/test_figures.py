from dataclasses import replace

import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.figures import FIGURES, figures_of, mean_place
from arena.tournament.ratings.rows import EntrantFigures
from tests.arena.tournament.ratings.played import game, rotations


def figures(games: list[GameResult]) -> dict[str, EntrantFigures]:
    """Return figures by entrant."""
    draws = Draws.of([each.seed for each in games], 200, "test")
    return {row.entrant: row for row in figures_of(games, draws)}


def test_those_who_tie_share_their_place_and_the_first_place() -> None:
    """1, 1, 3 is 1.5, 1.5, 3, and half a first place each."""
    tied = game("g", ["a", "b", "c"], [5, 5, 1])
    assert [mean_place(seat, tied) for seat in tied.seats] == [1.5, 1.5, 3]
    rows = figures([tied])
    assert [rows[name].rates["first"].value for name in "abc"] == [0.5, 0.5, 0]
    assert [rows[name].rates["beaten"].value for name in "abc"] == [0.75, 0.75, 0]


def test_first_places_of_a_game_sum_to_one_and_places_to_the_usual_sum() -> None:
    """However they tie."""
    for points in ([1, 1, 1, 1], [3, 3, 2, 2], [4, 1, 1, 1]):
        rows = figures([game("g", "abcd", points)])
        assert sum(row.rates["first"].value for row in rows.values()) == pytest.approx(1)
        assert sum(row.rates["place"].value for row in rows.values()) == pytest.approx(10)


def test_rates_are_sums_over_opportunities() -> None:
    """Two lies in ten statements and none in two are two in twelve, not the mean of rates."""
    lying, silent = {"lies": 2, "statements": 10}, {"lies": 0, "statements": 2}
    rows = figures([
        game("g1", ["a", "b"], [3, 1], seed="x", seats=[lying, {}]),
        game("g2", ["a", "b"], [3, 1], seed="y", seats=[silent, {}]),
    ])  # fmt: skip
    assert rows["a"].rates["lies"].value == round(2 / 12, 6)
    assert rows["a"].rates["lies"].opportunities == 12
    assert rows["b"].rates["lies"].value is None


def test_corrections_and_defaults_are_told_per_100_decisions() -> None:
    """And defaults by their reason."""
    seats: list[dict[str, object]] = [
        {"decisions": 40, "corrections": 3, "defaults": {"timeout": 1, "refusal": 1}}, {},
    ]  # fmt: skip
    row = figures([game("g", ["a", "b"], [1, 0], seats=seats)])["a"]
    assert row.rates["corrections"].value == pytest.approx(7.5)
    assert row.rates["defaults"].value == pytest.approx(5.0)
    assert row.defaults_by_reason == {"refusal": 1, "timeout": 1}


def test_promises_kept_count_those_that_came_to_their_occasion() -> None:
    """Kept over kept and broken."""
    row = figures([game("g", ["a", "b"], [1, 0], seats=[{"kept": 3, "broken": 1}, {}])])["a"]
    assert row.rates["kept"].value == pytest.approx(0.75)
    assert row.rates["kept"].opportunities == 4


def test_an_unknown_price_makes_the_cost_unknown_and_never_zero() -> None:
    """One game without a price is enough."""
    games = [
        game("g1", ["a", "b"], [1, 0], seats=[{"cost": 0.5}, {"cost": None}]),
        game("g2", ["a", "b"], [1, 0], seats=[{"cost": 0.7}, {"cost": 0.1}]),
    ]
    rows = figures(games)
    assert rows["a"].rates["cost"].value == pytest.approx(0.6)
    assert rows["a"].total_cost == pytest.approx(1.2)
    assert rows["b"].rates["cost"].value is None
    assert rows["b"].total_cost is None


def test_every_figure_has_a_key_and_a_label_of_its_own() -> None:
    """Reports choose by key, and show the label."""
    assert len({each.key for each in FIGURES}) == len({each.label for each in FIGURES}) == 18


def test_intervals_hold_the_value_and_shares_stay_between_0_and_1() -> None:
    """With games of many seeds."""
    rows = figures(rotations(["a", "b", "c"], 12, strength=[1.0, 0.0, -1.0]))
    for row in rows.values():
        for figure in FIGURES:
            each = row.rates[figure.key]
            if each.value is not None:
                assert each.low <= each.value <= each.high
                assert not figure.share or 0 <= each.low <= each.high <= 1


def test_nothing_of_many_seeds_is_not_certainly_nothing() -> None:
    """Who never lies among others who do: its statements tell as much each as theirs do."""
    games = rotations(["a", "b", "c"], 12)
    told = [
        replace(
            game,
            seats=tuple(
                replace(seat, statements=4, lies=0 if seat.entrant == "a" else at % 3)
                for seat in game.seats
            ),
        )
        for at, game in enumerate(games)
    ]
    rows = figures(told)
    none, some = rows["a"].rates["lies"], rows["b"].rates["lies"]
    assert (none.value, none.low) == (0, 0)
    assert 0 < none.high < some.high
    assert none.opportunities == some.opportunities == 4 * len(games)
