"""Benchmarks of whole tournaments: planning, running, resuming, reporting, and concurrent waiting.

All times are wall time, since several processes share the work: compare only ratios within one run.
"""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from arena.bench.models import provider, waves
from arena.calls.records import CallAnswered, CallFailed, CallSent
from arena.tournament.config import config_of
from arena.tournament.folder import GAMES, write_plan
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.report import write_report
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.transcript.reader import read

LINE_UP = ("random", "random", "random", "random")
"""SPECs of bots that cost almost nothing, so that the rest of a tournament is measured."""

T = TypeVar("T")


def bot_tournament(out: Path, games: int, processes: int) -> dict[str, object]:
    """Plan, run, resume and report a tournament of silent bots; return the seconds of each stage.

    `again` is a second run with no game left to play; `command` is the same through `arena
    tournament run`; `report` excludes the pages of the games.
    """
    entrants = {f"bot {at}": spec for at, spec in enumerate(LINE_UP)}
    plan, planning = _timed(lambda: _planned(entrants, games))
    write_plan(out, plan)
    rules = RunRules(games=4 * processes, processes=processes)
    command = [sys.executable, "-m", "arena.faces.cli", "tournament", "run", str(out), "--quiet"]
    _, playing = _timed(lambda: asyncio.run(run(out, rules=rules)))
    _, again = _timed(lambda: asyncio.run(run(out, rules=rules)))
    _, saying = _timed(lambda: subprocess.run(command, check=True, capture_output=True))  # noqa: S603 - our own
    _, reporting = _timed(lambda: write_report(out))
    return {
        "games": len(plan.games),
        "processes": processes,
        "plan": planning,
        "run": playing,
        "again": again,
        "command": saying,
        "report": reporting,
        "games_per_second": len(plan.games) / playing,
    }


def waiting_tournament(
    out: Path, games: int, processes: int, *, latency: float, calls: int
) -> dict[str, object]:
    """Play concurrent games whose models answer after `latency` seconds; return the times.

    `seconds` runs from the first call of all games to the last reply, `ideal` is the duration of
    the longest game if only the server took time, and `share` is `ideal` divided by `seconds`.
    """
    with provider(latency) as url:
        entrants = {f"model {at}": f"openai-compatible:loopback@{url}" for at in range(4)}
        plan = _planned(entrants, games, game_budget={"calls": calls, "on_budget": "stop"})
        write_plan(out, plan.model_copy(update={"games": plan.games[:games]}))
        asyncio.run(run(out, rules=RunRules(games=games, processes=processes)))
    found = [
        [
            each
            for each in read(out / GAMES / row.game).calls
            if isinstance(each.data, CallSent | CallAnswered | CallFailed)
        ]
        for row in plan.games[:games]
    ]
    moments = [datetime.fromisoformat(each.at) for records in found for each in records]
    seconds = (max(moments) - min(moments)).total_seconds()
    ideal = latency * max(map(waves, found))
    return {
        "games": games,
        "processes": processes,
        "latency": latency,
        "calls": sum(isinstance(each.data, CallSent) for records in found for each in records),
        "seconds": seconds,
        "ideal": ideal,
        "share": ideal / seconds,
    }


def _planned(entrants: dict[str, str], games: int, **more: object) -> Plan:
    given = {"name": "bench", "seed": "bench", "entrants": entrants, "seats": 4, **more}
    plan = planned(config_of({**given, "replicates": 1}, "the benchmark"))
    replicates = -(-games // len(plan.games))
    return planned(config_of({**given, "replicates": replicates}, "the benchmark"))


def _timed(what: Callable[[], T]) -> tuple[T, float]:
    began = perf_counter()
    found = what()
    return found, perf_counter() - began
