"""OSA-50 to OSA-52: the cold room, the victim token, and the badge of the dead."""

import pytest

from tests.engine.helpers import answer, asked, events, until, vote
from tests.engine.osaczeni.boards import SAFE, attack, attacked, draw_osa, eaten, fact, facts

FALL = {1: "A.leader", 2: "A.crybaby", 4: "B.leader B.crybaby", 5: SAFE}
"""With two monsters each, A loses one in 1 and one in 2."""


# --- OSA-50: the rows ---


def test_osa_50_row_1_acts_at_once_in_the_next_areas_of_the_phase() -> None:
    """The second victim falls in 2; in 4 two monsters then get in against strength two."""
    table = attack(FALL, {1: 2, 2: 2, 4: 2})
    assert attacked(table) == [1, 2, 4]
    assert [each["row"] for each in facts(table, "cold_row_filled")] == [1]


def test_osa_50_before_row_1_is_full_nothing_changes() -> None:
    """One victim of two: in 4 the two monsters are held."""
    table = attack(FALL, {1: 2, 4: 2})
    assert attacked(table) == [1]
    assert table.view_data(None)["ties_hold"] is True


@pytest.mark.parametrize(("victims", "row", "dice"), [(1, 1, 4), (3, 2, 5), (5, 3, 6)])
def test_osa_50_a_row_is_full_with_its_last_space(victims: int, row: int, dice: int) -> None:
    """The second, fourth and sixth victim fill a row; rows 2 and 3 bring a die each."""
    crowd = " ".join(f"{seat}.{kind}" for seat in "BCDEF" for kind in ("protector",))
    there = {1: "A.leader", 5: crowd, 4: "B.leader C.leader D.leader E.leader"}
    table = attack(there, {1: 2}, seats=6, cold_room=victims)
    assert fact(table, "cold_row_filled") == {"row": row, "dice": dice}
    assert table.view_data(None)["dice_count"] == dice


@pytest.mark.parametrize("victims", [0, 2, 4, 6, 7])
def test_osa_50_other_victims_fill_nothing(victims: int) -> None:
    """The first, third and fifth, and all that are stacked after the sixth."""
    crowd = " ".join(f"{seat}.protector" for seat in "BCDEF")
    there = {1: "A.leader", 5: crowd, 4: "B.leader C.leader D.leader E.leader"}
    table = attack(there, {1: 2}, seats=6, cold_room=victims)
    assert events(table, "cold_row_filled") == []
    assert table.view_data(None)["cold_room"] == victims + 1


def test_osa_50_row_2_adds_a_die_from_the_next_round_on() -> None:
    """The fourth victim falls in round 1: five dice in round 2, and row 1's effect stays."""
    there = {1: "A.leader", 5: SAFE + " B.leader B.protector"}
    table = attack(there, {1: 2}, cold_room=3)
    until(table, "choose_destination")
    assert [len(each["dice"]) for each in facts(table, "dice_rolled")] == [5]
    assert table.view_data(None)["ties_hold"] is False


def test_gap_o_32_a_row_that_fills_at_the_parking_lot_waits_for_the_next_round() -> None:
    """Two eaten there: areas 1 to 5 are done, and 1 with equal strength was held before."""
    there = {1: "B.leader B.crybaby", 6: "A.leader A.crybaby", 5: SAFE}
    table = attack(there, {1: 2, 6: 2})
    answer(table, "A", "leader")
    assert eaten(table) == ["A.leader", "A.crybaby"]
    assert attacked(table) == [6, 6]
    assert table.view_data(None)["ties_hold"] is False


# --- OSA-51: the victim token ---


def test_osa_51_it_stays_with_who_has_it_and_loses_again() -> None:
    """A has the token and loses one: no token moves."""
    table = attack(FALL, {1: 2}, victim_token="A")
    assert table.view(None).victim_token == "A"
    assert events(table, "victim_token_taken") == []


def test_osa_51_the_eliminated_hold_it_until_the_next_death() -> None:
    """A's last falls in 1 and breaks a tie in 4; then B takes the token."""
    there = {1: "A.leader", 4: "B.protector C.crybaby", 5: SAFE + " B.leader"}
    table = attack(there, {1: 2, 4: 4})
    assert (table.view(None).eliminated, table.view(None).victim_token) == (("A",), "A")
    vote(table, B="C", C="B")
    assert asked(table) == [("A", "break_tie")]
    answer(table, "A", "B")
    assert table.view(None).victim_token == "B"


# --- OSA-52: the badge of who is eliminated ---


@pytest.mark.parametrize(
    ("badge", "dead", "heir"), [("A", "", "B"), ("A", "B", "C"), ("D", "", "A"), ("C", "D", "A")]
)
def test_osa_52_the_next_living_player_to_the_left_has_the_badge(
    badge: str, dead: str, heir: str
) -> None:
    """Clockwise, past the eliminated, and unelected; the dead takes the victim token."""
    living = [seat for seat in "ABCD" if seat not in (badge, dead)]
    there = {
        1: f"{badge}.leader",
        5: " ".join(f"{seat}.{kind}" for seat in living for kind in ("leader", "protector")),
    }
    table = attack(there, {1: 2}, badge=badge, badge_elected=True, victim_token=heir)
    view = table.view(None)
    assert (view.chief, view.chief_elected, view.victim_token) == (heir, False, badge)
    assert fact(table, "badge_taken") == {"player": heir, "elected": False, "cause": "succession"}


def test_osa_52_at_once_not_at_the_end_of_the_attack() -> None:
    """A's last falls in 1: in 4 the discussion begins with the new holder B."""
    there = {1: "A.leader", 4: "B.leader C.leader", 5: "C.protector D.protector D.leader"}
    table = attack(there, {1: 2, 4: 3}, hands={"B": ["gun"], "C": ["gun"]})
    assert asked(table) == [("B", "play_item")]
    assert [e.type for e in table.events].count("badge_taken") == 1


def test_osa_52_who_loses_one_of_two_keeps_it() -> None:
    """Only the last character counts."""
    assert attack(FALL, {1: 2}).view(None).chief == "A"


def test_osa_52_nobody_inherits_from_the_last_to_die() -> None:
    """The only survivor dies with the badge, and the game is over."""
    table = attack({1: "A.leader"}, {1: 2})
    assert table.is_over
    assert events(table, "badge_taken") == []


def test_osa_51_the_token_is_public() -> None:
    """Every seat and the public see who has it, and how many lie in the cold room."""
    table = draw_osa("truck", {6: "A.leader B.leader C.leader"}, victim_token="D",
                     cold_room=3)  # fmt: skip
    seen = [table.view_data(seat) for seat in (None, *"ABCD")]
    assert {(each["victim_token"], each["cold_room"]) for each in seen} == {("D", 3)}
