"""Seats that talk, fail and whisper by rote, for tests of the table."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from arena.claims.language import Claim, Proposition
from arena.forms import JsonRecord
from arena.seats import ScriptedTalker, Uniform
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn


class Rote(ScriptedTalker):
    """Answers like a random seat; what it does with a turn depends on the turn's number alone."""

    def __init__(
        self, name: str, names: Sequence[str], card: str = "threat", *, pause: float = 0.0
    ) -> None:
        """`names` are all at the table, `card` is one of the game's; `pause` is before answers."""
        super().__init__({}, self.words, self.bids)
        self._random = Uniform(name)
        self._card, self._pause = card, pause
        self._others = [other for other in names if other != name]

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> str:
        """Answer at random, by the question's id."""
        self.asked.append(question)
        if self._pause:
            await asyncio.sleep(self._pause)
        return await self._random.answer(question, view, heard)

    def words(self, turn: TalkTurn) -> Speech | None:
        """Speak, whisper, keep silent, say what can't be said, or fail."""
        match int(turn.id.split(".t")[1]) % 9:
            case 3:
                return None
            case 5:
                return Speech.of("")
            case 7:
                raise RuntimeError("lost for words")
            case 2 | 4:
                to = (self._others[0],)
                return Speech.of(f"psst {turn.id}", to=to, whisper=True)
            case _:
                text = f"{turn.seat} speaks on {turn.floor}"
                return Speech.of(text, to=(self._others[-1],), claims=self.claims(turn))

    def claims(self, turn: TalkTurn) -> tuple[Claim, ...]:
        """Claim something about the dice, a plan, a vote and a card; true or not."""
        number = int(turn.id.split(".t")[1])
        place = 1 + number % 6
        return tuple(
            Claim(proposition=each)
            for each in (
                Proposition(kind="zombies", location=place, relation=">=", count=number % 3),
                Proposition(kind="go", location=place),
                Proposition(kind="vote", target=self._others[0], vote="attack", negated=True),
                Proposition(kind="holds", card=self._card),
            )
        )

    def bids(self, turn: TalkTurn) -> int:
        """Bid by the turn's number."""
        return (int(turn.id.split(".t")[1]) * 7 + len(turn.seat)) % 5


def table_of(names: Sequence[str], card: str = "threat") -> dict[str, Rote]:
    """Return new seats for all names."""
    return {name: Rote(name, names, card) for name in names}
