"""Input and output of line mode: a terminal, a file or a pipe."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from rich.console import Console, RenderableType

PROMPT = "> "


class TypedLines:
    """Reads lines in a thread, and prints to a console."""

    def __init__(self, console: Console, lines: TextIO) -> None:
        """Start with `begin`."""
        self._console, self._lines = console, lines
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.wait_for_questions = not lines.isatty()
        """True for a file or a pipe: lines wait until a question is open."""

    def begin(self) -> None:
        """Start reading in a daemon thread."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    async def next(self) -> str | None:
        """Return the next line; None at the end of the input."""
        return await self._typed.get()

    def print(self, shown: Iterable[RenderableType]) -> None:
        """Print renderables."""
        for each in shown:
            self._console.print(each)

    def prompt(self) -> None:
        """Print the prompt in a terminal."""
        if not self.wait_for_questions:
            self._console.print(PROMPT, end="")

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError, OSError, ValueError):  # the loop, or the file, is closed
            for line in self._lines:
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
            loop.call_soon_threadsafe(self._typed.put_nowait, None)
