"""Questions of random games, with the view and all that the seat heard, as a seat gets them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import engine
from arena.projections.perspective import Perspective
from arena.records.record import Shown, perceived, stripped
from arena.seats.seat import Question
from arena.transcript.record_builder import RecordBuilder
from engine import Ruleset, Table


@dataclass(frozen=True, slots=True)
class Asked:
    """What one seat is asked, sees and heard."""

    question: Question
    view: Mapping[str, Any]
    heard: tuple[Shown, ...]


def heard_by(table: Table, seat: str, bodies: RecordBuilder | None = None) -> tuple[Shown, ...]:
    """Return the records of a table's events that a seat perceived."""
    made = bodies or RecordBuilder()
    records = [made.event(event) for event in table.events]
    return tuple(stripped(record) for record in records if perceived(record, seat))


def seen_in(
    heard: Iterable[Shown], seat: str, ruleset: Ruleset, seats: tuple[str, ...]
) -> Perspective:
    """Return what a seat, of those that sit clockwise, makes of what it heard."""
    seen = Perspective(ruleset, seats, seats, seat)
    seen.catch_up(tuple(heard))
    return seen


def asked_in(
    ruleset: str,
    seats: tuple[str, ...],
    seed: int,
    rules: Mapping[str, object] | None = None,
    *,
    each: int = 2,
) -> Iterator[Asked]:
    """Play at random; yield the first questions of each kind that have a choice."""
    table = engine.new_table(ruleset, seats, seed, rules, floors=True)
    draw, seen = Random(seed), dict[str, int]()  # noqa: S311 - a bot's choice, no secret
    while not table.is_over:
        if table.floor is not None:
            table.close_floor()
        for decision in table.pending():
            seen[decision.kind] = seen.get(decision.kind, 0) + (len(decision.options) > 1)
            if len(decision.options) > 1 and seen[decision.kind] <= each:
                question = Question.of(decision)
                seat = decision.seat
                yield Asked(question, table.view_data(seat), heard_by(table, seat))
        for decision in table.pending():
            table.answer(decision.seat, draw.choice(decision.options).id, decision.id)
