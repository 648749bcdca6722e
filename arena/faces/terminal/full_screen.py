"""A person at a table on a full screen: the game of this process, with the app that draws it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager

from arena.faces.person.sitting import DirectSitting
from arena.faces.terminal.drawn import Seated
from arena.faces.terminal.table_app import TableApp
from arena.records.record import Record
from arena.records.talk import Said, Whispered
from arena.seats.human import Chair
from arena.table import Outcome
from arena.table.referee import SeatTask
from arena.transcript.writer import GameFiles

__all__ = ["FullScreen", "kept_colours"]

Game = Callable[[asyncio.Event], Awaitable[Outcome]]


class FullScreen:
    """One person's game, from sitting down to the end."""

    def __init__(self, seat: str) -> None:
        """Show the game of `seat`."""
        self.seat = seat
        self.chair = Chair(self._changed, takes_over=True)
        self.app: TableApp | None = None
        """The screen, once there is one."""
        self.outcome: Outcome | None = None
        """What became of the game, once it has ended."""
        self._seated: Seated | None = None
        self._told_before = 0

    def begin(self, files: GameFiles, clockwise: tuple[str, ...]) -> None:
        """Sit down; what is recorded already is told once more, to be scrolled back to."""
        self._seated = Seated(DirectSitting.begin(files.header, clockwise, self.seat, self.chair))
        self._told_before = len(files.lines)
        if self.app is not None:
            self.app.begin(self._seated)

    def take(self, record: Record) -> None:
        """Tell the next record, as far as the seat perceived it."""
        if self._seated is None or self.app is None:
            return
        self.app.tell(self._seated.take(record), whisper=is_whisper(record))
        if record.at < self._told_before:
            self.app.read_so_far()

    def wait_for(self, tasks: Mapping[str, SeatTask]) -> None:
        """Show who is waited for."""
        if self._seated is None or self.app is None:
            return
        self._seated.sitting.wait_for(tasks)
        self.app.redraw()

    def screen(self, game: Game, stop: asyncio.Event) -> TableApp:
        """Return the screen on which a game will be played; who leaves it sets `stop`."""

        async def played() -> None:
            self.outcome = await game(stop)
            if self.outcome.finished and self.app is not None:
                self.app.end()

        self.app = TableApp(played, on_leave=stop.set)
        return self.app

    async def play(self, game: Game, stop: asyncio.Event) -> Outcome:
        """Play a game to its end, or until `stop` is set, which who leaves does."""
        app = self.screen(game, stop)
        with kept_colours():
            await app.run_async()
        stop.set()
        if app.game is not None:
            await app.game
        if self.outcome is None:
            raise asyncio.CancelledError
        return self.outcome

    def _changed(self) -> None:
        """Show what is asked, once all that led to it is told."""
        if self._seated is None or self.app is None:
            return
        if self._seated.sitting.now is not None:
            self.app.tell(self._seated.told_before())
        self.app.redraw()


@contextmanager
def kept_colours() -> Iterator[None]:
    """Keep NO_COLOR in the environment, which an app takes out of it."""
    colours = os.environ.get("NO_COLOR")
    try:
        yield
    finally:
        if colours is not None:
            os.environ["NO_COLOR"] = colours


def is_whisper(record: Record) -> bool:
    """Tell whether a record is told among the whispers."""
    said = record.data
    return isinstance(said, Whispered) or (isinstance(said, Said) and said.whisper)
