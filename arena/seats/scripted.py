"""A seat that follows a script: for tests, and to play a recorded game again."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from arena.seats.seat import Question, Record

__all__ = ["Scripted"]

Script = Mapping[str, str] | Callable[[Question], str | Awaitable[str]]


class Scripted:
    """Answers by decision id, or by a function of the question, which may raise or wait."""

    def __init__(self, script: Script) -> None:
        """Take the script; questions that a mapping does not have raise `KeyError`."""
        self._script = script
        self.asked: list[Question] = []
        """Every question that was put, in order."""

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],  # noqa: ARG002 - the script knows
        heard: Sequence[Record],  # noqa: ARG002 - the script knows
    ) -> str:
        """Return what the script says."""
        self.asked.append(question)
        if isinstance(self._script, Mapping):
            return self._script[question.id]
        said = self._script(question)
        return await said if inspect.isawaitable(said) else said
