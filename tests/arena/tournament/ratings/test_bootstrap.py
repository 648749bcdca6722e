import numpy as np
import pytest
from scipy import stats

from arena.tournament.ratings.bootstrap import (
    LEVEL,
    Draws,
    above,
    chances_of_ranks,
    effective,
    generator,
    intervals,
    rank_intervals,
    spread,
)


def test_draws_depend_on_the_seed_and_on_nothing_else() -> None:
    """Names in any order, with repetitions, have the same weights."""
    one = Draws.of(["b", "a", "c"], 5, "key")
    other = Draws.of(["c", "a", "b", "a"], 5, "key")
    assert one.seeds == other.seeds == ("a", "b", "c")
    assert (one.weights == other.weights).all()
    assert not (one.weights == Draws.of(["a", "b", "c"], 5, "other key").weights).any()


def test_more_seeds_leave_the_weights_of_the_others_as_they_were() -> None:
    """So an extended tournament's draws go on."""
    few, more = Draws.of(["a", "c"], 5, "key"), Draws.of(["a", "b", "c"], 5, "key")
    assert (few.weights == more.weights[:, [0, 2]]).all()


def test_weights_of_some_seeds_have_mean_1_and_are_above_0() -> None:
    """In each draw, whichever seeds are asked for."""
    draws = Draws.of([f"s{at}" for at in range(30)], 200, "key")
    weights = draws.of_clusters(["s3", "s1", "s20"])
    assert weights.shape == (200, 3)
    assert weights.mean(axis=1) == pytest.approx(np.ones(200))
    assert (weights > 0).all()


def test_a_purpose_has_a_stream_of_its_own() -> None:
    """Permutations never use the bootstrap's numbers."""
    assert generator("x", "bootstrap").random() == generator("x", "bootstrap").random()
    assert generator("x", "bootstrap").random() != generator("x", "permutation").random()


def test_effective_seeds_are_seeds_where_games_are_even_and_fewer_where_not() -> None:
    """(sum n)^2 / sum n^2, by entrant; 0 for who never played."""
    games = np.array([[2.0, 9.0, 0.0], [2.0, 1.0, 0.0]])
    assert effective(games) == pytest.approx([2.0, 100 / 82, 0.0])


def test_the_interval_of_a_mean_is_that_of_student() -> None:
    """Draws of a weighted mean, spread, are as wide as the t interval of the seeds' values."""
    values = np.random.default_rng(1).normal(size=15)
    draws = Draws.of([f"s{at:02}" for at in range(15)], 20_000, "key")
    drawn = draws.of_clusters(draws.seeds) @ values / 15
    estimate = np.array([values.mean()])
    low, high = intervals(spread(estimate, drawn[:, None], np.array([15.0])))
    student = stats.t.interval(LEVEL, 14, values.mean(), stats.sem(values))
    assert high[0] - low[0] == pytest.approx(student[1] - student[0], rel=0.03)


def test_one_seed_has_no_interval() -> None:
    """Nothing is known of how much another seed would change."""
    wide = spread(np.array([0.3]), np.full((10, 1), 0.3), np.array([1.0]))
    assert np.isnan(wide).all()
    assert np.isnan(intervals(wide)[0]).all()


def test_of_two_that_are_level_each_is_above_in_half_a_draw() -> None:
    """Ties share."""
    shares = above(np.array([[1.0, 1.0, 0.0], [2.0, 1.0, 3.0]]))
    assert shares[0].tolist() == [0.5, 0.75, 0.5]
    assert shares + shares.T == pytest.approx(np.ones((3, 3)))


def test_ties_share_the_mass_of_their_ranks() -> None:
    """Two level at the top have rank 1 and 2 in half a draw each."""
    chances = chances_of_ranks(np.array([[1.0, 1.0, 0.0]]))
    assert chances.tolist() == [[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]


def test_ranks_of_any_draws_sum_to_1_both_ways() -> None:
    """Each entrant has a rank, and each rank an entrant, whatever ties."""
    draws = np.round(np.random.default_rng(2).normal(size=(50, 5)), 0)
    chances = chances_of_ranks(draws)
    assert chances.sum(axis=0) == pytest.approx(np.ones(5))
    assert chances.sum(axis=1) == pytest.approx(np.ones(5))


def test_differences_below_rounding_are_ties() -> None:
    """What only the order of an addition made different is no difference."""
    assert above(np.array([[0.1 + 0.2, 0.3]]))[0, 1] == 0.5


def test_rank_intervals_hold_the_ranks_of_95_of_100_draws() -> None:
    """An entrant that is second in one draw of a hundred has the interval 1 to 1."""
    draws = np.tile([2.0, 1.0, 0.0], (100, 1))
    draws[0] = [1.0, 2.0, 0.0]
    low, high = rank_intervals(draws)
    assert (low.tolist(), high.tolist()) == ([1, 2, 3], [1, 2, 3])
    draws[:10, :2] = [1.0, 2.0]
    low, high = rank_intervals(draws)
    assert (low.tolist(), high.tolist()) == ([1, 1, 3], [2, 2, 3])


def test_level_entrants_have_both_ranks_in_their_interval() -> None:
    """Always level: from the better rank to the worse."""
    low, high = rank_intervals(np.zeros((20, 2)))
    assert (low.tolist(), high.tolist()) == ([1, 1], [2, 2])
