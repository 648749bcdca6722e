from dataclasses import replace

import numpy as np
import pytest

from tests.arena.tournament.ratings.correlated import correlations, drawn
from tests.arena.tournament.ratings.played import game, rotations, seat


@pytest.mark.parametrize("planted", [0.0, 0.2, 0.5])
def test_what_seeds_share_is_found_again(planted: float) -> None:
    """The share of variance that a seed gives to all of its seats, and the design effect of it."""
    found = correlations(drawn(200, 1, seed_share=planted))["points", "seed"]
    assert found.icc.value == pytest.approx(planted, abs=0.07)
    assert found.icc.low < planted < found.icc.high
    assert (found.groups, found.values) == (200, 200 * 16)
    assert found.design_effect == pytest.approx(1 + 15 * found.icc.value, abs=1e-5)


def test_what_games_share_beyond_their_seed_is_found_again() -> None:
    """Within a game both shares count; within a seed only the seed's."""
    found = correlations(drawn(200, 2, seed_share=0.2, game_share=0.3))
    assert found["points", "seed"].icc.value == pytest.approx(0.2 + 0.3 * 3 / 15, abs=0.07)
    assert found["points", "game"].icc.value == pytest.approx(0.5, abs=0.07)


def test_points_that_make_up_for_each_other_correlate_below_nothing() -> None:
    """A game of two whose sum never changes: -1, the least that there is."""
    games = [
        game(f"g{at}", ["a", "b"][:: 1 if at % 2 else -1], [50 + each, 50 - each], seed=f"s{at}")
        for at, each in enumerate(np.random.default_rng(3).integers(-20, 20, size=60).tolist())
    ]
    found = correlations(games)["points", "game"]
    assert found.icc.value == pytest.approx(-1, abs=0.05)
    assert found.design_effect == pytest.approx(0, abs=0.05)


def test_lies_that_come_together_in_some_games_are_told_from_those_that_do_not() -> None:
    """Eight statements a seat and game, 0.3 of them lies: beta-binomial, and independent."""
    chance = np.random.default_rng(4)
    for planted in (0.3, 0.0):
        games = []
        for each in rotations(("a", "b", "c"), 120):
            share = chance.beta(0.3 * 7 / 3, 0.7 * 7 / 3, size=3) if planted else np.full(3, 0.3)
            lies = chance.binomial(8, share)
            games.append(replace(each, seats=tuple(
                replace(seat, statements=8, lies=int(count))
                for seat, count in zip(each.seats, lies, strict=True)
            )))  # fmt: skip
        found = correlations(games)["lies", "game"]
        assert found.icc.value == pytest.approx(planted, abs=0.05)
        assert found.design_effect == pytest.approx(1 + 7 * planted, abs=0.35)
        assert (found.groups, found.values) == (1080, 8 * 1080)


def test_a_liar_beside_an_honest_one_is_no_correlation() -> None:
    """What entrants usually do is taken off: half of the games' lies are one entrant's habit."""
    chance = np.random.default_rng(6)
    games = [
        replace(each, seats=tuple(
            seat(
                one.entrant, one.position, one.place, one.points, statements=10,
                lies=int(chance.binomial(10, 0.8 if one.entrant == "a" else 0.05)),
            )
            for one in each.seats
        ))
        for each in rotations(("a", "b"), 150)
    ]  # fmt: skip
    assert correlations(games)["lies", "game"].icc.value == pytest.approx(0, abs=0.03)


def test_what_did_not_happen_or_happened_once_has_no_correlation() -> None:
    """No promise, a single game, no game: there is no figure, and no failure."""
    assert correlations(rotations(("a", "b"), 4))["promises", "game"].icc.value is None
    assert correlations([game("g", "ab", (3, 1))])["points", "seed"].icc.value is None
    assert {each.groups for each in correlations([]).values()} == {0}
