import numpy as np
import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.controls import CONTROLS, controlled_fit, within_entrants
from arena.tournament.ratings.rows import ControlledFit
from tests.arena.tournament.ratings.played import game


def controlled(games: list[GameResult]) -> ControlledFit | None:
    """Return the fit with few draws."""
    return controlled_fit(games, Draws.of([each.seed for each in games], 100, "test"))


def talking(count: int, slope: float) -> list[GameResult]:
    """Return games where who says more than usual does better by `slope` a standard deviation."""
    games = []
    for at in range(count):
        rng = np.random.default_rng(at)
        said = rng.normal(size=3)
        utility = slope * said + rng.gumbel(size=3)
        points = [int(np.sum(utility > each)) for each in utility]
        who = [f"e{(at + seat) % 3}" for seat in range(3)]
        games.append(
            game(
                f"g{at:03}",
                who,
                [2 - each for each in points],
                seed=f"s{at:03}",
                seats=[
                    {"characters": 500 * int(who[seat][1]) + round(100 * (said[seat] + 5))}
                    for seat in range(3)
                ],
            )
        )
    return games


def test_the_slope_of_talk_is_the_planted_one() -> None:
    """In log-odds for each standard deviation within an entrant; reasoning never varied."""
    found = controlled(talking(400, 0.6))
    assert found is not None
    (slope,) = found.slopes
    assert slope.control == "characters"
    assert slope.log_odds.value == pytest.approx(0.6, abs=0.15)
    assert slope.log_odds.low > 0


def test_an_entrant_that_always_talks_more_is_not_rated_for_it() -> None:
    """Only what differs within an entrant counts: worths stay level though lengths are not."""
    found = controlled(talking(400, 0.6))
    assert found is not None
    for row in found.entrants:
        assert row.elo.low < 1500 < row.elo.high


def test_measures_are_centred_within_entrants() -> None:
    """Each entrant's mean is 0, the standard deviation of all seats 1."""
    games = talking(50, 0.0)
    values = within_entrants(games, CONTROLS["characters"])
    assert values is not None
    assert np.std(np.concatenate(values)) == pytest.approx(1)
    for name in ("e0", "e1", "e2"):
        own = [
            values[at][seat.position]
            for at, each in enumerate(games) for seat in each.seats if seat.entrant == name
        ]  # fmt: skip
        assert np.mean(own) == pytest.approx(0, abs=1e-9)


def test_where_nobody_talks_there_is_no_fit() -> None:
    """Nothing to hold equal."""
    assert controlled([game("g", ["a", "b"], [1, 0])]) is None
    assert controlled([]) is None
