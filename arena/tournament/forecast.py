"""What a plan will take: calls, tokens, dollars, hours, and how far its budget reaches.

A few of its games are played without a call (`dry_games`), and each planned seat is taken for one
of its kind. **Ranges** go from every game like the cheapest of those, a cache serving what repeats,
to every game like the dearest, no cache serving anything; what is expected is the mean, with a
cache. What the dry games take for granted, `Forecast.assumed` says: models that reason, write notes
or are corrected take more.

**Hours** are those of whatever holds the games up most: a provider's limits, the games at once, or
the processor. Nothing here is written, and no model is called.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from math import fsum
from statistics import fmean
from typing import Any

from arena.errors import ConfigError
from arena.models.prices import price_of
from arena.models.specs import is_model_spec, parse
from arena.settings import ModelSettings
from arena.table.dry_run import ASSUMED, Estimate
from arena.tournament.dry_games import DryGames, SeatKey, TableKey, dry_games, seat_key, table_key
from arena.tournament.limits import keys_of
from arena.tournament.plan import Plan

__all__ = ["LATENCY", "EntrantForecast", "Forecast", "Range", "check_prices", "forecast_of"]

LATENCY = 5.0
"""Seconds that a call is taken to last where nobody says."""
HOUR, MINUTE = 3600.0, 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """An amount: the least, the expected, the most."""

    low: float
    expected: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        """Return the sum, least with least and most with most."""
        return Range(
            low=self.low + other.low,
            expected=self.expected + other.expected,
            high=self.high + other.high,
        )

    def times(self, count: float) -> "Range":
        """Return so many of it."""
        return Range(low=self.low * count, expected=self.expected * count, high=self.high * count)


NOTHING = Range(low=0.0, expected=0.0, high=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantForecast:
    """What one entrant will take in all its games; a bot takes nothing."""

    spec: str
    seats: int
    """How often it sits at a table."""
    calls: Range
    input: Range
    """Tokens that are sent, from a cache or not."""
    output: Range
    """Tokens that are generated, reasoning left out."""
    cost: Range | None
    """Dollars; None: its price is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a plan will take, all games together."""

    games: int
    measured: int
    """How many games were played without a call."""
    entrants: Mapping[str, EntrantForecast]
    calls: Range
    input: Range
    output: Range
    cost: Range | None
    """Dollars; None: a price is unknown."""
    unpriced: tuple[str, ...]
    """SPECs whose price is unknown."""
    processor_hours: float
    """Of this machine, all games together, without the models' clients: by its clock, so it differs
    from run to run."""
    hours: float
    """Hours on the wall, as `held_up_by` has them."""
    held_up_by: str
    """What takes longest, in words."""
    hours_by: Mapping[str, float]
    """Hours that each limit alone would take, in words."""
    latency: float
    """Seconds that a call is taken to last."""
    reaches: Range | None
    """How many games the budget will probably allow; None: it has no cap."""
    capped_by: str | None
    """The cap that is reached first: `money`, `tokens`, `calls`, `hours`. None: none is."""
    assumed: tuple[str, ...]
    """What all of this takes for granted."""

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        return asdict(self)


def check_prices(plan: Plan) -> None:
    """Refuse a cap in money where a price is unknown. Raises `ConfigError`."""
    if plan.run.budget.money is None:
        return
    for spec in _models(plan):
        if price_of(parse(spec), plan.models.get(spec, ModelSettings())) is None:
            raise ConfigError(
                f"the tournament's budget has a cap in money, and the price of {spec} is unknown. "
                "Possible: price = { input = DOLLARS, output = DOLLARS } for a million tokens "
                f'in [models."{spec}"], or a budget in tokens.'
            )


def forecast_of(plan: Plan, *, latency: float = LATENCY) -> Forecast:
    """Return what a plan will take; `latency` is how many seconds a call lasts.

    Not from within an event loop: it runs its own. Raises `ConfigError` as `check_prices`, and for
    tables that can't be played.
    """
    check_prices(plan)
    measured = dry_games(plan)
    entrants = _entrants(plan, measured)
    rows = entrants.values()
    calls, input_, output = (
        _sum(each.calls for each in rows), _sum(each.input for each in rows),
        _sum(each.output for each in rows),
    )  # fmt: skip
    costs = [each.cost for each in rows if each.cost is not None]
    cost = _sum(costs) if len(costs) == len(entrants) else None
    tables = Counter(table_key(plan, row) for row in plan.games)
    processor = fsum(count * fmean(measured.seconds[kind]) for kind, count in tables.items()) / HOUR
    hours_by = dict(_hours(plan, entrants, tables, measured, processor, latency))
    held_up_by = max(hours_by, key=lambda name: hours_by[name])
    hours = hours_by[held_up_by]
    needs = {
        "money": cost, "tokens": input_ + output, "calls": calls,
        "hours": Range(low=hours, expected=hours, high=hours),
    }  # fmt: skip
    reaches, capped_by = _reach(plan, needs)
    return Forecast(
        games=len(plan.games), measured=measured.games, entrants=entrants,
        calls=calls, input=input_, output=output, cost=cost,
        unpriced=tuple(
            dict.fromkeys(each.spec for each in rows if each.cost is None)
        ),
        processor_hours=processor, hours=hours, held_up_by=held_up_by, hours_by=hours_by,
        latency=latency, reaches=reaches, capped_by=capped_by,
        assumed=(*ASSUMED, *_assumed_of_hours(latency)),
    )  # fmt: skip


def _assumed_of_hours(latency: float) -> tuple[str, ...]:
    return (
        f"{latency:g} seconds a call",
        "a game lasts as long as the calls of its busiest seat, one after another",
        "providers without a limit take all calls at once",
    )


def _models(plan: Plan) -> tuple[str, ...]:
    """Return the SPECs of the models that play, each once."""
    playing = dict.fromkeys(entrant for row in plan.games for _, entrant in row.clockwise)
    specs = dict.fromkeys(plan.entrants[entrant].spec for entrant in playing)
    return tuple(spec for spec in specs if is_model_spec(spec))


def _sum(ranges: Iterable[Range]) -> Range:
    return sum(ranges, start=NOTHING)


# --- what entrants take ---


def _entrants(plan: Plan, measured: DryGames) -> dict[str, EntrantForecast]:
    seats: dict[str, Counter[SeatKey]] = {}
    for row in plan.games:
        for _, entrant in row.clockwise:
            seats.setdefault(entrant, Counter())[seat_key(plan, row, entrant)] += 1
    return {
        name: _entrant(plan.entrants[name].spec, seats[name], measured)
        for name in plan.entrants
        if name in seats
    }


def _entrant(spec: str, seats: Counter[SeatKey], measured: DryGames) -> EntrantForecast:
    taken = [(count, measured.seats.get(key, [])) for key, count in seats.items()]
    costs = [_cost(each).times(count) for count, each in taken if _priced(each)]
    return EntrantForecast(
        spec=spec,
        seats=seats.total(),
        calls=_sum(_range(one.calls for one in each).times(count) for count, each in taken),
        input=_sum(_range(one.input for one in each).times(count) for count, each in taken),
        output=_sum(_range(one.output for one in each).times(count) for count, each in taken),
        cost=_sum(costs) if len(costs) == len(taken) else None,
    )


def _range(amounts: Iterable[float]) -> Range:
    """Return least, mean and most; nothing for a bot, which has no amounts."""
    given = list(amounts)
    if not given:
        return NOTHING
    return Range(low=min(given), expected=fmean(given), high=max(given))


def _priced(seats: list[Estimate]) -> bool:
    return not any(each.unpriced for each in seats)


def _cost(seats: list[Estimate]) -> Range:
    """Return dollars of one seat: the cheapest with a cache, to the dearest with or without."""
    cached = _range(each.cost or 0.0 for each in seats)
    dearest = max((max(each.cost or 0.0, each.uncached or 0.0) for each in seats), default=0.0)
    return Range(low=cached.low, expected=cached.expected, high=dearest)


# --- how long it takes ---


def _hours(
    plan: Plan,
    entrants: Mapping[str, EntrantForecast],
    tables: Counter[TableKey],
    measured: DryGames,
    processor: float,
    latency: float,
) -> Iterator[tuple[str, float]]:
    """Yield what holds games up, in words, and the hours that it alone would take."""
    processes = plan.run.processes or os.cpu_count() or 1
    yield f"the processor, with {processes} processes", processor / processes
    waiting = fsum(count * fmean(measured.busiest[kind]) for kind, count in tables.items())
    at_once = min(plan.run.games, max(1, len(plan.games)))
    if waiting:
        yield f"{plan.run.games} games at once", waiting * latency / at_once / HOUR
    for name, limits in plan.run.providers.items():
        asked = [each for each in entrants.values() if _falls_under(each.spec, name)]
        calls = fsum(each.calls.expected for each in asked)
        if limits.requests is not None:
            yield f"{limits.requests} requests a minute of {name}", calls / limits.requests / MINUTE
        if limits.tokens is not None:
            tokens = fsum(_counted(each) for each in asked)
            yield f"{limits.tokens} tokens a minute of {name}", tokens / limits.tokens / MINUTE
        if limits.calls is not None:
            yield f"{limits.calls} calls at once of {name}", calls * latency / limits.calls / HOUR


def _falls_under(spec: str, name: str) -> bool:
    """Tell whether a limit of a provider or a SPEC holds for a SPEC."""
    return is_model_spec(spec) and name in keys_of(spec)


def _counted(entrant: EntrantForecast) -> float:
    """Return the tokens that count against a limit: what is sent and what is generated.

    The longest output is held while a call is open, and given back.
    """
    return entrant.input.expected + entrant.output.expected


# --- how far the budget reaches ---


def _reach(plan: Plan, needs: Mapping[str, Range | None]) -> tuple[Range | None, str | None]:
    """Return how many games the budget allows, and which cap is reached before the last."""
    games, caps = len(plan.games), plan.run.budget.model_dump(exclude={"on_budget"})
    found: dict[str, Range] = {}
    for name, cap in caps.items():
        need = needs[name]
        if cap is None or need is None:
            continue
        found[name] = Range(
            low=_games(games, cap, need.high),
            expected=_games(games, cap, need.expected),
            high=_games(games, cap, need.low),
        )
    if not found:
        return None, None
    first = min(found, key=lambda name: found[name].expected)
    return found[first], first if found[first].expected < games else None


def _games(games: int, cap: float, need: float) -> float:
    return float(games if need <= cap else int(games * cap / need))
