"""Plays games in this process, concurrently."""

import asyncio
from dataclasses import replace
from pathlib import Path

from arena.calls.budget import Admission
from arena.config import TableConfig
from arena.errors import Aborted, ArenaError, Fault, WriteError
from arena.folders import PRIVATE_FOLDER
from arena.forms import CALLS, HEADER, LOG
from arena.models.pool import ModelPool
from arena.table import Outcome, play, resume
from arena.table.shared import Shared
from arena.text import described
from arena.tournament.executors.executor import Ended, GameJob
from arena.tournament.executors.loop_watch import LoopWatch
from arena.transcript.header import ScheduleHeader


class InProcess:
    """An executor that uses no other process."""

    def __init__(self, admission: Admission | None, *, watch: LoopWatch | None = None) -> None:
        """`admission` grants permits; `watch` checks this loop, None: one that logs warnings."""
        self._watch = LoopWatch() if watch is None else watch
        self._shared = Shared(admission=admission, models=ModelPool())
        self._stop = asyncio.Event()

    async def play(self, job: GameJob) -> Ended:
        """Play or continue a game to its end."""
        self._watch.begin()
        try:
            outcome = await self._played(job)
        except WriteError as error:
            return Ended(game=job.game, how="unwritten", why=str(error))
        except ArenaError as error:
            return _failed(job, error)
        except Exception as error:  # noqa: BLE001 - one game's error is no other's
            return Ended(game=job.game, how="failed", why=described(error))
        if outcome.finished:
            return Ended(game=job.game, how="finished")
        halt = outcome.halted
        if halt is None:
            return Ended(game=job.game, how="stopped")
        return Ended(
            game=job.game, how="paused", why=halt["why"], spec=halt.get("spec", ""),
            halted="outage" if halt["reason"] == "outage" else "budget",
        )  # fmt: skip

    async def stop(self) -> None:
        """Ask all games to stop at their next record."""
        self._stop.set()

    async def close(self) -> None:
        """Close the models' connections, and stop watching the loop."""
        self._watch.end()
        if self._shared.models is not None:
            await self._shared.models.close()

    async def _played(self, job: GameJob) -> Outcome:
        folder = Path(job.folder)
        shared = replace(self._shared, on_budget=job.on_budget)
        if _has_begun(folder):
            return await resume(folder, stop=self._stop, shared=shared)
        config = TableConfig.model_validate(job.table)
        schedule = ScheduleHeader.model_validate(job.schedule)
        return await play(
            config, folder.parent, folder=folder, schedule=schedule, stop=self._stop, shared=shared
        )


def _failed(job: GameJob, error: ArenaError) -> Ended:
    """Return the outcome for an error; a provider that is down only pauses the game."""
    cause = error.__cause__
    is_down = isinstance(cause, Fault) and cause.retried and bool(error.spec)
    is_outage = is_down or (isinstance(error, Aborted) and bool(error.spec))
    return Ended(
        game=job.game, how="paused" if is_down else "failed", why=str(error), spec=error.spec,
        halted="outage" if is_outage else "",
    )  # fmt: skip


def _has_begun(folder: Path) -> bool:
    """Create a game's folder, and return True if a game has begun there.

    Files that a crash left before the first record are removed.
    """
    try:
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        files = [folder / name for name in (LOG, CALLS, HEADER) if (folder / name).exists()]
        if any(each.stat().st_size for each in files if each.name != HEADER):
            return True
        for each in files:
            each.unlink()
    except OSError as error:
        raise WriteError(f"{folder} can't be written: {error.strerror}.") from error
    return False
