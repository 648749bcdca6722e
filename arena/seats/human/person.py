"""A seat that a person answers for, and a house bot while the person is away.

Each answer, and each change of who answers, is recorded before the table takes it, so that nobody
is asked twice after a crash.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from arena.calls.records import PersonAnswered, PersonReplaced
from arena.calls.seat_time import holding_seat_time
from arena.records.game import BACK, SeatReplaced
from arena.records.record import Record
from arena.seats.human.chair import Away, Chair, Given, Left
from arena.seats.seat import Question, Seat, option_problem
from arena.settings import PeopleRules
from arena.talk.speech import Speech, TalkTurn, bid_problem
from engine.view_data import ViewData

PATIENCE = 2
"""Consecutive time-outs after which a bot takes the seat."""
Asked = Question | TalkTurn


def seconds_for(rules: PeopleRules, *, secret: bool) -> float:
    """Return the time limit, in seconds, for a question or a turn to talk.

    A `secret` question has the shorter limit of cards.
    """
    return min(rules.answer_seconds, rules.card_seconds) if secret else rules.answer_seconds


@dataclass(slots=True)
class Person(Seat):
    """Answers with what a person gives, or with a bot's answer while the person is away."""

    name: str
    chair: Chair
    bot: Seat
    speech_problem: Callable[[object, TalkTurn], str | None]
    """Returns one sentence that says why a speech is invalid; None if it is valid."""
    rules: PeopleRules
    record: Callable[[PersonAnswered | PersonReplaced], None]
    """Writes an answer, or a change of who answers, to `calls.jsonl`."""
    before: SeatReplaced | None = None
    """Who answered last in a resumed game; None: the person."""
    _recorded: SeatReplaced | None = field(init=False)
    # The bot that answers, by the last record; None: the person does.
    _missed: int = 0
    # Consecutive time-outs.

    def __post_init__(self) -> None:
        self._recorded = self.before
        if self.before is not None:
            self.chair.sit(cast("Away", self.before.reason))

    talks = True

    only_reads = True

    @property
    def has_checked(self) -> bool:
        """Whether the person answered: the chair has validated the answer, and shown any error."""
        return self._recorded is None

    @property
    def replaced(self) -> SeatReplaced | None:
        """The bot that answers at this moment; None: the person does."""
        return self._recorded

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Record]) -> str:
        """Return the id of the option that the person, or the bot, chose."""
        given = await self._given(question, view, lambda each: option_problem(each, question))
        if given is None:
            return await self.bot.answer(question, view, heard)
        return str(given.option)

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Record]) -> Speech | None:
        """Return the speech of the person, or of the bot; None: silence."""

        def problem(given: Given) -> str | None:
            return None if given is None else self.speech_problem(given, turn)

        given = await self._given(turn, view, problem)
        if given is None:
            return await self.bot.speak(turn, view, heard)
        return None if given.speech is None else Speech.read(given.speech)

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Record]) -> int:
        """Return the bid of the person, or of the bot, from 0 to 4."""
        given = await self._given(turn, view, bid_problem)
        if given is None:
            return await self.bot.bid(turn, view, heard)
        return given.bid or 0

    async def _given(
        self, asked: Asked, view: ViewData, problem: Callable[[Given], str | None]
    ) -> PersonAnswered | None:
        """Return the person's answer, recorded; None where the bot is to answer."""
        self._record_who(asked)
        if self._recorded is None:
            with holding_seat_time():
                await self.chair.ready()
            self._record_who(asked)  # the person may have left meanwhile
        if self._recorded is not None:
            return None
        began = time.monotonic()
        try:
            given = await self._waited(asked, view, problem)
        except Left:
            self._record_who(asked)
            return None
        data = PersonAnswered(
            seat=self.name,
            asked=asked.id,
            option=given if isinstance(given, str) else None,
            speech=tuple(given.data()) if isinstance(given, Speech) else None,
            bid=given if isinstance(given, int) else None,
            seconds=round(time.monotonic() - began, 3),
        )
        self.record(data)
        self.chair.recorded = asked.id
        return data

    async def _waited(
        self, asked: Asked, view: ViewData, problem: Callable[[Given], str | None]
    ) -> Given:
        """Wait for the person, and count consecutive time-outs.

        A time-out on a secret question does not count: the replacement would reveal the question.
        """
        seconds = seconds_for(self.rules, secret=asked.secret)
        try:
            given = await self.chair.ask(asked, view, problem, seconds=seconds)
        except asyncio.CancelledError:
            if not asked.secret:
                self._missed += 1
            if self._missed >= PATIENCE:
                self._missed = 0
                self.chair.leave("timeouts")
            raise
        self._missed = 0
        return given

    def _record_who(self, asked: Asked) -> None:
        away = self.chair.away
        is_away = self._recorded is not None
        if (away is not None) == is_away:
            return
        now = BACK if away is None else SeatReplaced(by="house", reason=away)
        self.record(PersonReplaced(seat=self.name, asked=asked.id, by=now.by, reason=now.reason))
        self._recorded = None if away is None else now
