"""Seats that play at random and claim things of every kind at every turn."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import engine
from arena.claims.vocabulary import Vocabulary
from arena.forms import JsonRecord
from arena.seats import ScriptedTalker, Uniform
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn
from tests.arena.claims.games import Chatter


class Claimant(ScriptedTalker):
    """Claims what it draws, true or not; every third speech is a whisper."""

    def __init__(self, name: str, names: Sequence[str], ruleset: str = "moh") -> None:
        """`names` are all at the table."""
        super().__init__({}, self.words)
        self._name, self._others = name, [each for each in names if each != name]
        self._random, self._draw = Uniform(name), Random(name)  # noqa: S311 - what is said, no secret
        words = Vocabulary(engine.ruleset(ruleset), names)
        unplayed = engine.new_table(ruleset, names, name)  # so that it knows nothing of the game
        self._chatter = Chatter(unplayed, words, self._draw, truces=True)

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> str:
        """Answer at random."""
        return await self._random.answer(question, view, heard)

    def words(self, turn: TalkTurn) -> Speech | None:
        """Claim up to three things, or keep silent."""
        claims = tuple(self._chatter.claim(self._name) for _ in range(self._draw.randrange(4)))
        if not claims:
            return None
        whisper = turn.whispers and self._draw.random() < 0.3
        to = (self._draw.choice(self._others),) if whisper else ()
        return Speech.of(f"This is {turn.id}", to=to, whisper=whisper, claims=claims)
