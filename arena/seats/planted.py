"""Bots whose truth is known beforehand: what measures of the arena must find in their games.

`planted:strength(P)`: of its decisions it makes a share P as the `house` bot would, drawn one by
one, and the others as the `random` bot; so strength grows with P. It neither talks nor listens:
at 1 it is a `house` bot that knows what it sees, and forgets what was.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from arena.records import Record
from arena.seats.house import House
from arena.seats.seat import Question, Seat
from arena.seats.uniform import Uniform

__all__ = ["STRENGTHS", "Strength"]

STRENGTHS: Mapping[str, float] = MappingProxyType(
    {f"strength({tenths / 10})": tenths / 10 for tenths in range(11)}
)
"""What may follow the colon, and the share of decisions that it stands for."""


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
        self._key = blake2b(seed.encode(), digest_size=32, person=b"planted").digest()
        self._house, self._random = House(seed, options=options), Uniform(seed)

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],
        heard: Sequence[Record],  # noqa: ARG002 - it does not listen, which takes half the time
    ) -> str:
        """Return an option's id."""
        draw = blake2b(question.id.encode(), key=self._key, digest_size=8).digest()
        decides = self._house if int.from_bytes(draw) < self.share * 2**64 else self._random
        return await decides.answer(question, view, ())
