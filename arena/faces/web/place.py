"""One person's seat at a table that is kept: what is asked there, and what they do by lines."""

import asyncio
from collections.abc import Sequence
from functools import partial
from io import StringIO
from typing import Protocol

from rich.console import Console, RenderableType

from arena.errors import StaleQuestion
from arena.faces.person.command_line import Quit, Refused, done_by, looks
from arena.faces.person.follower import Heard
from arena.faces.person.sitting import Sitting
from arena.faces.scene import Line, Now, ahead, now_data, waiting
from arena.faces.scene.data import LineResult
from arena.faces.scene.lines import Lines
from arena.faces.web import wording
from arena.faces.web.drafts import Drafts
from arena.narration.board import Picture
from arena.records.record import Record
from arena.seats.human import Chair, Open
from arena.seats.seat import Question
from arena.talk.speech import Speech
from arena.transcript.header import GameHeader

REQUESTS = 50
"""How many lines of a seat are known again."""
COLUMNS = 78
"""How wide a board in words is."""


class Teller(Protocol):
    """What tells the places of a table of its game."""

    def catch_up(self, seat: str, /) -> None:
        """Let a place take the records whose time has come."""

    def skip(self, seat: str, /) -> bool:
        """Tell a seat at once what waits to be read there; return whether anything did."""

    def changed(self) -> None:
        """Show what is asked, or prepared, by now."""


class Place:
    """A person's seat; any number of pages may be open on it."""

    def __init__(
        self,
        seat: str,
        chair: Chair,
        header: GameHeader,
        clockwise: tuple[str, ...],
        drafts: Drafts,
        teller: Teller,
    ) -> None:
        """Nobody asks anything yet; whose `chair` it is calls `ask` when that changes."""
        self.seat, self.chair = seat, chair
        self._header, self._clockwise = header, clockwise
        self._drafts, self._teller = drafts, teller
        self._sitting: Sitting | None = None
        self._asks_else = asyncio.Event()
        self._requests: dict[str, asyncio.Future[LineResult | Refused]] = {}
        self.now: Now | None = None
        """What is asked at this moment, as it was when it came to be asked; None: nothing."""

    def waits(self, thinking: Sequence[str]) -> Now:
        """Return what is shown while nothing is asked, with those who may be named as thinking."""
        found = waiting(thinking, away=self.chair.away is not None)
        return found if self._sitting is None else ahead(found, self._sitting)

    @property
    def until(self) -> float | None:
        """When the time is up, by the clock of the event loop."""
        return None if self.chair.open is None else self.chair.open.until

    def begin(self, heard: Heard) -> None:
        """Sit down at the game, if nobody does yet; `heard` is what is known before it begins."""
        if self._sitting is None:
            self._sitting = Sitting(
                self._header, self._clockwise, self.seat, self.chair, heard,
                stops=False, skip=partial(self._teller.skip, self.seat),
            )  # fmt: skip
            self._sitting.prepared[:] = self._drafts.of(self.seat)

    def hear(self, record: Record | None, heard: Heard | None) -> None:
        """Take the next record of the game, and what it tells in words, once it is told."""
        if self._sitting is not None:
            self._sitting.hear(record, heard)

    async def do(
        self, asked: str | None, line: str, request: str | None = None
    ) -> LineResult | Refused:
        """Do what a line says that was written for what is `asked`; an answer is recorded then.

        `request` is this line's own id: what comes a second time has the reply of the first, and is
        not done again. Raises `StaleQuestion` where something else is asked.
        """
        if request is None:
            return await self._do(asked, line)
        doing = self._requests.get(request)
        if doing is None:
            doing = self._requests[request] = asyncio.ensure_future(self._do(asked, line))
            doing.add_done_callback(_heard)
            if len(self._requests) > REQUESTS:
                del self._requests[next(iter(self._requests))]
        return await asyncio.shield(doing)

    async def _do(self, asked: str | None, line: str) -> LineResult | Refused:
        sitting, now = self._sitting, self.chair.open
        if sitting is None:
            return Refused(wording.ASLEEP)
        self._teller.catch_up(self.seat)
        is_open = None if sitting.now is None else sitting.now.asked.id
        if not looks(line) and asked != is_open:
            raise StaleQuestion(asked or "nothing", is_open)
        try:
            came = done_by(line, sitting)
        except Quit:
            return Refused(wording.QUIT)
        if isinstance(came, Refused):
            return came
        told = _told(came.shown, sitting)
        if is_open is not None and came.taken:
            await self._until_closed(now)
            if self.chair.recorded != is_open and self.chair.away is None:
                return Refused(wording.UNRECORDED)
            self._drafts.keep(is_open, ())
        self._changed()
        return {"told": told, "taken": came.taken}

    async def _until_closed(self, answered: Open | None) -> None:
        """Return once the seat has written down what was given, or could not."""
        while self.chair.open is answered:
            await self._asks_else.wait()

    def ask(self) -> None:
        """Show what the chair is asked by now.

        It begins with what was prepared before, where the server was ended in between.
        """
        sitting = self._sitting
        if sitting is not None and sitting.now is not None:
            sitting.told_before()
            now = sitting.now
            if not isinstance(now.asked, Question):
                kept = self._drafts.of(now.asked.id)
                if kept and now.problem(Speech(messages=tuple(kept))) is None:
                    sitting.prepared[:] = kept
        self._changed()
        before, self._asks_else = self._asks_else, asyncio.Event()
        before.set()

    def _changed(self) -> None:
        sitting, now = self._sitting, None if self._sitting is None else self._sitting.now
        self.now = None
        if sitting is not None and now is not None:
            self.now = now_data(sitting, now)
        if sitting is not None:
            ahead = now is None or isinstance(now.asked, Question)
            if now is not None and not ahead:
                self._drafts.keep(now.asked.id, sitting.prepared)
            self._drafts.keep(self.seat, sitting.prepared if ahead else ())
        self._teller.changed()


def _heard(done: asyncio.Future[LineResult | Refused]) -> None:
    """Take note of what a line came to: who asked may be gone."""
    if not done.cancelled():
        done.exception()


def _told(shown: Sequence[RenderableType], sitting: Sitting) -> list[Line]:
    """Return what is shown as lines; a board, which the page draws, as words for who reads them."""
    lines, told = Lines(sitting.words), list[Line]()
    for each in shown:
        if isinstance(each, Picture):
            console = Console(file=StringIO(), width=COLUMNS, record=True)
            console.print(each)
            rows = filter(None, map(str.rstrip, console.export_text().splitlines()))
            told += [{"as": "fact", "spans": [[row]]} for row in rows]
        else:
            told += lines.of([each])
    return told
