"""A person at a table in line mode: narration is printed, and typed lines are commands.

Lines from a file or a pipe wait until a question is open; in a terminal they are executed at once,
so that nobody answers a question that they have not seen.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TextIO

from rich.console import Console
from rich.text import Text

from arena.errors import ConfigError
from arena.events import GameEnded
from arena.faces.person import wording
from arena.faces.person.command_line import Quit, done_by, looks
from arena.faces.person.sitting import DirectSitting
from arena.faces.terminal.typed_lines import TypedLines
from arena.records.record import Record
from arena.seats.human import Chair
from arena.table import Outcome
from arena.table.referee import SeatTask
from arena.transcript.writer import GameFiles

Game = Callable[[asyncio.Event], Awaitable[Outcome]]
AT_ONCE = 1.0
"""Seconds of waiting before the awaited seats are named."""


def only_person(people: Sequence[str]) -> str:
    """Return the only person of a table. Raises `ConfigError` if there are several."""
    if len(people) > 1:
        raise ConfigError(
            f"{', '.join(people)} are human, and one person sits at a terminal. "
            "Possible: --web, where each of them has a page, or one seat that is human."
        )
    return people[0]


class LineMode:
    """Runs a game with one person in line mode."""

    def __init__(self, seat: str, console: Console, lines: TextIO) -> None:
        """Print the game of `seat` to a console, and read typed lines from `lines`."""
        self.seat = seat
        self.chair = Chair(self._changed, takes_over=True)
        self._typed = TypedLines(console, lines)
        self._asked = asyncio.Event()
        self._sitting: DirectSitting | None = None
        self._told_before = 0
        self._goes_on = False
        self._waits: asyncio.TimerHandle | None = None
        self._named: set[str] = set()
        # Seats named as waited for since the last question.

    def begin(self, files: GameFiles, clockwise: tuple[str, ...]) -> None:
        """Start the session; records that exist already are not printed again."""
        self._sitting = DirectSitting(files.header, clockwise, self.seat, self.chair)
        self._told_before = len(files.lines)
        self._goes_on = bool(files.lines)
        if not self._goes_on:
            self._typed.print([Text(wording.NEWCOMER, "dim")])

    def take(self, record: Record) -> None:
        """Print the next record, if the seat perceives it."""
        if self._sitting is not None:
            told = self._sitting.take(record)
            is_end = isinstance(
                record.data, GameEnded
            )  # printed with who kept promises, once the transcript is complete
            if record.at >= self._told_before and not is_end:
                self._typed.print(told)

    def wait_for(self, tasks: Mapping[str, SeatTask]) -> None:
        """Print which seats are waited for, each once between two questions.

        Seats that answer within a second are not named.
        """
        if self._sitting is not None:
            self._sitting.wait_for(tasks)
            if self._waits is None:
                self._waits = asyncio.get_running_loop().call_later(AT_ONCE, self._tell_waiting)

    def _tell_waiting(self) -> None:
        self._waits, sitting = None, self._sitting
        if sitting is None or sitting.now is not None or self._named.issuperset(sitting.awaited):
            return
        self._named = set(sitting.awaited)
        self._typed.print([Text(sitting.waits_for, "dim")])

    async def play(self, game: Game, stop: asyncio.Event) -> Outcome:
        """Play a game until its end, or until `stop` is set or the person quits."""
        self._typed.begin()
        reader = asyncio.create_task(self._obey(stop))
        try:
            return await game(stop)
        finally:
            reader.cancel()
            with suppress(asyncio.CancelledError):
                await reader

    def _changed(self) -> None:
        """Print the open question, after the narration that leads to it."""
        sitting = self._sitting
        if sitting is None or sitting.now is None:
            self._asked.clear()
            return
        self._named.clear()
        if self._goes_on:
            self._goes_on = False
            self._typed.print([sitting.heard.board])  # the position, after a resume
        self._typed.print(sitting.told_before() + sitting.question())
        self._typed.prompt()
        self._asked.set()

    async def _obey(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            line = await self._typed.next()
            if line is None:
                stop.set()
                return
            if self._typed.wait_for_questions and not looks(line):
                await self._asked.wait()
            if self._sitting is None:
                continue
            try:
                self._typed.print(done_by(line, self._sitting).shown)
            except Quit:
                stop.set()
                return
            if self.chair.is_waiting:
                self._typed.prompt()
            await asyncio.sleep(0)  # the seat takes the answer before the next line
