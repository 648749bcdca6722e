"""`arena play --human NAME`, and `arena resume` of such a game: somebody sits at the terminal.

By lines, or on a full screen.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.faces.cli.output import console_for
from arena.faces.cli.progress import Progress, run_game
from arena.faces.terminal.full_screen import FullScreen
from arena.faces.terminal.line_mode import Game, LineMode, only_person
from arena.records.record import Record
from arena.table import Outcome, play
from arena.transcript.writer import GameFiles

__all__ = ["play_as_person", "seated"]

DUMB = frozenset({"", "dumb", "unknown"})
"""What TERM is where nothing is known of the terminal but that it prints."""
LINES = "─│▼"
OnBegin = Callable[[GameFiles, tuple[str, ...]], None]
OnRecord = Callable[[Record], None]
Table = Callable[[LineMode | FullScreen, OnBegin, OnRecord], Game]
"""Makes a game of who sits there, what is told when it begins, and what gets its records."""


def play_as_person(
    config: TableConfig, people: Sequence[str], *, json_: bool, full_screen: bool = False
) -> int:
    """Play one game with a person at the terminal; print how it ended."""
    progress = Progress(config.epilogues, shown=False, full_screen=full_screen)

    def table(person: LineMode | FullScreen, begin: OnBegin, show: OnRecord) -> Game:
        chairs = {person.seat: person.chair}
        return lambda stop: play(
            config, Path(config.out), people=chairs, on_begin=begin, on_record=show,
            on_wait=person.wait_for, stop=stop,
        )  # fmt: skip

    return seated(people, progress, table, json_=json_, full_screen=full_screen)


def seated(
    people: Sequence[str],
    progress: Progress,
    table: Table,
    *,
    json_: bool,
    full_screen: bool = False,
) -> int:
    """Let the only one of `people` play at the terminal; return the exit code."""
    if json_:
        raise ConfigError(
            "--json prints one document, and a person reads while they play. Possible: without it."
        )
    seat = only_person(people)
    check_screen(wanted=full_screen)

    async def game(stop: asyncio.Event) -> Outcome:
        person = sat_down(seat, full_screen=full_screen)

        def begin(files: GameFiles, clockwise: tuple[str, ...]) -> None:
            progress.begin(files, clockwise)
            person.begin(files, clockwise)

        def show(record: Record) -> None:
            progress.show(record)
            person.take(record)

        return await person.play(table(person, begin, show), stop)

    return run_game(game, progress, json_=False)


def sat_down(seat: str, *, full_screen: bool) -> LineMode | FullScreen:
    """Return who plays a seat, by lines or on a full screen."""
    return FullScreen(seat) if full_screen else LineMode(seat, console_for(sys.stdout), sys.stdin)


def _has_lines(encoding: str) -> bool:
    try:
        LINES.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def check_screen(*, wanted: bool) -> None:
    """Raise `ConfigError` where a full screen is wanted and there is none."""
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
