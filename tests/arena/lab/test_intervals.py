"""Intervals by games: their closed form, and what leaves them as they are.

How often they hold stands in `tests/proofs/prove_intervals.py`.
"""

from collections.abc import Callable
from itertools import pairwise
from math import hypot, isnan, pi, sqrt, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import stdtrit  # type: ignore[import-untyped]
from scipy.stats import ttest_1samp, ttest_rel  # type: ignore[import-untyped]

from arena.lab.intervals import (
    LEVEL,
    Clustered,
    Interval,
    Moments,
    difference,
    effective,
    excess,
    mean,
    ratio,
    share,
)
from tests.arena.lab.degrees import freedom

Floats = NDArray[np.float64]
Sums = tuple[Floats, Floats]
REPLICATES = 2000
STUDENT_1, STUDENT_2 = tan(pi * LEVEL / 2), LEVEL / sqrt((1 - LEVEL**2) / 2)
"""Quantiles of Student's t with one and two degrees of freedom, which have closed forms."""


def sums(*pairs: tuple[float, float]) -> Sums:
    """Return counts and weights of games, given as pairs."""
    counts, weights = zip(*pairs, strict=True)
    return np.array(counts, float), np.array(weights, float)


@st.composite
def shares(draw: st.DrawFn, least: int = 1) -> Sums:
    """Draw games with up to nine opportunities each, some with none, at least `least` with some."""
    size = st.integers(1, 9)
    games = draw(st.lists(size, min_size=least, max_size=12)) + draw(
        st.lists(st.just(0), max_size=2)
    )
    return sums(*((draw(st.integers(0, each)), each) for each in games))


def close(found: Interval, wanted: Interval) -> bool:
    """Tell whether two intervals are the same but for rounding."""
    return bool(np.allclose(found, wanted, rtol=1e-7, atol=1e-7, equal_nan=True))


# --- by hand ---


def test_a_share_has_its_closed_form() -> None:
    """1 of 2, 2 of 2, 0 of 4: squares of 0.5 within games, with 5 degrees, and 1.375 between.

    So 0.1 is the variance within, (1.375 - 2 * 0.1) / 5 = 0.235 that between, and 47/67 the
    correlation. Wilson's bound p solves (r - p)^2 = t^2 p (1 - p) / n, where the linearized
    variance 5.8125/64 makes n 80/31, and t has 2 / (1 - (47/67)^2) degrees.
    """
    found = share(*sums((1, 2), (2, 2), (0, 4)))
    assert found.value == 3 / 8
    assert 0 < found.low < 3 / 8 < found.high < 1
    for bound in (found.low, found.high):
        wanted = stdtrit(2 / (1 - (47 / 67) ** 2), 0.975) ** 2 * bound * (1 - bound) / (80 / 31)
        assert (3 / 8 - bound) ** 2 == pytest.approx(wanted)


@pytest.mark.parametrize(("value", "at"), [(0, "high"), (1, "low")])
def test_a_share_without_variance_counts_each_game_once(value: int, at: str) -> None:
    """0 of 5 in each of three games: Wilson's bound of 0 of 3 is t^2 / (3 + t^2)."""
    found = share(*sums(*[(5 * value, 5)] * 3))
    reach = STUDENT_2**2 / (3 + STUDENT_2**2)
    assert found.value == value
    assert getattr(found, at) == pytest.approx(abs(value - reach))
    assert value in {found.low, found.high}


def test_games_of_one_opportunity_have_the_interval_of_wilson() -> None:
    """3 of 10, one a game, but for the variance, which is that of a sample: 9 are effective."""
    games = sums(*[(1, 1)] * 3, *[(0, 1)] * 7)
    found = share(*games, 10)
    for bound in (found.low, found.high):
        assert (0.3 - bound) ** 2 == pytest.approx(1.959964**2 * bound * (1 - bound) / 9)


@given(shares(least=2), st.floats(0, 100))
def test_the_more_opportunities_in_a_game_the_wider(games: Sums, more: float) -> None:
    """Up to Student's t, which stands where their number is not told."""
    size = sum(games[1] > 0)
    found = [share(*games, each) for each in (size, size + more, np.inf)]
    widths = [each.high - each.low for each in found]
    assert widths[0] <= widths[1] + 1e-12
    assert widths[1] <= widths[2] + 1e-12
    assert close(found[2], share(*games))


def test_a_mean_has_its_closed_form() -> None:
    """4 in 2, 9 in 3: 13/5; without the one it is 3, without the other 2, so 0.4 and 0.6 off."""
    found = mean(*sums((4, 2), (9, 3)))
    assert found.value == pytest.approx(2.6)
    assert found.high - found.value == pytest.approx(STUDENT_1 * sqrt(0.26))
    assert found.value - found.low == pytest.approx(STUDENT_1 * sqrt(0.26))


def test_a_difference_has_its_closed_form() -> None:
    """2 and 0 of 2 against 0 and 2 of 2: each game moves both as much, in opposite ways.

    So one reaches as far down as the other up, and the difference as far as both together.
    """
    found = difference(sums((2, 2), (0, 2)), sums((0, 2), (2, 2)))
    half = share(*sums((2, 2), (0, 2)))
    assert found.value == 0
    assert (found.low, found.high) == pytest.approx((2 * half.low - 1, 2 * half.high - 1))


def test_a_difference_of_independent_shares_is_that_of_newcombe() -> None:
    """56 of 70 against 48 of 80: 0.0524 to 0.3339 (Newcombe 1998, method 10), one each a game."""
    yes, no = (np.r_[np.ones(ones), np.zeros(of - ones)] for ones, of in ((56, 70), (48, 80)))
    apart = (np.r_[yes, np.zeros(80)], np.r_[np.ones(70), np.zeros(80)])
    other = (np.r_[np.zeros(70), no], np.r_[np.zeros(70), np.ones(80)])
    found = difference(apart, other, (70, 80))
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=0.002)  # a game more or less


def test_what_stands_in_one_game_alone_is_known_by_halves() -> None:
    """1 and 0 of 1 against 1 of 1 in a third game: the latter may be anything below 1."""
    one = sums((1, 1), (0, 1), (0, 0))
    found, half = difference(one, sums((0, 0), (0, 0), (1, 1))), share(*one)
    assert found.value == -0.5
    assert found.value - found.low == pytest.approx(0.5 - half.low)
    assert found.high - found.value == pytest.approx(sqrt((half.high - 0.5) ** 2 + 1))


def test_a_share_that_no_game_moves_is_as_alike_as_the_other() -> None:
    """12 of 12 in four games, beside 1 of 2, 2 of 2, 0 of 4 and 1 of 1, which tell as much as n."""
    moved, certain = sums((1, 2), (2, 2), (0, 4), (1, 1)), sums((3, 3), (3, 3), (3, 3), (3, 3))
    size = effective(*moved)
    assert size is not None
    assert size < 9
    found = difference(moved, certain, (9, 12))
    one, other = share(*moved, 9), share(*certain, 12, 12 * size / 9)
    assert found.value - found.low == pytest.approx(one.value - one.low)
    assert found.high - found.value == pytest.approx(hypot(one.high - one.value, 1 - other.low))
    assert other.low > share(*certain, 12).low


def test_an_excess_is_a_share_less_what_chance_has() -> None:
    """1 of 2, 2 of 2, 0 of 4, where chance has a quarter: the share's interval, a quarter lower."""
    fell = sums((1, 2), (2, 2), (0, 4))
    found, plain = excess(fell, sums((1, 2), (0, 2), (1, 4))), share(*fell)
    assert found == pytest.approx([each - 1 / 4 for each in plain])
    assert all(map(isnan, excess((np.zeros(2), np.zeros(2)), (np.zeros(2), np.zeros(2)))))


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 9)), min_size=3, max_size=9))
def test_a_bound_of_a_ratio_is_where_the_difference_is_on_the_edge(
    games: list[tuple[int, int]],
) -> None:
    """Fieller: with r a bound the mean of top - r bottom is as far off 0 as Student's t allows."""
    tops, bottoms = np.array(games, float).T
    found = ratio(tops, bottoms)
    if isnan(found.low):
        return
    assert found.value == pytest.approx(tops.sum() / bottoms.sum())
    for bound in (found.low, found.high):
        off = tops - bound * bottoms
        wanted = stdtrit(len(off) - 1, 0.975) * off.std(ddof=1) / sqrt(len(off))
        assert abs(off.mean()) == pytest.approx(wanted, rel=1e-6, abs=1e-6)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 9)), min_size=2, max_size=9))
def test_what_one_has_of_a_sum_the_other_has_not(games: list[tuple[int, int]]) -> None:
    """Of two that share it, the one's interval is the mirror image of the other's."""
    tops, bottoms = np.array(games, float).T
    found, other = ratio(tops, bottoms), ratio(bottoms - tops, bottoms)
    assert close(Interval(1 - other.value, 1 - other.high, 1 - other.low), found)


# --- what is not known ---


def test_there_is_no_ratio_to_what_may_be_nothing() -> None:
    """3 and -2 are 1/2 on average, which is no way off 0; nor to a single game."""
    assert all(map(isnan, ratio(np.array([1.0, 2.0]), np.array([3.0, -2.0]))))
    assert all(map(isnan, ratio(np.array([1.0, 2.0]), np.array([3.0, -3.0]))))
    assert all(map(isnan, ratio(np.array([1.0]), np.array([3.0]))))
    assert all(map(isnan, ratio(np.zeros(0), np.zeros(0))))


def test_where_all_games_agree_on_a_ratio_it_has_no_bounds() -> None:
    """Half of 10, 11 and 12: nothing tells how sure it is."""
    found = ratio(np.array([5.0, 5.5, 6.0]), np.array([10.0, 11.0, 12.0]))
    assert found.value == 0.5
    assert isnan(found.low)
    assert isnan(found.high)


@pytest.mark.parametrize("estimate", [share, mean])
def test_without_an_opportunity_there_is_no_estimate(
    estimate: Callable[[Floats, Floats], Interval],
) -> None:
    """Neither without games nor in games without one: it is never 0."""
    for none in ((np.zeros(0), np.zeros(0)), (np.zeros(3), np.zeros(3))):
        assert all(map(isnan, estimate(*none)))


def test_a_difference_needs_both_groups() -> None:
    """With one of them empty there is no estimate, whichever it is."""
    some, none = sums((1, 2), (0, 1)), (np.zeros(2), np.zeros(2))
    assert all(map(isnan, difference(some, none)))
    assert all(map(isnan, difference(none, some)))


def test_of_one_game_a_share_can_be_anything() -> None:
    """The range is whole, however many opportunities the game has; games without one add none."""
    assert share(*sums((30, 100))) == (0.3, 0, 1)
    assert share(*sums((30, 100), (0, 0))) == (0.3, 0, 1)


def test_of_one_game_a_mean_and_a_difference_have_no_bounds() -> None:
    """They have a value."""
    one = mean(*sums((30, 100), (0, 0)))
    other = difference(sums((1, 2), (0, 0)), sums((1, 4), (0, 0)))
    assert (one.value, other.value) == (0.3, 0.25)
    assert all(map(isnan, (one.low, one.high, other.low, other.high)))


# --- what holds of all ---


@given(shares())
def test_a_share_lies_in_its_interval_and_that_in_0_to_1(games: Sums) -> None:
    """Whatever the counts."""
    found = share(*games)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.value == pytest.approx(games[0].sum() / games[1].sum())


@given(shares(least=2))
def test_an_interval_of_some_games_has_a_width(games: Sums) -> None:
    """Also where all games are alike: no number of games says a share for certain."""
    found = share(*games)
    assert found.high - found.low > 1e-4


@given(st.integers(0, 9), st.lists(st.integers(1, 9), min_size=2, max_size=12), st.floats(0.1, 1))
def test_games_that_are_all_alike_count_once_each(
    ninths: int, sizes: list[int], weight: float
) -> None:
    """The interval is that of one opportunity a game, also where rounding tells games apart."""
    weights = 9 * weight * np.array(sizes, float)
    once = share(ninths / 9 * np.ones(len(sizes)), np.ones(len(sizes)))
    assert close(share(ninths / 9 * weights, weights), once)
    assert once.high - once.low > 0.1


@given(shares(), st.floats(1e-3, 1e3))
def test_only_the_proportions_of_weights_count(games: Sums, times: float) -> None:
    """A measure may weigh its opportunities on any scale."""
    counts, weights = games
    moments = Moments(weights * times**2, counts * times)
    scaled = Clustered(counts * times, weights * times, moments)
    assert close(mean(*scaled[:2]), mean(*games))
    assert close(share(*scaled[:2], moments=moments), share(*games))
    other = counts[::-1], weights[::-1]
    assert close(difference(scaled, other), difference(games, other))


def test_twice_the_same_in_each_game_says_no_more() -> None:
    """Unlike twice the games: opportunities that repeat others make them as much more alike."""
    draw = np.random.default_rng(10)
    counts, weights = draw.binomial(3, 0.4, 300).astype(float), np.full(300, 3.0)
    once, again = share(counts, weights), share(2 * counts, 2 * weights)
    assert again.high - again.low == pytest.approx(once.high - once.low, rel=0.03)


def test_outcomes_between_the_two_vary_less_than_yes_and_no() -> None:
    """Halves and quarters of one opportunity a game: 3/8, of a variance of 1/64, not 15/64."""
    counts, weights = np.array([0.5, 0.25] * 8), np.ones(16)
    found = effective(counts, weights, Moments(weights, counts**2))
    assert found == pytest.approx(15 * (3 / 8 * 5 / 8) / (1 / 64))


def test_a_few_large_games_that_agree_do_not_make_it_sure() -> None:
    """Whether the two of sixteen opportunities both have all is chance: others say how alike."""
    small = [(1, 1), (0, 1)] * 4
    agree, differ = (share(*sums((16, 16), each, *small)) for each in ((16, 16), (0, 16)))
    assert agree.high - agree.low > 0.3
    assert differ.high - differ.low > 0.6


@given(shares(least=2))
def test_twice_the_games_say_more(games: Sums) -> None:
    """Each game played again with the same counts makes the interval narrower."""
    counts, weights = games
    one, two = share(counts, weights), share(np.tile(counts, 2), np.tile(weights, 2))
    assert two.value == pytest.approx(one.value)
    assert two.high - two.low < one.high - one.low


@given(shares())
def test_games_without_an_opportunity_change_nothing(games: Sums) -> None:
    """They are no clusters."""
    counts, weights = (np.append(each, [0, 0]) for each in games)
    assert close(share(counts, weights), share(*games))
    assert close(mean(counts, weights), mean(*games))


@given(shares())
def test_the_share_of_the_opposite_is_the_mirror_image(games: Sums) -> None:
    """Lies and truths have the same interval."""
    counts, weights = games
    found, other = share(counts, weights), share(weights - counts, weights)
    assert close(Interval(1 - other.value, 1 - other.high, 1 - other.low), found)


@given(shares(), st.floats(-100, 100))
def test_a_mean_moves_with_its_scale(games: Sums, by: float) -> None:
    """So much more each time moves the value and its bounds by as much."""
    counts, weights = games
    found, moved = mean(counts, weights), mean(counts + by * weights, weights)
    assert close(Interval(*(each + by for each in found)), moved)


@given(shares(), shares())
def test_a_difference_turned_round_has_the_other_sign(one: Sums, other: Sums) -> None:
    """Bounds change places."""
    games = max(len(one[0]), len(other[0]))
    yes, no = (
        (np.pad(c, (0, games - len(c))), np.pad(n, (0, games - len(n)))) for c, n in (one, other)
    )
    found, turned = difference(yes, no), difference(no, yes)
    assert close(Interval(-turned.value, -turned.high, -turned.low), found)


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=9))
def test_equal_games_have_the_interval_of_textbooks(outcomes: list[int]) -> None:
    """One opportunity a game: Student's interval of a mean."""
    found = np.array(outcomes, float)
    if len(set(outcomes)) > 1:
        low, high = ttest_1samp(found, 0).confidence_interval(LEVEL)
        assert close(mean(found, np.ones(len(found))), Interval(float(found.mean()), low, high))


@given(shares(), shares())
def test_a_mean_is_as_wide_as_leaving_out_each_game_says(one: Sums, other: Sums) -> None:
    """The jackknife, done by hand."""
    counts, weights = (np.append(*each) for each in zip(one, other, strict=True))
    some = weights > 0
    counts, weights = counts[some], weights[some]
    games = len(weights)
    without = [np.delete(counts, at).sum() / np.delete(weights, at).sum() for at in range(games)]
    found = mean(counts, weights)
    squares = (games - 1) / games * sum((each - found.value) ** 2 for each in without)
    if squares > 1e-9:
        wide = (found.high - found.value) / sqrt(squares)
        assert wide == pytest.approx(stdtrit(freedom(weights), 0.975))


@pytest.mark.parametrize("moved", [0.0, 0.3])
def test_many_games_have_the_intervals_of_paired_differences(moved: float) -> None:
    """With two thousand games the difference of shares is one of means of pairs."""
    draw = np.random.default_rng(6)
    rates = draw.uniform(0.5 - moved, 0.5 + moved, REPLICATES)
    yes, no = (draw.binomial(1, rates).astype(float) for _ in range(2))
    one = np.ones(REPLICATES)
    found = difference((yes, one), (no, one), (REPLICATES, REPLICATES))
    wanted = ttest_rel(yes, no).confidence_interval(LEVEL)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=0.001)


@given(shares(), shares())
def test_a_difference_of_shares_stays_within_its_bounds(one: Sums, other: Sums) -> None:
    """From -1 to 1, and it holds its own value."""
    games = max(len(one[0]), len(other[0]))
    yes, no = (
        (np.pad(c, (0, games - len(c))), np.pad(n, (0, games - len(n)))) for c, n in (one, other)
    )
    found = difference(yes, no)
    if not isnan(found.low):
        bounds = (-1, found.low, found.value, found.high, 1)
        assert all(a <= b + 1e-9 for a, b in pairwise(bounds))
