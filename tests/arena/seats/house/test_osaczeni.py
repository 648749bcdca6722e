"""Osaczeni asks for other tactics: ties by the token, gatherings that tie, items, later dice."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

import engine
from arena.seats.house import Beliefs, Promises
from arena.seats.house.ballots import lose_chance, odds
from arena.seats.house.cards import card_worth
from arena.seats.house.votes import break_tie
from tests.arena.seats.house.asking import (
    answered,
    outlook_of,
    passed_to,
    promising,
    situation_of,
    who_falls,
)
from tests.engine.helpers import draw, until

Places = Mapping[int, str]
FAR = "C.protector D.protector D.leader"


def osaczeni(phase: str, places: Places, **keys: object) -> engine.Table:
    """Return a table of Osaczeni in this position; A has the badge, B the victim token."""
    return draw(phase, places, ruleset="osaczeni", **{"victim_token": "B", **keys})


def attacked(places: Places, monsters: Mapping[str, int], **keys: object) -> engine.Table:
    """Return an attack."""
    return osaczeni("attack", places, monsters=monsters, **keys)


# --- what is foreseen ---


FIGHT = "C.leader D.leader"
"""Two who are asked for a vote in area 1, so that the table waits there."""


def test_as_many_monsters_as_strength_are_held_until_the_first_row_is_full() -> None:
    """OSA-44: two against a Protector stay outside, and get in after two deaths."""
    places = {1: FIGHT, 2: "A.protector", 3: "B.protector B.leader C.protector"}
    assert who_falls(attacked(places, {"1": 6, "2": 2}), "A", 2) == 0
    assert who_falls(attacked(places, {"1": 6, "2": 2}, cold_room=2), "A", 2) == 1


def test_the_dice_of_the_round_come_after_the_moves() -> None:
    """All see them in the moves, and they still count; in the attack they stand already."""
    goals = {"A": 4, "B": 4, "C": 4, "D": 4}
    places = {1: "A.protector A.leader", 3: FAR, 2: "B.leader B.crybaby", 5: "C.leader"}
    moving = osaczeni("movement", places, destinations=goals, dice=[1, 1, 1, 6])
    assert Beliefs.from_view(moving.view_data("A")).zombies[1] == 3
    fighting = attacked({1: FIGHT, 2: "A.protector B.leader", 3: "B.protector"}, {"1": 6})
    assert Beliefs.from_view(fighting.view_data("A")).zombies[1] == 0


def test_more_dice_are_expected_once_rows_have_freed_them() -> None:
    """Six dice on six areas are one each."""
    table = osaczeni("badge", {3: "A.leader B.leader", 1: FAR}, cold_room=6)
    assert Beliefs.from_view(table.view_data("C")).zombies[1] == pytest.approx(1.0)


def test_every_gathering_that_ties_for_most_draws_a_monster() -> None:
    """OSA-41: level with another crowd is dangerous here, and harmless in the other game."""
    both = {1: "A.leader B.leader", 2: "C.leader D.leader", 3: "C.protector D.protector"}
    table = osaczeni("destinations", both, dice=[6, 6, 6, 6], dice_seen_by=["A"])
    ours = outlook_of(table, "A")._crowd(1, 1)
    mall = draw(
        "destinations",
        {1: "A.gunman B.gunman", 3: "C.gunman D.gunman", 6: "C.pin_up D.pin_up"},
        dice=[6, 6, 6, 6], dice_seen_by=["A"],
    )  # fmt: skip
    assert ours > outlook_of(mall, "A")._crowd(1, 1)


def test_who_decides_ties_is_voted_out_less_often() -> None:
    """One vote each: a tie, which is never decided against oneself."""
    assert lose_chance(1, (1,)) == pytest.approx(0.5, abs=0.2)
    assert lose_chance(1, (1,), safe=True) == 0


def test_a_tie_goes_where_who_decides_it_wants() -> None:
    """One ballot against another; the second candidate is always chosen."""
    chances = odds([(1, (1.0, 0.0))], 2, 1, lambda tied: [float(at == 1) for at in tied])
    assert chances == [[1.0, 0.0], [0.0, 1.0]]


# --- the set-up ---


def test_a_full_area_is_reckoned_as_the_parking_lot() -> None:
    """A's three fill area 1; B's die for it sends nobody dear out of doors."""
    options = {"first_badge": "A", "first_victim": "B"}
    start = {"scenario": 1, "ruleset": "osaczeni", "seats": list("ABCD"), "phase": "setup"}
    rolls = [[1, 1, 1], [1, 4, 5], [2, 2, 2], [3, 3, 3], [6, 6, 6, 6]]
    table = engine.load_scenario({**start, "options": options, "chance": {"dice": rolls}})
    while table.pending()[0].seat in "AB":
        seat = table.pending()[0].seat
        table.answer(seat, answered(table, seat))
    stand = {
        (c.player, c.character): p.number for p in table.view(None).places for c in p.characters
    }
    assert sorted(stand["B", kind] for kind in ("protector", "leader", "crybaby")) == [4, 5, 6]
    assert stand["B", "crybaby"] != 6


# --- votes and ties ---


def tie(phase: str, **keys: object) -> engine.Table:
    """Return a tie between C and D, which A decides from afar."""
    place = {"truck": 6, "attack": 1}[phase]
    places = {place: FIGHT, 3: "A.protector B.protector B.leader", 2: "C.crybaby D.protector"}
    table = osaczeni(phase, places, **{"victim_token": "A", **keys})
    table.answer("C", "D")
    table.answer("D", "C")
    assert [(d.seat, d.kind) for d in table.pending()] == [("A", "break_tie")]
    return table


def test_the_holder_gives_up_who_leads() -> None:
    """C has ten points and D eight."""
    assert answered(tie("attack", monsters={"1": 6}), "A") == "C"


def test_the_holder_keeps_a_promise_to_spare() -> None:
    """A word given goes before points."""
    turn = promising(tie("attack", monsters={"1": 6}), "A", Promises(spared=frozenset({"C"})))
    assert break_tie(turn) == "D"


def test_the_holder_votes_as_promised() -> None:
    """Whatever else is offered."""
    for friend in "CD":
        turn = promising(tie("truck"), "A", Promises(votes={"truck": friend}))
        assert break_tie(turn) == friend


def test_the_holder_takes_the_better_offer_for_the_truck() -> None:
    """Of two that are tied, who promises a card."""
    for friend in "CD":
        turn = situation_of(tie("truck"), "A")
        beliefs = replace(turn.beliefs, offers={("truck", friend): 0.9})
        assert break_tie(turn._replace(beliefs=beliefs)) == friend


# --- items ---


def test_a_weapon_is_used_to_save_the_last_dear_one() -> None:
    """A chainsaw brings four monsters down to two, which a Crybaby and a Protector hold."""
    table = attacked(
        {1: "A.crybaby A.protector", 3: "B.protector B.leader", 5: FAR},
        {"1": 4}, hands={"A": ["chainsaw"]},
    )  # fmt: skip
    assert answered(table, "A") == "chainsaw"


def test_a_tin_can_leads_a_monster_to_a_rivals_room() -> None:
    """One fewer is enough here, and one more is enough for B's Crybaby."""
    table = attacked(
        {1: "A.crybaby A.protector", 2: "B.crybaby", 5: FAR},
        {"1": 4, "2": 1, "5": 1}, hands={"A": ["tin_can"]},
    )  # fmt: skip
    assert answered(table, "A") == "tin_can-2"


def test_no_tin_can_is_used_against_oneself() -> None:
    """Of two rooms that one more would open, the own one is left alone."""
    table = attacked(
        {1: "A.crybaby A.protector", 2: "B.crybaby", 4: "A.leader", 5: FAR},
        {"1": 4, "2": 1, "4": 1}, hands={"A": ["tin_can"]},
    )  # fmt: skip
    assert answered(table, "A") == "tin_can-2"


def test_rotten_meat_hides_the_dear_one_where_nothing_else_helps() -> None:
    """B and C together outvote A, whose Crybaby stands there alone."""
    table = attacked(
        {1: "A.crybaby B.leader C.leader", 3: "A.leader D.protector"},
        {"1": 6}, hands={"A": ["rotten_meat"]},
    )  # fmt: skip
    assert answered(passed_to(table, "A"), "A") == "rotten_meat-crybaby"


def test_a_gun_is_shown_where_it_wins_the_truck() -> None:
    """One vote against one, and the token in the other's hand."""
    table = osaczeni(
        "truck", {6: "A.crybaby B.crybaby", 3: FAR, 1: "A.protector B.protector C.leader"},
        hands={"A": ["gun"]}, cold_room=0,
    )  # fmt: skip
    assert answered(table, "A") == "gun"
    alone = osaczeni("truck", {6: "A.leader A.crybaby B.crybaby", 3: FAR}, hands={"A": ["gun"]})
    assert answered(alone, "A") == "pass"


def test_a_drink_takes_the_dear_one_out_of_a_room_that_falls() -> None:
    """Four monsters more come to the Crybaby, and nobody else is left to hold them."""
    goals = {"A": 4, "B": 1, "C": 3, "D": 2}
    table = osaczeni(
        "movement",
        {1: "A.crybaby A.leader", 2: "B.protector C.leader", 3: "C.protector D.protector"},
        destinations=goals, dice=[1, 1, 1, 1], monsters={"1": 1},
        hands={"A": ["energy_drink"]},
    )  # fmt: skip
    table.answer("A", "leader")
    assert [d.kind for d in table.pending()] == ["energy_drink"]
    character, _, area = answered(table, "A").partition("-")
    assert (character, area != "6") == ("crybaby", True)


def test_no_drink_is_wasted_where_nothing_threatens() -> None:
    """No monster is near; to stand elsewhere is worth less than the can."""
    goals = {"A": 3, "B": 1, "C": 3, "D": 2}
    table = osaczeni(
        "movement",
        {1: "A.protector A.leader B.leader", 2: "B.protector C.leader", 4: "C.protector D.leader"},
        destinations=goals, dice=[6, 6, 6, 6], hands={"A": ["energy_drink"]},
    )  # fmt: skip
    table.answer("A", "leader")
    assert answered(table, "A") == "pass"


def test_a_molotov_cocktail_is_worth_no_more_than_three_kills() -> None:
    """There are seldom more at one door."""
    table = osaczeni("truck", {6: "A.leader B.leader", 3: FAR}, hands={"A": ["molotov"]})
    until(table, "play_item")
    turn = situation_of(table, "A")
    assert card_worth(turn, "chainsaw") < card_worth(turn, "molotov") < 4
    assert card_worth(turn, "truck_keys") == 1
