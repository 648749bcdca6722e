"""What is told of a plan: to who had it and to who may see all, and to nobody else."""

from typing import Any

import pytest

from arena.narration.narrator import Narrator
from arena.narration.words import NO_BREAK_SPACE, Paragraph
from arena.records.record import visible
from tests.arena.claims.helpers import Story
from tests.arena.narration.games import narrated
from tests.arena.narration.talked import WORDS
from tests.arena.records_of import records_of

INTENTS = [
    {"act": "do", "said": {"kind": "go", "location": 4}},
    {"act": "report", "said": {"kind": "dice", "dice": [1, 1, 2, 2]}},
]


def told(who: str, intents: list[Any]) -> list[str]:
    """Return what a reader is told of Anna's plan."""
    story = Story()
    story.add("planned", {"asked": "Anna.1", "intents": intents, "unread": []}, ["Anna"])
    story.records[-1]["actor"] = "Anna"
    records = list(visible(records_of(story.records), who))
    lines = narrated(Narrator(WORDS, who, boards=False), records)
    plain = [each.text.plain for each in lines if isinstance(each, Paragraph)]
    return [line.replace(NO_BREAK_SPACE, " ") for line in plain if "means" in line]


@pytest.mark.parametrize(("who", "aside"), [("all", "Anna"), ("Anna", "you")])
def test_a_plan_is_told_in_a_sentence(who: str, aside: str) -> None:
    """What is meant to be done, and what to be reported."""
    (line,) = told(who, INTENTS)
    assert line.startswith("Anna means to go to 4 ")
    assert line.endswith(f"and to report that the dice are [1] [1] [2] [2]. (only {aside})")


@pytest.mark.parametrize("who", ["public", "Bruno"])
def test_nobody_else_is_told(who: str) -> None:
    """It is private."""
    assert told(who, INTENTS) == []


def test_what_could_not_be_read_is_no_sentence() -> None:
    """A plan without an intent is worth no line."""
    assert told("all", []) == []
