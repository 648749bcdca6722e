"""The ten worked examples of the rules specification, section 25, by their numbers."""

import pytest

from tests.engine.helpers import answer, asked, events, options, vote, where, zombies
from tests.engine.osaczeni.boards import attack, attacked, came, draw_osa, eaten, moved

SHOP = {4: "A.leader B.leader", 5: "C.protector C.leader D.protector D.leader A.protector"}
"""A and B with one character each in area 4: strength two."""
CARDS = {"A": ["rotten_meat"], "B": ["chainsaw"]}


def test_vector_1_rotten_meat_wasted_by_a_chainsaw() -> None:
    """Four monsters, two cards: two are left, they are held and stay; both cards are lost."""
    table = attack(SHOP, {4: 4}, hands=CARDS)
    answer(table, "A", "rotten_meat-leader")
    answer(table, "B", "chainsaw")
    assert (eaten(table), zombies(table)) == ([], {4: 2})
    assert set(table.view(None).hand_sizes.values()) == {0}


def test_vector_2_the_same_after_row_1_is_full() -> None:
    """Two monsters against two get in, and B's is the only character to be chosen."""
    table = attack(SHOP, {4: 4}, hands=CARDS, cold_room=2)
    answer(table, "A", "rotten_meat-leader")
    answer(table, "B", "chainsaw")
    assert (eaten(table), zombies(table)) == (["B.leader"], {})


@pytest.mark.parametrize(
    ("own", "move"),
    [({3: "A.leader", 6: "A.protector"}, ("A.leader", 3, 6, "full")),
     ({6: "A.protector"}, ("A.protector", 6, 6, "full"))],
)  # fmt: skip
def test_vector_3_a_full_destination(own: dict[int, str], move: tuple[str, int, int, str]) -> None:
    """Area 5 is full: the character on 3 goes to 6; one on 6 alone stays."""
    crowd = "B.protector B.leader C.protector C.leader D.protector D.leader"
    table = draw_osa("movement", {5: crowd, **own}, dice=[1, 1, 1, 1],
                     destinations={"A": 5, "B": 1, "C": 1, "D": 1})  # fmt: skip
    assert moved(table)[0] == move


def test_vector_4_three_areas_tie_for_most_characters() -> None:
    """Areas 1, 3 and 6 hold three each: one monster at each, as in the set-up's example."""
    placing = [[1, 3, 6], [1, 3, 6], [1, 3, 6], [2, 4, 5], [2, 4, 5]]
    table = draw_osa("setup", seats=5, chance={"dice": [*placing, [1, 3, 5, 5]]})
    while "assign_start" in {kind for _, kind in asked(table)}:
        seat = asked(table)[0][0]
        answer(table, seat, options(table, seat)[0])
    assert came(table)["crowd"] == [1, 3, 6]
    assert came(table)["start"] == [1, 3, 5, 5]


def test_vector_5_three_monsters_one_visible_one_hidden_on_the_parking_lot() -> None:
    """The visible one is eaten without a pointing, and all three monsters are gone."""
    there = {6: "A.leader B.leader", 5: "C.protector C.leader D.protector D.leader A.protector"}
    table = attack(there, {6: 3}, hands={"A": ["rotten_meat"]})
    answer(table, "A", "rotten_meat-leader")
    assert events(table, "ballot_opened") == []
    assert (eaten(table), zombies(table)) == (["B.leader"], {})
    assert [event.data()["count"] for event in events(table, "zombies_left")] == [1, 2]


def test_vector_6_a_closed_area_and_a_full_parking_lot() -> None:
    """The monster stays in the pool."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = draw_osa("arrival", there, dice=[2, 2, 2, 2], closed=[2], monsters={6: 6})
    assert "dice" not in came(table)
    assert zombies(table)[6] == 6


@pytest.mark.parametrize(("living", "over"), [(4, True), (5, False)])
def test_vector_7_four_players(living: int, *, over: bool) -> None:
    """Four characters end the game, five do not."""
    crowd = ["A.leader", "B.leader", "C.leader", "D.leader", "A.protector"]
    assert draw_osa("dawn", {6: " ".join(crowd[:living])}).is_over is over


def test_vector_8_six_monsters_held_and_the_area_closes() -> None:
    """Four characters with strength six hold them, and go to the parking lot at dawn."""
    there = {2: "A.protector B.protector C.leader D.leader", 5: "A.leader"}
    table = attack(there, {2: 6})
    assert attacked(table) == []
    assert [where(table, f"{seat}.protector") for seat in "AB"] == [6, 6]
    assert [where(table, f"{seat}.leader") for seat in "CD"] == [6, 6]
    assert table.view(None).places[1].closed


def test_vector_9_a_single_hidden_character() -> None:
    """Two monsters get in and find nobody: they leave, and the token stays."""
    there = {1: "A.leader", 5: "B.protector C.protector D.protector B.leader"}
    table = attack(there, {1: 2}, hidden=["A.leader"], victim_token="C")
    assert (eaten(table), zombies(table)) == ([], {})
    assert table.view(None).victim_token == "C"


def test_vector_10_a_tie_for_the_badge() -> None:
    """D, who has nobody in area 3, decides."""
    there = {3: "A.leader B.leader", 5: "C.leader D.leader D.protector"}
    table = draw_osa("badge", there, victim_token="D")
    vote(table, A="A", B="B")
    answer(table, "D", "B")
    assert (table.view(None).chief, table.view(None).chief_elected) == ("B", True)
