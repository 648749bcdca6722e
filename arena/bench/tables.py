"""Benchmarks of a table: graph overhead, simulated games, slow seats, memory, and start-up time."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Literal

from arena.config import TableConfig
from arena.records.record import Record, Shown
from arena.seats import Question, Seat, Uniform
from arena.table import Outcome, play, simulate
from engine.view_data import ViewData

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
SPREAD = 0.5
MIDDLE = 40
"""Answers after which a paused game waits, all its seats counted together."""
HELP = ("-m", "arena.faces.cli", "--help")
BOT_GAME = """
import asyncio, json, sys, tempfile
from pathlib import Path
from arena.bench.tables import config
from arena.table import play
with tempfile.TemporaryDirectory() as out:
    asyncio.run(play(config(1), Path(out)))
print(json.dumps([name for name in ("openai", "anthropic") if name in sys.modules]))
"""
MEMORY = "from arena.bench.tables import measure_memory; print(measure_memory({games}))"


def config(seed: int, spec: str = "random") -> TableConfig:
    """Return the configuration of a table with five seats of the same SPEC."""
    return TableConfig(ruleset="moh", seats=dict.fromkeys(NAMES, spec), seed=str(seed))


async def _play_all(out: Path, seeds: Iterable[int], spec: str = "random") -> list[Outcome]:
    return [await play(config(seed, spec), out) for seed in seeds]


# --- the graph, and games without it ---


def graph_cost(out: Path, games: int) -> dict[str, object]:
    """Play whole games one after the other; return milliseconds per decision and bytes per game.

    The times include engine, graph, seats, transcript and fsync.
    """
    asyncio.run(_play_all(out / "first", [0]))  # warm up: imports and caches are not measured
    began = process_time()
    outcomes = asyncio.run(_play_all(out, range(games)))
    spent = process_time() - began
    answers = sum(each.answers for outcome in outcomes for each in outcome.counts.values())
    sizes = [sum(file.stat().st_size for file in outcome.folder.iterdir()) for outcome in outcomes]
    return {
        "ms_per_decision": 1000 * spent / answers,
        "decisions_per_game": answers / games,
        "transcript_bytes_per_game": sum(sizes) / games,
    }


def game_rates(out: Path, spec: str, games: int, *, rounds: int) -> dict[str, object]:
    """Play the same games in three ways; return games per second of processor time.

    `table`: at a table; `records`: simulated, with log records; `results`: simulated, results only.
    All are medians over the rounds, as are the ratios of simulated games to the table.
    """

    def simulated(keep: Literal["records", "results"]) -> Callable[[Iterable[int]], object]:
        return lambda seeds: list(simulate(config(0, spec), seeds, keep=keep))

    ways: tuple[Callable[[Iterable[int]], object], ...] = (
        lambda seeds: asyncio.run(_play_all(out, seeds, spec)),
        simulated("records"),
        simulated("results"),
    )
    for way in ways:
        way([0])  # warm up: imports and caches are not measured
    turns: list[list[float]] = []
    for first in range(1, 1 + games * rounds, games):
        turns.append([])
        for way in ways:
            began = process_time()
            way(range(first, first + games))
            turns[-1].append(process_time() - began)
    table, records, results = (median(games / turn[at] for turn in turns) for at in range(3))
    return {
        "spec": spec,
        "games": games,
        "table": table,
        "records": records,
        "results": results,
        "records_ratio": median(turn[0] / turn[1] for turn in turns),
        "results_ratio": median(turn[0] / turn[2] for turn in turns),
    }


# --- slow seats ---


class CriticalPath:
    """The minimum duration of one game: the slowest seat of each superstep, summed."""

    def __init__(self) -> None:
        self._seconds = self._slowest = 0.0
        self._thinking = 0

    def begin(self, latency: float) -> None:
        """Note that a seat starts to think: in a new superstep if no other seat is thinking."""
        if not self._thinking:
            self._seconds += self._slowest
            self._slowest = 0.0
        self._thinking += 1
        self._slowest = max(self._slowest, latency)

    def end(self) -> None:
        """Note that a seat has answered."""
        self._thinking -= 1

    @property
    def ideal(self) -> float:
        """The seconds that the game takes if only the seats take time."""
        return self._seconds + self._slowest


class SlowSeat(Seat):
    """A random seat that answers after `mean` seconds, plus or minus half, drawn per question."""

    def __init__(self, seed: str, mean: float, path: CriticalPath) -> None:
        """Take the `path` that all seats of one game share."""
        self._bot = Uniform(seed)
        self._seed, self._mean, self._path = seed, mean, path

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Wait, then draw an answer."""
        draw = blake2b(f"{self._seed}|{question.id}".encode(), digest_size=8).digest()
        latency = self._mean * (1 - SPREAD + 2 * SPREAD * int.from_bytes(draw) / 2**64)
        self._path.begin(latency)
        try:
            await asyncio.sleep(latency)
            return await self._bot.answer(question, view, heard)
        finally:
            self._path.end()


def play_slow_games(out: Path, games: int, mean: float) -> dict[str, object]:
    """Play concurrent games of slow seats; compare their duration with the longest critical path.

    `processor` is the processor time of all games in seconds; `share` is the ideal duration divided
    by the measured one.
    """
    paths = [CriticalPath() for _ in range(games)]

    async def all_games() -> None:
        await asyncio.gather(*(
            play(
                config(number), out / str(number),
                seats={name: SlowSeat(f"{number}|{name}", mean, path) for name in NAMES},
            )
            for number, path in enumerate(paths)
        ))  # fmt: skip

    began, worked = perf_counter(), process_time()
    asyncio.run(all_games())
    seconds, ideal = perf_counter() - began, max(path.ideal for path in paths)
    return {
        "games": games,
        "mean": mean,
        "seconds": seconds,
        "ideal": ideal,
        "processor": process_time() - worked,
        "share": ideal / seconds,
    }


# --- measured in a separate process ---


def help_seconds(times: int) -> float:
    """Return the median processor time of `arena --help`, interpreter included."""
    spent = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *HELP], check=True, capture_output=True)  # noqa: S603 - our own command
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return median(spent)


def bot_game_imports() -> list[str]:
    """Return the model clients that a game of bots imports; the list should be empty."""
    found: list[str] = json.loads(_run(BOT_GAME))
    return found


def memory_per_game(games: int) -> float:
    """Return the resident memory in bytes per additional running game."""
    return float(_run(MEMORY.format(games=games)))


def _run(program: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.strip().splitlines()[-1]


class _PausingSeat(Seat):
    """A seat that always takes the first option, and pauses in the middle of the game."""

    def __init__(self, paused: asyncio.Semaphore) -> None:
        self._paused, self._answers = paused, 0

    async def answer(
        self,
        question: Question,
        view: ViewData,  # noqa: ARG002 - the first option will do
        heard: Sequence[Record],  # noqa: ARG002 - as view
    ) -> str:
        self._answers += 1
        if self._answers == MIDDLE:
            self._paused.release()
        if self._answers >= MIDDLE:
            await asyncio.Event().wait()
        return question.options[0].id


def measure_memory(games: int) -> float:
    """Play concurrent games to their middle; return the growth of memory in bytes per game."""

    async def growth(out: Path) -> float:
        await play(config(0), out)  # warm up: imports and caches are no part of a game
        stop, paused = asyncio.Event(), asyncio.Semaphore(0)
        before = resident_bytes("self")
        running = [
            asyncio.create_task(
                play(config(n), out, stop=stop, seats=dict.fromkeys(NAMES, _PausingSeat(paused)))
            )
            for n in range(games)
        ]
        for _ in range(games):
            await paused.acquire()
        grown = resident_bytes("self") - before
        stop.set()
        await asyncio.gather(*running)
        return grown / games

    with tempfile.TemporaryDirectory() as out:
        return asyncio.run(growth(Path(out)))


def resident_bytes(process: int | Literal["self"]) -> int:
    """Return the resident memory of a process in bytes; 0 where there is no /proc."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
