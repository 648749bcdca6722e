"""A planted bot of known strength: it decides a share of questions as the `house` bot would.

The share is drawn question by question, and the others are decided as by the `random` bot; so
strength grows with the share. It neither talks nor listens, which takes half the time: at 1 it is a
`house` bot that knows its view alone, and remembers nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from arena.records.record import Shown
from arena.seats.house import House
from arena.seats.planted.plant import Planted
from arena.seats.seat import Question
from engine.view_data import ViewData


@dataclass(eq=False)
class Strength(Planted):
    """Draws who decides by (seed, decision), so the same game comes out whenever it is played."""

    p: float
    """The share of decisions made as `house` would."""
    name = "strength"
    says = "plays as house in a share p of its decisions, else at random; silent"
    talks = False

    @cached_property
    def _house(self) -> House:
        return House(self.seed, options=self.options)

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return an option's id."""
        if self.draws.below(self.p, question.id):
            return await self._house.answer(question, view, ())
        return await super().answer(question, view, ())
