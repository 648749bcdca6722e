"""Runs a planned tournament: plays all unfinished games, a given number at once.

Games begin in the order of the plan. Transcripts record the games, and the ledger the cost of
calls; both survive a kill at any moment, and the same call then continues. Only the driver writes
the tournament's folder.
"""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError, ConfigError, WriteError
from arena.models.specs import is_model_spec
from arena.reporting.replays import GamePages
from arena.text import shell_path
from arena.tournament.breaker import PAUSES, Breakers
from arena.tournament.executors.executor import Ended, Executor, GameJob
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.pool import Pool
from arena.tournament.folder import game_folder
from arena.tournament.links import linked_first
from arena.tournament.placed import place_problem, schedule_of
from arena.tournament.plan import Plan, PlannedGame, read_plan
from arena.tournament.planning import table_data
from arena.tournament.ratings.live import LiveBoard
from arena.tournament.remaining import Remaining
from arena.tournament.replays import ReplaysAhead
from arena.tournament.results import result_of, results_of
from arena.tournament.rules import RunRules
from arena.tournament.run_log import RunLog
from arena.tournament.status import Status
from arena.tournament.steward import Steward
from arena.transcript import reader
from arena.transcript.disk import Lock

if TYPE_CHECKING:
    from arena.tournament.game_result import GameResult


TRIES = 3
"""Number of times that a game is begun although its process ended each time."""
TOGETHER = 2
"""Number of these tries beside other games; the last one is alone, so that it ends no other."""
ENDED_WITHIN = 10.0
"""Seconds within which the processes of a killed run must have ended."""
LOCKED_WITHIN = 1.0
"""Seconds to wait for the lock, which a reader of the status may hold for a moment."""
LOCK_SECONDS = 0.1
"""Seconds between two tries to lock a folder."""
SHOWN_EVERY = 0.25
"""Seconds between two updates of the status."""

MakeExecutor = Callable[[RunRules, Steward], Executor]


async def run(
    folder: Path,
    *,
    rules: RunRules | None = None,
    stop: asyncio.Event | None = None,
    on_change: Callable[[Status], None] | None = None,
    executor: MakeExecutor | None = None,
    prepare: Callable[[], None] | None = None,
    pauses: Sequence[float] = PAUSES,
    pages: GamePages | None = None,
) -> Status:
    """Play all unfinished games, and return the tournament's status after that.

    `rules` replace the plan's own; once `stop` is set, games stop at their next record. `executor`
    makes the executor; `prepare` is called first in each process of the pool; `pauses` are seconds
    between tries of a model that is down; `pages` prepares finished games for the viewer. Raises
    `ConfigError` where another run holds the folder, `WriteError` where the disk is full; games
    that can't be played are in the status.
    """
    plan = read_plan(folder)
    plan = plan.model_copy(update={"run": plan.run if rules is None else rules})
    lock = await _locked(folder)
    with ExitStack() as opened:
        opened.callback(lock.close)
        log = RunLog(folder)
        opened.callback(log.close)
        steward = Steward(folder, plan)
        opened.callback(steward.close)
        await _released(folder, plan)
        steward.recover()
        player = _executor(plan.run, steward, prepare) if executor is None else executor(
            plan.run, steward
        )  # fmt: skip
        driver = _Driver(folder, plan, player, steward, log, pauses, pages)
        try:
            return await driver.run(stop or asyncio.Event(), on_change or (lambda _: None))
        finally:
            await player.close()


async def _locked(folder: Path) -> Lock:
    try:
        return await _lock_within(LOCKED_WITHIN, folder)
    except ConfigError as error:
        raise ConfigError(
            f"another process runs the tournament in {folder}. Possible: to wait until it has "
            f"ended, or to look at it: arena tournament status {shell_path(folder)}"
        ) from error


async def _released(folder: Path, plan: Plan) -> None:
    """Wait until the processes of a killed run release its games. Raises `ConfigError`."""
    deadline = time.monotonic() + ENDED_WITHIN
    for row in plan.games:
        at = game_folder(folder, row.game)
        if at.is_dir():
            (await _lock_within(deadline - time.monotonic(), at)).close()


async def _lock_within(seconds: float, folder: Path) -> Lock:
    deadline = time.monotonic() + seconds
    while True:
        try:
            return Lock(folder)
        except ConfigError:
            if time.monotonic() >= deadline:
                raise
        await asyncio.sleep(LOCK_SECONDS)


def _executor(rules: RunRules, steward: Steward, prepare: Callable[[], None] | None) -> Executor:
    processes = rules.processes or os.cpu_count() or 1
    if processes == 1:
        return InProcess(steward)
    return Pool(steward, processes=processes, prepare=prepare)


class _Driver:
    def __init__(
        self,
        folder: Path,
        plan: Plan,
        executor: Executor,
        steward: Steward,
        log: RunLog,
        pauses: Sequence[float],
        pages: GamePages | None,
    ) -> None:
        self._folder, self._plan, self._executor = folder, plan, executor
        self._steward, self._log = steward, log
        self._rows = {row.game: row for row in plan.games}
        self._breakers = Breakers(time.monotonic, pauses)
        self._board = LiveBoard(plan)
        self._remaining = Remaining(plan)
        self._replays = ReplaysAhead(folder, pages)
        self._games: dict[str, GameResult] = {}
        self._waiting: dict[str, PlannedGame] = {}
        self._playing: dict[asyncio.Task[Ended], str] = {}
        self._lost: dict[str, int] = {}
        self._unwritten: WriteError | None = None
        self._stopping = False
        self._changed = True
        self._began, self._played = time.monotonic(), 0

    async def run(self, stop: asyncio.Event, on_change: Callable[[Status], None]) -> Status:
        """Play until no game is left that can be played, or `stop` is set."""
        self._log.add("run_began", games=len(self._plan.games))
        await asyncio.to_thread(self._look)
        showing = asyncio.create_task(self._show(on_change))
        stopped = asyncio.create_task(stop.wait())
        try:
            while await self._step(stopped):
                pass
            if not self._stopping:
                await self._replays.made(stopped)
        finally:
            self._replays.close()
            for task in (showing, stopped, *self._playing):
                task.cancel()
            await asyncio.gather(showing, stopped, *self._playing, return_exceptions=True)
            with suppress(WriteError):
                self._note_exhausted()
                self._log.add("run_ended")
        on_change(self._status())
        if self._unwritten is not None:
            raise self._unwritten
        return self._status()

    # --- what there is ---

    def _look(self) -> None:
        """Sort the plan's games into finished, waiting and left out, by the files in the folder."""
        results = results_of(self._plan, self._folder)
        self._games = {each.game: each for each in results.games}
        self._board.add_all(results.games)
        for game, why in results.left_out.items():
            self._log.add("left_out", game=game, why=why)
        left = {
            row.game: row.entrants for row in self._plan.games
            if row.game not in self._games and row.game not in results.left_out
        }  # fmt: skip
        played = [self._rows[game].entrants for game in self._games]
        for row in map(self._rows.__getitem__, linked_first(self._plan.entrants, played, left)):
            problem = _problem(self._plan, row, game_folder(self._folder, row.game))
            if problem is None:
                self._waiting[row.game] = row
            else:
                self._log.add("left_out", game=row.game, why=problem)

    # --- one step ---

    async def _step(self, stopped: "asyncio.Task[bool]") -> bool:
        """Begin games, and wait for the next event; False at the end."""
        if (stopped.done() or self._unwritten is not None) and not self._stopping:
            self._stopping = True
            await self._executor.stop()
        if not self._stopping:
            self._begin_games()
        pause = None if self._stopping else self._next_try()
        if not self._playing and pause is None:
            return False
        waits = [] if self._stopping else [stopped]
        await asyncio.wait(
            {*self._playing, *waits}, timeout=pause, return_when=asyncio.FIRST_COMPLETED
        )
        for task in [each for each in self._playing if each.done()]:
            await self._end(task)
        return True

    def _begin_games(self) -> None:
        """Begin games; one whose process ended repeatedly is begun last and alone."""
        self._note_exhausted()
        if any(self._lost.get(game, 0) >= TOGETHER for game in self._playing.values()):
            return
        for row in list(self._waiting.values()):
            if len(self._playing) >= self._plan.run.games:
                break
            if self._lost.get(row.game, 0) < TOGETHER:
                self._begin_if_let(row)
        for row in list(self._waiting.values()):
            if self._playing:
                break
            self._begin_if_let(row)

    def _begin_if_let(self, row: PlannedGame) -> None:
        specs = self._models_of(row)
        if self._may_begin(specs) and self._breakers.wait_for(specs) == 0:
            self._begin(row, specs)

    def _next_try(self) -> float | None:
        """Return the seconds until a game that waits for a model may begin; None: there is none."""
        models = map(self._models_of, self._waiting.values())
        pauses = [self._breakers.wait_for(specs) for specs in models if self._may_begin(specs)]
        return min((each for each in pauses if each), default=None)

    def _may_begin(self, specs: Sequence[str]) -> bool:
        """Return True if the budget allows a game to begin; games of bots need only time."""
        if self._steward.exhausted is None:
            return True
        return not specs and not self._steward.out_of_time

    def _begin(self, row: PlannedGame, specs: Sequence[str]) -> None:
        del self._waiting[row.game]
        for spec in self._breakers.begin(row.game, specs):
            self._log.add("tried", spec=spec, game=row.game)
        self._log.add("game_began", game=row.game)
        self._changed = True
        job = _job(self._plan, row, game_folder(self._folder, row.game))
        self._playing[asyncio.create_task(self._executor.play(job))] = row.game

    async def _end(self, task: "asyncio.Task[Ended]") -> None:
        """Record the end of a game, and queue it again if it can continue."""
        game = self._playing.pop(task)
        ended, row = task.result(), self._rows[game]
        self._changed = True
        if ended.how != "finished":
            await self._steward.abandon(game)
        if ended.spec:
            self._found_down(ended)
        self._breakers.ended(game, is_finished=ended.how == "finished")
        if ended.how == "finished":
            ended = await asyncio.to_thread(self._take, row, ended)
            if game in self._games:
                self._replays.add(self._games[game])
        elif ended.how == "lost":
            ended = self._begun_again(row, ended)
        elif ended.how == "unwritten":
            self._unwritten = self._unwritten or WriteError(ended.why)
        self._log.add(
            "game_ended", game=ended.game, how=ended.how, why=ended.why, spec=ended.spec
        )  # fmt: skip

    def _found_down(self, ended: Ended) -> None:
        """Pause a model; its game waits, unless the model is given up."""
        is_passing = ended.halted == "outage"
        self._breakers.trip(ended.spec, ended.game, is_passing=is_passing)
        if is_passing:
            self._log.add("waits", spec=ended.spec, why=ended.why)
        if not self._stopping and not self._breakers.is_given_up(ended.spec):
            self._wait_again(ended.game)

    def _begun_again(self, row: PlannedGame, ended: Ended) -> Ended:
        """Queue again a game whose process ended; it fails once it was the cause `TRIES` times."""
        times = self._lost.get(row.game, 0) + (not ended.beside)
        self._lost[row.game] = times
        if times < TRIES:
            if not self._stopping:
                self._wait_again(row.game)
            return ended
        why = f"{ended.why}, {TRIES} times"
        return Ended(game=row.game, how="failed", why=why)

    def _wait_again(self, game: str) -> None:
        """Put a game before all others that wait."""
        self._waiting = {game: self._rows[game], **self._waiting}

    def _take(self, row: PlannedGame, ended: Ended) -> Ended:
        folder = game_folder(self._folder, row.game)
        try:
            result = result_of(self._plan, row, folder)
        except ArenaError as error:
            return Ended(game=row.game, how="failed", why=str(error))
        self._games[row.game] = result
        self._board.add(result)
        self._played += 1
        return ended

    def _models_of(self, row: PlannedGame) -> list[str]:
        specs = dict.fromkeys(self._plan.entrants[name].spec for name in row.entrants)
        return [spec for spec in specs if is_model_spec(spec)]

    # --- the status ---

    def _note_exhausted(self) -> None:
        why = self._steward.exhausted
        if why is not None and self._log.fates.exhausted is None:
            self._log.add("exhausted", why=why)

    def _status(self) -> Status:
        games = {row.game: self._games[row.game] for row in self._plan.games
                 if row.game in self._games}  # fmt: skip
        return Status.of(
            self._plan,
            games,
            self._log.fates,
            self._steward.spending(),
            board=self._board,
            remaining=self._remaining,
            begun=self._steward.entries.calls_by_game(),
            pace=self._played / (time.monotonic() - self._began) if self._playing else None,
        )

    async def _show(self, on_change: Callable[[Status], None]) -> None:
        while True:
            if self._changed or self._steward.spending().open_calls:
                self._changed = False
                on_change(self._status())
            await asyncio.sleep(SHOWN_EVERY)


def _job(plan: Plan, row: PlannedGame, folder: Path) -> GameJob:
    on_budget = plan.run.budget.on_budget
    return GameJob(
        game=row.game, folder=str(folder), table=table_data(plan, row),
        schedule=schedule_of(plan, row),
        on_budget="house" if on_budget == "house" else "stop",
    )  # fmt: skip


def _problem(plan: Plan, row: PlannedGame, folder: Path) -> str | None:
    """Return the problem of a game's folder; None: it has the planned game, or no game."""
    if folder.exists() and not folder.is_dir():
        return "it is no folder"
    try:
        if not reader.contents(folder, "log.jsonl", missing=b""):
            return None
        header = reader.header_of(reader.contents(folder, "game.json"))
    except ArenaError as error:
        return str(error)
    return place_problem(plan, row, header)
