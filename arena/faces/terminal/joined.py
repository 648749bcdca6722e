"""`arena join`: a person at a server's table, line by line."""

import asyncio
from contextlib import suppress
from typing import TextIO, cast

from rich.console import Console, RenderableType
from rich.text import Text

from arena.faces.person import wording
from arena.faces.person.command_line import Done, Refused, looks
from arena.faces.scene.data import BoardData, Frame, Line, Now, Promise
from arena.faces.terminal import full_screen_words as words
from arena.faces.terminal.drawing import Drawing
from arena.faces.terminal.table_link import Event, TableLink
from arena.faces.terminal.typed_lines import TypedLines


class JoinedTable:
    """State of a server's table as received so far."""

    def __init__(self, link: TableLink, drawing: Drawing) -> None:
        """Start before the first frame."""
        self.link, self.drawing = link, drawing
        self.now: Now | None = None
        """The open question; None before the first."""
        self.board: BoardData | None = None
        self.promises: list[Promise] = []
        self.round, self.phase = 0, ""
        self._noticed = 0
        self.is_over = False

    @property
    def asked(self) -> str | None:
        """Id of the open question."""
        return None if self.now is None else self.now["asked"]

    def take(self, event: Event) -> list[RenderableType]:
        """Process an event of the server; return its narration."""
        match event.name:
            case "frame":
                frame = cast("Frame", event.data)
                self.board = frame.get("board", self.board)
                self.promises = frame.get("promises", self.promises)
                self.round, self.phase = frame["round"], self.drawing.phase(frame["phase"])
                return self.drawing.lines(frame["told"])
            case "now":
                now = cast("Now", event.data)
                is_new, self.now = now["asked"] != self.asked, now
                return self.drawing.lines(now.get("told", ())) if is_new else []
            case "notice":
                number = cast("int", event.data["number"])
                if number >= self._noticed:
                    self._noticed = number + 1
                    return self.drawing.lines(cast("list[Line]", event.data["told"]))
            case "over":
                self.is_over = True
            case "lost":
                return Refused(str(event.data["why"])).shown
            case "back":
                return [Text(words.BACK, "dim")]
        return []

    async def do(self, line: str, asked: str | None) -> Done | Refused:
        """Send a line that was typed for the question `asked`."""
        if line.casefold() == "board" and self.board is not None:
            return Done([self.drawing.board(self.board)])
        came = await self.link.line(asked, line)
        if isinstance(came, Refused):
            return came
        return Done(self.drawing.lines(came["told"]), came["taken"])

    def answered(self, asked: str | None) -> bool:
        """Hide the question `asked`; return True if no other is open yet."""
        if self.asked != asked or self.now is None:
            return False
        self.now = {**self.now, "asked": None, "title": wording.WAITING, "unnamed": True}
        return True


class JoinedLines:
    """Runs a joined game in line mode, from opening the link to its end."""

    def __init__(self, table: JoinedTable, console: Console, lines: TextIO) -> None:
        """Print to a console, and read typed lines from `lines`."""
        self._table, self._typed = table, TypedLines(console, lines)
        self._asked, self._begun = asyncio.Event(), asyncio.Event()
        self._one_by_one = asyncio.Lock()
        """Makes the result of a line appear before later events."""
        self._shown: tuple[str | None, str] | None = None
        self._drawn: tuple[int, str] | None = None
        self._named: set[str] = set()
        # Seats named as waited for since the last question.

    async def play(self) -> None:
        """Follow the table until it is over, the person leaves, or the input ends."""
        self._typed.begin()
        self._typed.print([Text(words.joined(self._table.drawing.head), "bold")])
        tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._obey())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
        finally:
            for each in tasks:
                each.cancel()
                with suppress(asyncio.CancelledError):
                    await each

    async def _hear(self) -> None:
        async for event in self._table.link.events():
            async with self._one_by_one:
                self._typed.print(self._table.take(event))
                now = self._table.now
                if event.name == "now" and now is not None:
                    self._ask(now)

    def _ask(self, now: Now) -> None:
        """Print the question once, after the board once a phase."""
        table = self._table
        self._begun.set()
        if now["asked"] is None:
            self._asked.clear()
        if (now["asked"], now["title"]) == self._shown:
            return
        self._shown = now["asked"], now["title"]
        if now["asked"] is None:
            is_new = not now["thinking"] or not self._named.issuperset(now["thinking"])
            if is_new and not now.get("unnamed"):
                self._typed.print([Text(now["title"], "dim")])
            self._named.update(now["thinking"])
            return
        self._named.clear()
        if table.board is not None and self._drawn != (table.round, table.phase):
            self._drawn = table.round, table.phase
            self._typed.print([Text(""), table.drawing.board(table.board)])
        self._typed.print(table.drawing.question(now))
        self._typed.prompt()
        self._asked.set()

    async def _obey(self) -> None:
        await self._begun.wait()
        while (line := await self._typed.next()) is not None:
            if self._typed.wait_for_questions and not looks(line):
                await self._asked.wait()
            line = line.strip()
            if line.casefold() == "quit":
                return
            async with self._one_by_one:
                came = await self._table.do(line, self._table.asked)
                self._typed.print(came.shown)
                if isinstance(came, Done) and came.taken:
                    self._asked.clear()
                elif self._asked.is_set():
                    self._typed.prompt()
