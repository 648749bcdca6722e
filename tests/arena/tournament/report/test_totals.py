"""Sums by entrant, by hand."""

import pytest

from arena.tournament.report.totals import Meetings, meetings_of, totals_of
from tests.arena.tournament.ratings.played import game
from tests.arena.tournament.report.made import plan_for, with_seat

TALK = {"statements": 4, "lies": 1, "kept": 3, "broken": 1, "decisions": 50, "corrections": 2}


def test_rates_are_of_sums_and_without_an_occasion_there_is_none() -> None:
    """A rate is what happened over all occasions, not the mean of games' rates."""
    games = [
        game("g1", "AB", (5, 3), seats=(TALK, {})),
        game("g2", "BA", (5, 3), seats=({}, {**TALK, "lies": 0, "defaults": {"timeout": 3}})),
    ]
    totals = totals_of(plan_for(games), games)
    found = totals["A"]
    assert found.share("lies", "statements") == pytest.approx(1 / 8)
    assert found.share("kept", "kept", "broken") == pytest.approx(6 / 8)
    assert found.per_hundred_decisions(found.total("corrections")) == pytest.approx(4.0)
    assert found.per_hundred_decisions(sum(found.defaults.values())) == pytest.approx(3.0)
    assert found.mean("points") == pytest.approx(4.0)
    assert found.planned == 2
    assert totals["B"].share("lies", "statements") is None
    assert totals["B"].share("kept", "kept", "broken") is None


def test_an_unknown_price_makes_the_sum_unknown() -> None:
    """A cost is never the sum of the known part."""
    games = [game("g1", "AB", (5, 3), seats=({"cost": 1.5}, {})), game("g2", "AB", (5, 3))]
    priced = totals_of(plan_for(games), games)["A"]
    assert (priced.cost, priced.cost_a_game) == (1.5, 0.75)
    games[1] = with_seat(games[1], 0, cost=None)
    unpriced = totals_of(plan_for(games), games)["A"]
    assert (unpriced.cost, unpriced.cost_a_game) == (None, None)


def test_meetings_are_counted_from_both_sides() -> None:
    """Above for one is below for the other; games with a stand-in and twins don't count."""
    games = [
        game("g1", "ABC", (5, 3, 5)),
        game("g2", "CBA", (1, 9, 4)),
        with_seat(game("g3", "ABC", (5, 3, 1)), 2, replaced=True),
        game("g4", "AAB", (5, 3, 1)),
    ]
    met = meetings_of(games)
    assert met["A", "B"] == Meetings(above=3, below=1)
    assert met["B", "A"] == Meetings(above=1, below=3)
    assert met["A", "C"] == Meetings(above=1, level=1)
    assert ("A", "A") not in met


def test_an_entrant_without_a_game_has_no_means() -> None:
    """Nothing is divided by nothing."""
    games = [game("g1", "AB", (5, 3))]
    found = totals_of(plan_for(games), [])["A"]
    assert found.mean("points") is None
    assert found.cost_a_game is None
    assert found.mean("seconds") is None
