"""Plays games on several machines, by Ray: a task plays one game and hands its files back.

No disk is shared: a task is given the files that a game has so far, plays in a folder of its own,
and returns what stands there then, finished or not. The driver alone writes the tournament's
folder. Leave to call is asked of one actor, the `Desk`, which hands each request to the driver,
where budget, ledger and limits are: so that a machine that dies takes no record of money with it.
Its games are `lost`; they begin again from what the driver has of them.

Every machine needs the same version of the arena with the extra `cluster`, and the keys of its
models in its environment.
"""

import asyncio
import os
import socket
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from arena.calls.admission import Admission
from arena.errors import ArenaError, ConfigError
from arena.records import CALLS, FILES, HEADER, LOG
from arena.tournament.executors.executor import Ended, GameJob
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.leave import Asked, AskedElsewhere, answer_to
from arena.transcript.disk import Lock

__all__ = ["RayCluster"]

PROCESSORS = 0.25
"""Share of a core that a game is reckoned with: games of models mostly wait for them."""
CONNECTED_WITHIN = 10.0
"""Seconds."""
AT_ONCE = 100_000
"""Requests that the desk keeps waiting at most."""

Files = Mapping[str, bytes]
Handle = Any
"""Of an actor: Ray is optional, and its types with it."""


class RayCluster:
    """An executor on a cluster, or on this machine where no address is given."""

    def __init__(self, admission: Admission, *, address: str | None = None) -> None:
        """Connect to the cluster at `address`, as `ray start --head` prints it.

        Raises `ConfigError` where Ray is not installed or the cluster can't be reached.
        """
        self._admission = admission
        self._ray = _connected(address)
        self._desk: Handle = _desk().remote()
        self._serving: asyncio.Task[None] | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._playing: set[str] = set()

    async def play(self, job: GameJob) -> Ended:
        """Play a game to its end somewhere, or go on with it."""
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve())
        folder = Path(job.folder)
        try:
            lock = _locked(folder)
        except ArenaError as error:
            return Ended(game=job.game, how="failed", why=str(error))
        self._playing.add(job.game)
        try:
            ended, files = await _task().remote(job, _read(folder), self._desk)
            _write(folder, files)
        except self._ray.exceptions.RayTaskError as error:
            return Ended(game=job.game, how="failed", why=f"{error.cause!r}")
        except self._ray.exceptions.RayError as error:
            why = str(error).partition("\n")[0]
            return Ended(game=job.game, how="lost", why=why)
        except OSError as error:
            why = f"{folder} can't be written: {error.strerror}"
            return Ended(game=job.game, how="unwritten", why=why)
        finally:
            self._playing.discard(job.game)
            lock.close()
        found: Ended = ended
        return found

    async def stop(self) -> None:
        """Ask all games to stop at their next record."""
        await self._desk.stop.remote()

    async def close(self) -> None:
        """Let go of the cluster."""
        if self._serving is not None:
            self._serving.cancel()
        for each in (*self._answering, *([] if self._serving is None else [self._serving])):
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each
        self._ray.shutdown()

    async def _serve(self) -> None:
        """Hand what the desk is asked to the driver's own admission."""
        while True:
            for number, what in await self._desk.asked.remote():
                task = asyncio.create_task(self._answer(number, what))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)

    async def _answer(self, number: int, what: Asked) -> None:
        answer = await answer_to(what, self._admission, self._playing.__contains__)
        await self._desk.answer.remote(number, answer)


class _Desk:
    """What tasks ask, until the driver has answered: an actor."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[tuple[int, object]] = asyncio.Queue()
        self._waiting: dict[int, asyncio.Future[object]] = {}
        self._count = 0
        self._stop = asyncio.Event()

    async def ask(self, what: object) -> object:
        """Wait for the driver's answer."""
        self._count += 1
        answer = asyncio.get_running_loop().create_future()
        self._waiting[self._count] = answer
        self._asked.put_nowait((self._count, what))
        return await answer

    async def asked(self) -> list[tuple[int, object]]:
        """Wait until something is asked; return all of it."""
        found = [await self._asked.get()]
        while not self._asked.empty():
            found.append(self._asked.get_nowait())
        return found

    async def answer(self, number: int, answer: object) -> None:
        """Pass an answer on."""
        self._waiting.pop(number).set_result(answer)

    async def stop(self) -> None:
        """Let all games stop."""
        self._stop.set()

    async def stopped(self) -> None:
        """Wait until games are to stop."""
        await self._stop.wait()


def _play(job: GameJob, files: Files, desk: Handle) -> tuple[Ended, Files]:
    """Play one game where this runs; return how it ended, and its files."""
    with tempfile.TemporaryDirectory(prefix="arena-") as above:
        folder = Path(above) / job.game
        _write(folder, files)
        ended = asyncio.run(_played(replace(job, folder=str(folder)), desk))
        return ended, _read(folder)


async def _played(job: GameJob, desk: Handle) -> Ended:
    here = InProcess(AskedElsewhere(desk.ask.remote))
    stopping = asyncio.create_task(_stop_when_told(here, desk))
    try:
        return await here.play(job)
    finally:
        stopping.cancel()
        await here.close()


async def _stop_when_told(here: InProcess, desk: Handle) -> None:
    await desk.stopped.remote()
    await here.stop()


def _read(folder: Path) -> Files:
    """Return the files of a game, as far as it has any."""
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}


def _write(folder: Path, files: Files) -> None:
    """Write the files of a game, each at once, the log last: it rests on the others."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (HEADER, CALLS, LOG):
        if name in files:
            new = folder / f"{name}.new"
            new.write_bytes(files[name])
            new.replace(folder / name)


def _locked(folder: Path) -> Lock:
    """Lock a game's folder, as whoever plays a game here does."""
    folder.mkdir(parents=True, exist_ok=True)
    return Lock(folder)


def _connected(address: str | None) -> Any:  # noqa: ANN401 - the module, which ships no types
    """Return Ray, connected. Raises `ConfigError`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to its makers
    try:
        ray = _ray()
    except ImportError as error:
        raise ConfigError(
            'the executor ray needs Ray. Possible: pip install "horror-arena[cluster]", or '
            "--executor local."
        ) from error
    try:
        _look(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR",
                 include_dashboard=None if address else False)  # fmt: skip
    except (OSError, RuntimeError, ValueError) as error:
        where = "this machine" if address is None else address
        raise ConfigError(
            f"no Ray cluster answers at {where}: {str(error).partition(chr(10))[0]}. "
            "Possible: the address that `ray start --head` prints, or none for this machine."
        ) from error
    return ray


def _look(address: str | None) -> None:
    """Raise `OSError` where nobody listens: Ray itself would go on trying for minutes."""
    host, colon, port = (address or "").rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), CONNECTED_WITHIN).close()


def _desk() -> Any:  # noqa: ANN401 - an actor's class
    # On the driver's own machine: when that one ends the tournament does, and not before.
    here = _ray().get_runtime_context().get_node_id()
    strategies = import_module("ray.util.scheduling_strategies")
    strategy = strategies.NodeAffinitySchedulingStrategy(node_id=here, soft=False)
    made = _ray().remote(num_cpus=0, max_concurrency=AT_ONCE)(_Desk)
    return made.options(scheduling_strategy=strategy)


@lru_cache(maxsize=1)
def _task() -> Any:  # noqa: ANN401 - a remote function
    return _ray().remote(max_retries=0, num_cpus=PROCESSORS)(_play)


def _ray() -> Any:  # noqa: ANN401 - as above
    return import_module("ray")
