import numpy as np
import pytest

from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.rankings import Rankings, rankings_of
from arena.tournament.ratings.rating import rating_of
from arena.tournament.ratings.rows import Rating
from arena.tournament.ratings.warnings import warnings_of
from tests.arena.tournament.ratings.played import drawn_rankings

WORTH = np.array([0.5, 0.0, -0.5, 0.2])


def rated(rankings: Rankings, anchors: tuple[str, ...] = ()) -> Rating:
    """Return a rating with few draws."""
    return rating_of(rankings, Draws.of(rankings.clusters, 200, "test"), anchors)


@pytest.fixture(scope="module")
def usual() -> Rating:
    """Return the rating of 120 games of planted worths, three a seed."""
    rng = np.random.default_rng(4)
    return rated(
        drawn_rankings(WORTH, np.array([0.8, 0.0, -0.8]), 120, rng, cluster=3), ("e1", "e2")
    )


def test_entrants_stand_from_the_best_with_worth_and_elo_alike(usual: Rating) -> None:
    """Elo is 1500 plus 173.7 times the worth, bounds too; ranks count from 1."""
    rows = usual.entrants
    worths = [row.worth.value for row in rows]
    assert worths == sorted(worths, reverse=True)
    assert [row.rank.value for row in rows] == [1, 2, 3, 4]
    for row in rows:
        for key in ("value", "low", "high"):
            assert getattr(row.elo, key) == pytest.approx(
                1500 + 173.7178 * getattr(row.worth, key), abs=1e-3
            )
        assert row.worth.low < row.worth.value < row.worth.high
        assert row.top[-1] == pytest.approx(1)
        assert row.rank.low <= row.rank.value <= row.rank.high


def test_pairs_have_the_better_one_first_and_the_chance_that_it_is_better(usual: Rating) -> None:
    """Six pairs of four; the difference is that of Elo."""
    elo = {row.entrant: row.elo.value for row in usual.entrants}
    assert len(usual.pairs) == 6
    for pair in usual.pairs:
        gap = elo[pair.first] - elo[pair.second]
        assert pair.elo.value == pytest.approx(gap)
        assert gap >= 0
        assert 0 <= pair.above <= 1
        if pair.elo.low > 0:
            assert pair.above > 0.95


def test_seats_have_intervals_around_what_was_planted(usual: Rating) -> None:
    """Clockwise; mean 0."""
    seats = usual.seats
    assert [each.position for each in seats] == [0, 1, 2]
    assert sum(each.log_odds.value for each in seats) == pytest.approx(0, abs=1e-6)
    assert seats[0].log_odds.low > 0 > seats[2].log_odds.high


def test_others_are_measured_from_the_mean_of_the_anchors(usual: Rating) -> None:
    """Which links seasons; an anchor has no such figure of its own."""
    rows = {row.entrant: row for row in usual.entrants}
    mean = (rows["e1"].elo.value + rows["e2"].elo.value) / 2
    assert rows["e1"].above_anchors is None
    above = rows["e0"].above_anchors
    assert above.value == pytest.approx(rows["e0"].elo.value - mean)
    assert above.low < above.value < above.high


def test_games_of_a_seed_count_together() -> None:
    """The same games, as one seed each or ten times the same result a seed: wider then."""
    base = drawn_rankings(WORTH, np.zeros(3), 30, np.random.default_rng(1))
    tenfold = base.only(np.repeat(np.arange(30), 10))
    alone = Rankings(
        entrants=tenfold.entrants, seats=tenfold.seats, places=tenfold.places,
        strata=tenfold.strata, stratum=tenfold.stratum,
        clusters=tuple(f"s{at:03}" for at in range(300)), cluster=np.arange(300),
    )  # fmt: skip

    def width(rating: Rating) -> float:
        return float(np.mean([r.worth.high - r.worth.low for r in rating.entrants]))

    assert width(rated(tenfold)) > 2.5 * width(rated(alone))


def test_identical_results_have_identical_ratings_and_share_ranks() -> None:
    """Entrants whose games are mirror images are level in every draw."""
    orders = [[("a", 1.0), ("b", 2.0)], [("b", 1.0), ("a", 2.0)]] * 10
    found = rated(rankings_of(orders, seeds=[f"s{at // 2}" for at in range(20)]))
    assert [row.rank.value for row in found.entrants] == [1.5, 1.5]
    assert found.pairs[0].above == 0.5
    assert found.entrants[0].rank.low == 1
    assert found.entrants[0].rank.high == 2


def test_a_winner_without_a_loss_has_no_upper_bound() -> None:
    """The interval is open, and the warning names it."""
    orders = [
        order
        for at in range(6)
        for order in (
            [("best", 1.0), ("b" if at % 2 else "c", 2.0)],
            [("b" if at % 2 else "c", 2.0), ("best", 1.0)],
            [("b", 1.0), ("c", 2.0)],
            [("b", 2.0), ("c", 1.0)],
        )
    ]
    found = rated(rankings_of(orders, seeds=[f"s{at // 4}" for at in range(24)]))
    best = found.entrants[0]
    assert (best.entrant, best.separated) == ("best", "above")
    assert best.worth.high is None
    assert best.worth.low is not None
    assert any("no exception" in each and "(best)" in each for each in warnings_of(found))


def test_one_seed_gives_estimates_and_no_interval() -> None:
    """Nor a chance of anything; the warning says so."""
    found = rated(drawn_rankings(WORTH, np.zeros(3), 60, np.random.default_rng(3), cluster=60))
    for row in found.entrants:
        assert row.worth.low is None
        assert row.rank.low is None
    assert {pair.above for pair in found.pairs} == {None}
    assert warnings_of(found)[0].startswith("One seed only, so no interval: e0, e1, e2, e3")


def kept_seats(seeds: int, rotated: int = 0) -> Rankings:
    """Return games of four who keep their seats but under some seeds, where they are rotated."""
    rng = np.random.default_rng(12)
    orders, clusters = [], []
    for seed in range(seeds + rotated):
        for turn in range(4 if seed >= seeds else 1):
            utility = rng.gumbel(size=4)
            order = [(f"e{(seat + turn) % 4}", -float(utility[seat])) for seat in range(4)]
            orders.append(order)
            clusters.append(f"s{seed:03}")
    return rankings_of(orders, seeds=clusters)


@pytest.mark.parametrize("rotated", [0, 1])
def test_who_keeps_a_seat_has_no_interval(rotated: int) -> None:
    """Nothing tells entrants from seats, or one seed of 81 alone: nothing is claimed of either."""
    found = rated(kept_seats(80, rotated))
    assert (found.penalised == "confounding") == (not rotated)
    assert found.confounded == ["e0", "e1", "e2", "e3"]
    for row in found.entrants:
        assert {row.worth.low, row.elo.high, row.rank.low} == {None}
        assert set(row.ranks) == {None}
    for row in found.seats:
        assert {row.log_odds.low, row.elo.high} == {None}
    assert {pair.above for pair in found.pairs} == {None}
    (warning,) = warnings_of(found)
    assert warning.startswith("Entrants and seats can't be told apart by these games")
    assert "e0, e1, e2, e3" in warning


def test_intervals_rest_on_the_seeds_that_tell_entrants_from_seats() -> None:
    """Of 84 seeds four; rotated in all of so many, intervals are far narrower."""
    few, many = rated(kept_seats(80, 4)), rated(kept_seats(0, 24))
    assert few.confounded == many.confounded == []
    for row in few.entrants:
        assert 2 < row.seeds < 8
    for row in many.entrants:
        assert row.seeds == 24

    def width(rating: Rating) -> float:
        return float(np.mean([r.worth.high - r.worth.low for r in rating.entrants]))

    assert width(few) > 1.5 * width(many)


def test_who_came_for_one_seed_is_not_taken_for_one_who_keeps_a_seat() -> None:
    """Newcomers rest on few seeds, and others on theirs: seats are no part of it."""
    orders = [
        [(f"e{(seat + turn) % 3}", float((seat * 2 + seed + turn) % 3)) for seat in range(3)]
        for seed in range(12) for turn in range(3)
    ]  # fmt: skip
    late = [[("late", 1.0), ("e0", 2.0), ("e1", 3.0)], [("e1", 1.0), ("late", 2.0), ("e0", 3.0)]]
    seeds = [f"s{at // 3:02}" for at in range(36)] + ["late", "late"]
    found = rated(rankings_of([*orders, *late], seeds=seeds))
    rows = {row.entrant: row.seeds for row in found.entrants}
    assert found.confounded == []
    assert rows["late"] == pytest.approx(1)
    assert min(rows[f"e{at}"] for at in range(3)) > 11


def test_few_seeds_are_named() -> None:
    """Fewer than twenty effective ones."""
    found = rated(drawn_rankings(WORTH, np.zeros(4), 60, np.random.default_rng(3), cluster=10))
    (warning,) = warnings_of(found)
    assert warning.startswith("Intervals rest on few seeds (fewer than 20; 6 at the least)")
    assert warning.endswith("so they are rough: e0, e1, e2, e3.")


def test_pools_are_named_and_ranked_apart() -> None:
    """Each has a rank 1; no pair reaches over."""
    orders = [[("a", 1.0), ("b", 2.0)], [("a", 2.0), ("b", 1.0)]] * 3
    orders += [[("c", 1.0), ("d", 2.0)], [("c", 2.0), ("d", 1.0)]] * 3
    found = rated(rankings_of(orders))
    assert found.pools == [["a", "b"], ["c", "d"]]
    assert {(each.first, each.second) for each in found.pairs} == {("a", "b"), ("c", "d")}
    assert any(
        each == "No game links these 2 pools, so worths compare within each: a, b; c, d."
        for each in warnings_of(found)
    )
