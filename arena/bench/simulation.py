"""Games of bots with and without the graph: how many a second, at a table and simulated."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from arena.config import TableConfig
from arena.table import play, simulate

__all__ = ["GameRates", "game_rates"]

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
Play = Callable[[Iterable[int]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRates:
    """Whole games of five equal bots, a second of processor time: the medians of all turns."""

    spec: str
    games: int
    """Games of each way and turn."""
    table: float
    """At a table: graph, transcript and its syncing are in it."""
    records: float
    """Simulated, with the lines of the log."""
    results: float
    """Simulated, with nothing but the results."""
    records_ratio: float
    """Simulated games with records for one at the table: the median of the turns' ratios."""
    results_ratio: float
    """The same with results alone."""


def game_rates(out: Path, spec: str, games: int, *, rounds: int) -> GameRates:
    """Play the same games in all three ways, in turns."""
    table = TableConfig(seats=dict.fromkeys(NAMES, spec), seed="bench")

    def at_table(seeds: Iterable[int]) -> None:
        asyncio.run(_played(table, out, seeds))

    def with_records(seeds: Iterable[int]) -> None:
        for _ in simulate(table, seeds):
            pass

    def results_alone(seeds: Iterable[int]) -> None:
        for _ in simulate(table, seeds, keep="results"):
            pass

    ways: tuple[Play, ...] = (at_table, with_records, results_alone)
    for way in ways:
        way([0])  # imports and caches are not what is measured
    turns = [
        [_seconds(way, range(at, at + games)) for way in ways] for at in _starts(games, rounds)
    ]
    rates = [median(games / turn[at] for turn in turns) for at in range(len(ways))]
    ratios = [median(turn[0] / turn[at] for turn in turns) for at in range(len(ways))]
    return GameRates(
        spec=spec, games=games, table=rates[0], records=rates[1], results=rates[2],
        records_ratio=ratios[1], results_ratio=ratios[2],
    )  # fmt: skip


def _starts(games: int, rounds: int) -> range:
    return range(1, 1 + games * rounds, games)


def _seconds(way: Play, seeds: Iterable[int]) -> float:
    began = process_time()
    way(seeds)
    return process_time() - began


async def _played(table: TableConfig, out: Path, seeds: Iterable[int]) -> None:
    for seed in seeds:
        await play(table.model_copy(update={"seed": str(seed)}), out)
