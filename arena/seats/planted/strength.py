"""A bot of planted strength: of its decisions it makes a share as the `house` bot would.

They are drawn one by one, and the others are made as the `random` bot would; so strength grows
with the share. It neither talks nor listens, which takes half the time: at 1 it is a `house` bot
that knows what it sees, and forgets what was.
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
