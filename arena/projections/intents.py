"""The intents that seats declared, with their outcomes, which `plans` finds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from arena.claims.plans import Intent, PlanJudged
from arena.records.record import Record
from arena.records.talk import Planned


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedIntent:
    """One declared intent of a seat, and its outcome."""

    at: int
    round: int
    seat: str
    asked: str
    """The question or turn at which it was declared."""
    intent: Intent
    outcome: str | None
    """`done`, `not_done`, `no_occasion`; None: the game broke off before."""
    settled_at: int | None
    instead: int | None
    """The record in which other dice were reported."""


class Intents:
    """A fold that collects the intents of one game."""

    takes: ClassVar = frozenset({Planned, PlanJudged})

    def __init__(self) -> None:
        self._planned: list[tuple[Record, Planned]] = []
        self._judged: dict[tuple[int, int], PlanJudged] = {}

    def feed(self, record: Record) -> None:
        """Update from the next record."""
        match record.data:
            case Planned() as planned:
                self._planned.append((record, planned))
            case PlanJudged() as judged:
                self._judged[judged.plan, judged.intent] = judged
            case _:
                pass

    def intents(self) -> Iterator[JudgedIntent]:
        """Yield each intent, in the order in which they were declared."""
        for record, planned in self._planned:
            for number, intent in enumerate(planned.intents):
                judged = self._judged.get((record.at, number))
                yield JudgedIntent(
                    at=record.at, round=record.round, seat=str(record.actor), asked=planned.asked,
                    intent=intent,
                    outcome=None if judged is None else judged.outcome,
                    settled_at=None if judged is None else judged.settled_by,
                    instead=None if judged is None else judged.instead,
                )  # fmt: skip
