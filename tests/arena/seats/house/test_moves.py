from collections.abc import Mapping
from dataclasses import replace

import pytest

import engine
from arena.seats.house import Beliefs, Promises
from arena.seats.house.moves import choose_destination, expected_loss, full_chance
from tests.arena.seats.house.asking import (
    answered,
    outlook_of,
    position_of,
    promising,
    question_of,
    situation_of,
)
from tests.engine.helpers import draw, options, until

NOWHERE = [3, 3, 3, 3]
PEACE = {3: "B.tough_guy C.tough_guy D.tough_guy", 1: "B.gunman C.gunman D.gunman"}
"""A shop and a restroom that the others hold."""


def goal(places: Mapping[int, str], zombies: Mapping[int, int], **keys: object) -> str:
    """Return the destination that A locks; A has seen the dice, which fall on the shop."""
    keys = {"dice": NOWHERE, "dice_seen_by": ["A"], **keys}
    table = draw("destinations", places, zombies=zombies, **keys)
    until(table, "choose_destination")
    return answered(table, "A")


# --- destinations ---


def test_out_of_a_room_that_falls_and_not_onto_a_parking_lot_full_of_zombies() -> None:
    """A Pin-Up is alone with five zombies; the parking lot has four, the supermarket none."""
    places = {1: "A.pin_up", 6: "A.tough_guy B.tough_guy C.tough_guy", 3: "B.pin_up D.tough_guy"}
    assert goal(places, {1: 5, 4: 4, 5: 4}) == "6"


def test_not_into_a_room_where_the_dice_are_seen_to_fall() -> None:
    """The shop would get four."""
    places = {1: "A.pin_up", 6: "A.tough_guy B.tough_guy C.tough_guy", 3: "B.pin_up D.tough_guy"}
    assert goal(places, {1: 5, 4: 4, 5: 4}) != "3"


def test_the_same_room_is_chosen_when_the_dice_fall_elsewhere() -> None:
    """Dice that close the supermarket's doors instead."""
    places = {1: "A.pin_up", 6: "B.gunman C.pin_up", 3: "A.tough_guy D.tough_guy"}
    assert goal(places, {1: 5, 4: 4, 5: 4}, dice=[6, 6, 6, 6]) == "3"


def test_the_cheap_one_joins_the_dear_one_whose_room_can_not_be_held() -> None:
    """Both stood to be eaten; three votes together lose nothing, or the Gunman at worst."""
    places = {1: "A.pin_up", 6: "A.gunman B.gunman C.pin_up", 3: "A.tough_guy D.tough_guy"}
    assert goal(places, {1: 5, 4: 4, 5: 4}, dice=[6, 6, 6, 6]) == "1"


def test_an_announced_destination_is_chosen_like_a_secret_one() -> None:
    """MOH-33: an elected Chief says where, by the same reckoning."""
    places = {1: "A.pin_up", 6: "A.tough_guy B.tough_guy C.tough_guy", 3: "B.pin_up D.tough_guy"}
    table = draw(
        "destinations", places, zombies={1: 5, 4: 4, 5: 4}, dice=NOWHERE, dice_seen_by=["A"],
        chief_elected=True,
    )  # fmt: skip
    assert until(table, "announce_destination") == ["A"]
    assert answered(table, "A") == "6"


def test_nobody_announces_the_location_that_they_falsely_warned_of() -> None:
    """Another, whatever it costs; unless all were warned of. What is chosen in secret may be it."""
    places = {1: "A.pin_up", 6: "A.tough_guy B.tough_guy C.tough_guy", 3: "B.pin_up D.tough_guy"}
    keys = {"zombies": {1: 5, 4: 4, 5: 4}, "dice": NOWHERE, "dice_seen_by": ["A"]}
    table = draw("destinations", places, chief_elected=True, **keys)  # type: ignore[arg-type]
    assert until(table, "announce_destination") == ["A"]
    situation = situation_of(table, "A")

    def announced(*warned: int, kind: str = "announce_destination") -> str:
        beliefs = replace(situation.beliefs, warned=frozenset(warned))
        question = replace(situation.question, kind=kind)
        return choose_destination(situation._replace(beliefs=beliefs, question=question))

    assert announced() == "6"
    assert announced(6) != "6"
    assert announced(*range(1, 7)) == "6"
    assert announced(6, kind="choose_destination") == "6"


def test_a_promised_destination_is_kept_until_one_hears_better() -> None:
    """Of quiet locations the promised one; not where seven wait, nor where all of mine stand."""
    places = {6: "A.pin_up A.gunman B.pin_up", 3: "C.gunman D.pin_up B.gunman"}
    table = draw("destinations", places, zombies={5: 7})
    chosen = choose_destination(promising(table, "A", Promises()))
    other = "2" if chosen == "1" else "1"
    assert choose_destination(promising(table, "A", Promises(destination=int(other)))) == other
    assert choose_destination(promising(table, "A", Promises(destination=5))) == chosen
    assert choose_destination(promising(table, "A", Promises(destination=6))) in options(table, "A")


@pytest.mark.parametrize(("before", "likely"), [({"B": 1.0}, 1.0), ({"B": 0.5}, 0.5), ({}, 0.0)])
def test_a_room_may_be_full_when_my_turn_comes(before: dict[str, float], likely: float) -> None:
    """One place is left in the restrooms, and B, who is Chief, moves before A."""
    places = {1: "C.pin_up D.pin_up", 3: "A.pin_up", 6: "B.pin_up"}
    table = draw("destinations", places, chief="B")
    chances = {"B": {1: before["B"], 5: 1 - before["B"]}} if before else {}
    beliefs = replace(Beliefs.from_view(table.view_data("A")), destinations=chances)
    turn = situation_of(table, "A", beliefs)
    assert full_chance(turn, outlook_of(table, "A", beliefs), 1) == pytest.approx(likely)
    assert full_chance(turn, outlook_of(table, "A", beliefs), 4) == 0.0


def test_those_who_move_after_me_do_not_fill_a_room_before_me() -> None:
    """A is Chief."""
    table = draw("destinations", {1: "C.pin_up D.pin_up", 3: "A.pin_up", 6: "B.pin_up"})
    certain = {"B": {1: 1.0}}
    beliefs = replace(Beliefs.from_view(table.view_data("A")), destinations=certain)
    assert full_chance(situation_of(table, "A", beliefs), outlook_of(table, "A", beliefs), 1) == 0.0


def test_calm_is_expected_to_cost_less_than_siege() -> None:
    """What the Camera's use hangs on."""
    places = {1: "A.pin_up B.gunman", 3: "A.tough_guy C.gunman", 6: "A.gunman D.gunman"}
    calm, siege = (
        draw("destinations", places, zombies=dict.fromkeys([1, 3, 4, 5, 6], n)) for n in (0, 5)
    )
    assert expected_loss(situation_of(calm, "A")) < expected_loss(situation_of(siege, "A"))


# --- moves ---


def moving(
    places: Mapping[int, str], zombies: Mapping[int, int], to: int, *hand: str, away: int = 3
) -> engine.Table:
    """Return a table where A, last in order, moves; the others go to `away` before."""
    table = draw(
        "movement", places, zombies=zombies, chief="B", dice=[2, 2, 2, 2], hands={"A": list(hand)},
        destinations={"A": to, "B": away, "C": away, "D": away},
    )  # fmt: skip
    while question_of_first(table) != "A":
        decision = table.pending()[0]
        table.answer(decision.seat, decision.options[0].id)
    return table


def question_of_first(table: engine.Table) -> str:
    """Return who is asked first."""
    return table.pending()[0].seat


TORN = {
    1: "A.pin_up B.gunman", 3: "B.pin_up C.pin_up D.pin_up", 5: "A.gunman C.tough_guy D.tough_guy",
    6: "B.tough_guy D.gunman",
}  # fmt: skip


def test_the_one_in_danger_is_moved() -> None:
    """The Pin-Up stands with four zombies outside, the Gunman with none."""
    assert answered(moving(TORN, {1: 4}, 6), "A") == "pin_up"


def test_the_one_who_is_safe_stays() -> None:
    """The other way round, the Gunman goes."""
    assert answered(moving(TORN, {5: 6}, 6), "A") == "gunman"


def test_where_the_goal_is_full_the_move_that_leads_nowhere_is_taken() -> None:
    """MOH-40: a character on the parking lot stays there; no other has to leave its room."""
    places = {
        3: "A.pin_up B.tough_guy C.tough_guy D.tough_guy", 4: "A.gunman",
        5: "B.gunman C.gunman D.gunman", 6: "B.pin_up C.pin_up D.pin_up",
    }  # fmt: skip
    table = moving(places, {4: 1}, 5, away=6)
    assert len(position_of(table, "A").rooms[5].people) == 3
    assert answered(table, "A") == "gunman"


def test_a_sprint_is_played_where_it_saves_a_character() -> None:
    """Two must flee: whoever is moved, the Sprint leads to the only room that holds."""
    places = {
        1: "A.pin_up", 3: "B.pin_up C.pin_up D.pin_up", 6: "B.tough_guy D.tough_guy C.tough_guy",
    }  # fmt: skip
    table = moving(places, {1: 3, 4: 5, 5: 6}, 5, "sprint")
    assert question_of(table, "A").context["destination"] == 5
    assert answered(table, "A") == "sprint-pin_up-6"


def test_a_sprint_is_kept_where_the_destination_is_as_good() -> None:
    """The supermarket is where it would run to."""
    places = {
        1: "A.pin_up", 3: "B.pin_up C.pin_up D.pin_up", 6: "B.tough_guy D.tough_guy C.tough_guy",
    }  # fmt: skip
    table = moving(places, {1: 3, 4: 5, 5: 6}, 6, "sprint")
    assert "pin_up" in options(table, "A")
    assert answered(table, "A") == "pin_up"


# --- the set-up and the end ---


def placed(*dice: tuple[int, int], ruleset: str = "moh", **keys: object) -> str:
    """Return where A, who begins, puts a character with these two dice."""
    table = draw("setup", ruleset=ruleset, chance={"dice": [list(d) for d in dice]}, **keys)
    return answered(table, "A")


@pytest.mark.parametrize(("ruleset", "parking", "room"), [("moh", 4, 3), ("moh-ru", 1, 3)])
def test_nobody_is_put_on_the_parking_lot_while_there_is_a_room(
    ruleset: str, parking: int, room: int
) -> None:
    """Walls are better than none, whatever the numbers."""
    assert placed((parking, room), ruleset=ruleset).endswith(f"-{room}")


def test_a_second_vote_goes_where_the_chief_is_elected() -> None:
    """The Gunman to the headquarters, when both dice show it."""
    assert placed((5, 5)) == "gunman-5"


@pytest.mark.parametrize("ruleset", ["moh", "moh-ru"])
def test_the_zombie_of_the_eliminated_goes_where_others_are(ruleset: str) -> None:
    """Not to an empty location, and one is placed though one may pass."""
    parking = engine.ruleset(ruleset).parking
    table = draw(
        "destinations", {3: "B.pin_up C.gunman", parking: "D.pin_up B.tough_guy"},
        ruleset=ruleset, chief="B", revenge=["A"],
        options={"zombie_place": "any_open", "zombie_player_optional": True},
    )  # fmt: skip
    assert until(table, "place_revenge_zombie") == ["A"]
    assert answered(table, "A") in {"3", str(parking)}
