"""`arena play --human NAME`, and `arena resume` of such a game: somebody sits at the terminal."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.faces.cli.output import console_for
from arena.faces.cli.progress import Progress, run_game
from arena.faces.terminal.line_mode import Game, LineMode, only_person
from arena.records import Record
from arena.table import Outcome, play
from arena.transcript.writer import GameFiles

__all__ = ["play_as_person", "seated"]

OnBegin = Callable[[GameFiles, tuple[str, ...]], None]
OnRecord = Callable[[Record], None]
Table = Callable[[LineMode, OnBegin, OnRecord], Game]
"""Makes a game of who sits there, what is told when it begins, and what gets its records."""


def play_as_person(config: TableConfig, people: Sequence[str], *, json_: bool) -> int:
    """Play one game with a person at the terminal; print how it ended."""
    progress = Progress(config.epilogues, shown=False)

    def table(person: LineMode, begin: OnBegin, show: OnRecord) -> Game:
        chairs = {person.seat: person.chair}
        return lambda stop: play(
            config, Path(config.out), people=chairs, on_begin=begin, on_record=show, stop=stop
        )

    return seated(people, progress, table, json_=json_)


def seated(people: Sequence[str], progress: Progress, table: Table, *, json_: bool) -> int:
    """Let the only one of `people` play at the terminal; return the exit code."""
    if json_:
        raise ConfigError(
            "--json prints one document, and a person reads while they play. Possible: without it."
        )
    seat = only_person(people)

    async def game(stop: asyncio.Event) -> Outcome:
        person = LineMode(seat, console_for(sys.stdout), sys.stdin)

        def begin(files: GameFiles, clockwise: tuple[str, ...]) -> None:
            progress.begin(files, clockwise)
            person.begin(files, clockwise)

        def show(record: Record) -> None:
            progress.show(record)
            person.take(record)

        return await person.play(table(person, begin, show), stop)

    return run_game(game, progress, json_=False)
