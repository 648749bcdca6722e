"""What a table costs: processor time per decision under the graph, and waiting for slow seats."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from time import perf_counter, process_time

from arena.config import TableConfig
from arena.records.record import Shown
from arena.seats import Question, Seat, Uniform
from arena.table import Outcome, play
from engine.view_data import ViewData

__all__ = ["CriticalPath", "SlowGames", "SlowSeat", "config", "graph_cost", "play_slow_games"]

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
SPREAD = 0.5


def config(seed: int) -> TableConfig:
    """Return a table of five random seats."""
    return TableConfig(ruleset="moh", seats=dict.fromkeys(NAMES, "random"), seed=str(seed))


def graph_cost(out: Path, games: int) -> dict[str, float]:
    """Play whole games one after the other; return milliseconds per decision and bytes a game.

    Nothing is taken off: engine, graph, seats, transcript and its syncing are in it.
    """

    async def all_games() -> list[Outcome]:
        return [await play(config(seed), out) for seed in range(games)]

    asyncio.run(_one(out))  # imports and caches are not what is measured
    began = process_time()
    outcomes = asyncio.run(all_games())
    spent = process_time() - began
    answers = sum(each.answers for outcome in outcomes for each in outcome.counts.values())
    sizes = [sum(file.stat().st_size for file in outcome.folder.iterdir()) for outcome in outcomes]
    return {
        "ms_per_decision": 1000 * spent / answers,
        "decisions_per_game": answers / games,
        "transcript_bytes_per_game": sum(sizes) / games,
    }


async def _one(out: Path) -> Outcome:
    return await play(config(0), out / "first")


class CriticalPath:
    """The time that one game's seats need: the slowest of each superstep, added up."""

    def __init__(self) -> None:
        """Begin with nobody thinking."""
        self.seconds = 0.0
        self._thinking = 0
        self._slowest = 0.0

    def begin(self, latency: float) -> None:
        """Take a seat that begins to think; the first one after all have answered is a new step."""
        if not self._thinking:
            self.seconds += self._slowest
            self._slowest = 0.0
        self._thinking += 1
        self._slowest = max(self._slowest, latency)

    def end(self) -> None:
        """Take the seat's answer."""
        self._thinking -= 1

    @property
    def ideal(self) -> float:
        """Seconds that the game takes if nothing but the seats takes time."""
        return self.seconds + self._slowest


class SlowSeat(Seat):
    """A random seat that answers after `mean` seconds, give or take a half, keyed by question."""

    def __init__(self, seed: str, mean: float, path: CriticalPath) -> None:
        """All seats of a game share its `path`."""
        self._bot = Uniform(seed)
        self._seed, self._mean, self._path = seed, mean, path

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Wait, then draw."""
        draw = blake2b(f"{self._seed}|{question.id}".encode(), digest_size=8).digest()
        latency = self._mean * (1 - SPREAD + 2 * SPREAD * int.from_bytes(draw) / 2**64)
        self._path.begin(latency)
        try:
            await asyncio.sleep(latency)
            return await self._bot.answer(question, view, heard)
        finally:
            self._path.end()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlowGames:
    """Many games at once whose seats are slow."""

    games: int
    mean: float
    """Seconds that a seat thinks."""
    seconds: float
    """What all games together took."""
    ideal: float
    """What the longest of them would take if nothing but its seats took time."""
    processor: float
    """Seconds of processor time, all games together."""

    @property
    def share(self) -> float:
        """Share of the ideal that was reached."""
        return self.ideal / self.seconds


def play_slow_games(out: Path, games: int, mean: float) -> SlowGames:
    """Play games at once in one process; compare with the critical path of the longest."""
    paths = [CriticalPath() for _ in range(games)]

    async def one(number: int) -> Outcome:
        seats = {name: SlowSeat(f"{number}|{name}", mean, paths[number]) for name in NAMES}
        return await play(config(number), out / str(number), seats=seats)

    async def all_games() -> None:
        await asyncio.gather(*(one(number) for number in range(games)))

    began, worked = perf_counter(), process_time()
    asyncio.run(all_games())
    return SlowGames(
        games=games,
        mean=mean,
        seconds=perf_counter() - began,
        ideal=max(path.ideal for path in paths),
        processor=process_time() - worked,
    )
