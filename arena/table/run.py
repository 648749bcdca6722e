"""Plays one configured game into a folder."""

import asyncio
import platform
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arena.calls.budget import Budget
from arena.calls.caller import Caller
from arena.calls.past import PastCalls
from arena.calls.records import SessionSetup
from arena.config import TableConfig, laid_table
from arena.epilogues import Epilogues, epilogues_of
from arena.errors import ConfigError, WriteError
from arena.records import HEADER, Record
from arena.seats import Seat, Talker, make_seat
from arena.settings import BudgetRules, LlmHeader, TalkRules
from arena.table.graph import RECURSION_LIMIT, Context, compiled
from arena.table.models import Models, llm_header
from arena.table.recovery import Recorded, kept_files
from arena.table.referee import Counts, Referee
from arena.table.tracing import tracing
from arena.transcript import reader
from arena.transcript.header import GameHeader, SeatHeader
from arena.transcript.records import ResultData, result_data
from arena.transcript.writer import Files, Writer, new_files, new_folder
from engine import Ruleset, Table, restore, ruleset

__all__ = ["Outcome", "play", "resume", "versions"]

BOTS = b"arena bots"
LATE_SECONDS = 2.0
"""How long a finished game waits for replies that nobody uses any more, to record them."""
PACKAGES = ("horror-arena", "langgraph", "pydantic")
SDKS = ("openai", "anthropic", "genai-prices")
"""Named too where models sit at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a game."""

    folder: Path
    """Where its transcript is."""
    finished: bool
    """False where it was stopped."""
    result: ResultData | None
    """`scores, placements, winners, end_reason, epilogue`; None before the end."""
    counts: Mapping[str, Counts]
    """By seat."""
    round: int
    """Where it stands."""
    phase: str | None
    halted: Mapping[str, str] | None = None
    """`reason` (`outage`, `budget`) and `why`, where the game stopped by itself."""
    recorded: Path | None = None
    """The record that has this game's epilogue, where the table asked for one."""
    unrecorded: str | None = None
    """Why the epilogue could not be recorded."""


async def play(
    config: TableConfig,
    out: Path,
    *,
    on_record: Callable[[Record], None] | None = None,
    on_begin: Callable[[Files], None] | None = None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
) -> Outcome:
    """Play a game to its end, into a new folder below `out`.

    `on_begin` gets the game's files once they are open, and `on_record` each record once it is
    written, secrets included. When `stop` is set the game
    stops after the record that is being written, unsealed. `seats` sits somebody down in place of
    what the config says, by name. Raises `ConfigError` before anything is written, also for a model
    that can't be asked, `WriteError` where the transcript cannot be.
    """
    table = laid_table(config)
    llm = llm_header(config, (seats or {}).keys())
    async with _opened_models(llm, config.seats, seats or {}) as models:
        facts = ruleset(config.ruleset, _options(table))
        talk = config.talk
        seated = _seated(config.seats, config.seed, seats or {}, models, facts, table.seats, talk)
        header = _header(config, table, seated, llm)
        record = epilogues_of(config.epilogues, config.ruleset)
        session = _Session(
            files=_opened(header, out), seats=seated, trace=config.trace, epilogues=record,
            models=models, budget=None if llm is None else llm.budget,
        )  # fmt: skip
        return await session.play(table, on_begin, on_record, stop or asyncio.Event())


async def resume(
    folder: Path,
    *,
    on_record: Callable[[Record], None] | None = None,
    on_begin: Callable[[Files], None] | None = None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
    trace: bool = False,
    epilogues: bool | str = False,
    budget: Mapping[str, float] | None = None,
) -> Outcome:
    """Go on with a game that was killed or stopped; nobody is asked again what was answered.

    `on_begin` gets the game's files once they are locked and open, and `on_record` the records
    again that were written before. `epilogues` is what it is in a table's config; what was unlocked
    when the game began stays in force. `budget` are caps that take the place of the game's own.
    Raises `ConfigError` for a game
    that is finished or is being played, `TranscriptError` for one that is not true, `WriteError`
    where its transcript cannot be written.
    """
    record = _record(epilogues, folder)
    files, found = kept_files(folder)
    header = files.header
    with ExitStack() as opened:
        opened.callback(files.close)
        caps = {**(found.calls_made.budget or {}), **(budget or {})}
        specs = _specs(header) | {name: bot["by"] for name, bot in found.replaced.items()}
        async with _opened_models(
            _with(header.llm, caps), specs, seats or {}, resumed=True
        ) as models:
            table = restore(header.saved())
            seated = _seated(
                specs, header.seed, seats or {}, models,
                ruleset(header.ruleset, header.options), table.seats, header.talk,
            )  # fmt: skip
            session = _Session(
                files=files, found=found, seats=seated, trace=trace, epilogues=record,
                models=models, budget=None if models is None else models.header.budget,
            )  # fmt: skip
            opened.pop_all()  # the session closes them
            return await session.play(table, on_begin, on_record, stop or asyncio.Event())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """One process's part of a game."""

    files: Files
    found: Recorded | None = None
    seats: Mapping[str, Seat]
    trace: bool
    epilogues: Epilogues | None
    models: Models | None
    budget: BudgetRules | None

    async def play(
        self,
        table: Table,
        on_begin: Callable[[Files], None] | None,
        on_record: Callable[[Record], None] | None,
        halt: asyncio.Event,
    ) -> Outcome:
        """Play to the end, or until `halt` is set."""
        if on_begin is not None:
            on_begin(self.files)
        writer = Writer(self.files, self._plays(), on_record=on_record)
        recorded = _Recorded()
        try:
            line = self._line(writer)
            referee = self._referee(table, writer, halt, line)
            try:
                await _run(referee, halt, line, trace=self.trace)
            finally:
                await line.settled(LATE_SECONDS if table.is_over else 0.0)
            if table.result is not None:
                # Before the seal: who is killed between the two resumes, and records it again.
                recorded = self._recorded(table.result.epilogue)
                await writer.seal(table.result)
            else:
                writer.leave((referee.halted or {"reason": "interrupted"})["reason"])
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
            recorded=recorded.file,
            unrecorded=recorded.why_not,
        )

    def _plays(self) -> SessionSetup:
        """Return what plays this session, and a budget that is not the header's."""
        plays = SessionSetup(versions=dict(versions()), python=platform.python_version())
        llm = self.files.header.llm
        if llm is None or self.budget is None or self.budget == llm.budget:
            return plays
        return {**plays, "budget": self.budget.model_dump(mode="json")}

    def _line(self, writer: Writer) -> Caller:
        """Lay the line to the models, after the calls that are recorded."""
        made = PastCalls() if self.found is None else self.found.calls_made
        began = time.monotonic() - made.seconds
        budget = Budget(self.budget or BudgetRules(), lambda: time.monotonic() - began)
        line = Caller(self.files.header.game, budget, writer, made)
        if self.models is not None:
            self.models.line = line
        return line

    def _referee(self, table: Table, writer: Writer, halt: asyncio.Event, line: Caller) -> Referee:
        header, found = self.files.header, self.found
        return Referee(
            table, self.seats, writer, header, stopped=halt.is_set,
            known={} if found is None else found.replies,
            bots={} if found is None else found.replaced,
            stand_in=lambda spec: make_seat(spec, name=spec, seed=_bots_seed(header.seed)),
            halt=line.halt,
        )  # fmt: skip

    def _recorded(self, epilogue: int | None) -> "_Recorded":
        """Record the epilogue; a record that cannot be written costs the game nothing."""
        if self.epilogues is None or epilogue is None:
            return _Recorded()
        try:
            self.epilogues.add(epilogue, self.files.header.game)
        except (ConfigError, WriteError) as error:
            return _Recorded(why_not=str(error))
        return _Recorded(file=self.epilogues.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """What became of a game's epilogue."""

    file: Path | None = None
    why_not: str | None = None


def _record(asked: bool | str, folder: Path) -> Epilogues | None:  # noqa: FBT001 - as configured
    """Return the record that a resumed game adds to; `ConfigError` where it makes no sense."""
    if asked is False:
        return None
    header = reader.header_of(reader.contents(folder, HEADER))
    record = epilogues_of(asked, header.ruleset)
    if record is not None:
        record.unlocked()
    return record


def _opened(header: GameHeader, out: Path) -> Files:
    """Return the files of a new folder; where they can't be made no empty folder is left."""
    folder = new_folder(out, header.ruleset)
    try:
        return new_files(folder, header.named(folder.name))
    except WriteError:
        with suppress(OSError):
            folder.rmdir()
        raise


@asynccontextmanager
async def _opened_models(
    llm: LlmHeader | None,
    specs: Mapping[str, str],
    given: Mapping[str, Seat],
    *,
    resumed: bool = False,
) -> AsyncIterator[Models | None]:
    """Open the models that sit at the table, asked once whether they are there; close them.

    In a game that goes on a provider that is down for now is what the table says of outages.
    """
    used = {spec for name, spec in specs.items() if name not in given}
    if llm is None or not used & set(llm.models):
        yield None
        return
    models = Models.opened(llm, used)
    try:
        await models.check(forgiving=resumed)
        yield models
    finally:
        await models.close()


def _with(llm: LlmHeader | None, caps: Mapping[str, float] | None) -> LlmHeader | None:
    """Return the header with other caps in its budget."""
    if llm is None or not caps:
        return llm
    budget = BudgetRules.model_validate({**llm.budget.model_dump(), **caps})
    return llm.model_copy(update={"budget": budget})


def _options(table: Table) -> Mapping[str, Any]:
    options: Mapping[str, Any] = table.save()["options"]  # type: ignore[assignment]
    return options


def _specs(header: GameHeader) -> dict[str, str]:
    return {each.name: each.spec for each in header.seats}


async def _run(referee: Referee, halt: asyncio.Event, line: Caller, *, trace: bool) -> None:
    """Run the graph until the game ends, or until `halt` is set, whoever is still thinking."""
    with tracing(wanted=trace):
        game = asyncio.create_task(_to_its_end(Context(referee)))
    halted = asyncio.create_task(halt.wait())
    try:
        await asyncio.wait({game, halted}, return_when=asyncio.FIRST_COMPLETED)
        if game.done():
            game.result()
    finally:
        if not game.done():
            line.halt()
        for task in (game, halted):
            task.cancel()
        await asyncio.gather(game, halted, return_exceptions=True)


async def _to_its_end(context: Context) -> None:
    # Streamed in no mode: nobody reads what the nodes return, so nothing is collected of it.
    async for _ in compiled().astream(
        {"replies": []}, {"recursion_limit": RECURSION_LIMIT}, context=context, stream_mode=[]
    ):
        pass


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    """Return what plays, asked once a process: to look up one version takes milliseconds."""
    return _versions(PACKAGES)


def _versions(packages: Sequence[str]) -> dict[str, str]:
    return {package: version(package) for package in packages}


def _bots_seed(seed: str) -> str:
    # One way: who has the bots' seed has neither the game's nor any of its dice.
    return blake2b(seed.encode(), digest_size=32, person=BOTS).hexdigest()


def _seated(
    specs: Mapping[str, str],
    seed: str,
    given: Mapping[str, Seat],
    models: Models | None,
    facts: Ruleset,
    clockwise: Sequence[str],
    talk: TalkRules,
) -> dict[str, Seat]:
    bots = _bots_seed(seed)
    seated: dict[str, Seat] = {}
    for name, spec in specs.items():
        if name in given:
            seated[name] = given[name]
        elif models is not None and spec in models.models:
            seated[name] = models.seat(name, spec, ruleset=facts, seats=clockwise, talk=talk)
        else:
            seated[name] = make_seat(spec, name=name, seed=bots)
    return seated


def _header(
    config: TableConfig, table: Table, seats: Mapping[str, Seat], llm: LlmHeader | None
) -> GameHeader:
    saved = table.save()
    forced, start = saved["forced"], saved["start"]
    return GameHeader.model_validate(
        {
            "schema": 1,
            "game": config.ruleset,
            "ruleset": saved["ruleset"],
            "revision": saved["revision"],
            "options": saved["options"],
            "seats": tuple(
                SeatHeader(name=name, spec=spec, talks=isinstance(seats[name], Talker))
                for name, spec in config.seats.items()
            ),
            "seed": saved["seed"],
            "forced": None if start is None else forced,
            "start": start,
            "floors": saved["floors"],
            "limits": config.limits,
            "talk": config.talk,
            "versions": versions() if llm is None else {**versions(), **_versions(SDKS)},
            "python": platform.python_version(),
            "llm": llm,
        }
    )
