"""Bots of planted talk: `talker` says as many words as it is told to, to all or to one."""

from collections.abc import Sequence

from arena.records.record import Shown
from arena.seats.planted.plant import Plant, Planted, number, share
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

__all__ = ["PLANTS"]


class Talker(Planted):
    """Says a fixed number of words in every turn; whispers them with probability p."""

    def __init__(self, seed: str, words: int, p: float) -> None:
        """`words` it says in each turn, `p` is the share of its messages that are whispered."""
        super().__init__(seed)
        self.words, self.p = words, p

    def say(
        self,
        turn: TalkTurn,
        view: ViewData,
        heard: Sequence[Shown],  # noqa: ARG002 - it does not listen
    ) -> Speech | None:
        """Say the words; a whisper is to another seat, drawn."""
        text = " ".join(["la"] * self.words)
        if not turn.whispers or not self.draws.below(self.p, turn.id):
            return Speech.of(text)
        others = [each for each in view["seats"] if each != turn.seat]
        return Speech.of(text, to=(self.draws.pick(others, f"{turn.id} to"),), whisper=True)


PLANTS = (
    Plant(
        name="talker",
        says="says a number of words in every turn, whispered in a share p of them",
        parameters=(number("words"), share("p", 0.0)),
        make=lambda seed, _, words, p: Talker(seed, words, p),
    ),
)
