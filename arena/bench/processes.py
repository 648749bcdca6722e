"""What has to be measured in a process of its own: start-up, imports, memory of running games."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from arena.records.record import Record
from arena.seats import Question, Seat
from engine.view_data import ViewData

__all__ = ["bot_game_imports", "help_seconds", "measure_memory", "memory_per_game"]

HELP = ("-m", "arena.faces.cli", "--help")
BOT_GAME = """
import asyncio, sys, tempfile
from pathlib import Path
from arena.bench.tables import config
from arena.table import play
with tempfile.TemporaryDirectory() as out:
    asyncio.run(play(config(1), Path(out)))
print([name for name in ("openai", "anthropic") if name in sys.modules])
"""
MEMORY = "from arena.bench.processes import measure_memory; print(measure_memory({games}))"
MIDDLE = 40
"""Answers of a game's seats together after which it waits."""


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
    """Return which of the model clients a game of bots imports; it should be none."""
    found: list[str] = json.loads(_run(BOT_GAME).replace("'", '"'))
    return found


def memory_per_game(games: int) -> float:
    """Return the bytes of resident memory that one more running game takes."""
    return float(_run(MEMORY.format(games=games)))


def measure_memory(games: int) -> float:
    """Play games to their middle at once; return the bytes by which each made the process grow."""
    with tempfile.TemporaryDirectory() as out:
        return asyncio.run(_growth(Path(out), games))


async def _growth(out: Path, games: int) -> float:
    from arena.bench.tables import NAMES, config
    from arena.table import play

    await play(config(0), out)  # imports and caches do not belong to a game
    stop, pause = asyncio.Event(), Pause(games)
    before = _resident()
    running = []
    for number in range(games):
        seat = PausingSeat(pause)
        seats = dict.fromkeys(NAMES, seat)
        running.append(asyncio.create_task(play(config(number), out, stop=stop, seats=seats)))
    await pause.all_paused.wait()
    grown = _resident() - before
    stop.set()
    await asyncio.gather(*running)
    return grown / games


class Pause:
    """Where games wait in their middle, and how many have not come there yet."""

    def __init__(self, games: int) -> None:
        """`all_paused` is set when every game waits."""
        self.missing = games
        self.all_paused = asyncio.Event()


class PausingSeat(Seat):
    """All seats of one game: they take the first option each time, and stop in its middle."""

    def __init__(self, pause: Pause) -> None:
        """All games share the pause."""
        self._pause = pause
        self._answers = 0

    async def answer(
        self,
        question: Question,
        view: ViewData,  # noqa: ARG002 - the first option will do
        heard: Sequence[Record],  # noqa: ARG002 - as view
    ) -> str:
        """Answer, or wait for ever."""
        self._answers += 1
        if self._answers < MIDDLE:
            return question.options[0].id
        if self._answers == MIDDLE:
            self._pause.missing -= 1
            if not self._pause.missing:
                self._pause.all_paused.set()
        await asyncio.Event().wait()
        return question.options[0].id


def _resident() -> int:
    """Return this process's resident memory in bytes; the peak where there is no /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


def _run(program: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.strip().splitlines()[-1]
