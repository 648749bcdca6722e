"""One person's place at a hosted table: the open question, and execution of typed lines."""

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
"""Number of remembered requests of a seat."""
COLUMNS = 78
"""Width of a board in words."""


class Teller(Protocol):
    """The table as its places use it."""

    def catch_up(self, seat: str, /) -> None:
        """Pass the records that have been shown to a place."""

    def skip(self, seat: str, /) -> bool:
        """Show a seat at once what waits to be read; return True if anything did."""

    def changed(self) -> None:
        """Show open questions and prepared messages."""


class Place:
    """A person's seat; any number of pages can be open for it."""

    def __init__(
        self,
        seat: str,
        chair: Chair,
        header: GameHeader,
        clockwise: tuple[str, ...],
        drafts: Drafts,
        teller: Teller,
    ) -> None:
        """Start without a question; the owner of `chair` calls `ask` whenever that changes."""
        self.seat, self.chair = seat, chair
        self._header, self._clockwise = header, clockwise
        self._drafts, self._teller = drafts, teller
        self._sitting: Sitting | None = None
        self._asks_else = asyncio.Event()
        self._requests: dict[str, asyncio.Future[LineResult | Refused]] = {}
        self.now: Now | None = None
        """The open question as data, without the time left; None: nothing is asked."""

    def waits(self, thinking: Sequence[str]) -> Now:
        """Return the data shown while nothing is asked, with the publicly awaited seats."""
        found = waiting(thinking, away=self.chair.away is not None)
        return found if self._sitting is None else ahead(found, self._sitting)

    @property
    def until(self) -> float | None:
        """Deadline by the event loop's clock; None: nothing is asked."""
        return None if self.chair.open is None else self.chair.open.until

    def begin(self, heard: Heard) -> None:
        """Start the session, if there is none; `heard` is the state before the first record."""
        if self._sitting is None:
            self._sitting = Sitting(
                self._header, self._clockwise, self.seat, self.chair, heard,
                stops=False, skip=partial(self._teller.skip, self.seat),
            )  # fmt: skip
            self._sitting.prepared[:] = self._drafts.of(self.seat)

    def hear(self, record: Record | None, heard: Heard | None) -> None:
        """Pass the next record and its state to the session."""
        if self._sitting is not None:
            self._sitting.hear(record, heard)

    async def do(
        self, asked: str | None, line: str, request: str | None = None
    ) -> LineResult | Refused:
        """Execute a line typed for the question `asked`; return once an answer is recorded.

        `request` is the line's id: a repeated one gets the first reply, and is not executed again.
        Raises `StaleQuestion` if another question is open.
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
        """Wait until the seat has recorded the answer, or failed to."""
        while self.chair.open is answered:
            await self._asks_else.wait()

    def ask(self) -> None:
        """Show the chair's open question.

        Messages that were prepared for it before a restart are restored.
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
    """Retrieve the result of a line, since its sender may be gone."""
    if not done.cancelled():
        done.exception()


def _told(shown: Sequence[RenderableType], sitting: Sitting) -> list[Line]:
    """Return renderables as lines; a board becomes text for screen readers."""
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
