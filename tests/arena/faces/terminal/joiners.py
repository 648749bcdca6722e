"""Somebody at the command line of a table that a server keeps: types by what they read."""

import asyncio
import queue
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from io import StringIO
from typing import TextIO, cast

from rich.console import Console
from starlette.types import ASGIApp

from arena.faces.terminal.drawing import Drawing
from arena.faces.terminal.joined import JoinedLines, JoinedTable
from arena.faces.terminal.table_link import TableLink
from arena.faces.web.serving import LOCAL, Serving, listener, url

PROMPT = "> "
Answers = Callable[[str], str]


class Joiner(StringIO):
    """Reads what is printed, and types a line at each prompt; it is the terminal of both."""

    def __init__(self, answers: Answers) -> None:
        """`answers` gives a line for what was printed since the last one; empty ends the input."""
        super().__init__()
        self._answers, self._typed = answers, queue.Queue[str]()
        self._seen = 0

    def isatty(self) -> bool:
        """It is one."""
        return True

    def write(self, text: str) -> int:
        """Read what is printed; answer at a prompt."""
        length = super().write(text)
        if text == PROMPT:
            new, self._seen = self.getvalue()[self._seen :], len(self.getvalue())
            self._typed.put(self._answers(new))
        return length

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        """Yield what is typed."""
        while line := self._typed.get():
            yield f"{line}\n"

    async def join(self, link: str) -> JoinedTable:
        """Follow the table of a link until it is over, or left."""
        opened = TableLink(link)
        table = JoinedTable(opened, Drawing(await opened.head()))
        console = Console(file=cast("TextIO", self), width=80, color_system=None, markup=False)
        await JoinedLines(table, console, cast("TextIO", self)).play()
        self._typed.put("")
        return table


@asynccontextmanager
async def served(app: ASGIApp, port: int = 0) -> AsyncIterator[str]:
    """Serve an application on this machine; yield its address."""
    listening = listener(LOCAL, port)
    address = url(listening)
    async with Serving(app, listening):
        await asyncio.sleep(0)
        yield address
