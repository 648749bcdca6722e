"""OSA-43 to OSA-49: the attack, area by area."""

import pytest

from tests.engine.helpers import answer, asked, events, options, vote, where, zombies
from tests.engine.osaczeni.boards import (
    SAFE,
    attack,
    attacked,
    chosen,
    draw_osa,
    eaten,
    fact,
    facts,
    weights,
)

PAIR = {1: "A.protector B.leader", 5: SAFE}
"""Strength three in area 1; A has one vote, B two."""
LOT = {6: "A.leader A.protector B.crybaby B.protector", 5: SAFE}
"""On the parking lot A has three votes, B two."""


# --- OSA-43: empty areas ---


@pytest.mark.parametrize("area", [1, 2, 3, 4, 6])
def test_osa_43_where_nobody_is_monsters_stay(area: int) -> None:
    """No attack, no question, and five monsters wait, at the parking lot too."""
    table = attack({5: SAFE + " A.leader B.leader"}, {area: 5})
    assert attacked(table) == []
    assert zombies(table) == {area: 5}


def test_osa_43_areas_are_resolved_from_1_to_6() -> None:
    """One Leader and two monsters everywhere, on the parking lot one: eaten in this order."""
    board = {n: f"{seat}.leader" for n, seat in zip(range(1, 7), "FEDCBA", strict=True)}
    table = attack(board, dict.fromkeys(range(1, 6), 2) | {6: 1}, seats=6)
    assert eaten(table) == [f"{seat}.leader" for seat in "FEDCBA"]


def test_osa_43_each_area_is_finished_before_the_next() -> None:
    """The pointing in 2 comes only after somebody was eaten in 1."""
    there = {1: "A.leader B.leader", 2: "A.crybaby B.crybaby", 5: SAFE}
    table = attack(there, {1: 3, 2: 3})
    assert {question.place for question in table.pending()} == {1}
    vote(table, A="B", B="B")
    assert eaten(table) == ["B.leader"]
    assert {question.place for question in table.pending()} == {2}


# --- OSA-44: do they get in? ---


@pytest.mark.parametrize("area", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("monsters", "victims", "enter"),
                         [(3, 0, False), (4, 0, True), (2, 2, False), (3, 2, True)])  # fmt: skip
def test_osa_44_more_than_the_strength_and_later_as_many(
    area: int, monsters: int, victims: int, *, enter: bool
) -> None:
    """Strength three holds three; after two victims in a row of two spaces only two."""
    there = {area: "A.protector B.leader", 6: SAFE}
    table = attack(there, {area: monsters}, cold_room=victims)
    assert attacked(table) == ([area] if enter else [])


def test_osa_44_a_protector_has_strength_two() -> None:
    """One Protector alone holds two monsters, not three."""
    there = {1: "A.protector", 5: SAFE}
    assert eaten(attack(there, {1: 2})) == []
    assert eaten(attack(there, {1: 3})) == ["A.protector"]


def test_osa_44_the_hidden_count_for_strength() -> None:
    """A's Protector is hidden, and the area still has strength three."""
    assert attacked(attack(PAIR, {1: 3}, hidden=["A.protector"])) == []


def test_osa_44_where_they_are_held_nothing_is_played_and_they_stay() -> None:
    """A holds a Molotov cocktail and is not asked."""
    table = attack(PAIR, {1: 3}, hands={"A": ["molotov"]})
    assert fact(table, "place_held") == {"place": 1, "strength": 3, "zombies": 3}
    assert (zombies(table), table.view("A").hand) == ({1: 3}, ("molotov",))


# --- OSA-45, OSA-46: discussion and decision ---


def test_osa_45_after_the_discussion_it_is_compared_again() -> None:
    """A kills one of four: three do not get in, nothing is eaten, and three stay."""
    table = attack(PAIR, {1: 4}, hands={"A": ["baseball_bat"]})
    answer(table, "A", "baseball_bat")
    assert (eaten(table), zombies(table)) == ([], {1: 3})
    assert fact(table, "attack_ended")["outcome"] == "repelled"


def test_osa_45_the_discussion_goes_on_although_they_are_held() -> None:
    """After A's Baseball bat B, who holds a Chainsaw, may still waste it."""
    table = attack(PAIR, {1: 4}, hands={"A": ["baseball_bat"], "B": ["chainsaw"]})
    answer(table, "A", "baseball_bat")
    answer(table, "B", "chainsaw")
    assert zombies(table) == {1: 1}


def test_osa_46_the_chosen_player_says_who_is_eaten() -> None:
    """A is pointed at and has two there: the Leader goes, and with it all five monsters."""
    there = {1: "A.leader A.crybaby B.protector", 5: SAFE}
    table = attack(there, {1: 5})
    vote(table, A="A", B="A")
    assert (asked(table), options(table, "A")) == ([("A", "choose_victim")], ["leader", "crybaby"])
    answer(table, "A", "leader")
    assert (eaten(table), zombies(table)) == (["A.leader"], {})
    assert table.view_data(None)["cold_room"] == 1


def test_osa_46_only_a_character_that_is_not_hidden() -> None:
    """A's Leader is hidden: the Crybaby is eaten, and nothing is asked."""
    there = {1: "A.leader A.crybaby B.protector", 5: SAFE}
    table = attack(there, {1: 5}, hidden=["A.leader"])
    vote(table, A="A", B="A")
    assert eaten(table) == ["A.crybaby"]


def test_osa_46_only_a_character_in_the_area() -> None:
    """A has others elsewhere: the one in 1 is eaten without a question."""
    table = attack(PAIR | {2: "A.leader A.crybaby"}, {1: 4})
    vote(table, A="A", B="A")
    assert eaten(table) == ["A.protector"]


def test_osa_46_the_owner_takes_the_victim_token() -> None:
    """It was C's, and is B's now."""
    table = attack(PAIR, {1: 4}, victim_token="C")
    vote(table, A="B", B="B")
    assert table.view(None).victim_token == "B"
    assert fact(table, "victim_token_taken") == {"player": "B", "cause": "eaten"}


# --- OSA-47: only the hidden ---


def test_osa_47_all_are_hidden_and_the_monsters_go() -> None:
    """Strength three, four monsters, both hidden: nobody is eaten, no token moves."""
    table = attack(PAIR, {1: 4}, hidden=["A.protector", "B.leader"])
    assert (eaten(table), zombies(table)) == ([], {})
    assert table.view(None).victim_token == "B"
    assert events(table, "victim_token_taken") == []
    assert chosen(table) == (None, "all_hidden")


def test_osa_47_those_who_hide_in_the_discussion_count_too() -> None:
    """Both play Rotten meat: the monsters get in, find nobody and go."""
    table = attack(PAIR, {1: 4}, hands={"A": ["rotten_meat"], "B": ["rotten_meat"]})
    answer(table, "A", "rotten_meat-protector")
    answer(table, "B", "rotten_meat-leader")
    assert (eaten(table), zombies(table)) == ([], {})


def test_osa_47_the_hidden_on_the_parking_lot_are_not_found_either() -> None:
    """All are hidden there: three monsters go, and there is no vote."""
    table = attack({6: "A.leader B.leader", 5: SAFE}, {6: 3}, hidden=["A.leader", "B.leader"])
    assert (eaten(table), zombies(table), attacked(table)) == ([], {}, [])


# --- OSA-48, OSA-49: the parking lot ---


def test_osa_48_one_monster_gets_in_whatever_the_strength() -> None:
    """Strength six, one monster: somebody is eaten, and the monster goes."""
    table = attack(LOT, {6: 1})
    vote(table, A="B", B="B")
    answer(table, "B", "crybaby")
    assert (eaten(table), zombies(table)) == (["B.crybaby"], {})


def test_osa_48_each_monster_is_an_attack_with_its_own_vote() -> None:
    """Three monsters: after each victim one returns to the pool and the next attacks."""
    table = attack(LOT, {6: 3})
    for count in (3, 2, 1):
        assert zombies(table) == {6: count}
        vote(table, A="A", B="A") if count == 3 else vote(table, A="B", B="B")
        if "choose_victim" in {kind for _, kind in asked(table)}:
            seat = asked(table)[0][0]
            answer(table, seat, options(table, seat)[0])
    assert eaten(table) == ["A.protector", "B.protector", "B.crybaby"]
    assert zombies(table) == {}


def test_osa_48_the_token_moves_after_each() -> None:
    """A loses one, then B: the token goes to A and on to B."""
    table = attack(LOT, {6: 2}, victim_token="D")
    vote(table, A="A", B="A")
    answer(table, "A", "protector")
    assert table.view(None).victim_token == "A"
    vote(table, A="B", B="B")
    answer(table, "B", "protector")
    assert [each["player"] for each in facts(table, "victim_token_taken")] == ["A", "B"]


def test_osa_48_when_all_are_eaten_the_other_monsters_go() -> None:
    """Five monsters and one character: one is eaten, all five are gone."""
    table = attack({6: "A.leader", 5: SAFE + " B.leader"}, {6: 5})
    assert (eaten(table), zombies(table)) == (["A.leader"], {})
    assert [each["count"] for each in facts(table, "zombies_left")] == [1, 4]


def test_osa_48_when_the_rest_is_hidden_the_other_monsters_go() -> None:
    """A is eaten, B is hidden: of three monsters none is left."""
    table = attack({6: "A.leader B.leader", 5: SAFE}, {6: 3}, hidden=["B.leader"])
    assert (eaten(table), zombies(table)) == (["A.leader"], {})
    assert where(table, "B.leader") == 6


def test_osa_48_monsters_killed_in_the_discussion_do_not_attack() -> None:
    """A's Chainsaw takes both: no pointing, nobody is eaten."""
    table = attack(LOT, {6: 2}, hands={"A": ["chainsaw"]})
    answer(table, "A", "chainsaw")
    assert (eaten(table), zombies(table), attacked(table)) == ([], {}, [6])


def test_osa_48_one_killed_of_three_leaves_two_attacks() -> None:
    """The Baseball bat takes one, the first attack eats and takes one, one more attacks."""
    table = attack(LOT, {6: 3}, hands={"A": ["baseball_bat"]})
    answer(table, "A", "baseball_bat")
    vote(table, A="B", B="B")
    answer(table, "B", "protector")
    vote(table, A="B", B="B")
    assert eaten(table) == ["B.protector", "B.crybaby"]


def test_osa_49_a_gun_lasts_for_all_attacks_on_the_parking_lot() -> None:
    """B plays it in the first: three votes then, two of them in the second."""
    table = attack(LOT, {6: 2}, hands={"B": ["gun"]})
    answer(table, "B", "gun")
    assert weights(table) == {"A": 3, "B": 3}
    vote(table, A="B", B="B")
    answer(table, "B", "protector")
    assert weights(table) == {"A": 3, "B": 2}


def test_osa_49_rotten_meat_lasts_for_all_attacks_on_the_parking_lot() -> None:
    """B hides the Crybaby in the first: it can't be chosen in the second."""
    there = {6: "A.leader A.protector B.crybaby B.protector B.leader", 5: SAFE}
    table = attack(there, {6: 2}, hands={"B": ["rotten_meat"]})
    answer(table, "B", "rotten_meat-crybaby")
    for _ in range(2):
        vote(table, A="B", B="B")
        if "choose_victim" in {kind for _, kind in asked(table)}:
            answer(table, "B", "leader")
    assert eaten(table) == ["B.leader", "B.protector"]
    assert where(table, "B.crybaby") == 6


@pytest.mark.parametrize("parking", [False, True])
def test_osa_49_a_gun_ends_with_the_area(*, parking: bool) -> None:
    """Played in 1 it does not count in 2; at the parking lot, not in the next truck vote."""
    there = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: SAFE}
    if parking:
        there = {6: "A.leader B.leader A.crybaby B.crybaby", 5: SAFE}
    table = attack(there, {6: 1} if parking else {1: 3, 2: 5}, hands={"A": ["gun"]})
    answer(table, "A", "gun")
    assert weights(table) == ({"A": 4, "B": 3} if parking else {"A": 3, "B": 2})
    vote(table, A="A", B="A")
    if parking:
        answer(table, "A", "leader")
    assert weights(table) == ({"A": 1, "B": 3} if parking else {"A": 1, "B": 1})


def test_osa_49_a_gun_that_nobody_needed_is_lost_with_the_area() -> None:
    """The monsters of 1 are held after all: in 2 the Gun counts no more."""
    there = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: SAFE}
    table = attack(there, {1: 3, 2: 5}, hands={"A": ["gun", "chainsaw"]})
    answer(table, "A", "gun", "chainsaw")
    assert weights(table) == {"A": 1, "B": 1}


def test_osa_49_a_gun_of_the_truck_vote_does_not_last() -> None:
    """A's Gun counts for the truck; in the monitoring centre A has two votes again."""
    there = {6: "A.protector B.protector", 3: "A.leader B.leader", 5: SAFE}
    table = draw_osa("truck", there, hands={"A": ["gun"]}, deck=["gun"])
    answer(table, "A", "gun")
    assert weights(table) == {"A": 2, "B": 1}
    vote(table, A="A", B="A")
    answer(table, "A", "gun-B")
    answer(table, "B", "pass")
    assert weights(table) == {"A": 2, "B": 2}
