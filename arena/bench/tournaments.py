"""Whole tournaments: how fast they are planned, run, gone on with and reported, and how they wait.

All is wall time, since processes share the work: believe the ratios of one run.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from arena.bench.models import provider, waves
from arena.calls.lines import decoded_call
from arena.calls.records import CallAnswered, CallFailed, CallRecord, CallSent
from arena.forms import CALLS
from arena.tournament.config import config_of
from arena.tournament.folder import GAMES, write_plan
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.report import write_report
from arena.tournament.rules import RunRules
from arena.tournament.run import MakeExecutor, run

__all__ = [
    "Stages", "Waits", "bot_tournament", "memory_per_model_game", "peak_of_games",
    "waiting_tournament",
]  # fmt: skip

PEAK = "from arena.bench.tournaments import peak_of_games; print(peak_of_games({}, {}, {}))"

LINE_UP = ("random", "random", "random", "random")
"""SPECs of a tournament in which bots cost nearly nothing: what is measured is the rest."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """A tournament of bots, from its plan to its report, in seconds."""

    games: int
    processes: int
    plan: float
    run: float
    again: float
    """The same run once more: there is nothing left to play."""
    command: float
    """The same by `arena tournament run`, until it has said so."""
    report: float
    """Ratings, tables and the page, without those of the games."""

    @property
    def games_per_second(self) -> float:
        """Return how many games were played a second."""
        return self.games / self.run


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Games at once of models that take their time."""

    games: int
    processes: int
    latency: float
    """Seconds of each call."""
    calls: int
    """Of all games."""
    seconds: float
    """From the first call of all games to the last reply."""
    ideal: float
    """What the longest would take if nothing but the server took time."""

    @property
    def share(self) -> float:
        """Return the share of the ideal that was reached."""
        return self.ideal / self.seconds


def bot_tournament(
    out: Path, games: int, processes: int, *, executor: MakeExecutor | None = None
) -> Stages:
    """Plan, run, run again and report a tournament of silent bots in the folder `out`.

    `executor` makes what plays in place of this machine's processes.
    """
    entrants = {f"bot {at}": spec for at, spec in enumerate(LINE_UP)}
    plan, planning = _timed(lambda: _planned(entrants, games))
    write_plan(out, plan)
    rules = RunRules(games=4 * processes, processes=processes)
    playing = _timed(lambda: asyncio.run(run(out, rules=rules, executor=executor)))[1]
    again = _timed(lambda: asyncio.run(run(out, rules=rules)))[1]
    command = [sys.executable, "-m", "arena.faces.cli", "tournament", "run", str(out), "--quiet"]
    saying = _timed(lambda: subprocess.run(command, check=True, capture_output=True))[1]  # noqa: S603 - our own
    reporting = _timed(lambda: write_report(out))[1]
    return Stages(
        games=len(plan.games), processes=processes, plan=planning, run=playing, again=again,
        command=saying, report=reporting,
    )  # fmt: skip


def waiting_tournament(
    out: Path, games: int, processes: int, *, latency: float, calls: int
) -> Waits:
    """Play games at once whose models answer after `latency` seconds, each for so many calls."""
    played = _played_at_once(out, games, processes, latency=latency, calls=calls)
    found = [_calls(each) for each in played]
    moments = [datetime.fromisoformat(each.at) for records in found for each in records]
    return Waits(
        games=games, processes=processes, latency=latency,
        calls=sum(isinstance(each.data, CallSent) for records in found for each in records),
        seconds=(max(moments) - min(moments)).total_seconds(),
        ideal=latency * max(map(waves, found)),
    )  # fmt: skip


def memory_per_model_game(
    few: int = 10, many: int = 50, *, latency: float = 1.0, calls: int = 60
) -> float:
    """Return the bytes that one more game of loopback models takes of the process that plays it.

    It is the difference of what `few` and `many` games at once take at most, each in a process of
    its own.
    """
    peaks = []
    for games in (few, many):
        command = [sys.executable, "-c", PEAK.format(games, latency, calls)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own
        peaks.append(int(done.stdout.split()[-1]))
    return (peaks[1] - peaks[0]) / (many - few)


def peak_of_games(games: int, latency: float, calls: int) -> int:
    """Play so many games at once in this process; return its largest resident memory, in bytes."""
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as out:
        _played_at_once(Path(out), games, 1, latency=latency, calls=calls)
    # Not `getrusage`: that of a new process is at least what its parent took.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def _played_at_once(
    out: Path, games: int, processes: int, *, latency: float, calls: int
) -> list[Path]:
    """Play games of models at once; return their folders."""
    with provider(latency) as url:
        entrants = {f"model {at}": f"openai-compatible:loopback@{url}" for at in range(4)}
        plan = _planned(entrants, games, game_budget={"calls": calls, "on_budget": "stop"})
        write_plan(out, plan.model_copy(update={"games": plan.games[:games]}))
        asyncio.run(run(out, rules=RunRules(games=games, processes=processes)))
    return [out / GAMES / row.game for row in plan.games[:games]]


def _calls(folder: Path) -> list[CallRecord]:
    lines = (folder / CALLS).read_bytes().splitlines()
    records = (decoded_call(json.loads(line)) for line in lines)
    return [each for each in records if isinstance(each.data, CallSent | CallAnswered | CallFailed)]


def _planned(entrants: dict[str, str], games: int, **more: object) -> Plan:
    given = {"name": "bench", "seed": "bench", "entrants": entrants, "seats": 4, **more}
    plan = planned(config_of({**given, "replicates": 1}, "the benchmark"))
    replicates = -(-games // len(plan.games))
    return planned(config_of({**given, "replicates": replicates}, "the benchmark"))


def _timed(what: Callable[[], T]) -> tuple[T, float]:
    began = perf_counter()
    found = what()
    return found, perf_counter() - began
