"""Fields in which some results have no exception: which intervals are open, and where they end."""

from collections.abc import Sequence
from itertools import product
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import betainc, betaincinv  # type: ignore[import-untyped]

from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.plackett_luce import ELO
from arena.tournament.ratings.plain import plain
from arena.tournament.ratings.rankings import rankings_of
from arena.tournament.ratings.rating import rating_of
from arena.tournament.ratings.rows import Rating

Order = list[tuple[str, float | None]]


def rotated(order: Order) -> list[Order]:
    """Return the same result with everybody in every seat."""
    return [order[at:] + order[:at] for at in range(len(order))]


def ranked(*names: str) -> Order:
    """Return a game that ended in this order."""
    return [(name, float(at)) for at, name in enumerate(names)]


def rated(
    seeds: Sequence[Sequence[Order]], draws: int = 200, anchors: tuple[str, ...] = ()
) -> Rating:
    """Return the rating of these games, seed by seed."""
    orders = [order for games in seeds for order in games]
    names = [f"s{at:03}" for at, games in enumerate(seeds) for _ in games]
    rankings = rankings_of(orders, seeds=names)
    return rating_of(rankings, Draws.of(rankings.clusters, draws, "test"), anchors)


def sides(rating: Rating) -> dict[str, str | None]:
    """Return by entrant which side is open, once bounds were found to be missing there alone."""
    for row in [*rating.entrants, *rating.pairs]:
        of, separated = row.elo, row.separated
        assert (of.high is None) == (separated in {"above", "both"}), row
        assert (of.low is None) == (separated in {"below", "both"}), row
    return {row.entrant: row.separated for row in rating.entrants}


# --- fields in order ---


def test_a_field_in_perfect_order_has_open_intervals() -> None:
    """The best is bounded from below, the last from above, and who is between from no side."""
    found = rated([rotated(ranked("a", "b", "c"))] * 4)
    assert sides(found) == {"a": "above", "b": "both", "c": "below"}
    assert {(row.first, row.second): row.separated for row in found.pairs} == {
        ("a", "b"): "above", ("a", "c"): "above", ("b", "c"): "above",
    }  # fmt: skip
    best, _, last = (row.elo for row in found.entrants)
    assert best.low < best.value - 50
    assert last.high > last.value + 50


@pytest.mark.parametrize("seeds", [2, 6, 30])
def test_of_two_the_bound_is_that_of_jeffreys(seeds: int) -> None:
    """None of G seeds was lost: the least difference is the log-odds of Beta(1/2, G + 1/2)."""
    found = rated([rotated(ranked("a", "b"))] * seeds, draws=20_000)
    (pair,) = found.pairs
    share = float(betaincinv(0.5, seeds + 0.5, 0.975))
    assert pair.elo.low == pytest.approx(log((1 - share) / share) * ELO, abs=12)
    assert pair.above == pytest.approx(float(betainc(0.5, seeds + 0.5, 0.5)), abs=0.01)
    assert sides(found) == {"a": "above", "b": "below"}


def test_few_seeds_leave_open_who_is_better() -> None:
    """Two seeds in perfect order are no certainty; thirty are."""
    few, many = (rated([rotated(ranked("a", "b", "c"))] * seeds) for seeds in (2, 30))
    assert few.pairs[0].above < 0.97
    assert few.entrants[0].rank.high > 1
    assert min(pair.above for pair in many.pairs) > 0.99
    assert [row.rank.high for row in many.entrants] == [1, 2, 3]


def test_one_seed_has_no_interval_still() -> None:
    """Nothing is known of how games of other seeds would have ended."""
    found = rated([rotated(ranked("a", "b", "c"))])
    assert {row.elo.low for row in found.entrants} == {None}
    assert {pair.above for pair in found.pairs} == {None}


# --- fields that are in order in part ---


def mixed(*names: str) -> list[list[Order]]:
    """Return six seeds in which these, behind `top`, change places."""
    return [
        rotated(ranked("top", *names[at % len(names) :], *names[: at % len(names)]))
        for at in range(6)
    ]


def test_only_who_was_never_beaten_is_open_where_the_others_are_mixed() -> None:
    """The others are measured from their own mean: the open gap is none of theirs."""
    found = rated(mixed("x", "y", "z"))
    assert sides(found) == {"top": "above", "x": None, "y": None, "z": None}
    for row in found.entrants[1:]:
        assert row.elo.high - row.elo.low < 600


def test_two_halves_are_open_away_from_each_other() -> None:
    """Where no group is the largest the mean of all lies between them."""
    halves = [
        rotated(ranked("a", "b", "c", "d") if at % 2 else ranked("b", "a", "d", "c"))
        for at in range(6)
    ]
    found = rated(halves)
    assert sides(found) == {"a": "above", "b": "above", "c": "below", "d": "below"}
    apart = {(row.first, row.second): row.separated for row in found.pairs}
    assert apart["a", "b"] is apart["c", "d"] is None
    assert apart["a", "c"] == apart["b", "d"] == "above"


def test_who_no_results_compare_have_no_bound_and_no_chance_of_being_better() -> None:
    """Two that beat a third and never met: each may be any way above the other."""
    found = rated([[*rotated(ranked("a", "c")), *rotated(ranked("b", "c"))]] * 5)
    assert sides(found) == {"a": "both", "b": "both", "c": "below"}
    (pair,) = [row for row in found.pairs if {row.first, row.second} == {"a", "b"}]
    assert (pair.separated, pair.above) == ("both", None)


def test_a_tie_is_an_exception() -> None:
    """Who came level once is bounded from both sides."""
    tie: Order = [("a", 1.0), ("b", 1.0)]
    found = rated([rotated(ranked("a", "b"))] * 5 + [rotated(tie)])
    assert sides(found) == {"a": None, "b": None}


def test_an_anchor_that_never_won_bounds_nobody_from_above() -> None:
    """What lies above it is open too."""
    found = rated(mixed("x", "y", "z"), anchors=("x",))
    rows = {row.entrant: row.above_anchors for row in found.entrants}
    assert rows["top"].high is None
    assert rows["top"].low < rows["top"].value
    assert None not in {rows["y"].low, rows["y"].high}


# --- seats ---


def test_a_seat_that_always_wins_is_open() -> None:
    """Whoever sits there; no game bounds from above what it is worth."""
    names = ("a", "b", "c")
    orders = [
        [(names[turn], 1.0), (names[turn - 1], 2.0 + at % 2), (names[turn - 2], 2.5)]
        for at in range(6) for turn in range(3)
    ]  # fmt: skip
    found = rated([orders[at : at + 3] for at in range(0, 18, 3)])
    assert [row.separated for row in found.seats] == ["above", None, None]
    first = found.seats[0].elo
    assert first.high is None
    assert first.low < first.value - 50


def test_a_field_in_perfect_order_says_nothing_of_seats() -> None:
    """The best would have won from any of them."""
    found = rated([rotated(ranked("a", "b", "c"))] * 4)
    assert [row.separated for row in found.seats] == ["both"] * 3
    assert {row.elo.low for row in found.seats} == {None}


# --- the condition itself ---


def chains(orders: Sequence[Order]) -> set[tuple[str, str]]:
    """Return from whom to whom there is a chain of those who came level or ahead (Warshall)."""
    names = sorted({name for order in orders for name, _ in order})
    found = {
        (one, other) for order in orders for one, place in order for other, behind in order
        if place is not None and behind is not None and place <= behind
    }  # fmt: skip
    for between, one, other in product(names, repeat=3):
        if (one, between) in found and (between, other) in found:
            found.add((one, other))
    return found


@st.composite
def fields(draw: st.DrawFn) -> list[Order]:
    """Draw results between five entrants at tables of two or three, ties among them."""
    tables = draw(st.lists(st.permutations("abcde"), min_size=3, max_size=7))
    return [
        [(name, float(draw(st.integers(1, 3)))) for name in table[: draw(st.integers(2, 3))]]
        for table in tables
    ]


@settings(max_examples=40)
@given(fields())
def test_a_difference_is_bounded_just_where_a_chain_of_results_bounds_it(
    results: list[Order],
) -> None:
    """For each pair of each pool, and for somebody in each pool that is not linked both ways."""
    found = rated([rotated(each) for each in results], draws=20)
    linked, open_ = chains(results), sides_of(found)
    for pair in found.pairs:
        one, other = pair.first, pair.second
        above, below = (other, one) not in linked, (one, other) not in linked
        expected = "both" if above and below else "above" if above else "below" if below else None
        assert pair.separated == expected
    for pool in found.pools:
        whole = all(pair in linked for pair in product(pool, repeat=2))
        assert all(open_[name] is None for name in pool) == whole


def sides_of(rating: Rating) -> dict[str, str | None]:
    """Return by entrant which side is open: with one seed there are no bounds to look at."""
    return {row.entrant: row.separated for row in rating.entrants}


@settings(max_examples=20)
@given(fields())
def test_what_is_handed_on_has_no_nan(results: list[Order]) -> None:
    """None stands where there is no bound, whatever the field."""
    found = plain(rated([rotated(each) for each in results], draws=20))
    assert "nan" not in str(found).lower()
