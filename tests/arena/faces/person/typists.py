"""Somebody at the command line of a table, in the same process: types, and reads what comes."""

import asyncio
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType

from arena.config import TableConfig
from arena.faces.person.command_line import done_by
from arena.faces.person.sitting import DirectSitting, Sitting
from arena.records.record import Record
from arena.seats.human import Chair
from arena.table import Outcome, play
from arena.transcript.writer import GameFiles

Lines = Callable[[Sitting], Sequence[str]]
Ahead = Callable[[Sitting, Record], Sequence[str]]


def words_of(shown: Sequence[RenderableType]) -> str:
    """Return what would be printed."""
    console = Console(width=90, record=True, file=StringIO())
    for each in shown:
        console.print(each)
    return console.export_text()


class Typist:
    """Types lines at each question until it is answered."""

    def __init__(self, lines: Lines, ahead: Ahead = lambda _, __: ()) -> None:
        """`lines` of what is open; typed one after the other until nothing is open any more.

        `ahead` of a record are typed once it was told, if nothing is asked then.
        """
        self._lines, self._ahead = lines, ahead
        self.chair = Chair(self._look)
        self.sitting: DirectSitting | None = None
        self.read: list[tuple[str, str]] = []
        """What was typed, and what came of it."""
        self.told: list[str] = []
        """What was told before each question."""

    def begin(self, files: GameFiles, clockwise: tuple[str, ...]) -> None:
        """Sit down."""
        self.sitting = DirectSitting(files.header, clockwise, "Ana", self.chair)

    def take(self, record: Record) -> None:
        """Perceive."""
        if self.sitting is not None:
            self.sitting.take(record)
            if self.sitting.now is None:
                self._do(self._ahead(self.sitting, record))

    def _look(self) -> None:
        if self.chair.is_waiting:
            asyncio.get_running_loop().call_soon(self._type)

    def _type(self) -> None:
        assert self.sitting is not None
        self.told.append(words_of(self.sitting.told_before()))
        self._do(self._lines(self.sitting))

    def _do(self, lines: Sequence[str]) -> None:
        assert self.sitting is not None
        for line in lines:
            self.read.append((line, words_of(done_by(line, self.sitting).shown)))


def typed_game(typist: Typist, out: Path, table: TableConfig) -> Outcome:
    """Play a game with somebody at the command line."""
    chairs = {"Ana": typist.chair}
    return asyncio.run(
        play(table, out, people=chairs, on_begin=typist.begin, on_record=typist.take)
    )
