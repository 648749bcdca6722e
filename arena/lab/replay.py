"""Replays a game's recorded answers under the rules, to know which other answers were legal.

A log has the answers, not their alternatives. For a game that was just played the questions are at
hand, and nothing is replayed.
"""

from typing import TYPE_CHECKING

from arena.errors import TranscriptError
from arena.forms import LOG
from arena.lab.earlier import Earlier, Moment
from arena.lab.game import Choice
from arena.records.game import Answer, AnswerDefaulted
from arena.records.record import Record
from arena.transcript.header import GameHeader, SavedTable
from engine import Decision, EngineError, restore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


ANSWERS = frozenset({Answer, AnswerDefaulted})
"""The types of answer records."""


class Replay:
    """A fold over the answers of one game that collects its choices."""

    def __init__(
        self, header: GameHeader, stops: "Iterable[Sequence[Decision]] | None" = None
    ) -> None:
        """Set up the table, or use the questions of each stop of the game if they are known."""
        saved: SavedTable = {**header.saved(), "floors": False}
        self._table = restore(saved) if stops is None else None
        self._stops = iter(stops or ())
        self._earlier = Earlier(saved)
        self._pending: Mapping[str, Decision] = {}
        self._moment = Moment(self._earlier, 0)
        self.choices: list[Choice] = []

    def answered(self, record: Record) -> Choice:
        """Take the record of the next answer; return it with all legal options.

        Raises `TranscriptError` if the rules do not ask this question.
        """
        answer, seat, table = record.data, str(record.actor), self._table
        if not isinstance(answer, Answer):
            raise TypeError(f"{record.type} is no answer")
        if answer.decision not in self._pending:
            pending = next(self._stops, ()) if table is None else table.pending()
            self._pending = {each.id: each for each in pending}
            self._moment = self._earlier.now()
        try:
            asked = self._pending[answer.decision]
            if table is not None:
                table.answer(seat, answer.option, asked.id)
        except (KeyError, EngineError) as error:
            why = f"the rules don't ask {answer.decision}, or not so: see arena verify"
            raise TranscriptError(LOG, record.at + 1, why) from error
        self._earlier.given.append((seat, answer.option, asked.id))
        choice = Choice(
            at=record.at, asked=asked, chosen=answer.option,
            defaulted=isinstance(answer, AnswerDefaulted), moment=self._moment,
        )  # fmt: skip
        self.choices.append(choice)
        return choice
