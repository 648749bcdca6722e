"""Plays one configured game into a folder, or resumes one.

A config becomes a table; then models are opened and checked, and the header, files, writer, caller
and seats are made, in this order. Nothing is written before everything that can be refused is
checked.
"""

import asyncio
import os
import platform
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.calls.budget import Budget
from arena.calls.caller import Caller
from arena.calls.past import PastCalls
from arena.calls.records import SessionSetup
from arena.config import Overrides, TableConfig, load_table, table_of
from arena.epilogues import Epilogues, epilogues_of
from arena.errors import ConfigError, WriteError
from arena.folders import missing_folders, remove_empty
from arena.forms import HEADER
from arena.models.specs import is_model_spec
from arena.records.game import ResultData, result_data
from arena.records.record import Record
from arena.seats import Seat, check_spec, make_seat
from arena.seats.human import Chair, Person
from arena.seats.llm import Briefing
from arena.settings import HUMAN, BudgetRules, LlmHeader, PeopleRules, TalkRules
from arena.table.new_header import bots_seed, new_header, versions
from arena.table.opened_models import Models, llm_header
from arena.table.recovery import Recovered, reopened_files
from arena.table.referee import Counts, OnWait, Referee
from arena.table.replies import Halt
from arena.table.shared import ALONE, Shared
from arena.table.stepped_game import SteppedGame
from arena.text import shown
from arena.transcript import reader
from arena.transcript.header import GameHeader, ScheduleHeader
from arena.transcript.writer import GameFiles, OnAsk, Writer, new_files, new_folder
from engine import Ruleset, Table, restore, ruleset

__all__ = ["Begin", "Outcome", "play", "resume", "versions"]

LATE_SECONDS = 2.0
"""Seconds that a finished game waits for late replies, to record them."""
Begin = Callable[[GameFiles, tuple[str, ...]], None]
"""Gets a game's files once they are open, and the seats clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one game, or where it stopped."""

    folder: Path
    """Folder of its transcript."""
    finished: bool
    """False if the game was stopped."""
    result: ResultData | None
    """`scores, placements, winners, end_reason, epilogue`; None before the end."""
    counts: Mapping[str, Counts]
    """By seat."""
    round: int
    phase: str | None
    halted: Halt | None = None
    """Why the game stopped by itself; None: it did not."""
    epilogue_file: Path | None = None
    """The file that records this game's epilogue, if the table records any."""
    epilogue_problem: str | None = None
    """Why the epilogue could not be recorded."""


async def play(
    table: TableConfig | str | Path,
    out: Path | str | None = None,
    *,
    on_record: Callable[[Record], None] | None = None,
    on_begin: Begin | None = None,
    on_wait: OnWait | None = None,
    on_ask: OnAsk = lambda _: None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
    people: Mapping[str, Chair] | None = None,
    folder: Path | None = None,
    schedule: ScheduleHeader | None = None,
    shared: Shared = ALONE,
) -> Outcome:
    """Play one game to its end, and write its transcript into a new folder below `out`.

    `table` is a config, or the name or path of a table's file; without `out` the table says where
    the folder is made. `people` are the chairs of seats that are `human`, by name, each of which
    needs one; `seats` are objects that play in place of what the table says, by name: the
    transcript has the class of each as its SPEC, `module:Class`.

    >>> import arena, asyncio
    >>> game = asyncio.run(arena.play("demo"))  # in a notebook: await arena.play("demo")
    >>> game.finished, sorted(game.result["placements"].values())[0]
    (True, 1)

    `on_begin` gets the game's files once they are open, `on_record` each record once it is written,
    secrets included, `on_wait` the seats being waited for, whenever that changes, and `on_ask` the
    questions whose answers are recorded next, also those with one option. Once `stop` is set the
    game stops after the current record, unsealed, unless the last answer was given. `folder` is an
    empty folder to use in place of a new one; `schedule` is the game's place in a tournament.

    Raises `ConfigError` before anything is written, also for a model that can't be asked,
    `WriteError` where the transcript can't be, and `Aborted` where a model makes the game end.
    """
    config = table if isinstance(table, TableConfig) else load_table(table, Overrides())
    game, given = table_of(config), seats or {}
    check_chairs(config.seats, given, people or {})
    record = epilogues_of(config.epilogues, config.ruleset)
    if record is not None:
        record.check()
    llm = llm_header(config, given.keys())
    facts = ruleset(config.ruleset, game.options)
    async with _opened_models(
        llm, facts, game.seats, config.seats, given, config.talk.in_force(config.seats), shared
    ) as models:
        header = new_header(config, game, given, llm).scheduled(schedule)
        session = _Session(
            files=_new_game(header, Path(config.out if out is None else out), folder),
            specs=config.seats, given=given, models=models, people=people or {}, epilogues=record,
            budget=None if llm is None else llm.budget,
            trace=config.trace, shared=shared, on_wait=on_wait, on_ask=on_ask,
        )  # fmt: skip
        return await session.play(game, on_begin, on_record, stop or asyncio.Event())


async def resume(
    folder: Path | str,
    *,
    on_record: Callable[[Record], None] | None = None,
    on_begin: Begin | None = None,
    on_wait: OnWait | None = None,
    on_ask: OnAsk = lambda _: None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
    people: Mapping[str, Chair] | None = None,
    trace: bool = False,
    epilogues: bool | str = False,
    budget: Mapping[str, float] | None = None,
    shared: Shared = ALONE,
) -> Outcome:
    """Resume a game that was killed or stopped; answered questions are not asked again.

    `folder` is the game's own, for example `game.folder` of what `play` returned.

    >>> import arena, asyncio
    >>> stop = asyncio.Event()
    >>> stop.set()
    >>> stopped = asyncio.run(arena.play("demo", stop=stop))
    >>> stopped.finished, asyncio.run(arena.resume(stopped.folder)).finished
    (False, True)

    `on_begin` gets the game's files once they are locked and open, and `on_record` also the records
    written before. `epilogues` is as in a table's config; what was unlocked when the game began
    stays in force. `budget` are caps that replace the game's own.
    Raises `ConfigError` for a game that is finished or is being played, `TranscriptError` for an
    invalid one, `WriteError` if its transcript can't be written.
    """
    record, given = _epilogues(epilogues, Path(folder)), seats or {}
    files, found = reopened_files(Path(folder))
    header = files.header
    with ExitStack() as opened:
        opened.callback(files.close)
        recorded = {} if found.past.budget is None else found.past.budget.model_dump()
        llm = _with_caps(header.llm, {**recorded, **(budget or {})})
        bots = {name: bot.by for name, bot in found.replaced.items()}
        specs = {each.name: each.spec for each in header.seats} | bots
        for name in specs.keys() - given.keys():
            check_spec(name, specs[name])
        check_chairs(specs, given, people or {})
        table = restore(header.saved())
        facts = ruleset(header.ruleset, table.options)
        async with _opened_models(
            llm, facts, table.seats, specs, given, header.talk, shared, resumed=True
        ) as models:
            session = _Session(
                files=files, found=found, specs=specs, given=given, models=models,
                people=people or {},
                epilogues=record, budget=None if llm is None else llm.budget, trace=trace,
                shared=shared, on_wait=on_wait, on_ask=on_ask,
            )  # fmt: skip
            opened.pop_all()  # the session closes them
            return await session.play(table, on_begin, on_record, stop or asyncio.Event())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """One process's part of a game."""

    files: GameFiles
    found: Recovered | None = None
    """The recovered contents of a resumed game; None: it is new."""
    specs: Mapping[str, str]
    given: Mapping[str, Seat]
    """Seats supplied by the caller."""
    people: Mapping[str, Chair]
    """Chairs of the seats that are `human`."""
    models: Models | None
    budget: BudgetRules | None
    epilogues: Epilogues | None
    trace: bool
    shared: Shared
    on_wait: OnWait | None
    on_ask: OnAsk

    async def play(
        self,
        table: Table,
        on_begin: Begin | None,
        on_record: Callable[[Record], None] | None,
        halt: asyncio.Event,
    ) -> Outcome:
        """Play to the end, or until `halt` is set."""
        writer = self._writer(table, on_begin, on_record)
        epilogue: tuple[Path | None, str | None] = None, None
        try:
            caller = self._caller(writer)
            referee = self._referee(table, writer, caller, halt)
            try:
                await _run(referee, halt, caller, self.on_wait, traced=self.trace)
            finally:
                await caller.settled(LATE_SECONDS if table.is_over else 0.0)
            if table.result is not None:
                # Before the seal: a game killed in between records the epilogue again when resumed.
                epilogue = self._recorded_epilogue(table.result.epilogue)
                await writer.seal(table.result)
            else:
                writer.leave("interrupted" if referee.halted is None else referee.halted["reason"])
        except BaseException as error:
            writer.leave(type(error).__name__)
            raise
        finally:
            writer.close()
        return Outcome(
            folder=writer.folder,
            finished=table.is_over,
            result=None if table.result is None else result_data(table.result),
            counts=referee.counts,
            round=writer.place[0],
            phase=writer.place[1],
            halted=referee.halted,
            epilogue_file=epilogue[0],
            epilogue_problem=epilogue[1],
        )

    def _writer(
        self, table: Table, on_begin: Begin | None, on_record: Callable[[Record], None] | None
    ) -> Writer:
        """Make the writer; if the first record can't be written the files are removed."""
        try:
            if on_begin is not None:
                on_begin(self.files, table.seats)
            return Writer(self.files, self._versions(), on_record=on_record, on_ask=self.on_ask)
        except BaseException:
            self.files.close()
            raise

    def _versions(self) -> SessionSetup:
        asked = dict(versions(models=self.models is not None))
        llm, budget = self.files.header.llm, self.budget
        if llm is None or self.models is None or budget == llm.budget:
            budget = None
        return SessionSetup(versions=asked, python=platform.python_version(), budget=budget)

    def _caller(self, writer: Writer) -> Caller:
        past = PastCalls() if self.found is None else self.found.past
        began = time.monotonic() - past.seconds
        rules = BudgetRules() if self.budget is None or self.models is None else self.budget
        shared = self.shared
        budget = Budget(
            rules, lambda: time.monotonic() - began, shared.admission, shared.on_budget
        )  # fmt: skip
        return Caller(self.files.header.game, budget, writer, past)

    def _referee(
        self, table: Table, writer: Writer, caller: Caller, halt: asyncio.Event
    ) -> Referee:
        header, found = self.files.header, self.found
        bots, options = bots_seed(header.seed), header.options
        game = SteppedGame(table, header, writer)
        return Referee(
            game, self._seats(bots, caller, writer, game), stopped=halt.is_set,
            known={} if found is None else found.replies,
            bots={} if found is None else found.replaced,
            stand_in=lambda spec: make_seat(spec, name=spec, seed=bots, options=options),
            halt=caller.halt,
        )  # fmt: skip

    def _seats(
        self, bots: str, caller: Caller, writer: Writer, game: SteppedGame
    ) -> dict[str, Seat]:
        """Make the seats; `bots` is the seed of the bots."""
        seated, options = dict[str, Seat](), self.files.header.options
        for name, spec in self.specs.items():
            if name in self.given:
                seated[name] = self.given[name]
            elif self.models is not None and is_model_spec(spec):
                seated[name] = self.models.seat(name, spec, caller)
            elif spec == HUMAN:
                seated[name] = self._person(name, bots, writer, game)
            else:
                seated[name] = make_seat(spec, name=name, seed=bots, options=options)
        return seated

    def _person(self, name: str, bots: str, writer: Writer, game: SteppedGame) -> Person:
        header, found = self.files.header, self.found
        return Person(
            name=name, chair=self.people[name],
            bot=make_seat("house", name=name, seed=bots, options=header.options),
            speech_problem=game.speech_problem,
            rules=header.people or PeopleRules(),  # no person played before
            record=writer.call,
            before=None if found is None else found.left.get(name),
        )  # fmt: skip

    def _recorded_epilogue(self, number: int | None) -> tuple[Path | None, str | None]:
        """Record the epilogue; return the file, or the problem, which does not fail the game."""
        if self.epilogues is None or number is None:
            return None, None
        try:
            self.epilogues.add(number, self.files.header.game)
        except (ConfigError, WriteError) as error:
            return None, str(error)
        return self.epilogues.file, None


def check_chairs(
    specs: Mapping[str, str], given: Mapping[str, Seat], people: Mapping[str, Chair]
) -> None:
    """Raise `ConfigError` for a person's seat without a chair."""
    for name, spec in specs.items():
        if spec == HUMAN and name not in given and name not in people:
            raise ConfigError(
                f"seat {shown(name)} is human, and nobody sits in it. Possible: "
                f"arena play --human {name}, or `people` with a chair for it."
            )


def _epilogues(asked: bool | str, folder: Path) -> Epilogues | None:  # noqa: FBT001 - as configured
    """Return the epilogue file for a resumed game; `ConfigError` for a contradiction."""
    if asked is False:
        return None
    header = reader.header_of(reader.contents(folder, HEADER))
    record = epilogues_of(asked, header.ruleset)
    if record is not None:
        record.unlocked()
        record.check()
    return record


def _new_game(header: GameHeader, out: Path, folder: Path | None) -> GameFiles:
    """Create a game's folder and files; on failure no empty folder is left."""
    missing = missing_folders(out)
    folder = new_folder(out, header.ruleset) if folder is None else folder
    try:
        return new_files(folder, header.named(folder.name))
    except BaseException:
        remove_empty([folder, *missing])
        raise


@asynccontextmanager
async def _opened_models(
    llm: LlmHeader | None,
    facts: Ruleset,
    clockwise: Sequence[str],
    specs: Mapping[str, str],
    given: Mapping[str, Seat],
    talk: TalkRules,
    shared: Shared,
    *,
    resumed: bool = False,
) -> AsyncIterator[Models | None]:
    """Open and check the models of a table, and close them afterwards.

    In a resumed game an unreachable provider is handled by the table's `on_outage`.
    """
    used = {name: spec for name, spec in specs.items() if name not in given and is_model_spec(spec)}
    if llm is None or not used:
        yield None
        return
    briefing = Briefing.of(facts, clockwise, talk, llm.rules)
    models = Models.opened(llm, used, briefing, shared.models)
    try:
        await models.check(forgiving=resumed)
        yield models
    finally:
        await models.close()


def _with_caps(llm: LlmHeader | None, caps: Mapping[str, float]) -> LlmHeader | None:
    """Return the header with caps in its budget replaced."""
    if llm is None or not caps:
        return llm
    budget = BudgetRules.model_validate({**llm.budget.model_dump(), **caps})
    return llm.model_copy(update={"budget": budget})


async def _run(
    referee: Referee, halt: asyncio.Event, caller: Caller, on_wait: OnWait | None, *, traced: bool
) -> None:
    """Run the graph until the game ends, or until `halt` is set, even while seats are thinking."""
    from arena.table.graph import Context, run_to_end  # LangGraph takes half a second to load

    with _tracing(wanted=traced):
        game = asyncio.create_task(run_to_end(Context(referee, traced), on_wait))
    halted = asyncio.create_task(halt.wait())
    try:
        await asyncio.wait({game, halted}, return_when=asyncio.FIRST_COMPLETED)
        if game.done():
            game.result()
    finally:
        if not game.done():
            caller.halt()
        for task in (game, halted):
            task.cancel()
        await asyncio.gather(game, halted, return_exceptions=True)


OBSOLETE_TRACERS = ("LANGCHAIN_TRACING", "LANGCHAIN_HANDLER")
"""Variables of an older tracer; if one is set and tracing is off, the graph refuses to run."""


def _tracing(*, wanted: bool) -> AbstractContextManager[None]:
    """Enable LangSmith tracing only if the table wants it, whatever the environment says.

    The graph's data hold hidden cards, which `LANGSMITH_TRACING=true` in somebody's environment
    would send to a third party.
    """
    from langsmith import tracing_context  # with LangGraph, as above

    for name in OBSOLETE_TRACERS:
        os.environ.pop(name, None)
    return tracing_context(enabled=wanted)
