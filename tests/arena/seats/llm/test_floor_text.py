"""Who has the floor, in which order, who only listens, and how much talk is left."""

from typing import Any

import pytest

from arena.seats.llm.prompts import what_is_left, who_speaks
from arena.settings import TalkRules
from arena.talk.discussion import Discussion, speaking_groups
from arena.talk.speech import TalkTurn
from engine import Floor
from tests.arena.seats.llm.questions import turn

SEATS = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")
THERE = ("Bruno", "Anna")
VIEW: dict[str, Any] = {
    "seats": list(SEATS), "chief": "Bruno", "eliminated": ["Esra"], "phase": "attack", "places": [],
}  # fmt: skip
ORDER = ("Bruno", "Clara", "Dmitri", "Esra", "Anna")


def told(kind: str, place: int | None = 3, **rules: Any) -> str:
    """Return who speaks on a floor at which Bruno and Anna stand, of five of whom Esra is out."""
    talk = TalkRules(**rules)
    asked = turn(floor=kind, place=place, present=THERE)
    groups = speaking_groups(talk, Floor(kind, place, THERE, 1), ORDER, ["Esra"])
    return who_speaks(asked, groups, ORDER, talk)


def test_those_present_speak_and_the_others_listen() -> None:
    """The default: one wave of those there."""
    said = (
        "Bruno and Anna speak at once, sealed from each other. Clara, Dmitri and Esra only listen."
    )
    assert told("attack") == said


def test_those_on_the_block_speak_first_before_a_re_vote() -> None:
    """All vote in it, so all may speak; who is out listens."""
    assert told("revote") == (
        "Bruno and Anna speak first; then Clara and Dmitri, sealed from each other. "
        "Esra only listens."
    )
    assert told("attack", speakers="present_first") == told("revote")


def test_all_speak_where_it_is_everywhere_or_the_table_says_so() -> None:
    """In one wave, the eliminated where the table lets them."""
    everybody = "Bruno, Clara, Dmitri and Anna speak at once, sealed from each other."
    assert told("attack", speakers="all") == f"{everybody} Esra only listens."
    assert told("attack", speakers="all", eliminated=True) == everybody.replace(
        "Dmitri and", "Dmitri, Esra and"
    )


def test_one_after_another_and_by_bids() -> None:
    """The order is that of the protocol."""
    assert told("attack", protocol="round_robin").startswith(
        "Bruno, Anna speak one after another. Clara"
    )
    assert told("attack", protocol="bidding").startswith(
        "Bruno and Anna bid for each turn to speak."
    )


def test_one_alone_has_nobody_to_be_sealed_from() -> None:
    """There is no order then."""
    groups = [("Anna",)]
    assert who_speaks(turn(), groups, SEATS[:2], TalkRules()) == (
        "Only Anna speaks. Bruno only listens."
    )


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (turn(replies=0), "One turn, and no replies."),
        (
            turn(replies=1),
            "One turn, then one beat of replies by whoever is addressed, here or not.",
        ),
        (
            turn(turn=2, turns=3, replies=2),
            "Turn 2 of 3, then 2 beats of replies by whoever is addressed, here or not.",
        ),
        (turn(reply=1, replies=1), "Then talk ends here."),
        (turn(reply=1, replies=2), "Then one beat of replies."),
        (turn(reply=1, replies=3), "Then 2 beats of replies."),
    ],
)
def test_what_is_left_is_counted(asked: TalkTurn, left: str) -> None:
    """Turns of this floor, and the beats of replies after them."""
    assert what_is_left(asked) == left


def test_who_answers_is_told_why() -> None:
    """In a beat of replies only those who were addressed are asked."""
    said = who_speaks(turn(reply=1, replies=1), [THERE], SEATS, TalkRules())
    assert said == (
        "Those who were addressed answer now, sealed from each other; you are one of them."
    )


@pytest.mark.parametrize("speakers", ["present", "present_first", "all"])
@pytest.mark.parametrize("protocol", ["simultaneous", "round_robin"])
@pytest.mark.parametrize("kind", ["truck", "dice", "revote"])
def test_the_order_that_is_told_is_the_order_of_the_turns(
    kind: str, protocol: Any, speakers: Any
) -> None:
    """Where all at the table can speak, the waves are the groups."""
    talk = TalkRules(protocol=protocol, speakers=speakers, replies=0)
    place = None if kind == "dice" else 3
    floor = Floor(kind, place, ORDER if place is None else THERE, 1)
    there = [{"player": seat, "hidden": False} for seat in THERE]
    view = {**VIEW, "places": [{"number": 3, "characters": there}], "hand_sizes": {}}
    discussion = Discussion(talk, SEATS, "1")
    discussion.begin(floor, view)
    waves = []
    while discussion.turns:
        waves.append(tuple(each.seat for each in discussion.turns))
        discussion.take([])
    assert waves == speaking_groups(talk, floor, ORDER, ["Esra"])
