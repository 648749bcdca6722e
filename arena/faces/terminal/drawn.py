"""What a full screen draws of one game, wherever it is played: here, or at a server.

`Seated` is the game of somebody who sits at a table of this process.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.console import Group, RenderableType
from rich.text import Text

from arena.events import PhaseBegan
from arena.faces.person import questions, wording
from arena.faces.person.command_line import Done, Refused, done_by
from arena.faces.person.sitting import DirectSitting
from arena.narration.board import Picture
from arena.narration.speech_acts import act_in_words
from arena.records.record import Record
from arena.seats.seat import Question
from arena.talk.speech import Message

__all__ = ["Asked", "Drawn", "Seated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked at this moment."""

    id: str
    title: str
    options: tuple[tuple[str, str], ...]
    """Key and label; none on a turn to talk."""
    prepared: tuple[str, ...] = ()
    """What will be said, once the person is done."""


class Drawn(Protocol):
    """A game as a full screen draws it."""

    title: str
    """Of the ruleset."""
    viewer: str
    """Who looks on: the symbol and name of a seat."""

    def moment(self) -> str:
        """Return the round and the phase; empty before the first."""

    def board(self) -> RenderableType:
        """Return the board with its line of hands."""

    def promises(self) -> RenderableType:
        """Return what is offered, promised and reported."""

    def asked(self) -> Asked | None:
        """Return what is asked; None: nothing."""

    def seconds_left(self) -> int | None:
        """Return how long there is to answer; None where no clock runs."""

    def waits_for(self) -> str:
        """Return a sentence for the time in which nothing is asked."""

    async def obey(self, line: str) -> Done | Refused:
        """Do what a line says; return what came of it. Raises `Quit`."""


class Seated:
    """The game of a `DirectSitting`."""

    def __init__(self, sitting: DirectSitting) -> None:
        """Begin before the first record."""
        self.sitting = sitting
        self.title = sitting.words.ruleset.title
        self.viewer = sitting.words.badge(sitting.seat).plain
        self._round, self._phase = 0, ""

    def take(self, record: Record) -> list[RenderableType]:
        """Take the next record of the game; return what there is to tell of it, without boards."""
        if isinstance(record.data, PhaseBegan):
            self._round = record.data.round
            self._phase = self.sitting.words.phase(record.data.phase)
        return without_boards(self.sitting.take(record))

    def told_before(self) -> list[RenderableType]:
        """Return what was held back before something is asked."""
        return without_boards(self.sitting.told_before())

    def moment(self) -> str:
        """Return the round and the phase; empty before the first."""
        return " · ".join(filter(None, (f"round {self._round}" * bool(self._round), self._phase)))

    def board(self) -> RenderableType:
        """Return the board with its line of hands."""
        return self.sitting.heard.board

    def promises(self) -> RenderableType:
        """Return what is offered, promised and reported."""
        lines = self.sitting.heard.promises
        return Group(*map(Text, lines)) if lines else Text(NOBODY, "dim")

    def asked(self) -> Asked | None:
        """Return what is asked; None: nothing."""
        now = self.sitting.now
        if now is None:
            return None
        keyed = questions.keyed(now.asked) if isinstance(now.asked, Question) else {}
        return Asked(
            id=now.asked.id,
            title=questions.title(now.asked, now.view, self.sitting.words),
            options=tuple(
                (key, option.label.removeprefix(f"{key} ")) for key, option in keyed.items()
            ),
            prepared=tuple(map(self._prepared, self.sitting.prepared if self.sitting.turn else ())),
        )

    def _prepared(self, message: Message) -> str:
        """Return what a message says, and what it claims and offers."""
        words, seat = self.sitting.words, self.sitting.seat
        acts = (act_in_words(words, act, seat) for act in (*message.claims, *message.deals))
        return "; ".join((message.text, *acts))

    def seconds_left(self) -> int | None:
        """Return how long there is to answer; None where no clock runs."""
        now = self.sitting.now
        if now is None:
            return None
        return max(0, round(now.until - asyncio.get_running_loop().time()))

    def waits_for(self) -> str:
        """Return a sentence for the time in which nothing is asked."""
        return self.sitting.waits_for

    async def obey(self, line: str) -> Done | Refused:
        """Do what a line says; return what came of it. Raises `Quit`."""
        return done_by(line, self.sitting)


NOBODY = wording.NOBODY_PROMISED


def without_boards(told: Sequence[RenderableType]) -> list[RenderableType]:
    """Return what is told without boards, which stand beside it, and the blank before each."""
    kept: list[RenderableType] = []
    for each in told:
        if not isinstance(each, Picture):
            kept.append(each)
        elif kept and isinstance(kept[-1], Text) and not kept[-1].plain:
            kept.pop()
    return kept
