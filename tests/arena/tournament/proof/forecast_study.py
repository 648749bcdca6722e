"""Twenty small tournaments: what was foretold of their calls and dollars, and what they took.

Models play with conducts from weak to strong. The weak ones are the loopback server's: as it is,
which guesses; silent; stubborn, which names the first option; clumsy: of one of its models one
answer in five can't be taken. The strong ones answer as bots do, in games whose calls are counted
and not made.

`python -m tests.arena.tournament.proof.forecast_study` prints the figures.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from arena.config import TableConfig
from arena.models.prices import price_of
from arena.models.specs import parse
from arena.provider import Provider, Trouble
from arena.provider.likenesses import LIKENESSES, Likeness
from arena.provider.types import Draw
from arena.table.dry_run import calls_of_game
from arena.tournament.config import TournamentConfig
from arena.tournament.dry_games import Kinds
from arena.tournament.folder import write_plan
from arena.tournament.forecast import Range, forecast_of
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.planning import planned, table_data
from arena.tournament.remaining import Remaining
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run

PRICE = {"input": 2.0, "output": 8.0, "cached": 0.5}
GAMES = 4
"""Of each tournament."""
FIRST = 2
"""After so many of them the whole is foretold once more, from what they took."""
CLUMSY = Trouble(kind="unknown_tool", every=5, containing='"m0"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One tournament."""

    conduct: str
    """`sound`, `silent`, `stubborn` or `clumsy`: of the loopback server; else a bot's SPEC."""
    ruleset: str
    models: int
    bots: int
    seats: int
    talk: bool
    seed: str


TRIALS = tuple(
    Trial(conduct=conduct, ruleset=ruleset, models=models, bots=bots, seats=seats, talk=talk,
          seed=str(at))
    for at, (conduct, ruleset, models, bots, seats, talk) in enumerate((
        ("sound", "moh", 3, 0, 3, False),
        ("sound", "moh", 3, 1, 3, False),
        ("sound", "osaczeni", 3, 0, 3, True),
        ("sound", "osaczeni", 2, 2, 4, False),
        ("silent", "moh", 2, 1, 3, True),
        ("silent", "osaczeni", 3, 0, 3, True),
        ("stubborn", "moh", 3, 0, 3, False),
        ("stubborn", "osaczeni", 2, 1, 3, False),
        ("clumsy", "moh", 2, 1, 3, False),
        ("clumsy", "osaczeni", 3, 0, 3, False),
        ("random", "moh", 3, 0, 3, False),
        ("random", "osaczeni", 4, 0, 4, False),
        ("house", "moh", 3, 0, 3, False),
        ("house", "moh", 2, 2, 4, False),
        ("house", "osaczeni", 3, 0, 3, False),
        ("house:liar", "osaczeni", 4, 0, 4, False),
        ("house:honest", "moh", 3, 1, 3, False),
        ("house:greedy", "osaczeni", 2, 1, 3, False),
        ("house:gullible", "moh", 3, 0, 3, False),
        ("house:gullible", "osaczeni", 3, 0, 3, False),
    ), start=1)
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was foretold of a tournament, and what it took."""

    trial: Trial
    calls: Range
    took_calls: float
    cost: Range
    took_cost: float
    later: Range | None
    """Calls as they are foretold after the first games; None: nothing was really played."""

    def is_within(self, name: str) -> bool:
        """Tell whether the truth of `calls` or `cost` lies in its interval."""
        interval: Range = getattr(self, name)
        took: float = getattr(self, f"took_{name}")
        return interval.low <= took <= interval.high

    @property
    def is_later_within(self) -> bool:
        """Tell whether the truth lies in the interval that was made after the first games."""
        return self.later is not None and self.later.low <= self.took_calls <= self.later.high


def outcome_of(trial: Trial) -> Outcome:
    """Foretell a tournament, then play it."""
    if trial.conduct in {"sound", "silent", "stubborn", "clumsy"}:
        likeness = trial.conduct if trial.conduct in CONDUCTS else None
        troubles = [CLUMSY] if trial.conduct == "clumsy" else []
        with Provider(troubles, like=likeness, requests_kept=0) as server:
            plan = plan_of(trial, server.url)
            foretold = forecast_of(plan)
            games = played(plan)
        calls = fsum(seat.calls for game in games for seat in game.seats)
        cost = fsum(seat.cost or 0.0 for game in games for seat in game.seats)
        whole = Remaining(plan).of({each.game: each for each in games[:FIRST]})
    else:
        plan = plan_of(trial, "http://127.0.0.1:9/v1")
        foretold = forecast_of(plan)
        calls, cost = counted(plan, trial.conduct)
        whole = None
    assert foretold.cost is not None
    return Outcome(
        trial=trial, calls=foretold.calls, took_calls=calls, cost=foretold.cost, took_cost=cost,
        later=None if whole is None else whole.calls,
    )  # fmt: skip


def plan_of(trial: Trial, url: str) -> Plan:
    """Return the first games of its plan."""
    specs = {f"m{at}": f"openai-compatible:m{at}@{url}" for at in range(trial.models)}
    bots = {f"b{at}": "house" for at in range(trial.bots)}
    data: dict[str, Any] = {
        "seed": trial.seed, "entrants": {**specs, **bots}, "rulesets": [trial.ruleset],
        "seats": trial.seats, "replicates": 2,
        "models": {spec: {"price": PRICE, "retries": 0} for spec in specs.values()},
    }  # fmt: skip
    if not trial.talk:
        data["talk"] = {"protocol": "off"}
    plan = planned(TournamentConfig.model_validate(data))
    return plan.model_copy(update={"games": plan.games[:GAMES]})


def played(plan: Plan) -> tuple[GameResult, ...]:
    """Play a tournament against its server."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        write_plan(Path(folder), plan)
        rules = RunRules.model_validate({"processes": 1, "games": 1})
        status = asyncio.run(run(Path(folder), rules=rules))
        assert len(status.finished) == len(plan.games), status
        return results_of(plan, Path(folder), fresh=True).games


def counted(plan: Plan, bot: str) -> tuple[float, float]:
    """Return calls and dollars of models that answer as a bot does, in the games of the plan.

    Each game has dice of its own: these models would play the games of one seed alike.
    """
    kinds, calls, cost = Kinds(plan), 0.0, 0.0
    for row in plan.games:
        config = TableConfig.model_validate(table_data(plan, row))
        entrants = dict(row.clockwise)
        for name, each in asyncio.run(calls_of_game(config, row.game, bot)).items():
            spec = plan.entrants[entrants[name]].spec
            settings = kinds.settings(row, spec)
            found = each.estimate(spec, settings, price_of(parse(spec), settings))
            calls, cost = calls + found.calls, cost + (found.cost or 0.0)
    return calls, cost


# --- conducts of the loopback server ---

Body = dict[str, Any]
Change = Callable[[str, Body], Body]


def _changed(message: Body, change: Change) -> Body:
    calls = [
        {**call, "function": {**call["function"], "arguments": json.dumps(
            change(call["function"]["name"], json.loads(call["function"]["arguments"]))
        )}}
        for call in message.get("tool_calls") or ()
    ]  # fmt: skip
    return {**message, "tool_calls": calls} if calls else message


def _silent(message: Body, _: Draw) -> Body:
    return _changed(
        message, lambda name, given: {**given, "messages": []} if name == "say" else given
    )


class _First:
    """Names the first option that the last question lists."""

    def __init__(self) -> None:
        self.option = ""

    def request(self, data: Body) -> Body:
        text = json.dumps(data["messages"][-1], ensure_ascii=False)
        _, _, options = text.rpartition("Options:")
        self.option = options.partition("- `")[2].partition("`")[0] if "Options:" in text else ""
        return data

    def message(self, message: Body, _: Draw) -> Body:
        def first(_name: str, given: Body) -> Body:
            if self.option and "option" in given:
                return {**given, "option": self.option}
            return given

        return _changed(message, first)


_first = _First()
CONDUCTS: Mapping[str, Likeness] = {
    "silent": Likeness(about="says nothing", message=_silent),
    "stubborn": Likeness(
        about="names the first option", request=_first.request, message=_first.message
    ),
}


def outcomes() -> Iterator[Outcome]:
    """Yield what became of each tournament."""
    known = LIKENESSES
    assert isinstance(known, dict)
    known.update(CONDUCTS)
    try:
        yield from map(outcome_of, TRIALS)
    finally:
        for name in CONDUCTS:
            del known[name]


def row(of: Outcome) -> str:
    """Return a line of the table of figures."""
    trial = of.trial
    what = f"{trial.conduct}, {trial.ruleset} {trial.seats}, {trial.models}+{trial.bots}"
    calls, cost = of.calls, of.cost
    later = ""
    if of.later is not None:
        where = "in" if of.is_later_within else "OUT"
        later = f"; {of.later.expected:.0f} ({of.later.low:.0f} to {of.later.high:.0f}) {where}"
    return (
        f"{what:36} {calls.expected:5.0f} ({calls.low:.0f} to {calls.high:.0f}) "
        f"{of.took_calls:5.0f} {'in' if of.is_within('calls') else 'OUT':4} "
        f"${cost.expected:6.2f} ({cost.low:.2f} to {cost.high:.2f}) {of.took_cost:6.2f} "
        f"{'in' if of.is_within('cost') else 'OUT'}{later}"
    )


if __name__ == "__main__":
    for each in outcomes():
        print(row(each), flush=True)  # noqa: T201 - what it is for
