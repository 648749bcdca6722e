"""The `random` seat: it picks each option with equal probability."""

from collections.abc import Sequence
from hashlib import blake2b

from arena.records.record import Shown
from arena.seats.seat import Question, Seat
from engine.view_data import ViewData


class Uniform(Seat):
    """Draws keyed by (seed, decision), so the same game comes out whenever it is played."""

    def __init__(self, seed: str) -> None:
        """`seed` is the bots' seed of the game, not the seed of its dice."""
        self._key = blake2b(seed.encode(), digest_size=32).digest()

    only_reads = True

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return an option's id, drawn with 128 bits: the bias is below 2 ** -100."""
        draw = blake2b(question.id.encode(), key=self._key, digest_size=16).digest()
        return question.options[int.from_bytes(draw) % len(question.options)].id
