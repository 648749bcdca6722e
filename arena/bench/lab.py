"""Benchmarks of the deception lab: loading games into tables, voting power, and peak memory.

A game of talking house bots takes a second to play and a tenth of that to read, so only a twentieth
of the games are played; the others are hard links to them.
"""

import asyncio
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

from arena.config import TableConfig
from arena.table import play
from arena.transcript import reader

SEATS = {
    "Ada": "house", "Ben": "house:liar", "Cyd": "house:honest", "Dan": "house:greedy",
    "Eve": "house",
}  # fmt: skip
SILENT = dict.fromkeys(SEATS, "planted:strength(0)")


def _distinct(games: int) -> int:
    return max(1, games // 20)


def lab_figures(out: Path, games: int, *, processes: int) -> dict[str, object]:
    """Load `games` games of five talking house bots into tables; return times and rates.

    `tables_seconds`, `estimates_seconds` and `again_seconds` (a second load, from the cache) are
    wall time; `read_ms` and `rows_ms` are processor time per game, to read it and to make its rows.
    """
    from arena.lab.estimates import estimates
    from arena.lab.loading import load
    from arena.lab.measures import MEASURES

    folder = named_games(out, SEATS, games, _distinct(games))
    began = perf_counter()
    with load(
        folder, processes=processes, keep=False
    ) as tables:  # a cache would read each distinct game once
        read = perf_counter()
        estimates(tables, tuple(MEASURES.values()))
        estimated = perf_counter()
    load(folder, processes=processes).close()
    again = perf_counter()
    with load(folder, processes=processes):
        known = perf_counter()
    found = reader.games(folder)[: _distinct(games)]
    read_ms, rows_ms = _per_game(found)
    return {
        "games": games,
        "processes": processes,
        "tables_seconds": read - began,
        "again_seconds": known - again,
        "estimates_seconds": estimated - read,
        "read_ms": read_ms,
        "rows_ms": rows_ms,
        "power": _power_figures(found),
    }


def named_games(out: Path, seats: dict[str, str], games: int, distinct: int) -> Path:
    """Play `distinct` games; return a folder with `games` games, most of them hard links."""

    async def play_all() -> list[Path]:
        table = TableConfig(seats=seats)
        return [
            (await play(table.model_copy(update={"seed": str(seed)}), out / "played")).folder
            for seed in range(distinct)
        ]

    found, named = asyncio.run(play_all()), out / "named"
    for number in range(games):
        name = named / f"game-{number:05}"
        name.mkdir(parents=True)
        for file in found[number % len(found)].iterdir():
            os.link(file, name / file.name)
    return named


def _per_game(folders: Sequence[Path]) -> tuple[float, float]:
    """Return the milliseconds of processor time per game to read it, and to make its rows."""
    from arena.lab.filling import rows_of
    from arena.lab.reading import game_of

    read = rows = 0.0
    for folder in folders:
        transcript = reader.read(folder)
        began = process_time()
        game = game_of(transcript.header, transcript.records, game=folder.name)
        known = process_time()
        rows_of(game)
        read, rows = read + known - began, rows + process_time() - known
    return 1000 * read / len(folders), 1000 * rows / len(folders)


def _power_figures(folders: Sequence[Path]) -> dict[str, object]:
    """Measure the power and pivotality of all ballots, in processor time with empty caches."""
    from arena.lab import voting_power
    from arena.lab.measures.powering import banzhafs, pivots, powers, shapleys
    from arena.lab.reading import read_game

    found = [read_game(each) for each in folders]
    voting_power.forget()
    began = process_time()
    ballots = 0
    for game in found:
        ballots += len(list(powers(game)))
        for measure in (banzhafs, shapleys, pivots):
            list(measure(game))
    return {"games": len(found), "ballots": ballots, "seconds": process_time() - began}


def peak_memory(out: Path, games: int, *, processes: int) -> dict[str, object]:
    """Return the peak memory in bytes of loading `games` silent games into tables.

    `reader` is the peak of the process that holds the tables, `helper` that of its largest worker.
    """
    folder = named_games(out, SILENT, games, _distinct(games))
    program = f"import arena.bench.lab as lab; lab.print_peak({str(folder)!r}, {processes})"
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    holder, helper = map(int, done.stdout.splitlines()[-1].split())
    return {"games": games, "processes": processes, "reader": holder, "helper": helper}


def print_peak(folder: str, processes: int) -> None:
    """Load a folder; print the peak memory in bytes of this process and of its largest child."""
    from arena.lab.loading import load

    load(folder, processes=processes, keep=False).close()
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peaks = (str(resource.getrusage(each).ru_maxrss * 1024) for each in kinds)
    sys.stdout.write(f"\n{' '.join(peaks)}\n")  # DuckDB may have printed a progress bar before
