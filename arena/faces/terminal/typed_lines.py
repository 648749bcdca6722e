"""Lines that somebody types, or that come from a file or a pipe, for an event loop."""

import asyncio
import threading
from contextlib import suppress
from typing import TextIO

__all__ = ["PROMPT", "TypedLines"]

PROMPT = "> "


class TypedLines:
    """What is typed, line by line."""

    def __init__(self, lines: TextIO) -> None:
        """Read `lines`, from `begin` on."""
        self._lines = lines
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

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError, OSError, ValueError):  # the loop, or the file, is closed
            for line in self._lines:
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
            loop.call_soon_threadsafe(self._typed.put_nowait, None)
