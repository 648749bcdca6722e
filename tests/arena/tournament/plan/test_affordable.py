"""As many games as a budget is expected to buy."""

import pytest

from arena.errors import ConfigError
from arena.tournament.affordable import with_affordable_games
from arena.tournament.config import TournamentConfig
from arena.tournament.forecast import forecast_of
from arena.tournament.planning import planned
from tests.arena.tournament.plan.plans import QUIET, config
from tests.breadth import breadth

MODEL = "openai-compatible:one@http://127.0.0.1:9/v1"
PRICED = {MODEL: {"price": {"input": 1.0, "output": 4.0}}}
FIELD = {"one": MODEL, "two": "random", "three": "random", "four": "random"}


def of(budget: dict[str, float], **more: object) -> TournamentConfig:
    """Return a config of a model and three bots that plays what its budget buys."""
    given = {"entrants": FIELD, "models": PRICED, "talk": {"protocol": "off"}, **more}
    return config(games="budget", budget=budget, **given)


def games_of(budget: dict[str, float], **more: object) -> int:
    """Return how many games it buys."""
    games = with_affordable_games(of(budget, **more)).games
    assert isinstance(games, int)
    return games


@pytest.mark.slow
def test_what_a_budget_buys_costs_as_much_and_one_game_more_does_not() -> None:
    """The plan is expected to take its cap at most; twice the cap buys twice the games, about."""
    bought = with_affordable_games(of({"calls": 500}))
    calls = forecast_of(planned(bought)).calls.expected
    assert isinstance(bought.games, int)
    assert 500 * 0.85 < calls <= 500
    assert abs(games_of({"calls": 1000}) - 2 * bought.games) <= 1


@pytest.mark.slow
def test_the_cap_that_is_reached_first_says_how_many() -> None:
    """Money, tokens and calls; hours are none of them."""
    calls = games_of({"calls": 500})
    assert games_of({"calls": 500, "money": 1e6, "tokens": 10**12, "hours": 0.001}) == calls
    assert games_of({"calls": 500, "money": 0.5}) < calls


@pytest.mark.slow
def test_games_under_arms_are_whole() -> None:
    """Each game is played under three arms, or not at all."""
    assert games_of({"calls": 500}, arms=[QUIET]) % 3 == 0


def test_a_number_of_games_stays() -> None:
    """Nothing is forecast where the config has a number, or rounds."""
    given = config(games=7)
    assert with_affordable_games(given) is given


BOUGHT_BY_NOTHING = {
    "no cap": ({"budget": {}}, "no cap in money, tokens, calls"),
    "hours alone": ({"budget": {"hours": 2.0}}, "no cap in money, tokens, calls"),
    "too low a cap": ({"budget": {"calls": 1}}, "calls is expected to buy no game"),
    "arms": ({"budget": {"calls": 1}, "arms": [QUIET]}, "under all 3 arms"),
    "no price": ({"budget": {"money": 5.0}, "models": {}}, "the price of"),
    "bots alone": (
        {"budget": {"money": 5.0}, "models": {}, "entrants": dict.fromkeys("abc", "random")},
        "no entrant is a model",
    ),
}


@pytest.mark.parametrize(
    "case", breadth(BOUGHT_BY_NOTHING, BOUGHT_BY_NOTHING.keys() - {"arms", "too low a cap"})
)
def test_what_buys_nothing_is_refused(case: str) -> None:
    """One sentence: no cap, a cap too low for a game, no price, nothing that costs."""
    given, said = BOUGHT_BY_NOTHING[case]
    with pytest.raises(ConfigError, match=said):
        with_affordable_games(of(**given))  # type: ignore[arg-type]
