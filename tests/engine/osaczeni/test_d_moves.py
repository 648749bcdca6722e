"""OSA-32 to OSA-38: destinations, moves and Energy drinks."""

import pytest

import engine
from tests.engine.helpers import answer, asked, events, options, where
from tests.engine.osaczeni.boards import draw_osa, moved

PAIRS = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: "C.leader D.leader C.crybaby"}
FULL = {1: "B.leader C.leader D.leader", 2: "A.protector B.protector", 5: "C.crybaby"}
"""Area 1 is full."""


def moves(locations: dict[int, str], goals: dict[str, int], **keys: object) -> engine.Table:
    """Return a table at the beginning of phase 4 with dice that hit nobody."""
    return draw_osa("movement", locations, destinations=goals, dice=[4, 4, 4, 4], **keys)


# --- OSA-32 to OSA-34: destinations ---


@pytest.mark.parametrize("elected", [True, False])
def test_osa_32_the_badge_holder_announces_elected_or_not(*, elected: bool) -> None:
    """Alone and first; then all see where, and the others choose."""
    table = draw_osa("destinations", PAIRS, badge="B", badge_elected=elected)
    assert asked(table) == [("B", "announce_destination")]
    answer(table, "B", "4")
    assert table.view("D").destinations["B"] == 4
    assert asked(table) == [(seat, "choose_destination") for seat in "CDA"]


def test_gap_o_31_osa_33_the_holder_is_asked_for_nothing_about_the_dice() -> None:
    """Talk about them is free, and need not be true: the holder is asked for a destination."""
    table = draw_osa("destinations", PAIRS, dice=[1, 1, 2, 3], dice_seen_by=["A"])
    assert all(option.args.keys() == {"location"} for option in table.pending()[0].options)
    assert [e.type for e in table.heard_by("B")].count("dice_seen") == 0


def test_osa_34_the_others_choose_in_secret_all_at_once() -> None:
    """Each is sealed, and nobody sees another's choice before the moves."""
    table = draw_osa("destinations", PAIRS)
    answer(table, "A", "4")
    assert all(question.sealed for question in table.pending())
    answer(table, "B", "3")
    answer(table, "C", "3")
    assert table.view("C").destinations == {"A": 4, "B": None, "C": 3, "D": None}
    assert table.view("D").destinations == {"A": 4, "B": None, "C": None, "D": None}
    answer(table, "D", "3")
    assert [e.seen_by for e in events(table, "destination_chosen")] == [("B",), ("C",), ("D",)]


def test_osa_34_the_eliminated_choose_nothing() -> None:
    """D has nobody left."""
    table = draw_osa("destinations", {1: "A.leader B.leader", 2: "A.protector C.leader"})
    answer(table, "A", "4")
    assert [seat for seat, _ in asked(table)] == ["B", "C"]


def test_gap_o_13_destinations_are_open_and_not_where_all_own_characters_stand() -> None:
    """A stands in two areas and may go anywhere open; D stands in 5 and may not choose it."""
    table = draw_osa("destinations", PAIRS, closed=[3])
    assert options(table, "A") == ["1", "2", "4", "5", "6"]
    answer(table, "A", "4")
    assert options(table, "D") == ["1", "2", "4", "6"]


def test_gap_o_13_a_full_area_is_a_legal_destination() -> None:
    """Area 1 holds three already, and A may choose it."""
    assert "1" in options(draw_osa("destinations", FULL), "A")


ONLY_PARKING = {"closed": [1, 2, 3, 4, 5]}


def test_gap_o_35_without_a_legal_destination_nobody_chooses_or_moves() -> None:
    """All is closed but the parking lot: nothing is asked, and nobody moves in the round."""
    table = draw_osa(
        "destinations", {6: "A.leader B.leader C.leader D.leader A.protector"}, **ONLY_PARKING
    )
    assert events(table, "destination_announced") == []
    assert events(table, "character_moved") == []


# --- OSA-35 to OSA-37: moves ---


def test_osa_35_maps_then_dice_then_the_moves_in_badge_order() -> None:
    """Destinations and dice are revealed, then C, D, A, B move."""
    table = moves(PAIRS, {"A": 3, "B": 3, "C": 4, "D": 4}, badge="C")
    assert table.view(None).dice == (4, 4, 4, 4)
    assert table.view(None).destinations == {"A": 3, "B": 3, "C": 4, "D": 4}
    order = [e.type for e in table.events if e.type.endswith("_revealed")]
    assert order == ["destinations_revealed", "dice_revealed"]
    for seat, kind in (("C", "leader"), ("A", "leader"), ("B", "leader")):
        assert asked(table) == [(seat, "move")]
        answer(table, seat, kind)
    assert [name[0] for name, *_ in moved(table)] == ["C", "D", "A", "B"]


def test_osa_35_each_must_move_one_own_character() -> None:
    """A has two to choose from, and no pass."""
    table = moves(PAIRS, {"A": 3, "B": 3, "C": 4, "D": 4})
    assert options(table, "A") == ["protector", "leader"]
    answer(table, "A", "leader")
    assert where(table, "A.leader") == 3


def test_osa_35_who_stands_at_the_destination_does_not_move() -> None:
    """A's Leader is in 1 already: the Protector goes, and nobody is asked."""
    table = moves(PAIRS, {"A": 1, "B": 3, "C": 4, "D": 4})
    assert where(table, "A.protector") == 1
    assert asked(table)[0][0] == "B"


def test_osa_36_a_full_destination_sends_the_character_to_the_parking_lot() -> None:
    """Area 1 has three spaces, all taken."""
    table = moves(FULL, {"A": 1, "B": 3, "C": 4, "D": 4})
    assert moved(table)[0] == ("A.protector", 2, 6, "full")


def test_osa_36_the_last_space_is_taken_by_who_moves_first() -> None:
    """One space is left in area 1: A finds it, B goes to the parking lot."""
    there = {1: "C.leader D.leader", 2: "A.protector", 3: "B.protector", 5: "C.crybaby D.crybaby"}
    table = moves(there, {"A": 1, "B": 1, "C": 4, "D": 4})
    assert moved(table)[:2] == [("A.protector", 2, 1, "destination"), ("B.protector", 3, 6, "full")]


def test_osa_36_who_leaves_first_makes_room() -> None:
    """D holds the badge and leaves area 1 before A comes."""
    table = moves(FULL, {"A": 1, "B": 3, "C": 4, "D": 4}, badge="D")
    assert moved(table)[:2] == [("D.leader", 1, 4, "destination"), ("A.protector", 2, 1,
                                                                     "destination")]  # fmt: skip


def test_osa_37_with_a_full_destination_who_is_not_on_the_parking_lot_moves() -> None:
    """A on 2 and 6, area 1 full: the one on 2 goes to 6, as in the text's example."""
    table = moves(FULL | {6: "A.leader A.crybaby"}, {"A": 1, "B": 3, "C": 4, "D": 4})
    assert moved(table)[0] == ("A.protector", 2, 6, "full")


def test_osa_37_of_several_the_player_chooses() -> None:
    """A on 2, 5 and 6: the one on 6 is no option."""
    there = FULL | {5: "C.crybaby A.crybaby", 6: "A.leader"}
    table = moves(there, {"A": 1, "B": 3, "C": 4, "D": 4})
    assert options(table, "A") == ["protector", "crybaby"]


def test_osa_37_only_parking_characters_and_one_of_them_stays() -> None:
    """A stands on the parking lot alone: nothing is asked, and the character stays."""
    there = {1: "B.leader C.leader D.leader", 2: "B.protector", 6: "A.leader A.protector"}
    table = moves(there, {"A": 1, "B": 3, "C": 4, "D": 4})
    assert moved(table)[0][1:] == (6, 6, "full")
    assert asked(table)[0][0] == "B"


def test_gap_o_14_the_others_stand_in_the_full_destination() -> None:
    """A's Crybaby is in 1, which is full; the Leader on the parking lot stays there."""
    there = {1: "A.crybaby B.leader C.leader", 2: "B.protector", 5: "D.leader", 6: "A.leader"}
    table = moves(there, {"A": 1, "B": 3, "C": 4, "D": 4})
    assert moved(table)[0] == ("A.leader", 6, 6, "full")
    assert where(table, "A.crybaby") == 1


def test_osa_37_the_parking_lot_as_a_destination_is_never_full() -> None:
    """A chose area 6: one of two characters elsewhere goes there."""
    table = moves(PAIRS, {"A": 6, "B": 3, "C": 4, "D": 4})
    answer(table, "A", "protector")
    assert moved(table)[0] == ("A.protector", 2, 6, "destination")


# --- OSA-38: Energy drinks ---

GOALS = {"A": 3, "B": 3, "C": 4, "D": 4}


def drinking(locations: dict[int, str], **keys: object) -> engine.Table:
    """Return a table where A has just moved the Leader to 3 and is asked for a drink."""
    hands = {"hands": {"A": ["energy_drink", "energy_drink"]}} | keys
    table = moves(locations, GOALS, **hands)
    answer(table, "A", "leader")
    assert asked(table) == [("A", "energy_drink")]
    return table


def test_osa_38_a_character_that_did_not_move_may_drink() -> None:
    """Leader to 3, then the Protector from 2 to 5."""
    table = drinking(PAIRS)
    answer(table, "A", "protector-5")
    assert moved(table)[1] == ("A.protector", 2, 5, "energy_drink")
    assert table.view(None).played == ("energy_drink",)


def test_osa_38_the_character_that_moved_may_drink() -> None:
    """Leader to 3 and on to 1."""
    table = drinking(PAIRS)
    answer(table, "A", "leader-1")
    assert where(table, "A.leader") == 1


def test_osa_38_any_other_open_area_with_a_free_space() -> None:
    """Not the own area, not the closed 4, not the full 1."""
    there = {1: "B.leader C.leader D.leader", 2: "A.leader A.protector", 5: "C.crybaby B.crybaby"}
    table = moves(there, GOALS | {"C": 3, "D": 2}, closed=[4], hands={"A": ["energy_drink"]})
    answer(table, "A", "leader")
    goals = {each for each in options(table, "A") if each.startswith("leader")}
    assert goals == {"leader-2", "leader-5", "leader-6"}
    goals = {each for each in options(table, "A") if each.startswith("protector")}
    assert goals == {"protector-3", "protector-5", "protector-6"}


def test_gap_o_12_right_after_the_own_move_any_number() -> None:
    """A drinks twice before B moves."""
    table = drinking(PAIRS)
    answer(table, "A", "protector-5", "leader-6")
    assert [cause for *_, cause in moved(table)] == ["destination", "energy_drink", "energy_drink"]
    assert asked(table) == [("B", "move")]


def test_gap_o_12_after_a_pass_the_chance_is_gone() -> None:
    """A passes: B moves, and A is not asked again."""
    table = drinking(PAIRS)
    answer(table, "A", "pass")
    answer(table, "B", "leader")
    assert asked(table) == [("C", "move")]


def test_gap_o_12_nobody_drinks_before_the_own_move() -> None:
    """B holds one: B moves first."""
    table = moves(PAIRS, GOALS, hands={"B": ["energy_drink"]})
    answer(table, "A", "leader")
    assert asked(table) == [("B", "move")]
    answer(table, "B", "leader")
    assert asked(table) == [("B", "energy_drink")]


def test_osa_38_any_card_in_hand_is_asked_for() -> None:
    """A holds a Gun: the question has a pass alone, and tells nobody anything."""
    table = moves(PAIRS, GOALS, hands={"A": ["gun"]})
    answer(table, "A", "leader")
    assert options(table, "A") == ["pass"]


def test_osa_38_a_drink_leads_into_the_last_space_of_an_area() -> None:
    """One of three spaces in 1 is free: a drink takes it, and B then finds it full."""
    there = {1: "C.leader D.leader", 2: "A.leader A.protector", 5: "B.protector B.leader C.crybaby"}
    table = moves(there, GOALS | {"B": 1}, hands={"A": ["energy_drink"]})
    answer(table, "A", "leader")
    answer(table, "A", "protector-1")
    answer(table, "B", "leader")
    assert moved(table)[2] == ("B.leader", 5, 6, "full")
