"""What a plan will take, from games that are played without a call."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.tournament.config import TournamentConfig
from arena.tournament.forecast import Forecast, Range, check_prices, forecast_of
from arena.tournament.plan import Plan
from arena.tournament.planning import planned

ONE = "openai-compatible:one@http://127.0.0.1:9/v1"
TWO = "openai-compatible:two@http://127.0.0.1:9/v1"
"""Nobody listens there, and nobody has to."""
PRICE = {"price": {"input": 1.0, "output": 4.0, "cached": 0.1}}


def plan_of(**more: Any) -> Plan:
    """Return the plan of two models and two bots, 24 games."""
    return planned(TournamentConfig.model_validate({
        "seed": "1", "entrants": {"one": ONE, "two": TWO, "bot": "house", "any": "random"},
        "seats": 3, "replicates": 2, "talk": {"protocol": "off"},
        "models": {ONE: PRICE, TWO: PRICE}, **more,
    }))  # fmt: skip


@pytest.fixture(scope="module")
def forecast() -> Forecast:
    """The forecast of a plan with limits, a budget and an arm that changes nothing a model sees."""
    return forecast_of(
        plan_of(
            budget={"money": 1.0, "calls": 1_000_000},
            providers={"openai-compatible": {"requests": 10}, TWO: {"calls": 1}},
            run={"games": 4, "processes": 1},
        ),
        latency=2.0,
    )


@pytest.mark.slow
def test_what_entrants_take_adds_up(forecast: Forecast) -> None:
    """Models take calls, tokens and dollars, bots nothing; the whole is the sum."""
    models = [forecast.entrants[name] for name in ("one", "two")]
    assert forecast.games == 24
    assert [each.seats for each in forecast.entrants.values()] == [18] * 4
    for each in models:
        assert each.calls.expected > 18 * 10
        assert each.input.expected > each.output.expected > 0
    for name in ("bot", "any"):
        assert forecast.entrants[name].calls.high == 0
        assert forecast.entrants[name].cost is not None
    assert forecast.calls.expected == pytest.approx(sum(each.calls.expected for each in models))
    assert forecast.cost is not None
    assert forecast.cost.expected == pytest.approx(
        sum(each.cost.expected for each in models if each.cost)
    )


def test_ranges_hold_what_is_expected(forecast: Forecast) -> None:
    """They say how often they hold the truth; without a cache it costs more than with one."""
    for each in (forecast.calls, forecast.input, forecast.output, forecast.cost):
        assert each is not None
        assert 0 < each.low <= each.expected <= each.high
    assert forecast.cost is not None
    assert forecast.uncached is not None
    assert forecast.uncached > 2 * forecast.cost.expected
    assert forecast.covers.startswith("In 9 of 10 tournaments the totals lie in the intervals, if")


def test_models_of_like_settings_are_measured_in_the_same_games(
    forecast: Forecast, toy: str
) -> None:
    """Four games by weak bots in the models' places and four by strong ones, whoever they are."""
    assert forecast.measured == 8
    many = {f"m{at}": ONE.replace("one", f"m{at}") for at in range(4)}
    found = forecast_of(plan_of(rulesets=[toy], entrants=many, models={}, replicates=1))
    assert found.measured == 8


def test_an_interval_is_wider_for_one_entrant_than_for_all(forecast: Forecast) -> None:
    """Games differ, and the more of them there are the less their total does."""

    def width(of: Range) -> float:
        return of.high / of.low

    assert width(forecast.calls) < width(forecast.entrants["one"].calls)


@pytest.mark.slow
def test_hours_are_those_of_what_holds_games_up_most(forecast: Forecast) -> None:
    """Ten requests a minute are less than calls one by one, of two seconds each."""
    calls = forecast.calls.expected
    name = "10 requests a minute of openai-compatible"
    assert forecast.held_up_by == name
    assert forecast.hours == forecast.hours_by[name] == pytest.approx(calls / 10 / 60)
    own = forecast.entrants["two"].calls.expected
    assert forecast.hours_by[f"1 calls at once of {TWO}"] == pytest.approx(own * 2 / 3600)
    assert 0 < forecast.hours_by["4 games at once"] < forecast.hours
    assert 0 < forecast.processor_hours < 1


def test_a_budget_reaches_as_far_as_its_first_cap(forecast: Forecast) -> None:
    """Its share of the games, rounded down; caps that are larger than the need stop nothing."""
    assert forecast.cost is not None
    assert forecast.reaches is not None
    assert forecast.cost.expected > 1
    assert forecast.capped_by == "money"
    assert forecast.reaches.expected == int(24 / forecast.cost.expected)
    assert forecast.reaches.low < forecast.reaches.expected <= forecast.reaches.high <= 24


def test_it_is_plain_data(forecast: Forecast) -> None:
    """All of it can be written as JSON."""
    data = json.loads(json.dumps(asdict(forecast)))
    assert data["cost"]["expected"] == pytest.approx(forecast.cost and forecast.cost.expected)
    assert any("seconds a call" in each for each in data["assumed"])


def test_an_unknown_price_is_said_and_no_number(toy: str) -> None:
    """The cost of the whole is unknown then, and that of the others is not."""
    found = forecast_of(plan_of(rulesets=[toy], models={ONE: PRICE}))
    assert found.cost is None
    assert found.unpriced == (TWO,)
    assert found.entrants["one"].cost is not None
    assert found.entrants["two"].cost is None
    assert (found.reaches, found.capped_by) == (None, None)


def test_a_cap_in_money_needs_every_price() -> None:
    """It is refused before anything is played, and the sentence says what to give."""
    plan = plan_of(models={ONE: PRICE})
    capped = plan.run.model_copy(
        update={"budget": plan.run.budget.model_copy(update={"money": 1.0})}
    )
    plan = plan.model_copy(update={"run": capped})
    with pytest.raises(ConfigError, match=r"price of .*two.* is unknown. Possible: price = "):
        check_prices(plan)
    with pytest.raises(ConfigError, match=r"price of .*two.* is unknown"):
        forecast_of(plan)


@pytest.mark.slow
def test_the_limit_of_a_model_counts_all_its_labels(toy: str) -> None:
    """As it does when the games run; a label's own limit counts its own calls."""
    high, low = (ONE.replace("@", f"#{label}@") for label in ("high", "low"))
    found = forecast_of(plan_of(
        rulesets=[toy], entrants={"high": high, "low": low, "bot": "random"}, replicates=1,
        models={high: PRICE, low: PRICE}, providers={ONE: {"calls": 1}, low: {"calls": 2}},
    ), latency=2.0)  # fmt: skip
    calls = [found.entrants[each].calls.expected for each in ("high", "low")]
    hours = found.hours_by[f"1 calls at once of {ONE}"]
    assert hours == pytest.approx(sum(calls) * 2 / 3600)
    assert found.hours_by[f"2 calls at once of {low}"] == pytest.approx(calls[1] * 2 / 2 / 3600)


def test_bots_take_nothing_but_the_processor(toy: str) -> None:
    """A tournament of bots costs 0 dollars, and a cap of nothing stops nothing."""
    found = forecast_of(plan_of(
        rulesets=[toy], models={},
        entrants={"one": "random", "two": "random", "bot": "random"},
        budget={"money": 0.0},
    ))  # fmt: skip
    assert (found.calls.high, found.unpriced) == (0, ())
    assert found.cost is not None
    assert found.cost.high == 0
    assert found.held_up_by.startswith("the processor")
    assert found.hours > 0
    assert found.reaches is not None
    assert found.reaches.expected == found.games
    assert found.capped_by is None


@pytest.mark.slow
def test_a_null_arm_takes_no_games_of_its_own(toy: str) -> None:
    """Its tables are those of its control, so they are measured once; another arm's are not."""
    arms = [{"name": "short", "llm": {"ledger": False}}]
    found = forecast_of(plan_of(rulesets=[toy], replicates=1, arms=arms))
    assert found.measured == 16
