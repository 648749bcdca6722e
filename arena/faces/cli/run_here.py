"""Playing or resuming a game in this terminal, and `arena join`."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Protocol

import typer

from arena.errors import ConfigError
from arena.faces.cli import options
from arena.faces.cli.output import console_for
from arena.faces.cli.progress import Progress, run_game
from arena.faces.cli.signals import signals
from arena.faces.terminal.drawing import Drawing
from arena.faces.terminal.full_screen import FullScreen
from arena.faces.terminal.joined import JoinedLines, JoinedTable
from arena.faces.terminal.joined_screen import JoinedScreen
from arena.faces.terminal.line_mode import LineMode, only_person
from arena.faces.terminal.table_link import TableLink
from arena.records.record import Record
from arena.seats.human import Chair
from arena.table import Outcome
from arena.table.referee import SeatTask
from arena.transcript.writer import GameFiles

DUMB = frozenset({"", "dumb", "unknown"})
"""Values of TERM that say nothing of the terminal."""
LINES = "─│▼"
OnBegin = Callable[[GameFiles, tuple[str, ...]], None]
OnRecord = Callable[[Record], None]


class Start(Protocol):
    """Function that plays or resumes a game."""

    def __call__(
        self,
        *,
        people: Mapping[str, Chair] | None = None,
        on_begin: OnBegin,
        on_record: OnRecord,
        on_wait: Callable[[Mapping[str, SeatTask]], object] | None = None,
        stop: asyncio.Event,
    ) -> Awaitable[Outcome]:
        """Run the game and return its outcome."""
        ...


def run_here(
    start: Start, people: Sequence[str], progress: Progress, *, json_: bool, full_screen: bool
) -> int:
    """Play a game of bots, or with one person at this terminal; print the result."""
    if people and json_:
        raise ConfigError(
            "--json prints one document, and a person reads while they play. Possible: without it."
        )
    seat = only_person(people) if people else None
    check_screen(wanted=full_screen)

    async def game(stop: asyncio.Event) -> Outcome:
        if seat is None:
            return await start(on_begin=progress.begin, on_record=progress.show, stop=stop)
        person = (
            FullScreen(seat) if full_screen else LineMode(seat, console_for(sys.stdout), sys.stdin)
        )

        def begin(files: GameFiles, clockwise: tuple[str, ...]) -> None:
            progress.begin(files, clockwise)
            person.begin(files, clockwise)

        def show(record: Record) -> None:
            progress.show(record)
            person.take(record)

        at_table = partial(
            start, people={person.seat: person.chair}, on_begin=begin, on_record=show,
            on_wait=person.wait_for,
        )  # fmt: skip
        return await person.play(lambda stop: at_table(stop=stop), stop)

    return run_game(game, progress, json_=json_)


def _has_lines(encoding: str) -> bool:
    try:
        LINES.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def check_screen(*, wanted: bool) -> None:
    """Raise `ConfigError` if a full screen is `wanted` and the terminal has none."""
    if wanted and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            "--full-screen needs a terminal, and input or output is a pipe or a file. "
            "Possible: without it, line by line."
        )
    if wanted and not _has_lines(sys.stdout.encoding):
        raise ConfigError(
            f"--full-screen draws lines, and {sys.stdout.encoding}, the encoding of this terminal, "
            "has none. Possible: without it, line by line, or a locale with UTF-8."
        )
    if wanted and os.environ.get("TERM", "dumb") in DUMB:
        raise ConfigError(
            "--full-screen needs a terminal that can move its cursor, and TERM says that this one "
            "can't. Possible: without it, line by line."
        )


def join(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="The link of a seat, or of who looks on.")
    ],
    full_screen: options.FullScreen = False,
) -> int:
    """Sit down at a table that a server keeps, here in the terminal."""
    check_screen(wanted=full_screen)
    table = asyncio.run(_joined(TableLink(url), full_screen=full_screen))
    if not table.is_over:
        sys.stderr.write("arena: you have left the table; the same link brings you back.\n")
    return 0 if table.is_over else 1


async def _joined(link: TableLink, *, full_screen: bool) -> JoinedTable:
    table = JoinedTable(link, Drawing(await link.head()))
    face = (
        JoinedScreen(table)
        if full_screen
        else JoinedLines(table, console_for(sys.stdout), sys.stdin)
    )
    playing, loop = asyncio.create_task(face.play()), asyncio.get_running_loop()
    with (
        signals.requesting(lambda: loop.call_soon_threadsafe(playing.cancel)),
        suppress(asyncio.CancelledError),
    ):
        await playing
    return table
