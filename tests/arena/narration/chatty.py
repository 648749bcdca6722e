"""Seats that play at random and talk at every turn, for tests of what is told of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.claims.language import Claim, Proposition
from arena.records.record import Record
from arena.seats import ScriptedTalker, Uniform
from arena.seats.kinds import Kind
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn


class Chatty(ScriptedTalker):
    """Claims by the number of its turn, true or not; every third speech is a whisper."""

    def __init__(self, seed: str, listeners: Sequence[str] = ()) -> None:
        """`listeners` are who is whispered to, one of them a speaker, perhaps itself."""
        super().__init__({}, self.words)
        self._random = Uniform(seed)
        self._listeners = listeners

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> str:
        """Answer at random."""
        return await self._random.answer(question, view, heard)

    def words(self, turn: TalkTurn) -> Speech:
        """Claim something about dice, a plan, a vote and a card."""
        number = int(turn.id.split(".t")[1])
        others = [name for name in self._listeners if name != turn.seat]
        whisper = bool(others) and number % 3 == 0
        target = others[number % len(others)] if others else turn.seat
        said = (
            Proposition(kind="zombies", location=1 + number % 6, relation="=", count=number % 3),
            Proposition(kind="go", location=1 + number % 6),
            Proposition(kind="vote", target=target, vote="attack", negated=number % 2 == 0),
            Proposition(kind="holds", card="threat"),
        )
        return Speech.of(
            f"This is {turn.id}",
            to=(target,) if others else (),
            whisper=whisper,
            claims=tuple(Claim(proposition=each) for each in said),
        )


CHATTY = Kind(spec="random", make=lambda _, seed, __: Chatty(seed), talks=True)
"""Stands in for random seats, where only the command line seats them."""
