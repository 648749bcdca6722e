"""A terminal by lines: what is printed there, and what is typed or comes from a file or a pipe."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from rich.console import Console, RenderableType

PROMPT = "> "


class TypedLines:
    """What is typed, line by line, and printed in between."""

    def __init__(self, console: Console, lines: TextIO) -> None:
        """Read `lines`, from `begin` on."""
        self._console, self._lines = console, lines
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.wait_for_questions = not lines.isatty()
        """True of a file or a pipe: a line waits until something is asked."""

    def begin(self) -> None:
        """Begin to read, in a thread that the end of the process ends."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    async def next(self) -> str | None:
        """Return the next line; None at the end of the input."""
        return await self._typed.get()

    def print(self, shown: Iterable[RenderableType]) -> None:
        """Print what there is to show."""
        for each in shown:
            self._console.print(each)

    def prompt(self) -> None:
        """Print the prompt, where somebody types."""
        if not self.wait_for_questions:
            self._console.print(PROMPT, end="")

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError, OSError, ValueError):  # the loop, or the file, is closed
            for line in self._lines:
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
            loop.call_soon_threadsafe(self._typed.put_nowait, None)
