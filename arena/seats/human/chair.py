"""Where a person and the table meet: what is asked at this moment, and what is answered.

The table's side puts one question at a time and waits; the person's side looks at what is open and
gives an answer. What can't be taken is said to the person at once, and the question stays open.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from arena.errors import InvalidAnswer, StaleQuestion
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

Given = str | Speech | int | None
"""What a person gives: the id of an option, words or None for silence, a bid."""
Away = Literal["left", "timeouts"]
"""Why a bot answers for a person: they left their seat to it, or did not answer."""
Problem = Callable[[Given], str | None]
"""Says in one sentence why something can't be taken; None: it can."""


class Left(Exception):
    """The person left while something was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """What a person is asked."""

    asked: Question | TalkTurn
    view: ViewData
    """What the seat sees, as `engine.Table.view_data` gives it."""
    until: float
    """When the time is up, by the clock of the event loop."""
    problem: Problem
    reply: "asyncio.Future[Given]"


async def at_once() -> None:
    """Wait for nothing."""


class Chair:
    """One person's place at a table; it belongs to one event loop."""

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        ready: Callable[[], Awaitable[None]] = at_once,
        takes_over: bool = False,
    ) -> None:
        """`on_change` is told whenever something else is asked, or nothing any more.

        `ready` is awaited before anything is asked: who sits there is told what led to it, and that
        is not of their time. `takes_over`: who sits down here answers again for a seat that was
        left to a bot before.
        """
        self._open: Open | None = None
        self._on_change, self.ready = on_change, ready
        self._takes_over = takes_over
        self.away: Away | None = None
        """Why a bot answers in place of the person; None: they answer."""
        self.recorded: str | None = None
        """The last question or turn whose answer stands in the transcript."""

    @property
    def open(self) -> Open | None:
        """What is asked at this moment, until the table has taken the answer."""
        return self._open

    def sit(self, away: Away) -> None:
        """Sit down at a game that goes on, and at which a bot answered last."""
        if not self._takes_over:
            self.away = self.away or away

    def take_over(self) -> None:
        """Answer again from here on, also for a seat that was left to a bot before."""
        self._takes_over = True
        self.come_back()

    def leave(self, why: Away = "left") -> None:
        """Let a bot answer from here on, also what is asked at this moment."""
        if self.away is not None:
            return
        self.away = why
        now = self._open
        if now is not None and not now.reply.done():
            now.reply.set_exception(Left())
        self._on_change()

    def come_back(self) -> None:
        """Answer again, from the next question on."""
        if self.away is not None:
            self.away = None
            self._on_change()

    @property
    def is_waiting(self) -> bool:
        """Whether something is asked that has no answer yet."""
        return self._open is not None and not self._open.reply.done()

    async def ask(
        self,
        asked: Question | TalkTurn,
        view: ViewData,
        problem: Problem,
        *,
        seconds: float,
    ) -> Given:
        """Return what the person gives, which is without a `problem`; how long it takes is theirs.

        `seconds` is what they are told of their time: who waits for them keeps it. Raises `Left`
        where the person leaves before they answered.
        """
        loop = asyncio.get_running_loop()
        self._open = Open(
            asked=asked, view=view, until=loop.time() + seconds, problem=problem,
            reply=loop.create_future(),
        )  # fmt: skip
        self._on_change()
        try:
            return await self._open.reply
        finally:
            self._open = None
            self._on_change()

    def give(self, asked: str, given: Given) -> None:
        """Answer the question, or take the turn, with the id `asked`.

        Raises `StaleQuestion` where that is not open (any more), and `InvalidAnswer` for what
        can't be taken; the question stays open then.
        """
        now = self._open
        if now is None or now.asked.id != asked or now.reply.done():
            raise StaleQuestion(asked, None if now is None else now.asked.id)
        why = now.problem(given)
        if why is not None:
            raise InvalidAnswer("illegal", why)
        now.reply.set_result(given)
