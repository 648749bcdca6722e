"""Forecasts the calls, tokens, dollars and hours of a plan, and how many games its budget allows.

A few games are played without calls (`dry_games`), by bots as weak and as strong as models may be,
and each planned seat is estimated by seats of its kind. Seats of a kind that was played are
estimated by the played ones. The expected value lies half-way between weak and strong play, with a
cache that serves repeated input; an **interval** goes from the low end of weak play to the high end
of strong play, and `Forecast.covers` gives its coverage. `Forecast.assumed` lists the assumptions:
models that reason or write notes use more.

**Hours** are those of the slowest limit: a provider's limits, the games at once, or the processor.
Nothing is written here, and no model is called.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import fmean

from arena.errors import ConfigError
from arena.models.prices import price_of
from arena.models.specs import is_model_spec, parse
from arena.settings import ModelSettings
from arena.table.dry_run import ASSUMED
from arena.text import plural
from arena.tournament.dry_games import CONDUCTS, DryGame, Kinds, TableKey, dry_games
from arena.tournament.game_result import GameResult
from arena.tournament.intervals import Range
from arena.tournament.limits import keys_of
from arena.tournament.pieces import Pieces
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.seat_amounts import SeatAmounts
from arena.tournament.totals import CORRECTED, WITHIN, Total, total_of

__all__ = [
    "LATENCY", "EntrantForecast", "Forecast", "Range", "check_prices", "forecast_of",
]  # fmt: skip

LATENCY = 5.0
"""Assumed seconds of a call where none is given and no game was played."""
OF_A_RUN = 1.3
"""Seconds of a run for each second of its games, as it also reads played games: 0.68 for 0.52, over
240 games of house bots."""
HOUR, MINUTE = 3600.0, 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantForecast:
    """The forecast of one entrant for all its games; a bot uses nothing."""

    spec: str
    seats: int
    """Number of seats that it takes in all games."""
    calls: Range
    input: Range
    """Input tokens, cached or not."""
    output: Range
    """Output tokens, reasoning left out."""
    cost: Range | None
    """Dollars; None: its price is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The forecast of a plan, all games together."""

    games: int
    """Games that are still to be played."""
    played: int
    """Finished games; no amount includes them."""
    measured: int
    """Games that were played without calls for this forecast."""
    entrants: Mapping[str, EntrantForecast]
    calls: Range
    input: Range
    output: Range
    cost: Range | None
    """Dollars; None: a price is unknown."""
    uncached: float | None
    """Expected dollars without a cache."""
    covers: str
    """A sentence about the coverage of the intervals."""
    unpriced: tuple[str, ...]
    """SPECs whose price is unknown."""
    processor_hours: float
    """Processor hours of one process on this machine at its present load, without the models'
    clients: measured in wall-clock time, so it differs from run to run."""
    hours: float
    """Wall-clock hours, by the limit `held_up_by`."""
    held_up_by: str
    """The limit that takes longest, in words."""
    hours_by: Mapping[str, float]
    """Hours by each limit alone, by its description."""
    latency: float
    """Seconds of a call, as given, measured or assumed."""
    reaches: Range | None
    """Number of games that the budget allows; None: it has no cap."""
    capped_by: str | None
    """The cap that is reached first: `money`, `tokens`, `calls`, `hours`. None: none is."""
    assumed: tuple[str, ...]
    """The assumptions of the forecast, in words."""


def check_prices(plan: Plan) -> None:
    """Check that all prices are known if the budget has a cap in money. Raises `ConfigError`."""
    if plan.run.budget.money is None:
        return
    for spec in _models(plan):
        if price_of(parse(spec), plan.models.get(spec, ModelSettings())) is None:
            raise ConfigError(
                f"the tournament's budget has a cap in money, and the price of {spec} is unknown. "
                "Possible: price = { input = DOLLARS, output = DOLLARS } for a million tokens "
                f'in [models."{spec}"], or a budget in tokens.'
            )


def forecast_of(
    plan: Plan,
    *,
    latency: float | None = None,
    played: Sequence[GameResult] = (),
    pieces: Pieces | None = None,
) -> Forecast:
    """Return the forecast of the games of a plan that are still to be played.

    `latency` is the seconds of a call; None: as in the games that were `played`, finished ones of
    this plan, else `LATENCY`. Each game without calls is one of `pieces`. Runs an event loop of its
    own, so it can't be called from within one. Raises `ConfigError` as `check_prices`, and for
    tables that can't be played.
    """
    check_prices(plan)
    finished = {each.game for each in played}
    left = [row for row in plan.games if row.game not in finished]
    amounts = SeatAmounts(plan, played)
    dry = dry_games(plan, [row for row in left if _is_new(plan, row, amounts)], pieces)
    amounts.measure(dry)
    entrants = _entrants(plan, left, amounts)
    whole = total_of(plan, amounts, left)
    latency = _latency(played) if latency is None else latency
    hours_by = dict(_hours(plan, left, entrants, dry, played, latency))
    held_up_by = max(hours_by, key=lambda name: hours_by[name])
    hours = hours_by[held_up_by]
    needs = {
        "money": whole.cost, "tokens": whole.input + whole.output, "calls": whole.calls,
        "hours": Range(low=hours, expected=hours, high=hours),
    }  # fmt: skip
    reaches, capped_by = _reach(plan, len(left), needs, _spent(played))
    return Forecast(
        games=len(left), played=len(finished), measured=len(dry), entrants=entrants,
        calls=whole.calls, input=whole.input, output=whole.output, cost=whole.cost,
        uncached=whole.uncached, covers=_covers(whole, len(finished)),
        unpriced=tuple(dict.fromkeys(
            each.spec for each in entrants.values() if each.cost is None
        )),
        processor_hours=fsum(_processor(plan, left, dry)) / HOUR, hours=hours,
        held_up_by=held_up_by, hours_by=hours_by, latency=latency, reaches=reaches,
        capped_by=capped_by, assumed=(*_assumed(whole), *_assumed_of_hours(latency)),
    )  # fmt: skip


def _is_new(plan: Plan, row: PlannedGame, amounts: SeatAmounts) -> bool:
    """Return True if a game has a kind of model's seat that was not played yet, or has no model."""
    models = [each for each in row.entrants if is_model_spec(plan.entrants[each].spec)]
    return not models or not all(amounts.is_played(row, each) for each in models)


def _covers(whole: Total, played: int) -> str:
    often = f"In {WITHIN * 10:.0f} of 10 tournaments the totals lie in the intervals"
    if whole.played == 1:
        return f"{often}, if models play on as in the {plural(played, 'game')} that were played."
    others = " that were not played yet" if whole.played else ""
    return (
        f"{often}, if the models{others} play better than chance and no better than house bots, "
        f"and repeat {CORRECTED:.0%} of their calls at most."
    )


def _assumed(whole: Total) -> tuple[str, ...]:
    """Return the assumptions about seats that were not played."""
    if whole.played == 1:
        return ()
    return (
        ASSUMED[0], ASSUMED[1], "a cache that serves what is sent again", ASSUMED[3],
        "no game that is stopped by a budget of its own",
    )  # fmt: skip


def _assumed_of_hours(latency: float) -> tuple[str, ...]:
    return (
        f"{latency:.3g} seconds a call",
        "a game lasts as long as the calls of its busiest seat, one after another",
        "providers without a limit take all calls at once",
    )


def _models(plan: Plan) -> tuple[str, ...]:
    """Return the SPECs of the models that play, without repetition."""
    playing = dict.fromkeys(entrant for row in plan.games for _, entrant in row.clockwise)
    specs = dict.fromkeys(plan.entrants[entrant].spec for entrant in playing)
    return tuple(spec for spec in specs if is_model_spec(spec))


def _entrants(
    plan: Plan, left: Sequence[PlannedGame], amounts: SeatAmounts
) -> dict[str, EntrantForecast]:
    playing = {entrant for row in left for entrant in row.entrants}
    found = {
        name: total_of(plan, amounts, left, [name]) for name in plan.entrants if name in playing
    }
    return {
        name: EntrantForecast(
            spec=plan.entrants[name].spec, seats=each.seats, calls=each.calls, input=each.input,
            output=each.output, cost=each.cost,
        )
        for name, each in found.items()
    }  # fmt: skip


# --- how long it takes ---


def _latency(played: Sequence[GameResult]) -> float:
    """Return the mean seconds of a call in played games."""
    seats = [seat for game in played for seat in game.seats]
    calls = sum(seat.calls for seat in seats)
    return fsum(seat.seconds for seat in seats) / calls if calls else LATENCY


def _processor(plan: Plan, left: Sequence[PlannedGame], dry: Sequence[DryGame]) -> Iterator[float]:
    """Yield the seconds of a run for each kind of table, by the slower bots."""
    for kind, count in Counter(map(Kinds(plan).table, left)).items():
        measured = [
            each.seconds for each in dry
            if each.table == kind and (each.conduct == CONDUCTS[-1] or not each.seats)
        ]  # fmt: skip
        if measured:
            yield OF_A_RUN * count * fmean(measured)


def _speed(processes: int) -> float:
    """Return the share of a core for each of these processes, at the machine's present load."""
    try:
        others = max(
            0.0, os.getloadavg()[0] - 1
        )  # without this process, which plays the games without calls
    except (AttributeError, OSError):
        others = 0.0
    return min(1.0, (os.cpu_count() or 1) / (processes + others))


def _busiest(
    plan: Plan, left: Sequence[PlannedGame], dry: Sequence[DryGame], played: Sequence[GameResult]
) -> Iterator[float]:
    """Yield the calls of the busiest seats over all games of each kind of table."""
    kinds = Kinds(plan)
    rows = {row.game: row for row in plan.games}
    most: dict[TableKey, list[float]] = {}
    for game in played:
        if game.game in rows:
            calls = max(seat.calls for seat in game.seats)
            most.setdefault(kinds.table(rows[game.game]), []).append(calls)
    measured: dict[TableKey, list[float]] = {}
    for each in dry:
        calls = max((len(calls.calls) for _, calls in each.seats), default=0)
        measured.setdefault(each.table, []).append(calls)
    for kind, count in Counter(map(kinds.table, left)).items():
        yield count * fmean(most.get(kind) or measured.get(kind) or [0.0])


def _hours(
    plan: Plan,
    left: Sequence[PlannedGame],
    entrants: Mapping[str, EntrantForecast],
    dry: Sequence[DryGame],
    played: Sequence[GameResult],
    latency: float,
) -> Iterator[tuple[str, float]]:
    """Yield the description of each limit, and the hours that it alone would take."""
    processes = plan.run.processes or os.cpu_count() or 1
    seconds = fsum(_processor(plan, left, dry)) * _speed(1) / (processes * _speed(processes))
    yield f"the processor, with {processes} processes", seconds / HOUR
    waiting = fsum(_busiest(plan, left, dry, played))
    at_once = min(plan.run.games, max(1, len(left)))
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
    """Return True if the limits of a provider or SPEC apply to a SPEC."""
    return is_model_spec(spec) and name in keys_of(spec)


def _counted(entrant: EntrantForecast) -> float:
    """Return the tokens that count against a limit: input and output.

    The longest possible output is reserved while a call is open; the rest is returned.
    """
    return entrant.input.expected + entrant.output.expected


# --- how far the budget reaches ---


def _spent(played: Sequence[GameResult]) -> Mapping[str, float]:
    """Return the amount of each cap but hours that played games have used."""
    seats = [seat for game in played for seat in game.seats]
    return {
        "money": fsum(seat.cost or 0.0 for seat in seats),
        "tokens": sum(seat.input + seat.output + seat.uncounted for seat in seats),
        "calls": sum(seat.calls for seat in seats),
    }


def _reach(
    plan: Plan, games: int, needs: Mapping[str, Range | None], spent: Mapping[str, float]
) -> tuple[Range | None, str | None]:
    """Return the number of games that the budget allows, and the cap that ends them early."""
    caps = plan.run.budget.model_dump(exclude={"on_budget"})
    found: dict[str, Range] = {}
    for name, cap in caps.items():
        need = needs[name]
        if cap is None or need is None:
            continue
        left = max(0.0, cap - spent.get(name, 0.0))
        found[name] = Range(
            low=_games(games, left, need.high),
            expected=_games(games, left, need.expected),
            high=_games(games, left, need.low),
        )
    if not found:
        return None, None
    first = min(found, key=lambda name: found[name].expected)
    return found[first], first if found[first].expected < games else None


def _games(games: int, cap: float, need: float) -> float:
    return float(games if need <= cap else int(games * cap / need))
