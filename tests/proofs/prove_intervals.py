"""Intervals by games hold what they are of as often as they say.

2000 replicates each; counts lie in the exact central 99.9 % region of the binomial.
"""

from collections.abc import Iterator, Sequence
from math import isnan, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import stdtrit  # type: ignore[import-untyped]

from arena.lab.intervals import LEVEL, Interval, difference, mean, ratio, share
from arena.lab.proofs.proof import region
from tests.arena.lab.degrees import freedom
from tests.proofs.kept import Figures

Floats = NDArray[np.float64]
Sums = tuple[Floats, Floats]
REPLICATES = 2000


def rates_drawn(draw: np.random.Generator, share_: float, alike: float, games: int) -> Floats:
    """Return a rate for each game: Beta, so that outcomes of one game correlate by `alike`."""
    if alike == 0:
        return np.full((REPLICATES, games), share_)
    size = (1 - alike) / alike
    return draw.beta(share_ * size, (1 - share_) * size, (REPLICATES, games))


def drawn(share_: float, alike: float, games: int, chances: float, seed: int) -> Iterator[Sums]:
    """Yield counts and weights of replicates: 1 and Poisson opportunities a game."""
    draw = np.random.default_rng(seed)
    rates = rates_drawn(draw, share_, alike, games)
    weights = 1 + draw.poisson(chances - 1, rates.shape)
    return zip(draw.binomial(weights, rates).astype(float), weights.astype(float), strict=True)


def held(found: Iterator[Interval], value: float) -> int:
    """Return how many intervals hold a value."""
    return sum(each.low <= value <= each.high for each in found)


def wilson(counts: Floats, weights: Floats) -> Interval:
    """Return Wilson's interval, as if every opportunity were a game of its own."""
    n, z = weights.sum(), 1.959964
    value = counts.sum() / n
    middle, reach = value + z**2 / 2 / n, z * sqrt(value * (1 - value) / n + z**2 / 4 / n**2)
    low, high = (middle - reach) / (1 + z**2 / n), (middle + reach) / (1 + z**2 / n)
    return Interval(value, float(low), float(high))


@pytest.mark.parametrize(("alike", "chances"), [(0, 1.8), (0, 6), (0.3, 1.8), (0.3, 6)])
@pytest.mark.parametrize("value", [0.3, 0.6])
def test_shares_are_held_as_often_as_they_say(
    value: float, alike: float, chances: float, figures: Figures
) -> None:
    """60 games, with outcomes of one game independent, and as alike as can be expected."""
    found = (share(*each) for each in drawn(value, alike, 60, chances, 1))
    figures["held"] = held(found, value)
    assert figures["held"] in region(REPLICATES, LEVEL)


@pytest.mark.parametrize("alike", [0, 0.3])
def test_shares_of_ten_games_are_held_as_often_as_they_say(alike: float, figures: Figures) -> None:
    """As many games as a replicate of a proof has, with six opportunities each."""
    found = (share(*each) for each in drawn(0.3, alike, 10, 6, 2))
    figures["held"] = held(found, 0.3)
    assert figures["held"] in region(REPLICATES, LEVEL)


@pytest.mark.parametrize(("alike", "chances"), [(0, 1.8), (0.1, 1.8), (0.3, 1.8), (0, 3), (0.3, 3)])
def test_shares_of_few_opportunities_are_held_as_often_as_they_say(
    alike: float, chances: float, figures: Figures
) -> None:
    """Two or three in each of twelve games; without their number, more often than that."""
    games = list(drawn(0.3, alike, 12, chances, 5))
    told = (share(counts, weights, weights.sum()) for counts, weights in games)
    figures["told"] = held(told, 0.3)
    figures["not_told"] = held((share(*each) for each in games), 0.3)
    assert figures["told"] in region(REPLICATES, LEVEL)
    assert figures["not_told"] > figures["told"]


def linearized(counts: Floats, weights: Floats) -> Interval:
    """Return Wilson's interval with the linearized variance by games and G - 1 degrees."""
    games, n = len(weights), weights.sum()
    value = counts.sum() / n
    inside = value * (1 - value)
    variance = games / (games - 1) * ((counts - value * weights) ** 2).sum() / n**2
    size = inside / variance if variance > 1e-12 * inside else float(games)
    z = 1.959964 * stdtrit(games - 1, 0.975) / stdtrit(max(n, games) - 1, 0.975)
    middle, reach = value + z**2 / 2 / size, z * sqrt(inside / size + z**2 / 4 / size**2)
    low, high = (middle - reach) / (1 + z**2 / size), (middle + reach) / (1 + z**2 / size)
    return Interval(value, float(low), float(high))


def width(found: Sequence[Interval]) -> float:
    """Return the mean width of intervals, to three digits."""
    return round(sum(each.high - each.low for each in found) / len(found), 3)


SIZES = {
    "doubling": lambda draw, shape: draw.choice([1, 2, 4, 8, 16], shape),
    "any": lambda draw, shape: draw.integers(1, 17, shape),
    "one_or_16": lambda draw, shape: draw.choice([1, 16], shape),
}
"""Opportunities of games, from 1 to 16."""


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(
    ("alike", "games", "value"), [(1, 10, 0.5), (0.5, 10, 0.5), (0.5, 30, 0.1)]
)
def test_shares_of_unequal_games_with_one_conduct_each_are_held_as_often_as_they_say(
    alike: float, games: int, value: float, sizes: str, figures: Figures
) -> None:
    """1 to 16 opportunities a game: in 0.93 to 0.97 of cases, as means are.

    With the linearized variance and G - 1 degrees in fewer.
    """
    draw = np.random.default_rng(11)
    shape = (REPLICATES, games)
    weights = SIZES[sizes](draw, shape)
    whole = (draw.random(shape) < value).astype(float)
    rates = whole if alike == 1 else rates_drawn(draw, value, alike, games)
    counts = draw.binomial(weights, rates).astype(float)
    drawn_ = list(zip(counts, weights.astype(float), strict=True))
    found = [share(c, n, n.sum()) for c, n in drawn_]
    before = [linearized(c, n) for c, n in drawn_]
    figures["held"], figures["width"] = held(iter(found), value), width(found)
    figures["linearized"], figures["width_linearized"] = held(iter(before), value), width(before)
    assert region(REPLICATES, 0.93)[0] <= figures["held"] <= region(REPLICATES, 0.97)[-1]
    assert figures["linearized"] < figures["held"]


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("games", "value"), [(10, 0.5), (30, 0.1), (60, 0.3)])
def test_shares_of_unequal_games_are_no_wider_than_needed_where_opportunities_are_independent(
    games: int, value: float, sizes: str, figures: Figures
) -> None:
    """They are held as often as they say, and hardly wider than with the linearized variance."""
    draw = np.random.default_rng(12)
    weights = SIZES[sizes](draw, (REPLICATES, games))
    counts = draw.binomial(weights, value).astype(float)
    drawn_ = list(zip(counts, weights.astype(float), strict=True))
    found = [share(c, n, n.sum()) for c, n in drawn_]
    before = [linearized(c, n) for c, n in drawn_]
    figures["held"], figures["width"] = held(iter(found), value), width(found)
    figures["linearized"], figures["width_linearized"] = held(iter(before), value), width(before)
    assert region(REPLICATES, 0.93)[0] <= figures["held"] <= region(REPLICATES, 0.97)[-1]
    assert figures["width"] < 1.15 * figures["width_linearized"]


def test_without_clusters_they_would_not_be(figures: Figures) -> None:
    """Wilson's interval of opportunities taken one by one holds a share of 0.3 far too rarely."""
    found = (wilson(*each) for each in drawn(0.3, 0.3, 60, 6, 1))
    figures["held"] = held(found, 0.3)
    assert figures["held"] < region(REPLICATES, LEVEL)[0]
    independent = (wilson(*each) for each in drawn(0.3, 0, 60, 6, 1))
    figures["independent"] = held(independent, 0.3)
    assert figures["independent"] in region(REPLICATES, LEVEL)


@pytest.mark.parametrize("alike", [0, 0.3])
def test_means_are_held_as_often_as_they_say(alike: float, figures: Figures) -> None:
    """60 games with opportunities of unequal number; a standard deviation of 1 in all."""
    draw = np.random.default_rng(3)
    weights = 1 + draw.poisson(5, (REPLICATES, 60)).astype(float)
    of_games = draw.normal(2, sqrt(alike), weights.shape)
    counts = weights * of_games + draw.normal(0, np.sqrt((1 - alike) * weights))
    found = (mean(*each) for each in zip(counts, weights, strict=True))
    figures["held"] = held(found, 2)
    assert figures["held"] in region(REPLICATES, LEVEL)


@pytest.mark.parametrize("games", [8, 12, 20])
def test_means_of_few_unequal_games_are_held_no_less_often_than_they_say(
    games: int, figures: Figures
) -> None:
    """Three in ten games have ten opportunities, and are alike: G - 1 degrees are too many."""
    draw = np.random.default_rng(9)
    weights = draw.choice([1.0, 10.0], (REPLICATES, games), p=[0.7, 0.3])
    of_games = draw.normal(0, sqrt(0.3), weights.shape)
    counts = weights * of_games + draw.normal(0, np.sqrt(0.7 * weights))
    found = [mean(*each) for each in zip(counts, weights, strict=True)]
    least = region(REPLICATES, LEVEL)[0]
    figures["held"] = held(iter(found), 0)
    assert figures["held"] >= least
    times = (stdtrit(games - 1, 0.975) / stdtrit(freedom(each), 0.975) for each in weights)
    figures["of_more_degrees"] = sum(
        abs(each.value) <= factor * (each.high - each.value)
        for each, factor in zip(found, times, strict=True)
    )
    assert figures["of_more_degrees"] < least


@pytest.mark.parametrize("alike", [0, 0.3])
def test_differences_are_held_as_often_as_they_say(alike: float, figures: Figures) -> None:
    """Shares of 0.5 and 0.3, where both groups of a game are moved by the same game."""
    draw = np.random.default_rng(4)
    rates = rates_drawn(draw, 0.5, alike, 60)
    groups = []
    for times in (1, 0.6):
        weights = 1 + draw.poisson(3, rates.shape)
        groups.append((draw.binomial(weights, rates * times).astype(float), weights.astype(float)))
    (c1, n1), (c0, n0) = groups
    found = (difference((c1[at], n1[at]), (c0[at], n0[at])) for at in range(REPLICATES))
    figures["held"] = held(found, 0.2)
    assert figures["held"] in region(REPLICATES, LEVEL)


@pytest.mark.parametrize("games", [6, 8, 14])
@pytest.mark.parametrize(
    ("of_yes", "of_no", "alike"),
    [((0.3, 1), (0.3, 6), 0.1), ((0.5, 2), (1.0, 12), 0), ((0.5, 2), (0.98, 12), 0.1)],
)
def test_differences_of_few_are_held_as_often_as_they_say(
    of_yes: tuple[float, float],
    of_no: tuple[float, float],
    alike: float,
    games: int,
    figures: Figures,
) -> None:
    """Shares of one or two opportunities a game, and of many that are nearly all the same.

    Where there are fewer than ten of one, no less often.
    """
    draw = np.random.default_rng(7)
    counts, weights = [], []
    for value, chances in (of_yes, of_no):
        of_games = np.full((REPLICATES, games), value)
        rates = of_games if value == 1 else rates_drawn(draw, value, alike, games)
        times = np.maximum(draw.poisson(chances, rates.shape), np.arange(games) == 0)
        weights.append(times.astype(float))
        counts.append(draw.binomial(times, rates).astype(float))
    found = (
        difference((c1, n1), (c0, n0), (n1.sum(), n0.sum()))
        for c1, n1, c0, n0 in zip(counts[0], weights[0], counts[1], weights[1], strict=True)
    )
    numbers = region(REPLICATES, LEVEL)
    few = games * of_yes[1] <= 12
    figures["held"] = held(found, of_yes[0] - of_no[0])
    assert numbers[0] <= figures["held"] <= (REPLICATES if few else numbers[-1])


@pytest.mark.parametrize("games", [8, 14])
def test_ratios_are_held_as_often_as_they_say(games: int, figures: Figures) -> None:
    """A quarter of gains of 2 on average with a standard deviation of 2, in each of few games."""
    draw = np.random.default_rng(8)
    own = draw.normal(0.5, 1, (REPLICATES, games))
    found = [ratio(one, one + other) for one, other in zip(
        own, draw.normal(1.5, sqrt(3), own.shape), strict=True
    )]  # fmt: skip
    known = [each for each in found if not isnan(each.low)]
    figures["held"] = held(iter(known), 0.25)
    assert figures["held"] in region(len(known), LEVEL)
