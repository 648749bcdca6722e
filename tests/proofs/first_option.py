"""A seat of one's own, found by its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.seats import Question, Seat


class FirstOption(Seat):
    """A seat that takes the first option."""

    def __init__(self, *_: object, **__: object) -> None:
        """Take whatever a seat is made with."""

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[dict[str, Any]]
    ) -> str:
        """Take the first option."""
        del view, heard
        return question.options[0].id
