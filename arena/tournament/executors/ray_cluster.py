"""Plays games on several machines with Ray: a task plays one game and returns its files.

No disk is shared: a task receives the files that a game has so far, plays in a temporary folder,
and returns its files, finished or not. Only the driver writes the tournament's folder. Tasks ask
one actor, the `Desk`, for permits; it passes requests to the driver, which has budget, ledger and
limits, so that no record of cost is lost with a machine. The games of a machine that fails are
`lost`, and begin again from the driver's files. So does a game whose task is blocked: the desk
receives no turns of its loop any more, and the driver kills its process.

Every machine needs the same version of the arena with the extra `cluster`, and the keys of its
models in its environment.
"""

import asyncio
import os
import socket
import tempfile
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import ParamSpec, Protocol, TypeVar

from arena.calls.budget import Admission, CallAhead, Settled
from arena.errors import ArenaError, ConfigError, WriteError
from arena.folders import PRIVATE_FILE, PRIVATE_FOLDER, remove_empty
from arena.forms import CALLS, FILES, HEADER, LOG
from arena.tournament.executors.executor import (
    Answer,
    Asked,
    AskedElsewhere,
    Ended,
    GameJob,
    Settlement,
    answer_to,
)
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.loop_watch import Blocked, Looks, LoopWatch, stood_still, warn_of
from arena.transcript.disk import Lock

PROCESSORS = 0.25
"""Share of a core that Ray reserves for a game: games of models mostly wait."""
CONNECTED_WITHIN = 10.0
"""Seconds within which a cluster must accept a connection."""
LOOKS = Looks(every=30.0, told_after=2, ended_after=10)
"""Each turn of a game's loop is a message to the desk."""
AT_ONCE = 100_000
"""Largest number of requests that wait at the desk."""

Files = Mapping[str, bytes]
P = ParamSpec("P")
Result_co = TypeVar("Result_co", covariant=True)


class _Remote(Protocol[P, Result_co]):
    """A remote function, or an actor's method, in Ray's calling convention; Ray has no types."""

    def remote(self, *given: P.args, **named: P.kwargs) -> Awaitable[Result_co]: ...


@dataclass(frozen=True, slots=True)
class _Turned:
    """A turn of the loop of a game's task."""

    game: str


_Told = Asked | _Turned | Blocked
"""A message that the desk passes to the driver."""


@dataclass(slots=True)
class _Playing:
    """A game's task, on the driver's side."""

    task: Awaitable[tuple[Ended, Files]] | None = None
    in_vain: int | None = None
    """Checks since the last turn; None: it has not begun."""
    blocked: Blocked | None = None
    why: str = ""
    """Why it was killed."""


class RayCluster:
    """An executor on a Ray cluster, or on this machine where no address is given."""

    def __init__(
        self, admission: Admission, *, address: str | None = None, looks: Looks = LOOKS
    ) -> None:
        """Connect to the cluster at `address`, as `ray start --head` prints it.

        `looks` determine when the process of a blocked game is killed. Raises `ConfigError` where
        Ray is not installed or the cluster can't be reached.
        """
        self._admission, self._looks = admission, looks
        self._ray = _connected(address)
        self._desk = _desk()
        self._serving: list[asyncio.Task[None]] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._playing: dict[str, _Playing] = {}
        self._open: dict[int, CallAhead] = {}
        """Calls that games have not settled, by permit."""

    async def play(self, job: GameJob) -> Ended:
        """Play or continue a game to its end on some machine."""
        if not self._serving:
            self._serving = [asyncio.create_task(each) for each in (self._serve(), self._look())]
        folder = Path(job.folder)
        try:
            lock = _locked(folder)
        except ArenaError as error:
            return Ended(game=job.game, how="failed", why=str(error))
        playing = self._playing[job.game] = _Playing()
        try:
            playing.task = _task().remote(job, _read(folder), self._desk, self._looks)
            ended, files = await playing.task
            _write(folder, files)
        except self._ray.exceptions.RayTaskError as error:
            await self._fear_the_worst(job.game)
            return Ended(game=job.game, how="failed", why=f"{error.cause!r}")
        except self._ray.exceptions.RayError as error:
            await self._fear_the_worst(job.game)
            why = playing.why or str(error).partition("\n")[0]
            return Ended(game=job.game, how="lost", why=why)
        except OSError as error:
            why = f"{folder} can't be written: {error.strerror}"
            return Ended(game=job.game, how="unwritten", why=why)
        finally:
            del self._playing[job.game]
            lock.close()
        return ended

    async def stop(self) -> None:
        """Ask all games to stop at their next record."""
        await self._desk.stop.remote()

    async def close(self) -> None:
        """Disconnect from the cluster."""
        for each in (*self._answering, *self._serving):
            each.cancel()
            # Games of bots ask nothing, and may end before the desk has started.
            with suppress(asyncio.CancelledError, self._ray.exceptions.RayError):
                await each
        self._ray.shutdown()

    async def _serve(self) -> None:
        """Pass the desk's requests to the driver's own admission, and process its messages."""
        while True:
            for number, what in await self._desk.asked.remote():
                if isinstance(what, _Turned | Blocked):
                    self._heard(what)
                    continue
                task = asyncio.create_task(self._answer(number, what))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)

    async def _fear_the_worst(self, game: str) -> None:
        """Book a game's open calls at their worst case: its files here do not include them."""
        for permit in [each for each, ahead in self._open.items() if ahead.game == game]:
            worst = Settled(call=None, cost=self._open.pop(permit).worst)
            with suppress(WriteError):  # the run stops then, and the next one books it
                await self._admission.settle(permit, worst)

    def _heard(self, what: _Turned | Blocked) -> None:
        playing = self._playing.get(what.game)
        if isinstance(what, Blocked):
            warn_of(what)
        if playing is not None:
            playing.in_vain = 0 if isinstance(what, _Turned) else playing.in_vain
            playing.blocked = what if isinstance(what, Blocked) else None

    async def _look(self) -> None:
        """Check all games regularly, and kill the process of one that is blocked."""
        while True:
            await asyncio.sleep(self._looks.every)
            for playing in [*self._playing.values()]:
                if playing.in_vain is None:
                    continue
                playing.in_vain += 1
                if playing.in_vain > self._looks.ended_after:
                    playing.why = f"its process {stood_still(self._looks, playing.blocked)}"
                    self._ray.cancel(playing.task, force=True)

    async def _answer(self, number: int, what: Asked) -> None:
        if isinstance(what, Settlement):
            self._open.pop(what.permit, None)
        answer = await answer_to(what, self._admission, self._playing.__contains__)
        if isinstance(what, CallAhead) and isinstance(answer, int) and what.game in self._playing:
            self._open[answer] = what
        await self._desk.answer.remote(number, answer)


class _Desk:
    """The actor that holds the requests of tasks until the driver has answered."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[tuple[int, _Told]] = asyncio.Queue()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._count = 0
        self._stop = asyncio.Event()

    async def ask(self, what: Asked) -> Answer:
        self._count += 1
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[self._count] = answer
        self._asked.put_nowait((self._count, what))
        return await answer

    async def tell(self, what: _Turned | Blocked) -> None:
        """Queue a message that needs no answer."""
        self._asked.put_nowait((0, what))

    async def asked(self) -> list[tuple[int, _Told]]:
        """Wait for requests or messages, and return all of them."""
        found = [await self._asked.get()]
        while not self._asked.empty():
            found.append(self._asked.get_nowait())
        return found

    async def answer(self, number: int, answer: Answer) -> None:
        self._waiting.pop(number).set_result(answer)

    async def stop(self) -> None:
        self._stop.set()

    async def stopped(self) -> None:
        await self._stop.wait()


class _DeskElsewhere(Protocol):
    """The remote interface of the desk."""

    ask: _Remote[[Asked], Answer]
    tell: _Remote[[_Turned | Blocked], None]
    asked: _Remote[[], list[tuple[int, _Told]]]
    answer: _Remote[[int, Answer], None]
    stop: _Remote[[], None]
    stopped: _Remote[[], None]


_Task = _Remote[[GameJob, Files, _DeskElsewhere, Looks], tuple[Ended, Files]]
"""The remote function that plays a game."""


def _play(job: GameJob, files: Files, desk: _DeskElsewhere, looks: Looks) -> tuple[Ended, Files]:
    """Play one game on this machine, and return its outcome and files."""
    with tempfile.TemporaryDirectory(prefix="arena-") as above:
        folder = Path(above) / job.game
        _write(folder, files)
        ended = asyncio.run(_played(replace(job, folder=str(folder)), desk, looks))
        return ended, _read(folder)


async def _played(job: GameJob, desk: _DeskElsewhere, looks: Looks) -> Ended:
    watch = LoopWatch(
        looks,
        told=lambda blocked: desk.tell.remote(replace(blocked, game=job.game)),
        turned=lambda: desk.tell.remote(_Turned(job.game)),
    )
    here = InProcess(AskedElsewhere(desk.ask.remote), watch=watch)
    stopping = asyncio.create_task(_stop_when_told(here, desk))
    try:
        return await here.play(job)
    finally:
        stopping.cancel()
        await here.close()


async def _stop_when_told(here: InProcess, desk: _DeskElsewhere) -> None:
    await desk.stopped.remote()
    await here.stop()


def _read(folder: Path) -> Files:
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}


def _write(folder: Path, files: Files) -> None:
    """Write the files of a game atomically, the log last: it depends on the others."""
    folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    for name in (HEADER, CALLS, LOG):
        if name in files:
            new = folder / f"{name}.new"
            new.touch(PRIVATE_FILE)
            new.write_bytes(files[name])
            new.replace(folder / name)


def _locked(folder: Path) -> Lock:
    """Lock a game's folder, as any process does that plays the game on this machine."""
    folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    try:
        return Lock(folder)
    except WriteError:
        remove_empty([folder])
        raise


def _connected(address: str | None) -> ModuleType:
    """Return Ray, connected to the cluster. Raises `ConfigError`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
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
    """Raise `OSError` where nobody listens: Ray itself would retry for minutes."""
    host, colon, port = (address or "").rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), CONNECTED_WITHIN).close()


def _desk() -> _DeskElsewhere:
    # On the driver's own machine: the desk must live as long as the driver.
    here = _ray().get_runtime_context().get_node_id()
    strategies = import_module("ray.util.scheduling_strategies")
    strategy = strategies.NodeAffinitySchedulingStrategy(node_id=here, soft=False)
    made = _ray().remote(num_cpus=0, max_concurrency=AT_ONCE)(_Desk)
    begun: _DeskElsewhere = made.options(scheduling_strategy=strategy).remote()
    return begun


@lru_cache(maxsize=1)
def _task() -> _Task:
    task: _Task = _ray().remote(max_retries=0, num_cpus=PROCESSORS)(_play)
    return task


def _ray() -> ModuleType:
    return import_module("ray")
