import pytest

import engine
from arena.seats.house import Beliefs, Promises
from tests.engine.helpers import answer, draw, until

PLACES = {1: "A.pin_up B.tough_guy", 3: "C.pin_up D.gunman", 6: "A.gunman B.gunman C.gunman"}
DICE = [1, 1, 3, 4]


def before_the_dice_are_open(**keys: object) -> engine.Table:
    """Return a table whose destinations are being chosen, the dice under the box."""
    return draw("destinations", PLACES, dice=DICE, **keys)


def believed(table: engine.Table, seat: str) -> Beliefs:
    """Return what follows from the seat's view."""
    return Beliefs.from_view(table.view_data(seat))


def test_unseen_dice_bring_a_sixth_of_them_to_each_open_location() -> None:
    """Four dice of six faces: two thirds of a zombie each."""
    beliefs = believed(before_the_dice_are_open(), "A")
    assert not beliefs.dice_known
    assert beliefs.zombies == pytest.approx(dict.fromkeys([1, 3, 4, 5, 6], 4 / 6))


def test_who_has_looked_knows_what_comes() -> None:
    """Exactly the dice; a closed location gets none."""
    beliefs = believed(before_the_dice_are_open(dice_seen_by=["B"]), "B")
    assert beliefs.dice_known
    assert beliefs.zombies == {1: 2, 3: 1, 4: 1, 5: 0, 6: 0}


def test_what_one_has_seen_the_others_do_not_know() -> None:
    """The view keeps the secret; beliefs add nothing to it."""
    assert not believed(before_the_dice_are_open(dice_seen_by=["B"]), "A").dice_known


@pytest.mark.parametrize("kind", ["move", "play_attack_card"])
def test_once_the_dice_are_placed_no_more_come(kind: str) -> None:
    """What they brought stands on the board."""
    table = before_the_dice_are_open(zombies={1: 3, 6: 6}, hands={"A": ["threat"]})
    until(table, kind)
    beliefs = believed(table, "A")
    assert beliefs.dice_known
    assert set(beliefs.zombies.values()) == {0.0}


def test_in_the_set_up_both_rolls_are_to_come() -> None:
    """The starting zombies (MOH-11) and the first round's."""
    beliefs = believed(engine.new_table("moh", 4, 1), "A")
    assert beliefs.zombies[1] == pytest.approx(2 * 4 / 6)


def test_others_may_go_wherever_they_legally_can() -> None:
    """MOH-35: not to where all of theirs stand."""
    table = draw("destinations", {1: "A.pin_up", 3: "B.pin_up", 6: "C.gunman", 5: "C.pin_up"})
    goals = believed(table, "A").destinations
    assert set(goals) == {"B", "C"} | set(goals) - {"A"}
    assert set(goals["B"]) == {1, 4, 5, 6}
    assert set(goals["C"]) == {1, 3, 4, 5, 6}
    assert [sum(each.values()) for each in goals.values()] == pytest.approx([1, 1])


def test_an_announced_destination_is_certain() -> None:
    """MOH-33: it is binding."""
    table = before_the_dice_are_open(chief_elected=True)
    answer(table, "A", "5")
    assert believed(table, "B").destinations["A"] == {5: 1.0}


def test_in_the_movement_only_those_after_me_still_move() -> None:
    """In Chief order, to destinations that lie open."""
    table = before_the_dice_are_open(chief="B")
    until(table, "choose_destination")
    for seat, goal in {"A": "5", "B": "4", "C": "5", "D": "6"}.items():
        answer(table, seat, goal)
    assert until(table, "move") == ["B"]
    assert believed(table, "B").destinations == {"C": {5: 1.0}, "D": {6: 1.0}, "A": {5: 1.0}}
    while table.pending()[0].seat != "A":
        table.answer(table.pending()[0].seat, table.pending()[0].options[0].id)
    assert believed(table, "A").destinations == {}


def test_in_the_attack_nobody_moves() -> None:
    """Nothing is left to foresee."""
    assert believed(draw("attack", PLACES, zombies={1: 4}), "A").destinations == {}


def test_the_eliminated_do_not_move() -> None:
    """MOH-66."""
    table = draw("destinations", {1: "A.pin_up A.gunman", 3: "B.pin_up C.gunman"})
    assert "D" not in believed(table, "A").destinations


def test_at_first_nobody_is_trusted_more_than_another_and_nothing_is_promised() -> None:
    """Talk fills this in."""
    beliefs = believed(before_the_dice_are_open(), "A")
    assert beliefs.trust == {"B": 0.5, "C": 0.5, "D": 0.5}
    assert beliefs.promises == Promises()
