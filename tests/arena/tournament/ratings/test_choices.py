from itertools import combinations
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.ratings.choices import Choices, choices_of
from arena.tournament.ratings.rankings import EMPTY, Floats, Rankings, rankings_of
from tests.arena.tournament.ratings.played import drawn_rankings


def ones(choices: Choices) -> Floats:
    """Return the weights of clusters as they are."""
    return np.ones(len(choices.chosen))


def slow_value(rankings: Rankings, choices: Choices, parameters: Floats) -> float:
    """The definition, game by game and subset by subset, with no arrays."""
    value = 0.0
    ties = {key: parameters[choices.offsets.tie[0] + at] for at, key in enumerate(choices.ties)}
    for game in range(len(rankings)):
        stratum = int(rankings.stratum[game])
        left = [at for at, who in enumerate(rankings.seats[game]) if who != EMPTY]
        eta = {}
        for at in left:
            begin, end = choices.seat_terms[stratum]
            seat = parameters[begin + at] if end > begin else 0.0
            eta[at] = parameters[rankings.seats[game, at]] + seat

        def weight(chosen: tuple[int, ...], stratum: int = stratum, eta: dict = eta) -> float:
            size = len(chosen)
            if size > 1 and (stratum, size) not in ties:
                return 0.0
            tie = 1.0 if size == 1 else exp(ties[stratum, size])
            product = 1.0
            for each in chosen:
                product *= exp(eta[each])
            return tie * product ** (1 / size)

        while len(left) > 1:
            best = min(rankings.places[game, at] for at in left)
            chosen = tuple(at for at in left if rankings.places[game, at] == best)
            total = sum(
                weight(subset)
                for size in range(1, len(left) + 1)
                for subset in combinations(left, size)
            )
            value += log(weight(chosen) / total)
            left = [at for at in left if at not in chosen]
    return value


def test_two_seats_without_a_tie_are_one_logistic_choice() -> None:
    """P(first above second) is exp(a) / (exp(a) + exp(b)), the second choice being none."""
    choices = choices_of(rankings_of([[("a", 1), ("b", 2)]]), seat_terms=False)
    value = choices.value(np.array([0.7, -0.2]), ones(choices))
    assert value == pytest.approx(log(exp(0.7) / (exp(0.7) + exp(-0.2))))


def test_a_tie_of_two_weighs_delta_times_the_geometric_mean() -> None:
    """With a win and a tie of a and b: Davidson's model."""
    rankings = rankings_of([[("a", 1), ("b", 2)], [("a", 1), ("b", 1)]])
    choices = choices_of(rankings, seat_terms=False)
    a, b, delta = 0.5, -0.1, -0.4
    total = exp(a) + exp(b) + exp(delta) * exp((a + b) / 2)
    expected = log(exp(a) / total) + log(exp(delta + (a + b) / 2) / total)
    assert choices.value(np.array([a, b, delta]), ones(choices)) == pytest.approx(expected)


def test_1_1_3_is_a_choice_of_two_and_then_none() -> None:
    """After a tie of two of three, the last has no one to be chosen from."""
    choices = choices_of(rankings_of([[("a", 1), ("b", 1), ("c", 3)]]), seat_terms=False)
    a, b, c, delta = 0.3, 0.1, -0.2, 0.25
    pairs = [exp(delta + (x + y) / 2) for x, y in ((a, b), (a, c), (b, c))]
    total = exp(a) + exp(b) + exp(c) + sum(pairs)
    value = choices.value(np.array([a, b, c, delta]), ones(choices))
    assert value == pytest.approx(log(pairs[0] / total))


def test_1_2_2_ends_with_a_tie() -> None:
    """The second choice is among the two that are left, or both."""
    choices = choices_of(rankings_of([[("a", 1), ("b", 2), ("c", 2)]]), seat_terms=False)
    a, b, c, delta = 0.3, 0.1, -0.2, 0.25
    pairs = [exp(delta + (x + y) / 2) for x, y in ((a, b), (a, c), (b, c))]
    first = log(exp(a) / (exp(a) + exp(b) + exp(c) + sum(pairs)))
    second = log(pairs[2] / (exp(b) + exp(c) + pairs[2]))
    value = choices.value(np.array([a, b, c, delta]), ones(choices))
    assert value == pytest.approx(first + second)


def test_a_seat_term_adds_to_who_sits_there() -> None:
    """Of two equal entrants, the seat alone decides."""
    choices = choices_of(rankings_of([[("a", 1), ("b", 2)]]))
    value = choices.value(np.array([0.0, 0.0, 0.4, -0.4]), ones(choices))
    assert value == pytest.approx(log(exp(0.4) / (exp(0.4) + exp(-0.4))))


def test_a_seat_that_is_left_out_is_no_alternative() -> None:
    """None as a place: the others' order is all that counts, in the seats that they had."""
    with_hole = choices_of(rankings_of([[("a", 1), ("x", None), ("b", 2)]]))
    assert with_hole.offsets.worth == (0, 2)
    value = with_hole.value(np.array([0.1, 0.2, 0.3, 9.0, -0.3]), ones(with_hole))
    assert value == pytest.approx(log(exp(0.4) / (exp(0.4) + exp(-0.1))))


places = st.lists(st.integers(1, 3), min_size=2, max_size=5)


@settings(max_examples=60, deadline=None)
@given(st.lists(places, min_size=1, max_size=6), st.integers(0, 2**32 - 1))
def test_any_orders_have_the_value_that_enumeration_gives(
    games: list[list[int]], seed: int
) -> None:
    """The vectorised likelihood agrees with the definition written out."""
    orders = [[(f"e{(at * 3) % 7}", place) for at, place in enumerate(game)] for game in games]
    rankings = rankings_of(orders, rulesets=["x" if len(game) % 2 else "y" for game in games])
    choices = choices_of(rankings)
    parameters = np.random.default_rng(seed).normal(size=choices.parameters)
    expected = slow_value(rankings, choices, parameters)
    assert choices.value(parameters, ones(choices)) == pytest.approx(expected, abs=1e-9)


@pytest.fixture
def tied() -> Choices:
    """Return choices of games with ties, four a seed."""
    rng = np.random.default_rng(3)
    return choices_of(
        drawn_rankings(np.array([0.5, 0.0, -0.2, -0.3]), np.array([0.2, 0.0, -0.2]), 40, rng,
                       cluster=4, tied=0.8)
    )  # fmt: skip


def test_the_gradient_is_that_of_finite_differences(tied: Choices) -> None:
    """Central differences of the value, every parameter."""
    weights = np.random.default_rng(1).exponential(size=len(tied.chosen))
    at = np.random.default_rng(2).normal(size=tied.parameters) * 0.4
    given_ = tied.gradients(at[None], tied.counts(weights[None]), weights[None] @ tied.chosen)[0]
    step = 1e-5
    slopes = [
        (tied.value(at + step * each, weights) - tied.value(at - step * each, weights)) / (2 * step)
        for each in np.eye(tied.parameters)
    ]
    assert given_ == pytest.approx(np.array(slopes), abs=1e-6)


def test_the_information_is_minus_the_slope_of_the_gradient(tied: Choices) -> None:
    """Central differences of the gradient, every pair of parameters."""
    weights = np.ones((1, len(tied.chosen)))
    counts, chosen = tied.counts(weights), weights @ tied.chosen
    at = np.random.default_rng(2).normal(size=tied.parameters) * 0.4
    step = 1e-5
    slopes = [
        (tied.gradients((at - step * each)[None], counts, chosen)
         - tied.gradients((at + step * each)[None], counts, chosen))[0] / (2 * step)
        for each in np.eye(tied.parameters)
    ]  # fmt: skip
    assert tied.informations(at[None], counts)[0] == pytest.approx(np.array(slopes), abs=1e-5)


def test_informations_at_one_point_are_those_of_each_draw(tied: Choices) -> None:
    """The cheap form agrees with the general one."""
    weights = np.random.default_rng(5).exponential(size=(4, len(tied.chosen)))
    counts, at = tied.counts(weights), np.full(tied.parameters, 0.1)
    given_ = tied.informations_at(at, counts)
    assert given_ == pytest.approx(tied.informations(np.tile(at, (4, 1)), counts), abs=1e-9)


def test_scores_of_clusters_sum_to_the_gradient(tied: Choices) -> None:
    """And weighted with any weights, to the weighted one."""
    weights = np.random.default_rng(5).exponential(size=len(tied.chosen))
    at = np.random.default_rng(2).normal(size=tied.parameters) * 0.4
    whole = tied.gradients(at[None], tied.counts(weights[None]), weights[None] @ tied.chosen)[0]
    assert weights @ tied.scores(at) == pytest.approx(whole, abs=1e-9)


def test_equal_sets_of_seats_are_one_kind() -> None:
    """A hundred games of one line-up cost as much as one."""
    once = [("a", 1), ("b", 2), ("c", 3)]
    choices = choices_of(rankings_of([once] * 100))
    assert len(choices.starts) == 2
    assert choices.counts(ones(choices)[None]).tolist() == [[100.0, 100.0]]
