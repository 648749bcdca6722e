"""Two ratings on one scale: what is the same differs by nothing, what is not by what it is."""

import numpy as np
import pytest

from arena.tournament.ratings.aligned import BootstrappedFit, Distances, difference_of, elo_of
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.plackett_luce import ELO, fit
from arena.tournament.ratings.rankings import Floats, Rankings, rankings_of
from arena.tournament.ratings.rows import Estimate
from tests.arena.tournament.ratings.played import drawn_rankings

WORTH = np.array([0.5, 0.0, -0.5, 0.2])
SEATS = np.array([0.5, 0.0, -0.5])
NAMES = ("e0", "e1", "e2", "e3")


def drawn(worth: Floats = WORTH, games: int = 120, seed: int = 4, cluster: int = 3) -> Rankings:
    """Return games of planted worths."""
    return drawn_rankings(worth, SEATS, games, np.random.default_rng(seed), cluster=cluster)


def distances(
    of: Rankings, reference: tuple[str, ...], names: tuple[str, ...] = NAMES, draws: str = "one"
) -> Distances:
    """Return the distances of entrants with few draws."""
    found = BootstrappedFit(base=fit(of), draws=Draws.of(of.clusters, 200, draws))
    return found.distances(names, reference)


def test_a_rating_differs_from_itself_by_nothing() -> None:
    """Its draws are the same, so there is no interval either."""
    of = distances(drawn(), ("e1", "e2"))
    nothing = Estimate(value=0.0, low=0.0, high=0.0)
    assert difference_of(of, of, same=True) == [nothing] * 4
    assert difference_of(of, of, same=False) == [nothing] * 4


def test_the_mean_of_the_reference_is_1500() -> None:
    """A single anchor has it exactly, in every draw."""
    rows = elo_of(distances(drawn(), ("e1", "e3")))
    assert (rows[1].value + rows[3].value) / 2 == pytest.approx(1500)
    assert elo_of(distances(drawn(), ("e2",)))[2] == Estimate(value=1500, low=1500, high=1500)


def test_distances_are_those_of_the_rating() -> None:
    """Elo of a fit, less the mean of the reference."""
    elo, rows = fit(drawn()).elo, elo_of(distances(drawn(), ("e1", "e2")))
    for at, row in enumerate(rows):
        assert row.value == pytest.approx(1500 + elo[at] - (elo[1] + elo[2]) / 2)
        assert row.low < row.value < row.high


def test_another_field_moves_no_distance() -> None:
    """A much stronger opponent shifts every Elo of a rating, and no difference."""
    field = np.array([0.5, 0.0, -0.5, 0.2, 3.0])
    first, second = drawn(games=900), drawn(field, games=900, seed=5)
    shift = fit(first).elo[:3] - fit(second).elo[:3]
    assert shift.min() > 80
    gaps = difference_of(
        distances(first, ("e1", "e2"), NAMES[:3]),
        distances(second, ("e1", "e2"), NAMES[:3], "two"),
        same=False,
    )
    assert all(each.low < 0 < each.high for each in gaps)
    assert max(abs(each.value) for each in gaps) < 40


def test_who_became_stronger_is_found() -> None:
    """By as much as was planted, with an interval without 0; the anchors are where they were."""
    stronger = WORTH + np.array([1.0, 0, 0, 0])
    gaps = difference_of(
        distances(drawn(games=600), ("e1", "e2", "e3")),
        distances(drawn(stronger, games=600, seed=6), ("e1", "e2", "e3"), draws="two"),
        same=False,
    )
    assert gaps[0].low < ELO < gaps[0].high
    assert gaps[0].low > 0
    assert sum(each.value for each in gaps[1:]) == pytest.approx(0, abs=1e-6)


def one_way(best: str, *others: str) -> Rankings:
    """Return games in which one was never placed below anybody."""
    orders = []
    for at in range(12):
        one, other = others[at % len(others)], others[(at + 1) % len(others)]
        orders += [[(best, 1.0), (one, 2.0), (other, 3.0)], [(other, 3.0), (best, 1.0), (one, 2.0)]]
    return rankings_of(orders, seeds=[f"s{at // 4}" for at in range(24)])


def bounds(of: Estimate) -> tuple[bool, bool]:
    """Tell whether there are a lower and an upper bound."""
    return of.low is not None, of.high is not None


def test_what_no_game_bounds_is_open_on_that_side() -> None:
    """Who always won may be as far above as one likes, so the difference is open where that is."""
    names, anchors = ("a", "b", "c"), ("b", "c")
    always = distances(one_way("a", "b", "c"), anchors, names)
    usual = distances(
        rankings_of(
            [[(names[(at + turn) % 3], float(turn + 1)) for turn in range(3)] for at in range(30)],
            seeds=[f"t{at // 3}" for at in range(30)],
        ),
        anchors, names, "two",
    )  # fmt: skip
    assert bounds(elo_of(always)[0]) == (True, False)
    assert bounds(elo_of(usual)[0]) == (True, True)
    assert bounds(difference_of(usual, always, same=False)[0]) == (True, False)
    assert bounds(difference_of(always, usual, same=False)[0]) == (False, True)
    assert bounds(difference_of(always, always, same=False)[0]) == (False, False)
    assert bounds(difference_of(always, always, same=True)[0]) == (True, True)


def test_one_seed_tells_no_interval() -> None:
    """Neither of a distance nor of a difference with one that many seeds tell."""
    lonely = distances(drawn(games=60, cluster=60), ("e1",))
    gaps = difference_of(lonely, distances(drawn(seed=5), ("e1",)), same=False)
    assert bounds(elo_of(lonely)[0]) == (False, False)
    assert bounds(gaps[0]) == (False, False)
    assert gaps[0].value is not None


@pytest.mark.slow
def test_intervals_hold_a_difference_that_is_none() -> None:
    """Of tournaments of equal truths, as often as they say: 0.95, over 60 pairs of them."""
    names, held = NAMES[:3], []
    for pair in range(60):
        gaps = difference_of(
            distances(drawn(games=60, seed=1000 + pair), ("e3",), names),
            distances(drawn(games=80, seed=2000 + pair), ("e3",), names, "two"),
            same=False,
        )
        held += [each.low <= 0 <= each.high for each in gaps]
    assert 0.9 < np.mean(held) < 1.0
