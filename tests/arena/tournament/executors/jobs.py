"""Games for executors to play, and the wait for what they do."""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from arena.calls.budget import CallAhead, Settled
from arena.tournament.executors.executor import GameJob

RANDOM = {"Ada": "random", "Ben": "random", "Cyd": "random"}
RUDE = "rude_seats"
"""The module beside this one; a SPEC has no dots, so its folder has to be where Python looks."""
LONGEST = 300.0
"""Seconds after which what is waited for will not come."""


class NoLeave:
    """An `Admission` that nobody has to ask: bots make no calls."""

    async def admit(self, ahead: CallAhead) -> int:
        """Refuse."""
        raise AssertionError(ahead)

    async def settle(self, permit: int, settled: Settled) -> None:
        """Refuse."""
        raise AssertionError(permit, settled)


def job(folder: Path, game: str, seats: Mapping[str, str] = RANDOM, seed: str = "1") -> GameJob:
    """Return the job of a game without talk at a table of three."""
    return GameJob(
        game=game, folder=str(folder / "games" / game),
        table={
            "ruleset": "moh", "seats": dict(seats), "seed": seed, "talk": {"protocol": "off"},
        },
        schedule={
            "tournament": "test", "game": game, "arm": "control", "epoch": "e",
            "entrants": dict(seats), "table": "0" * 64,
        },
    )  # fmt: skip


def log(of: GameJob) -> bytes:
    """Return what a game's log holds; nothing before it has begun."""
    file = Path(of.folder) / "log.jsonl"
    return file.read_bytes() if file.exists() else b""


def events(of: GameJob) -> list[bytes]:
    """Return the lines of a game's log but the seal, which has a digest of what bears clocks."""
    return log(of).splitlines()[:-1]


async def until(true: Callable[[], bool]) -> None:
    """Let the loop go on until something is true."""
    deadline = time.monotonic() + LONGEST
    while not true():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and waits to be counted does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in {"Z", "X"}
