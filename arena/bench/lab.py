"""What the deception lab costs: games into tables, the power of all their ballots, its memory.

Games of house bots that talk take a second each to play and a tenth of that to read, so a few are
played and each is read under many names: a hard link each.
"""

import asyncio
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

from arena.config import TableConfig
from arena.table import play
from arena.transcript.reader import games as games_of

__all__ = ["LabFigures", "PowerFigures", "lab_figures", "named_games", "peak_memory"]

SEATS = {
    "Ada": "house", "Ben": "house:liar", "Cyd": "house:honest", "Dan": "house:greedy",
    "Eve": "house",
}  # fmt: skip
SILENT = dict.fromkeys(SEATS, "planted:strength(0)")


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerFigures:
    """Voting power at all ballots."""

    games: int
    ballots: int
    """Ballots that a voter cast, each with its power and pivotality."""
    seconds: float
    """Of processor time, the caches empty at the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabFigures:
    """Games of five talking house bots, read from their folders."""

    games: int
    processes: int
    tables_seconds: float
    """Until all tables are filled, by the clock."""
    again_seconds: float
    """The same folder once more, when what was read is kept."""
    estimates_seconds: float
    """All estimates from the tables."""
    read_ms: float
    """Processor time of a game, its records parsed: until what it says is known."""
    rows_ms: float
    """Until its rows are made, all opportunities included."""
    power: PowerFigures


def lab_figures(out: Path, games: int, *, distinct: int, processes: int) -> dict[str, object]:
    """Read so many games, of which `distinct` are played; return what it took."""
    from arena.lab.estimates import estimates
    from arena.lab.loading import load
    from arena.lab.measures import MEASURES

    folder = named_games(out, SEATS, games, distinct)
    began = perf_counter()
    with load(folder, processes=processes, keep=False) as tables:  # else one name of each is read
        read = perf_counter()
        estimates(tables, tuple(MEASURES.values()))
        estimated = perf_counter()
    load(folder, processes=processes).close()
    again = perf_counter()
    with load(folder, processes=processes):
        known = perf_counter()
    read_ms, rows_ms = _per_game(games_of(folder)[:distinct])
    return asdict(
        LabFigures(
            games=games, processes=processes, tables_seconds=read - began,
            again_seconds=known - again, estimates_seconds=estimated - read, read_ms=read_ms,
            rows_ms=rows_ms, power=power_figures(games_of(folder)[:distinct]),
        )
    )  # fmt: skip


def named_games(out: Path, seats: dict[str, str], games: int, distinct: int) -> Path:
    """Play `distinct` games; return a folder in which each stands under many names."""
    played, named = out / "played", out / "named"
    asyncio.run(_play(played, seats, distinct))
    found = games_of(played)
    for number in range(games):
        game, name = found[number % len(found)], named / f"game-{number:05}"
        name.mkdir(parents=True)
        for file in game.iterdir():
            os.link(file, name / file.name)
    return named


async def _play(out: Path, seats: dict[str, str], games: int) -> None:
    table = TableConfig(seats=seats)
    for seed in range(games):
        await play(table.model_copy(update={"seed": str(seed)}), out)


def _per_game(folders: Sequence[Path]) -> tuple[float, float]:
    """Return milliseconds of processor time to read a game, and to make its rows."""
    from arena.lab.filling import rows_of
    from arena.lab.reading import game_of
    from arena.transcript import reader

    read = rows = 0.0
    for folder in folders:
        transcript = reader.read(folder)
        began = process_time()
        game = game_of(transcript.header, transcript.records, game=folder.name)
        known = process_time()
        rows_of(game)
        read, rows = read + known - began, rows + process_time() - known
    return 1000 * read / len(folders), 1000 * rows / len(folders)


def power_figures(folders: Sequence[Path]) -> PowerFigures:
    """Return what the power and pivotality of all ballots takes; the games are read beforehand."""
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
    return PowerFigures(games=len(found), ballots=ballots, seconds=process_time() - began)


def peak_memory(out: Path, games: int, *, distinct: int, processes: int) -> dict[str, object]:
    """Return the peak memory in bytes of reading so many silent games into tables.

    `reader` is that of the process that holds the tables, `helper` that of the largest which reads.
    """
    folder = named_games(out, SILENT, games, distinct)
    program = f"import arena.bench.lab as lab; lab.print_peak({str(folder)!r}, {processes})"
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    reader, helper = map(int, done.stdout.splitlines()[-1].split())
    return {"games": games, "processes": processes, "reader": reader, "helper": helper}


def print_peak(folder: str, processes: int) -> None:
    """Load a folder; print the peak memory in bytes, of this process and of its largest child."""
    from arena.lab.loading import load

    load(folder, processes=processes, keep=False).close()
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peaks = (str(resource.getrusage(each).ru_maxrss * 1024) for each in kinds)
    sys.stdout.write(f"\n{' '.join(peaks)}\n")  # DuckDB may have drawn its progress before
