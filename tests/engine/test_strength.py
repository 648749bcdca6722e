"""The strength of each location in a view: what the rules count, and public in every part."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import engine
from tests.breadth import EACH_RULESET
from tests.engine.helpers import answer, draw
from tests.engine.osaczeni.boards import draw_osa

GUNMAN_HOLDS = {"holds_two": "gunman"}


def strengths(table: engine.Table, seat: str | None = None) -> dict[int, int | None]:
    """Return the strength of each location as a seat sees it."""
    return {place.number: place.strength for place in table.view(seat).places}


def counted(view: Mapping[str, Any], facts: engine.Ruleset) -> dict[int, int | None]:
    """Return the same as added up from the characters that the view shows, and the attack."""
    worth = {kind.id: kind.strength for kind in facts.characters}
    attack = view["attack"]
    found: dict[int, int | None] = {
        place["number"]: attack["strength"]
        if attack is not None and attack["place"] == place["number"]
        else sum(worth[each["character"]] for each in place["characters"])
        for place in view["places"]
    }
    return {**found, facts.parking: None}


def check(table: engine.Table, facts: engine.Ruleset) -> None:
    """Assert the strengths of this position, the same for every seat as for the public."""
    public: Any = table.view_data(None)
    assert {p["number"]: p["strength"] for p in public["places"]} == counted(public, facts)
    for seat in table.seats:
        assert table.view_data(seat)["places"] == public["places"]


@pytest.mark.parametrize("ruleset", EACH_RULESET)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_is_what_the_characters_there_and_the_attack_say(ruleset: str, seats: int) -> None:
    """At every stop of random games, and no seat sees another than the public does."""
    family = engine.ruleset(ruleset).family
    for seed, options in enumerate(({}, GUNMAN_HOLDS) if family == "moh" else ({}, {})):
        table = engine.new_table(ruleset, seats, seed, options, floors=True)
        rng = Random(seed)  # noqa: S311 - a fixed sequence of random games
        facts = engine.ruleset(ruleset, table.options)
        check(table, facts)
        while not table.is_over:
            if table.floor is not None:
                table.close_floor()
            else:
                question = table.pending()[0]
                table.answer(question.seat, rng.choice(question.options).id, question.id)
            check(table, facts)


def test_moh_63_hardware_counts_while_its_attack_lasts() -> None:
    """Each adds one where it is played and nowhere else, as the attack says."""
    there = {1: "A.pin_up B.pin_up", 3: "A.gunman B.gunman C.pin_up D.pin_up"}
    table = draw(
        "attack", there, zombies={1: 3, 3: 4}, hands={"A": ["hardware"] * 2}, extras_placed=True
    )
    assert strengths(table) == {1: 2, 2: 0, 3: 4, 4: None, 5: 0, 6: 0}
    answer(table, "A", "hardware")
    assert strengths(table)[1] == 3
    answer(table, "A", "hardware")
    assert strengths(table)[3] == 4  # the first attack is over: it held four against three
    assert strengths(table)[1] == 2


def test_moh_45_the_hidden_count_and_who_holds_two_is_an_option() -> None:
    """A Hidden card takes nothing from the strength; the options say who is worth two."""
    there = {1: "A.tough_guy B.gunman", 3: "C.pin_up D.gunman"}
    keys: dict[str, object] = {"hidden": ["A.tough_guy", "D.gunman"], "deck": []}
    assert strengths(draw("chief", there, **keys)) == {1: 3, 2: 0, 3: 2, 4: None, 5: 0, 6: 0}
    swapped = draw("chief", there, options=GUNMAN_HOLDS, **keys)
    assert strengths(swapped) == {1: 3, 2: 0, 3: 3, 4: None, 5: 0, 6: 0}


def test_moh_52_the_parking_lot_has_none() -> None:
    """Not even in an attack there: one zombie gets in, whoever stands there."""
    there = {4: "A.tough_guy B.tough_guy", 5: "C.pin_up D.pin_up A.pin_up"}
    table = draw("attack", there, zombies={4: 1}, extras_placed=True)
    attack = table.view(None).attack
    assert attack is not None
    assert attack.place == 4
    assert strengths(table)[4] is None


def test_osa_44_osa_48_the_hidden_count_and_the_parking_lot_has_none() -> None:
    """A Protector is worth two, hidden or not; on the parking lot strength does not count."""
    there = {1: "A.protector B.leader D.leader", 6: "C.protector D.crybaby"}
    table = draw_osa("attack", there, monsters={1: 5}, hidden=["A.protector"])
    assert strengths(table) == {1: 4, 2: 0, 3: 0, 4: 0, 5: 0, 6: None}
