"""Plays one configured game into a folder."""

import asyncio
import platform
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arena.config import TableConfig, laid_table
from arena.epilogues import Epilogues, epilogues_of
from arena.errors import ConfigError, WriteError
from arena.seats import Seat, Talker, make_seat
from arena.table.graph import RECURSION_LIMIT, Context, compiled
from arena.table.referee import Counts, Referee, Reply
from arena.table.tracing import tracing
from arena.transcript import reader
from arena.transcript.canonical import FILES
from arena.transcript.header import GameHeader, SeatHeader
from arena.transcript.records import result_data
from arena.transcript.writer import Files, Writer, kept_files, new_files, new_folder
from engine import Table, restore

__all__ = ["Outcome", "play", "resume", "versions"]

BOTS = b"arena bots"
PACKAGES = ("horror-arena", "langgraph", "pydantic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a game."""

    folder: Path
    """Where its transcript is."""
    finished: bool
    """False where it was stopped."""
    result: dict[str, Any] | None
    """`scores, placements, winners, end_reason, epilogue`; None before the end."""
    counts: Mapping[str, Counts]
    """By seat."""
    round: int
    """Where it stands."""
    phase: str | None
    recorded: Path | None = None
    """The record that has this game's epilogue, where the table asked for one."""
    unrecorded: str | None = None
    """Why the epilogue could not be recorded."""


async def play(
    config: TableConfig,
    out: Path,
    *,
    on_record: Callable[[dict[str, Any]], None] | None = None,
    on_begin: Callable[[Files], None] | None = None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
) -> Outcome:
    """Play a game to its end, into a new folder below `out`.

    `on_begin` gets the game's files once they are open, and `on_record` each record once it is
    written, secrets included. When `stop` is set the game
    stops after the record that is being written, unsealed. `seats` sits somebody down in place of
    what the config says, by name. Raises `ConfigError` before anything is written, `WriteError`
    where the transcript cannot be.
    """
    table = laid_table(config)
    seated = _seated(config.seats, config.seed, seats or {})
    header = _header(config, table, seated)
    record = epilogues_of(config.epilogues, config.ruleset)
    session = _Session(_opened(header, out), {}, seated, trace=config.trace, epilogues=record)
    return await session.play(table, on_begin, on_record, stop or asyncio.Event())


async def resume(
    folder: Path,
    *,
    on_record: Callable[[dict[str, Any]], None] | None = None,
    on_begin: Callable[[Files], None] | None = None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
    trace: bool = False,
    epilogues: bool | str = False,
) -> Outcome:
    """Go on with a game that was killed or stopped; nobody is asked again what was answered.

    `on_begin` gets the game's files once they are locked and open, and `on_record` the records
    again that were written before. `epilogues` is what it is in a table's config; what was unlocked
    when the game began stays in force. Raises `ConfigError` for a game
    that is finished or is being played, `TranscriptError` for one that is not true, `WriteError`
    where its transcript cannot be written.
    """
    record = _record(epilogues, folder)
    files, found = kept_files(folder)
    header = files.header
    seated = _seated({each.name: each.spec for each in header.seats}, header.seed, seats or {})
    session = _Session(files, found.replies, seated, trace=trace, epilogues=record)
    halt = stop or asyncio.Event()
    return await session.play(restore(header.saved()), on_begin, on_record, halt)


@dataclass(frozen=True, slots=True)
class _Session:
    """One process's part of a game."""

    files: Files
    known: Mapping[str, Reply]
    seats: Mapping[str, Seat]
    trace: bool
    epilogues: Epilogues | None

    async def play(
        self,
        table: Table,
        on_begin: Callable[[Files], None] | None,
        on_record: Callable[[dict[str, Any]], None] | None,
        halt: asyncio.Event,
    ) -> Outcome:
        """Play to the end, or until `halt` is set."""
        plays = {"versions": dict(versions()), "python": platform.python_version()}
        if on_begin is not None:
            on_begin(self.files)
        writer = Writer(self.files, plays, on_record=on_record)
        stopped, header, recorded = halt.is_set, self.files.header, _Recorded()
        try:
            referee = Referee(table, self.seats, writer, header, stopped=stopped, known=self.known)
            await _run(referee, halt, trace=self.trace)
            if table.result is not None:
                # Before the seal: who is killed between the two resumes, and records it again.
                recorded = self._recorded(table.result.epilogue)
                await writer.seal(table.result)
            else:
                writer.leave("interrupted")
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
            recorded=recorded.file,
            unrecorded=recorded.why_not,
        )

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
    header = reader.header_of(reader.contents(folder, FILES[0]))
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


async def _run(referee: Referee, halt: asyncio.Event, *, trace: bool) -> None:
    """Run the graph until the game ends, or until `halt` is set, whoever is still thinking."""
    with tracing(wanted=trace):
        game = asyncio.create_task(_to_its_end(Context(referee)))
    halted = asyncio.create_task(halt.wait())
    try:
        await asyncio.wait({game, halted}, return_when=asyncio.FIRST_COMPLETED)
        if game.done():
            game.result()
    finally:
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
    return {package: version(package) for package in PACKAGES}


def _seated(specs: Mapping[str, str], seed: str, given: Mapping[str, Seat]) -> dict[str, Seat]:
    # One way: who has the bots' seed has neither the game's nor any of its dice.
    bots = blake2b(seed.encode(), digest_size=32, person=BOTS).hexdigest()
    return {
        name: given.get(name) or make_seat(spec, name=name, seed=bots)
        for name, spec in specs.items()
    }


def _header(config: TableConfig, table: Table, seats: Mapping[str, Seat]) -> GameHeader:
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
            "versions": versions(),
            "python": platform.python_version(),
        }
    )
