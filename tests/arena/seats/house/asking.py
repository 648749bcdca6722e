"""Putting a table's open questions to the house bot, whole or one part of it at a time.

>>> table = draw("attack", {1: "A.pin_up B.pin_up"}, zombies={1: 3}, hands={"A": ["shotgun"]})
>>> answered(table, "A")
'shotgun'
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import engine
from arena.seats.house import PLAIN, Beliefs, Dials, House, Promises, Situation
from arena.seats.house.danger import Outlook
from arena.seats.house.position import Position
from arena.seats.house.situation import Draw
from arena.seats.seat import Question, Seat
from engine import Option

OPTION = Option(id="a", label="a", args={})
NOTHING_ASKED = Question(
    id="A.1", seat="A", kind="none", options=(OPTION, OPTION), sealed=False, phase="attack",
    round=1, place=None, context={},
)  # fmt: skip


def question_of(table: engine.Table, seat: str) -> Question:
    """Return the seat's open question, as its seat is given it."""
    for decision in table.pending():
        if decision.seat == seat:
            return Question.of(decision)
    raise AssertionError(f"{seat} is not asked")


def ask(seat: Seat, question: Question, view: Mapping[str, object]) -> str:
    """Return what a seat that has heard nothing answers."""
    return asyncio.run(seat.answer(question, view, ()))


def answered(table: engine.Table, seat: str, dials: Dials = PLAIN, seed: str = "s") -> str:
    """Return what a house bot in this seat answers to its open question."""
    return ask(House(seed, dials), question_of(table, seat), table.view_data(seat))


def position_of(table: engine.Table, seat: str) -> Position:
    """Return the position as this seat reads it."""
    return Position(table.view_data(seat))


def situation_of(
    table: engine.Table, seat: str, beliefs: Beliefs | None = None, dials: Dials = PLAIN
) -> Situation:
    """Return what a policy is given for the seat's open question."""
    position = position_of(table, seat)
    believed = Beliefs.from_view(position.view) if beliefs is None else beliefs
    question = question_of(table, seat)
    return Situation(question, position, believed, dials, Draw(b"key", question.id))


def promising(table: engine.Table, seat: str, promises: Promises) -> Situation:
    """Return the situation of a seat that has promised something and means to keep it."""
    beliefs = replace(Beliefs.from_view(table.view_data(seat)), promises=promises)
    return situation_of(table, seat, beliefs)


def outlook_of(
    table: engine.Table, seat: str, beliefs: Beliefs | None = None, greed: float = 0.0
) -> Outlook:
    """Return what the seat foresees; without `greed` it counts its own losses alone."""
    position = position_of(table, seat)
    return Outlook(position, beliefs or Beliefs.from_view(position.view), greed)


def who_falls(table: engine.Table, seat: str, place: int) -> float:
    """Return the chance that zombies get in there, the seat's characters where they stand."""
    own = tuple(each for each in position_of(table, seat).own if each.place == place)
    return outlook_of(table, seat).breach(place, own)


def passed_to(table: engine.Table, seat: str) -> engine.Table:
    """Let the others pass until this seat is asked for a card; return the table."""
    while table.pending()[0].seat != seat:
        table.answer(table.pending()[0].seat, "pass")
    return table


def played_on(table: engine.Table, seats: Mapping[str, Seat]) -> list[tuple[Question, str]]:
    """Play to the end; return every question with its answer, each of which was legal."""
    given: list[tuple[Question, str]] = []
    while not table.is_over:
        for decision in table.pending():
            question = Question.of(decision)
            chosen = ask(seats[decision.seat], question, table.view_data(decision.seat))
            assert chosen in {option.id for option in question.options}, (question, chosen)
            table.answer(decision.seat, chosen, decision.id)
            given.append((question, chosen))
    return given
