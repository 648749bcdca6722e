"""Seats that do to the process that plays them what no seat should."""

import asyncio
import os
import re
import time
from typing import Any

from arena.seats import Seat


class _First(Seat):
    """Takes the first option."""

    def __init__(self, argument: str, seed: str) -> None:  # noqa: ARG002 - as seats are made
        """`argument` is what follows the class in its SPEC."""
        self.argument = argument

    async def answer(self, question: Any, view: Any, heard: Any) -> str:  # noqa: ARG002 - a seat's
        """Answer at once."""
        option: str = question.options[0].id
        return option


class Blocks(_First):
    """Blocks its thread for so many seconds at each question; without a number for ever."""

    async def answer(self, question: Any, view: Any, heard: Any) -> str:
        """Answer late, and let nobody else go on."""
        time.sleep(float(self.argument or 10**6))  # noqa: ASYNC251 - the very thing that is meant
        return await super().answer(question, view, heard)


class Holds(_First):
    """Lets no other thread of its process go on either, for ever."""

    async def answer(self, question: Any, view: Any, heard: Any) -> str:
        """Look for what takes exponential time to find."""
        re.match(r"(a+)+$", "a" * 100 + "b")
        return await super().answer(question, view, heard)


class Exits(_First):
    """Ends its process, at its first question."""

    async def answer(self, question: Any, view: Any, heard: Any) -> str:  # noqa: ARG002 - a seat's
        """End without a word."""
        os._exit(3)


class Raises(_First):
    """Fails at each question."""

    async def answer(self, question: Any, view: Any, heard: Any) -> str:  # noqa: ARG002 - a seat's
        """Fail."""
        raise RuntimeError("no idea")


class Sleeps(_First):
    """Takes so many seconds for each answer: `rude_seats:Sleeps:0.1`."""

    async def answer(self, question: Any, view: Any, heard: Any) -> str:
        """Answer later."""
        await asyncio.sleep(float(self.argument))
        return await super().answer(question, view, heard)
