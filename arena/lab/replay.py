"""Gives a game's recorded answers to the rules once more, to know what could have been done.

A log says what was answered, not what else was possible; the rules do.
"""

from typing import TYPE_CHECKING

from arena.errors import TranscriptError
from arena.lab.earlier import Earlier, Moment
from arena.lab.game import Choice
from arena.records import LOG, Record
from arena.transcript.header import GameHeader
from engine import Decision, EngineError, restore

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Replay"]

ANSWERS = frozenset({"answer", "answer_defaulted"})


class Replay:
    """A fold: the choices of one game."""

    def __init__(self, header: GameHeader) -> None:
        """Lay the table."""
        saved = {**header.saved(), "floors": False}
        self._table, self._earlier = restore(saved), Earlier(saved)
        self._pending: Mapping[str, Decision] = {}
        self._moment = Moment(self._earlier, 0)
        self.choices: list[Choice] = []

    def feed(self, record: Record) -> None:
        """Take the next record. Raises `TranscriptError` where the rules don't ask this."""
        if record["type"] not in ANSWERS:
            return
        data, seat = record["data"], str(record["actor"])
        if data["decision"] not in self._pending:
            self._pending = {each.id: each for each in self._table.pending()}
            self._moment = self._earlier.now()
        try:
            asked = self._pending[data["decision"]]
            self._table.answer(seat, data["option"], asked.id)
            self._earlier.given.append((seat, data["option"], asked.id))
        except (KeyError, EngineError) as error:
            why = f"the rules don't ask {data['decision']}, or not so: see arena verify"
            raise TranscriptError(LOG, record["i"] + 1, why) from error
        choice = Choice(
            at=record["i"], seat=seat, kind=asked.kind,
            options=tuple([each.id for each in asked.options]),
            args=tuple([each.args for each in asked.options]), chosen=data["option"],
            round=asked.round, phase=asked.phase, place=asked.place, sealed=asked.sealed,
            defaulted=record["type"] != "answer", moment=self._moment,
        )  # fmt: skip
        self.choices.append(choice)
