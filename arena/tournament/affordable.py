"""Turns `games = "budget"` into the number of games that a budget is expected to buy.

The cost of a game is forecast without a call, from one balanced round
(`arena.tournament.forecast`). It is an expectation: the caps still stop the last games where they
cost more. Hours are left out, as they differ from machine to machine and from run to run.
"""

from collections import Counter
from collections.abc import Callable

from arena.errors import ConfigError
from arena.models.specs import is_model_spec
from arena.tournament.arms import arms_of
from arena.tournament.config import BUDGET, MOST_GAMES, TournamentConfig
from arena.tournament.forecast import EntrantForecast, Forecast, forecast_of
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.rules import TournamentBudget

CAPS = ("money", "tokens", "calls")
"""The caps that determine the number of games."""


def with_affordable_games(
    config: TournamentConfig,
    draw: Callable[[TournamentConfig], Plan] = planned,
    replicates: int = 1,
) -> TournamentConfig:
    """Return the config with `games = "budget"` replaced by the number that the budget can buy.

    `draw` plans a config; `replicates` is the number of balanced rounds from which the cost of a
    game is forecast. Raises `ConfigError` where there is no cap, no entrant that costs, or too
    small a budget for one game.
    """
    if config.games != BUDGET:
        return config
    _check(config)
    whole = config.model_copy(update={"games": None, "replicates": replicates})
    forecast = forecast_of(draw(whole))
    bought, cap = min((_bought(forecast, config.budget, cap), cap) for cap in _caps(config.budget))
    arms = len(arms_of(config))
    games = min(MOST_GAMES, bought - bought % arms)

    def of(count: int) -> TournamentConfig:
        return config.model_copy(update={"games": count, "replicates": None})

    while games > arms and _takes(draw(of(games)), forecast, cap) > getattr(config.budget, cap):
        games -= arms
    if games < arms:
        raise ConfigError(
            f"{config.source}: games is {BUDGET!r}, and the budget's {cap} is expected to buy no "
            f"game{f' under all {arms} arms' if arms > 1 else ''}. Possible: more {cap}, or games "
            "as a number."
        )
    return of(games)


def _check(config: TournamentConfig) -> None:
    where = f"{config.source}: games is {BUDGET!r}"
    if not any(is_model_spec(each.spec) for each in config.entrants.values()):
        raise ConfigError(
            f"{where}, and no entrant is a model: games cost nothing. Possible: games as a number."
        )
    if not _caps(config.budget):
        raise ConfigError(
            f"{where}, and the budget has no cap in {', '.join(CAPS)}. Possible: money = DOLLARS "
            "in [budget], or --budget money=20."
        )


def _caps(budget: TournamentBudget) -> list[str]:
    return [cap for cap in CAPS if getattr(budget, cap) is not None]


def _bought(forecast: Forecast, budget: TournamentBudget, cap: str) -> int:
    """Return the number of games that a cap buys at the forecast cost of a game."""
    need = sum(_amount(each, cap) for each in forecast.entrants.values())
    return int(getattr(budget, cap) * forecast.games / need) if need else MOST_GAMES


def _takes(plan: Plan, forecast: Forecast, cap: str) -> float:
    """Return the amount of a cap that a plan will use, at the forecast amount per seat."""
    seats = Counter(entrant for row in plan.games for _, entrant in row.clockwise)
    return sum(
        _amount(each, cap) / each.seats * seats[name] for name, each in forecast.entrants.items()
    )


def _amount(entrant: EntrantForecast, cap: str) -> float:
    """Return the expected amount of one entrant over all its games."""
    if cap == "money":
        return entrant.cost.expected if entrant.cost is not None else 0.0
    if cap == "calls":
        return entrant.calls.expected
    return entrant.input.expected + entrant.output.expected
