"""Plays games in several processes of this machine, each with an event loop and many games.

Jobs, outcomes and leave to call go over a pipe. A process that ends loses its games, which can be
gone on with, and another one takes its place. When the driver ends, however it ends, the pipe
breaks, and its processes end at that moment: none plays or pays on.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal

from arena.calls.admission import Admission
from arena.tournament.executors.executor import Ended, GameJob
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.leave import Answer, Asked, AskedElsewhere, answer_to

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Pool"]

ENDED_WITHIN = 10.0
"""Seconds that a process has to end by itself."""
LOOKED_EVERY = 0.005
"""Seconds between two looks whether a process has ended whose pipe is broken."""


@dataclass(frozen=True, slots=True)
class _Ask:
    number: int
    what: Asked


@dataclass(frozen=True, slots=True)
class _Answered:
    number: int
    answer: Answer


_Order = Literal["stop", "end"]
ToWorker = GameJob | _Answered | _Order
ToDriver = Ended | _Ask


class Pool:
    """An executor of several processes."""

    def __init__(
        self,
        admission: Admission,
        *,
        processes: int,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """`prepare` is called first in each process: what configures logs there."""
        self._admission, self._prepare = admission, prepare
        self._workers: list[_Worker | None] = [None] * processes
        self._stopping = False

    async def play(self, job: GameJob) -> Ended:
        """Play a game to its end, or go on with it, where the fewest games are played."""
        counts = [0 if each is None else len(each.games) for each in self._workers]
        at = counts.index(min(counts))
        worker = self._workers[at]
        if worker is None or worker.is_gone:
            worker = self._workers[at] = _Worker(self._admission, self._prepare)
            if self._stopping:
                worker.send("stop")
        return await worker.play(job)

    async def stop(self) -> None:
        """Ask all games to stop at their next record."""
        self._stopping = True
        for worker in filter(None, self._workers):
            worker.send("stop")

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(each.close() for each in self._workers if each is not None))

    @property
    def processes(self) -> list[int]:
        """Return the ids of the processes that run."""
        return [each.pid for each in self._workers if each is not None and not each.is_gone]


class _Worker:
    """One process, as the driver sees it."""

    def __init__(self, admission: Admission, prepare: Callable[[], None] | None) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, prepare), daemon=True)
        self._process.start()
        theirs.close()  # else the pipe would not break when the process ends
        self._pipe: Connection[Any, Any] = ours
        self._admission = admission
        self.games: dict[str, asyncio.Future[Ended]] = {}
        self.is_gone = False
        self._answering: set[asyncio.Task[None]] = set()
        loop = asyncio.get_running_loop()
        _listen(ours, self._heard, lambda: loop.call_soon_threadsafe(self._pipe_broke))

    @property
    def pid(self) -> int:
        """Return the process's id."""
        return self._process.pid or 0

    async def play(self, job: GameJob) -> Ended:
        """Let the process play a game."""
        done = self.games[job.game] = asyncio.get_running_loop().create_future()
        self.send(job)
        try:
            ended: Ended = await done
        finally:
            self.games.pop(job.game, None)
        return ended

    def send(self, message: ToWorker) -> None:
        """Send something; one who is gone gets nothing."""
        with suppress(OSError):
            self._pipe.send(message)

    async def close(self) -> None:
        """Let the process end; one that doesn't is killed."""
        self.send("end")
        await asyncio.to_thread(self._process.join, ENDED_WITHIN)
        if self._process.is_alive():
            self._process.kill()
            await asyncio.to_thread(self._process.join)
        for task in tuple(self._answering):
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)

    def _heard(self, message: ToDriver) -> None:
        if isinstance(message, Ended):
            done = self.games.pop(message.game, None)
            if done is not None and not done.done():
                done.set_result(message)
            return
        task = asyncio.create_task(self._answer(message))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, asked: _Ask) -> None:
        answer = await answer_to(asked.what, self._admission, self.games.__contains__)
        self.send(_Answered(asked.number, answer))

    def _pipe_broke(self) -> None:
        self.is_gone = True
        task = asyncio.create_task(self._gone())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _gone(self) -> None:
        """Give back its games once it has ended: until then it holds their folders."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + ENDED_WITHIN
        while self._process.exitcode is None and loop.time() < deadline:  # noqa: ASYNC110 - no event
            await asyncio.sleep(LOOKED_EVERY)
        code = self._process.exitcode
        ended = "ended" if code is None else f"ended with exit code {code}"
        for game, done in list(self.games.items()):
            if not done.done():
                done.set_result(Ended(game=game, how="lost", why=f"its process {ended}"))


def _listen(
    pipe: "Connection[Any, Any]", heard: Callable[[Any], None], gone: Callable[[], object]
) -> None:
    """Pass on what comes through a pipe to the running loop, by a thread that calls `gone`."""
    loop = asyncio.get_running_loop()

    def listen() -> None:
        with suppress(RuntimeError):  # the loop has ended, and nobody hears any more
            try:
                while True:
                    loop.call_soon_threadsafe(heard, pipe.recv())
            except (EOFError, OSError):
                gone()

    Thread(target=listen, name="pipe", daemon=True).start()


# --- in the process ---


def _work(pipe: "Connection[Any, Any]", prepare: Callable[[], None] | None) -> None:
    """Play what is asked for until told to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the driver's to handle
    # SIGTERM is not ignored: a driver that is interrupted twice ends its processes so, and waits.
    if prepare is not None:
        prepare()
    asyncio.run(_Player(pipe).work())


class _Player:
    """The process's side of the pipe."""

    def __init__(self, pipe: "Connection[Any, Any]") -> None:
        self._pipe = pipe
        self._executor = InProcess(AskedElsewhere(self._ask))
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._asked = 0
        self._end = asyncio.Event()
        self._playing: set[asyncio.Task[None]] = set()

    async def work(self) -> None:
        """Play until told to end."""
        _listen(self._pipe, self._heard, _end_at_once)
        await self._end.wait()
        await self._executor.stop()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self._executor.close()

    def _heard(self, message: ToWorker) -> None:
        match message:
            case GameJob():
                task = asyncio.create_task(self._play(message))
                self._playing.add(task)
                task.add_done_callback(self._playing.discard)
            case _Answered():
                waiting = self._waiting.pop(message.number)
                if not waiting.done():
                    waiting.set_result(message.answer)
            case "stop":
                self._stopping = asyncio.create_task(self._executor.stop())
            case "end":
                self._end.set()

    async def _play(self, job: GameJob) -> None:
        self._pipe.send(await self._executor.play(job))

    async def _ask(self, what: Asked) -> Answer:
        self._asked += 1
        answer = self._waiting[self._asked] = asyncio.get_running_loop().create_future()
        self._pipe.send(_Ask(self._asked, what))
        answered: Answer = await answer
        return answered


def _end_at_once() -> None:
    """End without another word: the driver is gone, and its games are not this process's."""
    sys.stderr.flush()
    os._exit(1)
