"""A seat that a person answers for.

What they gave is recorded before the table takes it, so that nobody is asked twice after a crash.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.calls.records import PersonAnswered
from arena.claims.ledger import Ledger
from arena.claims.vocabulary import Vocabulary
from arena.records import Record
from arena.seats.human.chair import Chair, Given
from arena.seats.seat import Question, Seat, option_problem
from arena.settings import TalkRules
from arena.talk.speech import Speech, TalkTurn, bid_problem, speech_problem

__all__ = ["Person"]


@dataclass(slots=True)
class Person(Seat):
    """Waits for what somebody in a chair gives."""

    name: str
    chair: Chair
    vocabulary: Vocabulary
    talk: TalkRules
    seconds: float
    """How long the person has for one answer."""
    record: Callable[[PersonAnswered], None]
    """Writes down what was given."""
    _ledger: Ledger = field(init=False)

    def __post_init__(self) -> None:
        """Begin before the first record."""
        self._ledger = Ledger(self.vocabulary.ruleset, self.vocabulary.seats, self.name)

    @property
    def talks(self) -> bool:
        """True: people can."""
        return True

    @property
    def only_reads(self) -> bool:
        """What it hears is never changed."""
        return True

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],
        heard: Sequence[Record],  # noqa: ARG002 - a person remembers
    ) -> str:
        """Return the id of the option that the person chose."""
        given = await self._given(question, view, lambda each: option_problem(each, question))
        return str(given["option"])

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> Speech | None:
        """Return what the person says; None: nothing."""
        self._ledger.catch_up(heard)

        def problem(given: Given) -> str | None:
            if given is None:
                return None
            return speech_problem(given, turn, self.talk, self.vocabulary, self._ledger.deals)

        speech = (await self._given(turn, view, problem))["speech"]
        return None if speech is None else Speech.read(speech)

    async def bid(
        self,
        turn: TalkTurn,
        view: Mapping[str, Any],
        heard: Sequence[Record],  # noqa: ARG002 - a person remembers
    ) -> int:
        """Return how much the person wants to speak."""
        return int((await self._given(turn, view, bid_problem))["bid"] or 0)

    async def _given(
        self,
        asked: Question | TalkTurn,
        view: Mapping[str, Any],
        problem: Callable[[Given], str | None],
    ) -> PersonAnswered:
        began = time.monotonic()
        given = await self.chair.ask(asked, view, problem, seconds=self.seconds)
        data = PersonAnswered(
            seat=self.name,
            asked=asked.id,
            option=given if isinstance(given, str) else None,
            speech=given.data() if isinstance(given, Speech) else None,
            bid=given if isinstance(given, int) else None,
            seconds=round(time.monotonic() - began, 3),
        )
        self.record(data)
        return data
