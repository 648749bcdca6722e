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
from arena.errors import WriteError
from arena.seats import Seat, make_seat
from arena.table.graph import RECURSION_LIMIT, Context, compiled
from arena.table.referee import Counts, Referee
from arena.table.tracing import tracing
from arena.transcript.header import GameHeader, SeatHeader
from arena.transcript.records import result_data
from arena.transcript.writer import Writer, new_folder
from engine import Table

__all__ = ["Outcome", "play"]

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


async def play(
    config: TableConfig,
    out: Path,
    *,
    on_record: Callable[[dict[str, Any]], None] | None = None,
    stop: asyncio.Event | None = None,
    seats: Mapping[str, Seat] | None = None,
) -> Outcome:
    """Play a game to its end, into a new folder below `out`.

    `on_record` gets each record once it is written, secrets included. When `stop` is set the game
    stops after the record that is being written, unsealed. `seats` sits somebody down in place of
    what the config says, by name. Raises `ConfigError` before anything is written, `WriteError`
    where the transcript cannot be.
    """
    table = laid_table(config)
    seated = _seated(config, seats or {})
    writer = _opened(config, table, out, on_record)
    halt = stop or asyncio.Event()
    referee = Referee(table, seated, writer, config.limits, stopped=halt.is_set)
    try:
        await _run(referee, halt, trace=config.trace)
        if table.result is not None:
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
    )


def _opened(
    config: TableConfig,
    table: Table,
    out: Path,
    on_record: Callable[[dict[str, Any]], None] | None,
) -> Writer:
    """Return the writer of a new folder; where it can't be opened no empty folder is left."""
    folder = new_folder(out, config.ruleset)
    try:
        return Writer(folder, _header(config, table, folder.name), on_record=on_record)
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
def _versions() -> Mapping[str, str]:
    """Return what plays, asked once a process: to look up one version takes milliseconds."""
    return {package: version(package) for package in PACKAGES}


def _seated(config: TableConfig, given: Mapping[str, Seat]) -> dict[str, Seat]:
    # One way: who has the bots' seed has neither the game's nor any of its dice.
    seed = blake2b(config.seed.encode(), digest_size=32, person=BOTS).hexdigest()
    return {
        name: given.get(name) or make_seat(spec, name=name, seed=seed)
        for name, spec in config.seats.items()
    }


def _header(config: TableConfig, table: Table, game: str) -> GameHeader:
    saved = table.save()
    forced, start = saved["forced"], saved["start"]
    return GameHeader.model_validate(
        {
            "schema": 1,
            "game": game,
            "ruleset": saved["ruleset"],
            "revision": saved["revision"],
            "options": saved["options"],
            "seats": tuple(SeatHeader(name=name, spec=spec) for name, spec in config.seats.items()),
            "seed": saved["seed"],
            "forced": None if start is None else forced,
            "start": start,
            "floors": saved["floors"],
            "limits": config.limits,
            "versions": _versions(),
            "python": platform.python_version(),
        }
    )
