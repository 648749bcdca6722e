"""Bots with a planted truth."""

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.seats import make_seat
from arena.seats.house import House
from arena.seats.planted import Strength
from arena.seats.seat import Question, Seat
from arena.seats.uniform import Uniform
from arena.table.simulation import simulate
from engine import new_table

LINE_UP = ("planted:strength(0.0)", "planted:strength(0.3)", "planted:strength(0.6)")


def first_question() -> tuple[Question, dict[str, Any]]:
    """Return a question with several options, and the view of its seat."""
    table = new_table("moh", ("Ada", "Ben", "Cyd"), seed="1")
    decision = table.pending()[0]
    return Question.of(decision), table.view_data(decision.seat)


def answers(seat: Seat, count: int = 200) -> list[str]:
    """Return what a seat answers to the same question under other ids."""
    question, view = first_question()

    async def given() -> list[str]:
        asked = (replace(question, id=f"Ada.{at}") for at in range(count))
        return [await seat.answer(each, view, ()) for each in asked]

    return asyncio.run(given())


def test_its_ends_are_the_random_and_the_house_bot() -> None:
    """At 0 it answers all as one of them, at 1 as the other, question by question."""
    assert answers(Strength("s", 0.0)) == answers(Uniform("s"))
    assert answers(Strength("s", 1.0)) == answers(House("s"))


def test_between_them_its_share_of_decisions_is_the_houses() -> None:
    """Answers that only one of the two gives: within four standard errors of the share."""
    sensible, drawn = answers(House("s"), 1000), answers(Uniform("s"), 1000)
    given = answers(Strength("s", 0.3), 1000)
    told = [
        (one, each) for one, other, each in zip(sensible, drawn, given, strict=True) if one != other
    ]
    share = sum(one == each for one, each in told) / len(told)
    assert len(told) > 300
    assert abs(share - 0.3) < 4 * (0.3 * 0.7 / len(told)) ** 0.5


def test_an_answer_depends_on_the_seed_and_the_decision() -> None:
    """The same seed gives the same answers, another gives others."""
    assert answers(Strength("s", 0.5)) == answers(Strength("s", 0.5))
    assert answers(Strength("s", 0.5)) != answers(Strength("t", 0.5))


@pytest.mark.slow
def test_more_of_it_is_stronger() -> None:
    """Over 40 rotated games of three, mean places stand in the order of the dial."""
    places: Counter[str] = Counter()
    for seed in range(40):
        at = seed % 3
        seats = dict(zip(("Ada", "Ben", "Cyd"), LINE_UP[at:] + LINE_UP[:at], strict=True))
        table = TableConfig.model_validate({"seats": seats, "talk": {"protocol": "off"}})
        (game,) = simulate(table, [seed], keep="results")
        for name, place in game.result["placements"].items():
            places[seats[name]] += place
    assert places[LINE_UP[0]] > places[LINE_UP[1]] > places[LINE_UP[2]]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("planted", r"Possible: .*planted:KIND\(...\)"),
        ("planted:", r"Possible: .*planted:KIND\(...\)"),
        ("planted:strong", r"Possible: planted:strength\(p\), "),
        ("planted:strength", r"It has no p\. Possible: planted:strength\(p\)"),
        ("planted:strength(2)", r"Its p is '2'\. Possible: a number from 0 to 1"),
        ("planted:strength(q=0.5)", r"It has 'q=0.5'\. Possible: planted:strength\(p\)"),
        ("planted:strength(0.5,0.5)", r"It has '0.5'\. Possible: planted:strength\(p\)"),
    ],
)
def test_what_is_planted_has_to_be_said(spec: str, told: str) -> None:
    """A SPEC that is none says what came, and what is possible."""
    with pytest.raises(ConfigError, match=rf"seat 'Ada' is .*{told}"):
        make_seat(spec, name="Ada", seed="s")


def test_every_strength_makes_a_silent_seat() -> None:
    """Any share is one, and none of them talks."""
    shares = [0.0, 0.05, 0.5, 1.0]
    seats = [make_seat(f"planted:strength({each})", name="Ada", seed="s") for each in shares]
    assert [seat.p for seat in seats if isinstance(seat, Strength)] == shares
    assert not any(seat.talks for seat in seats)
