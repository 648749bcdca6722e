"""OSA-39 to OSA-42: the monsters that come in phase 5."""

import pytest

import engine
from tests.engine.helpers import zombies
from tests.engine.osaczeni.boards import SAFE, came, draw_osa, facts

SPREAD = {1: "A.leader", 2: "B.leader", 3: "C.leader", 4: "D.leader", 5: "A.protector B.protector"}
"""Strength enough everywhere that one monster is held; no Crybaby; area 5 has the crowd."""


def arrival(locations: dict[int, str], dice: list[int], **keys: object) -> engine.Table:
    """Return a table on which these dice have just brought their monsters, and so on."""
    return draw_osa("arrival", locations, dice=dice, **keys)


def test_osa_39_one_monster_for_each_die_and_equal_dice_add_up() -> None:
    """Dice 2, 4, 4, 4: one at 2, three at 4."""
    assert came(arrival(SPREAD, [2, 4, 4, 4]))["dice"] == [2, 4, 4, 4]


def test_osa_39_dice_then_crybabies_then_the_crowd() -> None:
    """The three come in this order."""
    table = arrival({1: "A.crybaby B.leader", 5: SAFE}, [2, 2, 4, 4])
    assert [each["cause"] for each in facts(table, "zombies_came")] == ["dice", "noise", "crowd"]


def test_osa_40_every_area_with_most_crybabies() -> None:
    """Two in 1 and two in 6, one in 2: one monster at 1 and one at 6."""
    there = {1: "A.crybaby B.crybaby", 2: "E.crybaby", 5: "A.leader B.leader",
             6: "C.crybaby D.crybaby"}  # fmt: skip
    assert came(arrival(there, [4, 4, 4, 4], seats=5))["noise"] == [1, 6]


def test_osa_40_strictly_most_is_one_area() -> None:
    """Two in 1, one in 2."""
    there = {1: "A.crybaby B.crybaby", 2: "C.crybaby", 5: SAFE}
    assert came(arrival(there, [4, 4, 4, 4]))["noise"] == [1]


def test_gap_o_17_without_a_crybaby_no_monster_comes_for_noise() -> None:
    """None is alive."""
    assert "noise" not in came(arrival(SPREAD, [4, 4, 4, 4]))


def test_osa_41_every_area_with_most_characters() -> None:
    """Three in 1 and three in 6, two in 5: one monster each at 1 and 6."""
    there = {1: "A.leader B.leader C.leader", 5: "D.leader D.protector",
             6: "A.protector B.protector C.protector"}  # fmt: skip
    assert came(arrival(there, [4, 4, 4, 4]))["crowd"] == [1, 6]


def test_osa_41_a_protector_counts_as_one() -> None:
    """Two Protectors (strength four) are fewer than three others."""
    there = {1: "A.protector B.protector", 5: "A.leader B.leader C.leader"}
    assert came(arrival(there, [4, 4, 4, 4]))["crowd"] == [5]


@pytest.mark.parametrize("closed", [False, True])
def test_osa_42_a_monster_of_a_closed_or_full_area_goes_to_the_parking_lot(*, closed: bool) -> None:
    """Area 2 is closed, or has six monsters: that of die 2 stands at 6."""
    where = {"closed": [2]} if closed else {"monsters": {2: 6}}
    table = arrival({5: "A.leader B.leader C.leader D.leader A.protector"}, [2, 1, 1, 4], **where)
    assert came(table)["dice"] == [6, 1, 1, 4]
    assert facts(table, "zombies_diverted")[0] == {"cause": "dice", "places": [2], "parked": 1}


def test_osa_42_the_parking_lot_is_full_too_and_it_stays_in_the_pool() -> None:
    """Five stand at 6: one of three finds the sixth notch."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = arrival(there, [2, 2, 6, 1], closed=[2], monsters={6: 5})
    assert came(table)["dice"] == [6, 1]
    assert zombies(table)[6] == 6
    assert facts(table, "zombies_diverted")[0] == {"cause": "dice", "places": [2, 2, 6],
                                                    "parked": 1}  # fmt: skip


def test_osa_42_noise_and_crowd_overflow_as_well() -> None:
    """Area 5 has six monsters: both of those that it attracts go to the parking lot."""
    there = {5: "A.crybaby B.crybaby C.leader D.leader A.protector B.protector"}
    table = arrival(there, [1, 1, 2, 2], monsters={5: 6})
    assert came(table) == {"dice": [1, 1, 2, 2], "noise": [6], "crowd": [6]}


def test_gap_o_9_no_more_monsters_come_than_there_are() -> None:
    """Twenty-three of twenty-five stand: two of four dice bring one, and nothing follows."""
    there = {5: "A.crybaby B.leader C.leader D.leader A.protector"}
    stand = {1: 6, 2: 6, 3: 6, 4: 5}
    table = arrival(there, [4, 6, 6, 6], monsters=stand)
    assert came(table) == {"dice": [4, 6]}


def test_gap_o_2_the_parking_lot_has_six_notches() -> None:
    """Four dice for six that has three: three find a notch."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = arrival(there, [6, 6, 6, 6], monsters={6: 3})
    assert came(table)["dice"] == [6, 6, 6]
