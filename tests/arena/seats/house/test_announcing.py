"""Where bots say that they go: the truth, unless another place gains by their own count."""

import asyncio
from dataclasses import replace

import pytest

from arena.seats.house import DIALS, PLAIN, Dials, House
from arena.seats.house.plans import destination
from arena.seats.house.reports import PAYS, dice_ideas, false_gain, likely_places, place_to_announce
from arena.seats.house.speaking import TalkSituation
from tests.arena.seats.house.asking import question_of
from tests.arena.seats.house.test_bluffs import KEYS, PLACES, stage
from tests.arena.seats.house.test_memory import begun, said
from tests.engine.helpers import draw


def goal_of(talk: TalkSituation) -> int:
    """Return where it would go."""
    goal = destination(talk)
    assert goal is not None
    return goal


@pytest.mark.parametrize("key", KEYS[:20])
def test_the_honest_say_where_they_go_and_go_there(key: bytes) -> None:
    """What was announced is chosen, whatever the lot says among places as good."""
    talk = stage(key, DIALS["honest"], looked=False)
    goal = goal_of(talk)
    assert place_to_announce(talk, goal) == goal
    table = draw("destinations", PLACES, seats=4, chief="B")
    heard = [begun(), said("A.t1", {"kind": "go", "location": goal})]
    bot = House(key.decode(), DIALS["honest"])
    chosen = asyncio.run(bot.answer(question_of(table, "A"), table.view_data("A"), heard))
    assert int(chosen) == goal


@pytest.mark.parametrize("dials", [PLAIN, DIALS["liar"]])
def test_another_place_is_named_only_where_it_gains(dials: Dials) -> None:
    """By at least what a name is worth to who announces it; else it is the truth."""
    lies = 0
    for key in KEYS:
        talk = stage(key, dials, looked=False)
        goal = goal_of(talk)
        place = place_to_announce(talk, goal)
        assert place is not None
        if place != goal:
            lies += 1
            assert place in likely_places(talk, goal)
            assert false_gain(talk, goal, place) > PAYS * (0.5 + dials.honesty)
    worth = max(false_gain(talk, goal, place) for place in likely_places(talk, goal))
    assert bool(lies) is (worth > PAYS * (0.5 + dials.honesty))


def test_rivals_are_lured_to_where_they_lose() -> None:
    """C and D fall at 3 with four zombies at the door; nobody stands at 5, nor waits there."""
    talk = stage(b"key", DIALS["liar"], looked=False, zombies={3: 4})
    assert false_gain(talk, 6, 3) > false_gain(talk, 6, 5)


@pytest.mark.parametrize(("spec", "silent"), [("honest", True), ("liar", False)])
def test_nobody_announces_the_place_that_they_falsely_warned_of(spec: str, *, silent: bool) -> None:
    """Who means what they say keeps silent then; who does not names another place."""
    for key in KEYS:
        talk = stage(key, DIALS[spec], looked=False)
        goal = goal_of(talk)
        talk.beliefs = replace(talk.beliefs, warned=frozenset({goal}))
        place = place_to_announce(talk, goal)
        assert place != goal
        if silent:
            assert place is None
            assert not [each for each in dice_ideas(talk) if each.intent.startswith("dice_go")]
