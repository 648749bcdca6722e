"""A bot of planted strength: of its decisions it makes a share as the `house` bot would.

They are drawn one by one, and the others are made as the `random` bot would; so strength grows
with the share. It neither talks nor listens: at 1 it is a `house` bot that knows what it sees, and
forgets what was.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from arena.records.record import Shown
from arena.seats.house import House
from arena.seats.planted.plant import Draws, Plant, share
from arena.seats.seat import Question, Seat
from arena.seats.uniform import Uniform
from engine.view_data import ViewData

__all__ = ["PLANTS", "Strength"]


class Strength(Seat):
    """Draws who decides by (seed, decision), so the same game comes out whenever it is played."""

    def __init__(
        self,
        seed: str,
        share: float,
        *,
        options: Mapping[str, str | int | bool | None] = MappingProxyType({}),
    ) -> None:
        """`seed` is the bots' seed of the game, `share` that of decisions made as `house` would."""
        self.share = share
        self._draws = Draws(seed)
        self._house, self._random = House(seed, options=options), Uniform(seed)

    async def answer(
        self,
        question: Question,
        view: ViewData,
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen, which takes half the time
    ) -> str:
        """Return an option's id."""
        decides = self._house if self._draws.below(self.share, question.id) else self._random
        return await decides.answer(question, view, ())


PLANTS = (
    Plant(
        name="strength",
        says="plays as house in a share p of its decisions, else at random; silent",
        parameters=(share("p"),),
        talks=False,
        make=lambda seed, options, p: Strength(seed, p, options=options),
    ),
)
