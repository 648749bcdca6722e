"""A seat that follows a script: for tests, and to replay a recorded game."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence

from arena.records.record import Shown
from arena.seats.seat import Question, Seat
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

Words = Callable[[TalkTurn], Awaitable[Speech | None] | Speech | None]
Bids = Callable[[TalkTurn], int | Awaitable[int]]
Script = Mapping[str, str] | Callable[[Question], str | Awaitable[str]]


class Scripted(Seat):
    """Answers by decision id, or by a function of the question, which may raise or wait."""

    def __init__(self, script: Script) -> None:
        """A question that a mapping lacks raises `KeyError`."""
        self._script = script
        self.asked: list[Question] = []
        """Every question received, in order."""

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return the script's answer."""
        self.asked.append(question)
        if isinstance(self._script, Mapping):
            return self._script[question.id]
        said = self._script(question)
        return await said if inspect.isawaitable(said) else said


class ScriptedTalker(Scripted):
    """A scripted seat that also talks, by functions of the turn, which may raise or wait."""

    def __init__(self, script: Script, words: Words, bids: Bids = lambda _: 1) -> None:
        """`words` returns a `Speech` or None, `bids` a number."""
        super().__init__(script)
        self._words = words
        self._bids = bids
        self.turns: list[TalkTurn] = []
        """Every turn to talk received, in order."""

    talks = True

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Return the script's speech."""
        self.turns.append(turn)
        said = self._words(turn)
        return await said if inspect.isawaitable(said) else said

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> int:
        """Return the script's bid."""
        self.turns.append(turn)
        bid = self._bids(turn)
        return await bid if inspect.isawaitable(bid) else bid
