"""Gives a game's recorded answers to the rules once more, to know what could have been done.

A log says what was answered, not what else was possible; the rules do.
"""

from typing import TYPE_CHECKING

from arena.errors import TranscriptError
from arena.lab.game import Choice
from arena.records import LOG, Record
from arena.transcript.header import GameHeader
from engine import Decision, EngineError, Table, restore

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["KEPT", "Replay"]

KEPT = frozenset({"cast_vote", "cast_revote", "point_at", "distribute_truck", "choose_destination"})
"""Questions before which the table is kept: measures ask what would have come of other answers."""
ANSWERS = frozenset({"answer", "answer_defaulted"})


class Replay:
    """A fold: the choices of one game."""

    def __init__(self, header: GameHeader) -> None:
        """Lay the table."""
        self._table = restore({**header.saved(), "floors": False})
        self._pending: Mapping[str, Decision] = {}
        self._before: Table | None = None
        self.choices: list[Choice] = []

    def feed(self, record: Record) -> None:
        """Take the next record. Raises `TranscriptError` where the rules don't ask this."""
        if record["type"] not in ANSWERS:
            return
        data, seat = record["data"], str(record["actor"])
        if data["decision"] not in self._pending:
            self._pending = {each.id: each for each in self._table.pending()}
            kept = any(each.kind in KEPT for each in self._pending.values())
            self._before = self._table.fork() if kept else None
        try:
            asked = self._pending[data["decision"]]
            self._table.answer(seat, data["option"], asked.id)
        except (KeyError, EngineError) as error:
            why = f"the rules don't ask {data['decision']}, or not so: see arena verify"
            raise TranscriptError(LOG, record["i"] + 1, why) from error
        choice = Choice(
            at=record["i"], seat=seat, kind=asked.kind,
            options=tuple([each.id for each in asked.options]),
            args=tuple([each.args for each in asked.options]), chosen=data["option"],
            round=asked.round, phase=asked.phase, place=asked.place, sealed=asked.sealed,
            defaulted=record["type"] != "answer", before=self._before,
        )  # fmt: skip
        self.choices.append(choice)
