"""The meeting point of a person and the table: the open question, and the person's answer.

The table's side opens one question at a time and waits; the person's side reads the open question
and answers. An invalid answer raises an error at once, and the question stays open.
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
"""An answer of a person: an option's id, a speech or None for silence, or a bid."""
Away = Literal["left", "timeouts"]
"""Why a bot answers for a person: the person left, or did not answer in time."""
Problem = Callable[[Given], str | None]
"""Returns one sentence that says why an answer is invalid; None if it is valid."""


class Left(Exception):
    """The person left while a question was open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A question, or a turn to talk, that waits for the person's answer."""

    asked: Question | TalkTurn
    view: ViewData
    """What the seat sees, as `engine.Table.view_data` returns it."""
    until: float
    """The deadline, by the clock of the event loop."""
    problem: Problem
    reply: "asyncio.Future[Given]"


async def at_once() -> None:
    """Wait for nothing: the default of `ready`."""


class Chair:
    """One person's place at a table. It belongs to one event loop."""

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        ready: Callable[[], Awaitable[None]] = at_once,
        takes_over: bool = False,
    ) -> None:
        """`on_change` is called whenever another question opens, or none is open any more.

        `ready` is awaited before each question, outside the person's time: a face can first show
        what happened. With `takes_over`, a person who joins a resumed game answers again for a seat
        that a bot had taken.
        """
        self._open: Open | None = None
        self._on_change, self.ready = on_change, ready
        self._takes_over = takes_over
        self.away: Away | None = None
        """Why a bot answers in place of the person; None: the person answers."""
        self.recorded: str | None = None
        """The id of the last question or turn whose answer is in the transcript."""

    @property
    def open(self) -> Open | None:
        """The open question or turn, until the table has taken its answer; None: there is none."""
        return self._open

    def sit(self, away: Away) -> None:
        """Take the seat in a resumed game in which a bot answered last, for the reason `away`."""
        if not self._takes_over:
            self.away = self.away or away

    def take_over(self) -> None:
        """Let the person answer from now on, also for a seat that a bot had taken before."""
        self._takes_over = True
        self.come_back()

    def leave(self, why: Away = "left") -> None:
        """Let a bot answer from now on, the open question included."""
        if self.away is not None:
            return
        self.away = why
        now = self._open
        if now is not None and not now.reply.done():
            now.reply.set_exception(Left())
        self._on_change()

    def come_back(self) -> None:
        """Let the person answer again, from the next question on."""
        if self.away is not None:
            self.away = None
            self._on_change()

    @property
    def is_waiting(self) -> bool:
        """Whether a question is open that has no answer yet."""
        return self._open is not None and not self._open.reply.done()

    async def ask(
        self,
        asked: Question | TalkTurn,
        view: ViewData,
        problem: Problem,
        *,
        seconds: float,
    ) -> Given:
        """Open a question, and wait without limit for an answer that `problem` accepts.

        `seconds` is the time limit shown to the person; the caller enforces it. Raises `Left` where
        the person leaves before answering.
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
        """Answer the open question or turn with the id `asked`.

        Raises `StaleQuestion` where it is not open any more, and `InvalidAnswer` for an invalid
        answer; the question stays open then.
        """
        now = self._open
        if now is None or now.asked.id != asked or now.reply.done():
            raise StaleQuestion(asked, None if now is None else now.asked.id)
        why = now.problem(given)
        if why is not None:
            raise InvalidAnswer("illegal", why)
        now.reply.set_result(given)
