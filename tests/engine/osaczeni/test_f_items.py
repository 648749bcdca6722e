"""OSA-57 to OSA-65: the nine items."""

import pytest

import engine
from tests.engine.helpers import answer, asked, events, options, run_to, vote, where, zombies
from tests.engine.osaczeni.boards import (
    SAFE,
    attack,
    attacked,
    chosen,
    draw_osa,
    eaten,
    fact,
    facts,
    result,
    weights,
)

PAIR = {1: "A.protector B.leader", 5: SAFE}
"""Strength three in area 1."""


def test_osa_57_a_walkie_talkie_needs_no_character_in_the_centre() -> None:
    """D is on the parking lot and looks under the hatch."""
    there = {3: "A.leader B.leader", 6: "D.leader C.leader A.crybaby"}
    table = draw_osa("badge", there, hands={"D": ["walkie_talkie"]})
    vote(table, A="A", B="A")
    answer(table, "D", "walkie_talkie")
    assert table.view("D").dice is not None


def test_osa_57_one_look_for_each_card() -> None:
    """C and D play one each; both see the same dice."""
    there = {5: "A.leader B.leader C.leader D.leader A.crybaby"}
    table = draw_osa(
        "badge", there, hands={"C": ["walkie_talkie", "walkie_talkie"], "D": ["walkie_talkie"]}
    )
    answer(table, "C", "walkie_talkie")
    answer(table, "D", "walkie_talkie")
    assert table.view(None).dice_seen_by == ("C", "D")
    assert table.view("C").dice == table.view("D").dice
    assert table.view("C").hand == ("walkie_talkie",)


def test_osa_58_an_energy_drink_moves_one_own_character_further() -> None:
    """Played after the move, by a player with a living character, to another area."""
    there = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: "C.leader D.leader"}
    table = draw_osa(
        "movement", there, dice=[4, 4, 4, 4], destinations={"A": 3, "B": 3, "C": 4, "D": 4},
        hands={"A": ["energy_drink"]},
    )  # fmt: skip
    answer(table, "A", "leader", "protector-6")
    assert [where(table, f"A.{kind}") for kind in ("leader", "protector")] == [3, 6]
    assert fact(table, "card_played") == {"player": "A", "card": "energy_drink", "place": None}


@pytest.mark.parametrize(
    ("phase", "area", "monsters"), [("truck", 6, {}), ("badge", 3, {}), ("attack", 1, {1: 6})]
)
def test_osa_59_a_gun_is_one_vote_more_in_any_vote(
    phase: str, area: int, monsters: dict[int, int]
) -> None:
    """Truck, badge and attack: A has two votes with it, and three with a second."""
    there = {area: "A.protector B.protector", 5: SAFE}
    table = draw_osa(phase, there, monsters=monsters, hands={"A": ["gun", "gun", "gun"]})
    answer(table, "A", "gun")
    assert table.view(None).vote is not None
    answer(table, "A", "gun", "pass")
    assert weights(table) == {"A": 3, "B": 1}


def test_osa_60_a_tin_can_moves_a_monster_to_another_area() -> None:
    """Of four in 1 one goes to 4: three are held, and the one in 4 waits there."""
    table = attack(PAIR, {1: 4}, hands={"A": ["tin_can"]})
    answer(table, "A", "tin_can-4")
    assert (zombies(table), eaten(table)) == ({1: 3, 4: 1}, [])


def test_osa_60_to_an_area_not_yet_resolved_where_it_may_attack() -> None:
    """One from 1 to 2: three against the Protector there, and C is eaten."""
    there = {1: "A.protector B.leader", 2: "C.protector", 5: "D.protector D.leader C.leader"}
    table = attack(there, {1: 4, 2: 2}, hands={"A": ["tin_can"]})
    answer(table, "A", "tin_can-2")
    assert attacked(table) == [1, 2]
    assert eaten(table) == ["C.protector"]


def test_gap_o_23_in_an_area_already_resolved_it_stays_until_the_next_round() -> None:
    """Lured from 2 to 1, which two held: three stand there now, and nobody is attacked again."""
    there = {1: "A.protector", 2: "B.leader C.protector", 5: "D.protector D.leader C.leader"}
    table = attack(there, {1: 2, 2: 4}, hands={"B": ["tin_can"]})
    answer(table, "B", "tin_can-1")
    assert (zombies(table)[1], eaten(table)) == (3, [])


def test_gap_o_20_where_a_monster_can_be_lured() -> None:
    """Not to the own area, not to the closed 3, not where six stand; to the parking lot."""
    table = attack(PAIR, {1: 4, 2: 6}, closed=[3], hands={"A": ["tin_can"]})
    assert options(table, "A") == ["tin_can-4", "tin_can-5", "tin_can-6", "pass"]


def test_gap_o_20_a_full_parking_lot_is_no_target() -> None:
    """Six monsters stand there."""
    table = attack(PAIR, {1: 4, 6: 6}, hands={"A": ["tin_can"]})
    assert "tin_can-6" not in options(table, "A")


def test_gap_o_20_without_a_free_notch_elsewhere_a_tin_can_is_not_played() -> None:
    """All other areas are closed, and the parking lot is full."""
    there = {1: "A.protector B.leader C.protector", 6: "D.leader D.protector"}
    table = attack(there, {1: 6, 6: 6}, closed=[2, 3, 4, 5], hands={"A": ["tin_can"]})
    assert options(table, "A") == ["pass"]


def test_osa_61_a_baseball_bat_removes_one() -> None:
    """Five monsters, one to the pool."""
    table = attack(PAIR, {1: 5}, hands={"A": ["baseball_bat", "gun"]})
    answer(table, "A", "baseball_bat")
    assert zombies(table) == {1: 4}


def test_osa_62_a_chainsaw_removes_two() -> None:
    """Five monsters, two to the pool."""
    table = attack(PAIR, {1: 5}, hands={"A": ["chainsaw", "gun"]})
    answer(table, "A", "chainsaw")
    assert zombies(table) == {1: 3}


def test_gap_o_21_a_chainsaw_with_one_monster_removes_one() -> None:
    """On the parking lot, against a single one."""
    table = attack({6: "A.leader B.leader", 5: SAFE}, {6: 1}, hands={"A": ["chainsaw"]})
    answer(table, "A", "chainsaw")
    assert fact(table, "zombies_killed")["count"] == 1
    assert zombies(table) == {}


def test_osa_63_a_molotov_cocktail_removes_all() -> None:
    """Six monsters of area 1; those of area 2 stay."""
    table = attack(PAIR, {1: 6, 2: 2}, hands={"A": ["molotov", "gun"]})
    answer(table, "A", "molotov")
    assert zombies(table) == {2: 2}


@pytest.mark.parametrize("card", ["baseball_bat", "chainsaw", "molotov", "tin_can"])
def test_osa_61_no_weapon_against_no_monster(card: str) -> None:
    """A's Chainsaw took both: B's card has nothing to act on and is not offered."""
    there = {6: "A.leader B.leader", 5: SAFE}
    table = attack(there, {6: 2}, hands={"A": ["chainsaw"], "B": [card]})
    answer(table, "A", "chainsaw")
    assert options(table, "B") == ["pass"]


@pytest.mark.parametrize("card", ["baseball_bat", "chainsaw", "molotov", "tin_can", "rotten_meat"])
def test_osa_61_only_who_is_in_the_area_plays(card: str) -> None:
    """C holds one and stands elsewhere: A and B point at once."""
    table = attack(PAIR, {1: 6}, hands={"C": [card]})
    assert asked(table) == [("A", "point_at"), ("B", "point_at")]


def test_osa_64_rotten_meat_hides_one_own_character_there() -> None:
    """A's Protector has no vote and can't be chosen; its strength counts."""
    table = attack(PAIR, {1: 4}, hands={"A": ["rotten_meat", "gun"]})
    assert options(table, "A") == ["gun", "rotten_meat-protector", "pass"]
    answer(table, "A", "rotten_meat-protector", "pass")
    assert chosen(table) == ("B", "only_candidate")
    assert fact(table, "attack_ended")["strength"] == 3
    assert eaten(table) == ["B.leader"]


def test_osa_64_it_hides_nobody_twice_and_nobody_elsewhere() -> None:
    """Leader hidden: only the Crybaby can be; the Protector in 5 can't."""
    there = {1: "A.leader A.crybaby B.protector", 5: SAFE + " A.protector"}
    table = attack(there, {1: 5}, hidden=["A.leader"], hands={"A": ["rotten_meat"]})
    assert options(table, "A") == ["rotten_meat-crybaby", "pass"]


def test_gap_o_22_hidden_tokens_turn_back_at_the_end_of_the_attack() -> None:
    """After area 6 everybody is visible again, in the same round."""
    table = attack(PAIR, {1: 4}, hidden=["A.protector"])
    order = [e.type for e in table.events]
    assert order.index("characters_turned_back") > order.index("attack_ended")
    assert order.index("characters_turned_back") < order.index("round_ended")
    assert not any(c.hidden for place in table.view(None).places for c in place.characters)


def test_osa_64_it_is_hidden_to_the_end_of_the_phase() -> None:
    """Played in 1, it still shows while area 2 is resolved."""
    there = PAIR | {2: "C.crybaby D.crybaby"}
    table = attack(there, {1: 5, 2: 3}, hands={"A": ["rotten_meat"]})
    answer(table, "A", "rotten_meat-protector")
    (shown,) = [c for c in table.view(None).places[0].characters if c.player == "A"]
    assert shown.hidden
    assert {question.place for question in table.pending()} == {2}


FOUR = {1: "A.protector", 5: "B.protector C.leader D.leader"}
"""Four characters of four players: over at dawn; A and B have five points each."""


@pytest.mark.parametrize(("holder", "winners"), [("A", ("A",)), ("C", ("A", "B"))])
def test_osa_65_truck_keys_are_one_point_for_who_survives(
    holder: str, winners: tuple[str, ...]
) -> None:
    """Five points and one for the keys; C's fourth point is not enough."""
    table = draw_osa("dawn", FOUR, hands={holder: ["truck_keys"]})
    assert result(table).scores[holder] == {"A": 6, "C": 4}[holder]
    assert result(table).winners == winners


def test_osa_65_truck_keys_of_the_dead_count_nothing() -> None:
    """D is out."""
    table = draw_osa("dawn", {5: "A.protector B.leader"}, hands={"D": ["truck_keys"]})
    assert result(table).scores["D"] == 0


def test_osa_65_truck_keys_are_never_played() -> None:
    """No question of the catalogue offers them but the truck's."""
    ids = engine.ruleset("osaczeni").catalogue(4)
    kinds = {kind for kind, all_ids in ids.items() if any("truck_keys" in each for each in all_ids)}
    assert kinds == {"distribute_truck"}


def test_osa_7_a_played_item_leaves_the_game_even_if_useless() -> None:
    """A hides, then B's Chainsaw makes it needless: both cards are gone."""
    table = attack(PAIR, {1: 4}, hands={"A": ["rotten_meat"], "B": ["chainsaw"]})
    answer(table, "A", "rotten_meat-protector")
    answer(table, "B", "chainsaw")
    assert [each["card"] for each in facts(table, "card_played")] == ["rotten_meat", "chainsaw"]
    assert set(table.view(None).hand_sizes.values()) == {0}
    run_to(table, "badge")
    assert events(table, "card_returned") == []
