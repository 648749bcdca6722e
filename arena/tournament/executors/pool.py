"""Plays games in several processes of this machine, each with an event loop and many games.

Jobs, outcomes and permits are sent over a pipe. A process that ends loses its games, which can be
continued, and another one replaces it. One whose event loop is blocked is killed, with the same
consequences. When the driver ends in any way, the pipe breaks and its processes end at once, so
that none plays or pays on.
"""

import asyncio
import faulthandler
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from arena.calls.budget import Admission
from arena.table.logs import log
from arena.tournament.executors.executor import (
    Answer,
    Asked,
    AskedElsewhere,
    Ended,
    GameJob,
    answer_to,
)
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.loop_watch import (
    LOOKS,
    Blocked,
    Looks,
    LoopWatch,
    stood_still,
    warn_of,
)

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


ENDED_WITHIN = 10.0
"""Seconds within which a process must end by itself."""
STANDARD_ERROR = 2
TRACED_WITHIN = 0.5
"""Seconds within which a process must print its stack."""


class _Ask(NamedTuple):
    number: int
    what: Asked


class _Answered(NamedTuple):
    number: int
    answer: Answer


_Order = Literal["stop", "end"]
ToWorker = GameJob | _Answered | _Order
ToDriver = Ended | _Ask | Blocked | Literal["turned"]
Sent = TypeVar("Sent")
Heard = TypeVar("Heard")


class Pool:
    """An executor with several processes."""

    def __init__(
        self,
        admission: Admission,
        *,
        processes: int,
        prepare: Callable[[], None] | None = None,
        looks: Looks = LOOKS,
    ) -> None:
        """`prepare` is called first in each process; `looks`: when a blocked one is killed."""
        self._admission, self._prepare, self._looks = admission, prepare, looks
        self._workers: list[_Worker | None] = [None] * processes
        self._looking: asyncio.Task[None] | None = None
        self._stopping = False

    async def play(self, job: GameJob) -> Ended:
        """Play or continue a game to its end, in the process with the fewest games."""
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        loads = [(False, 0) if each is None else each.load for each in self._workers]
        at = loads.index(min(loads))
        worker = self._workers[at]
        if worker is None or worker.is_gone:
            worker = self._workers[at] = _Worker(self._admission, self._prepare, self._looks)
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
        if self._looking is not None:
            self._looking.cancel()
        await asyncio.gather(*(each.close() for each in self._workers if each is not None))

    @property
    def processes(self) -> list[int]:
        """Ids of the running processes."""
        return [each.pid for each in self._workers if each is not None and not each.is_gone]

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(self._looks.every)
            for worker in filter(None, self._workers):
                worker.look()


class _Worker:
    """One process, on the driver's side."""

    def __init__(
        self, admission: Admission, prepare: Callable[[], None] | None, looks: Looks
    ) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, prepare, looks), daemon=True)
        self._process.start()
        theirs.close()  # else the pipe would not break when the process ends
        self._pipe: Connection[ToWorker, ToDriver] = ours
        self._admission, self._looks = admission, looks
        self._in_vain: int | None = (
            None  # checks since the last turn of its loop; None before the first
        )
        self._blocked: Blocked | None = None
        self._why = ""
        self._closing = False
        self.games: dict[str, asyncio.Future[Ended]] = {}
        self.is_gone = False
        self._answering: set[asyncio.Task[None]] = set()
        loop = asyncio.get_running_loop()
        _listen(ours, self._heard, lambda: loop.call_soon_threadsafe(self._pipe_broke))

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    @property
    def load(self) -> tuple[bool, int]:
        """Whether its loop is blocked, and the number of its games."""
        return self._blocked is not None, len(self.games)

    async def play(self, job: GameJob) -> Ended:
        done = self.games[job.game] = asyncio.get_running_loop().create_future()
        self.send(job)
        try:
            ended: Ended = await done
        finally:
            self.games.pop(job.game, None)
        return ended

    def send(self, message: ToWorker) -> None:
        """Send a message; one to a process that has ended is dropped."""
        with suppress(OSError):
            self._pipe.send(message)

    def look(self) -> None:
        """Count a check without a turn of its loop, and kill the process after too many."""
        if self.is_gone or self._in_vain is None:
            return
        self._in_vain += 1
        if self._in_vain > self._looks.ended_after:
            self.is_gone = True
            self._spawn(self._end())

    async def close(self) -> None:
        """End the process; one that does not end is killed."""
        self._closing = True
        self.send("end")
        await asyncio.to_thread(self._process.join, ENDED_WITHIN)
        if self._process.is_alive():
            self._process.kill()
            await asyncio.to_thread(self._process.join)
        for task in tuple(self._answering):
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)

    def _heard(self, message: ToDriver) -> None:
        match message:
            case Ended():
                done = self.games.pop(message.game, None)
                if done is not None and not done.done():
                    done.set_result(message)
            case _Ask():
                self._spawn(self._answer(message))
            case Blocked():
                self._blocked = message
                warn_of(message)
            case "turned":
                self._in_vain, self._blocked = 0, None

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, asked: _Ask) -> None:
        answer = await answer_to(asked.what, self._admission, self.games.__contains__)
        self.send(_Answered(asked.number, answer))

    async def _end(self) -> None:
        """Kill a process whose loop is blocked; its pipe breaks then."""
        self._why = stood_still(self._looks, self._blocked)
        log().warning("process_ended", process=self.pid, games=[*self.games], why=self._why)
        if self._blocked is None:  # the watching thread did not run either
            with suppress(OSError):
                os.kill(self.pid, signal.SIGUSR1)
            await asyncio.sleep(TRACED_WITHIN)
        self._process.kill()

    def _pipe_broke(self) -> None:
        self.is_gone = True
        if not self._closing:
            self._spawn(self._gone())

    async def _gone(self) -> None:
        """Return its games once it has ended: until then it holds their folders."""
        await asyncio.to_thread(self._process.join, ENDED_WITHIN)
        code = self._process.exitcode
        ended = "ended" if code is None else f"ended with exit code {code}"
        cause = self._blocked.game if self._why and self._blocked else ""
        for game, done in list(self.games.items()):
            if not done.done():
                why, beside = f"its process {self._why or ended}", cause not in {"", game}
                done.set_result(Ended(game=game, how="lost", why=why, beside=beside))


def _listen(
    pipe: "Connection[Sent, Heard]", heard: Callable[[Heard], None], gone: Callable[[], object]
) -> None:
    """Pass messages from a pipe to the running loop, in a thread that calls `gone` at the end."""
    loop = asyncio.get_running_loop()

    def listen() -> None:
        with suppress(RuntimeError):  # the loop has ended
            try:
                while True:
                    loop.call_soon_threadsafe(heard, pipe.recv())
            except (EOFError, OSError):
                gone()

    Thread(target=listen, name="pipe", daemon=True).start()


# --- in the process ---


def _work(
    pipe: "Connection[ToDriver, ToWorker]", prepare: Callable[[], None] | None, looks: Looks
) -> None:
    """Play games until the driver ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver handles it
    # SIGTERM is not ignored: a driver that is interrupted twice ends its processes by it.
    faulthandler.register(signal.SIGUSR1, file=STANDARD_ERROR, all_threads=False)
    if prepare is not None:
        prepare()
    asyncio.run(_Player(pipe, looks).work())


class _Player:
    """The process's side of the pipe."""

    def __init__(self, pipe: "Connection[ToDriver, ToWorker]", looks: Looks) -> None:
        self._pipe, self._sending = pipe, Lock()
        self._watch = LoopWatch(looks, told=self._send, turned=lambda: self._send("turned"))
        self._executor = InProcess(AskedElsewhere(self._ask), watch=self._watch)
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._asked = 0
        self._end = asyncio.Event()
        self._playing: set[asyncio.Task[None]] = set()

    async def work(self) -> None:
        """Play games until the driver sends `end`."""
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

    def _send(self, message: ToDriver) -> None:
        with self._sending:  # the watching thread sends too
            self._pipe.send(message)

    async def _play(self, job: GameJob) -> None:
        self._send(await self._executor.play(job))

    async def _ask(self, what: Asked) -> Answer:
        self._asked += 1
        answer = self._waiting[self._asked] = asyncio.get_running_loop().create_future()
        self._send(_Ask(self._asked, what))
        answered: Answer = await answer
        return answered


def _end_at_once() -> None:
    """Exit at once: the driver has ended, and its games no longer belong to this process."""
    sys.stderr.flush()
    os._exit(1)
