"""OSA-15 to OSA-23: the round and the vote, with its discussion, its pointing and its ties."""

import pytest

import engine
from tests.engine.helpers import answer, asked, events, options, run_to, until, vote, where, zombies
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

LOT = {6: "A.leader B.protector", 3: "C.leader D.leader", 5: "A.crybaby C.crybaby"}
"""A with two votes and B with one on the parking lot."""
THREE = {6: "A.protector B.protector C.protector", 5: "D.protector D.leader A.leader"}
"""Three with one vote each on the parking lot; D is elsewhere."""
BESIEGED = {1: "A.protector B.leader", 5: SAFE}
"""Strength three; B has two votes, A has one."""

# --- OSA-15, OSA-16: the order of things ---


def test_osa_15_the_seven_phases_follow_each_other() -> None:
    """Truck, badge, destinations, moves, arrival, attack, dawn, then the next round's truck."""
    everybody = " ".join(f"{seat}.{kind}" for seat in "ABCDE" for kind in ("leader", "protector"))
    table = draw_osa("truck", {6: everybody, 5: "A.crybaby"}, seats=5)
    run_to(table, "attack")
    run_to(table)
    began = [(each["round"], each["phase"]) for each in facts(table, "phase_began")]
    phases = ["truck", "badge", "destinations", "movement", "arrival", "attack", "dawn"]
    assert began[:8] == [*((1, phase) for phase in phases), (2, "truck")]


def test_osa_16_turns_begin_with_the_badge_and_go_clockwise() -> None:
    """With badge holder C the discussion goes C, D, A: B is not there."""
    hands = {seat: ["gun"] for seat in "ABC"} | {"D": ["tin_can"]}
    there = {6: "A.leader C.leader D.leader", 3: "B.leader B.protector"}
    table = draw_osa("truck", there, badge="C", hands=hands)
    seen = []
    while asked(table)[0][1] == "play_item":
        seen.append(asked(table)[0][0])
        answer(table, seen[-1], "pass")
    assert seen == ["C", "D", "A"]


# --- OSA-17: who takes part ---


@pytest.mark.parametrize(("phase", "area"), [("truck", 6), ("badge", 3)])
def test_osa_17_only_who_has_a_character_in_the_area_takes_part(phase: str, area: int) -> None:
    """A and B are there and point; C and D are not asked."""
    table = draw_osa(phase, {area: "A.leader B.leader", 5: "C.leader D.leader"})
    assert asked(table) == [("A", "point_at"), ("B", "point_at")]


def test_gap_o_11_who_takes_no_part_plays_no_gun() -> None:
    """C holds one and stands elsewhere: nobody asks."""
    table = draw_osa("truck", LOT, hands={"C": ["gun"]})
    assert asked(table) == [("A", "point_at"), ("B", "point_at")]


# --- OSA-18: the discussion ---


def test_osa_18_it_lasts_until_all_have_passed_in_a_row() -> None:
    """A passed, B plays: A has another turn, and so has B."""
    table = draw_osa("truck", LOT, hands={"A": ["gun"], "B": ["gun", "gun"]})
    answer(table, "A", "pass")
    answer(table, "B", "gun")
    assert asked(table) == [("A", "play_item")]
    answer(table, "A", "gun")
    answer(table, "B", "gun")
    assert asked(table) == [("A", "point_at"), ("B", "point_at")]
    assert weights(table) == {"A": 3, "B": 3}


def test_osa_18_who_is_asked_knows_who_passed_since_the_last_item() -> None:
    """A play makes the passes before it undone."""
    hands = {"A": ["gun"], "B": ["gun", "gun"]}
    table = draw_osa("truck", LOT, hands=hands)
    assert table.pending()[0].context["passed"] == ()
    answer(table, "A", "pass")
    assert table.pending()[0].context["passed"] == ("A",)
    answer(table, "B", "gun")
    assert table.pending()[0].context["passed"] == ()
    answer(table, "A", "pass")
    assert table.pending()[0].context["passed"] == ("A",)


def test_osa_18_a_turn_is_one_card_or_a_pass() -> None:
    """A plays one of two Guns, then it is B's turn."""
    table = draw_osa("truck", LOT, hands={"A": ["gun", "gun"], "B": ["tin_can"]})
    answer(table, "A", "gun")
    assert asked(table) == [("B", "play_item")]


def test_osa_18_all_passes_in_a_row_end_it() -> None:
    """Both hold cards and pass once: they point."""
    table = draw_osa("truck", LOT, hands={"A": ["gun"], "B": ["gun"]})
    answer(table, "A", "pass")
    answer(table, "B", "pass")
    assert asked(table)[0] == ("A", "point_at")


@pytest.mark.parametrize(("phase", "area"), [("truck", 6), ("badge", 3)])
def test_osa_18_for_truck_and_badge_only_guns_are_played(phase: str, area: int) -> None:
    """Every other item stays in the hand."""
    hand = ["walkie_talkie", "energy_drink", "gun", "tin_can", "baseball_bat", "molotov",
            "rotten_meat", "truck_keys"]  # fmt: skip
    board = {area: "A.leader B.leader", 5: "C.leader D.leader"}
    table = draw_osa(phase, board, monsters={area: 2}, hands={"A": hand})
    assert options(table, "A") == ["gun", "pass"]


def test_osa_18_in_an_attack_six_kinds_are_played() -> None:
    """Gun, Baseball bat, Chainsaw, Molotov cocktail, Tin can and Rotten meat."""
    hand = ["walkie_talkie", "energy_drink", "gun", "tin_can", "baseball_bat", "chainsaw",
            "molotov", "rotten_meat", "truck_keys"]  # fmt: skip
    table = attack(BESIEGED, {1: 4}, hands={"A": hand})
    assert {each.partition("-")[0] for each in options(table, "A")} == {
        "gun", "tin_can", "baseball_bat", "chainsaw", "molotov", "rotten_meat", "pass",
    }  # fmt: skip


def test_osa_18_whoever_holds_any_card_is_asked() -> None:
    """A holds what cannot be played here: being asked must not tell what is in a hand."""
    table = draw_osa("truck", LOT, hands={"A": ["truck_keys"], "B": []})
    assert options(table, "A") == ["pass"]
    answer(table, "A", "pass")
    assert asked(table)[0][1] == "point_at"


def test_osa_18_a_pass_is_heard_by_its_player_alone() -> None:
    """Nobody else learns who was asked and passed."""
    table = draw_osa("truck", LOT, hands={"A": ["gun"]})
    answer(table, "A", "pass")
    assert [event.seen_by for event in events(table, "passed")] == [("A",)]


def test_osa_18_who_is_hidden_takes_part_in_the_discussion() -> None:
    """B's only character there is under rotten meat: B plays a Baseball bat all the same."""
    table = attack(BESIEGED, {1: 4}, hidden=["B.leader"], hands={"B": ["baseball_bat"]})
    answer(table, "B", "baseball_bat")
    assert zombies(table) == {1: 3}


def test_osa_18_items_change_hands_through_the_truck_alone() -> None:
    """No question trades or shows a card: these are all there are."""
    assert set(engine.ruleset("osaczeni").catalogue(4)) == {
        "assign_start", "play_item", "point_at", "break_tie", "distribute_truck",
        "use_walkie_talkie", "announce_destination", "choose_destination", "move", "energy_drink",
        "choose_victim",
    }  # fmt: skip


# --- OSA-19, OSA-20: pointing ---


def test_osa_19_all_point_at_the_same_moment() -> None:
    """The first pointing is nobody's to see until the second is in."""
    table = draw_osa("truck", LOT)
    assert all(question.sealed for question in table.pending())
    answer(table, "A", "B")
    assert events(table, "votes_revealed") == []
    answer(table, "B", "B")
    assert fact(table, "votes_revealed")["ballots"] == {"A": "B", "B": "B"}


def test_osa_19_one_may_point_at_oneself_and_nobody_abstains() -> None:
    """A's options are A and B."""
    assert options(draw_osa("truck", LOT), "A") == ["A", "B"]


def test_osa_20_a_leader_has_two_votes_and_every_other_one() -> None:
    """Leader and Protector of A weigh three against B's Crybaby and Protector."""
    there = {6: "A.leader A.protector B.crybaby B.protector", 5: "C.leader D.leader"}
    assert weights(draw_osa("truck", there)) == {"A": 3, "B": 2}


def test_osa_20_the_whole_weight_goes_to_one_player() -> None:
    """A's two votes for B beat B's one for A."""
    table = draw_osa("truck", LOT)
    vote(table, A="B", B="A")
    assert fact(table, "votes_revealed")["totals"] == {"A": 1, "B": 2}
    assert chosen(table) == ("B", "vote")


def test_osa_20_characters_elsewhere_have_no_vote() -> None:
    """A's Leader stands in 5: one vote for the Protector in the lot."""
    assert weights(draw_osa("truck", THREE)) == {"A": 1, "B": 1, "C": 1}


def test_osa_20_the_hidden_have_no_vote() -> None:
    """A's Leader is under rotten meat: one vote of the Protector is left."""
    there = {1: "A.leader A.protector B.leader", 5: SAFE}
    assert weights(attack(there, {1: 5}, hidden=["A.leader"])) == {"A": 1, "B": 2}


def test_gap_o_15_only_hidden_characters_no_vote_and_no_candidate() -> None:
    """B is hidden and plays a Gun for nothing: A and C point at A or C."""
    there = {1: "A.protector B.leader C.leader", 5: "D.leader D.protector C.protector"}
    table = attack(there, {1: 6}, hidden=["B.leader"], hands={"B": ["gun"]})
    answer(table, "B", "gun")
    assert weights(table) == {"A": 1, "C": 2}
    assert options(table, "A") == ["A", "C"]


# --- OSA-21: ties ---


@pytest.mark.parametrize(
    ("holder", "where_"), [("D", "elsewhere"), ("B", "tied too"), ("A", "tied too")]
)
def test_osa_21_the_victim_token_decides_a_tie(holder: str, where_: str) -> None:
    """Whoever has it, wherever he stands; there is no re-vote."""
    del where_
    table = draw_osa("truck", THREE, victim_token=holder, deck=["gun", "gun"])
    vote(table, A="A", B="B", C="C")
    assert asked(table) == [(holder, "break_tie")]
    answer(table, holder, "C")
    assert chosen(table) == ("C", "token")
    assert len(events(table, "votes_revealed")) == 1


def test_osa_21_even_an_eliminated_player_decides() -> None:
    """D has no character left and still breaks the tie."""
    there = {6: "A.protector B.protector", 5: "A.leader B.leader C.leader"}
    table = draw_osa("truck", there, victim_token="D")
    vote(table, A="A", B="B")
    assert table.view(None).eliminated == ("D",)
    assert asked(table) == [("D", "break_tie")]


def test_osa_21_only_the_tied_can_be_picked() -> None:
    """Two votes for A, two for B, one for C: C is no option."""
    there = {6: "A.leader B.leader C.protector", 5: "D.leader D.protector"}
    table = draw_osa("truck", there, victim_token="C")
    vote(table, A="A", B="B", C="C")
    assert options(table, "C") == ["A", "B"]


def test_osa_21_the_most_votes_win_without_a_majority() -> None:
    """Two of four votes for A, one each for B and C: A, and nobody breaks a tie."""
    there = {6: "A.leader B.protector C.protector", 5: "D.leader D.protector"}
    table = draw_osa("truck", there)
    vote(table, A="A", B="B", C="C")
    assert chosen(table) == ("A", "vote")


@pytest.mark.parametrize(("phase", "area"), [("truck", 6), ("badge", 3), ("attack", 1)])
def test_osa_21_the_token_decides_in_every_kind_of_vote(phase: str, area: int) -> None:
    """Truck, badge and attack."""
    there = {area: "A.protector B.protector", 5: SAFE}
    monsters = {1: 6} if phase == "attack" else {}
    table = draw_osa(phase, there, monsters=monsters, victim_token="D")
    vote(table, A="A", B="B")
    assert asked(table) == [("D", "break_tie")]
    answer(table, "D", "B")
    assert chosen(table) == ("B", "token")


def test_gap_o_28_a_tie_that_is_not_decided_is_drawn() -> None:
    """Over seeds the holder's stand-in picks every tied player, himself or not."""
    found = set()
    for seed in range(30):
        table = draw_osa("truck", THREE, victim_token="A", seed=seed)
        vote(table, A="A", B="B", C="C")
        found.add(table.pending()[0].default.id)
    assert found == set("ABC")


# --- OSA-22, OSA-23: who can be chosen ---


def test_osa_22_those_who_take_part_are_the_candidates() -> None:
    """D has nobody on the parking lot: nobody can point at D (GAP-O-33)."""
    assert options(draw_osa("truck", THREE), "A") == ["A", "B", "C"]


def test_osa_22_in_an_attack_the_hidden_are_no_candidates() -> None:
    """C's only character there is hidden: A and B point at A or B."""
    there = {1: "A.protector B.leader C.leader", 5: "D.leader D.protector C.protector"}
    table = attack(there, {1: 6}, hidden=["C.leader"])
    assert [options(table, seat) for seat in "AB"] == [["A", "B"]] * 2


def test_osa_23_one_family_has_the_discussion_but_no_pointing() -> None:
    """A alone is attacked: A may play, then says who is eaten."""
    table = attack({1: "A.leader A.crybaby", 5: SAFE}, {1: 3}, hands={"A": ["gun"]})
    assert asked(table) == [("A", "play_item")]
    answer(table, "A", "pass")
    assert asked(table) == [("A", "choose_victim")]
    answer(table, "A", "leader")
    assert eaten(table) == ["A.leader"]
    assert chosen(table) == ("A", "only_candidate")


def test_osa_23_one_family_may_save_itself_in_the_discussion() -> None:
    """A kills one of three monsters, and the other two are held."""
    table = attack({1: "A.leader A.crybaby", 5: SAFE}, {1: 3}, hands={"A": ["baseball_bat", "gun"]})
    answer(table, "A", "baseball_bat", "pass")
    assert (eaten(table), zombies(table)) == ([], {1: 2})


@pytest.mark.parametrize(("phase", "area"), [("truck", 6), ("badge", 3)])
def test_osa_23_who_is_alone_wins_without_pointing(phase: str, area: int) -> None:
    """C alone stands there."""
    table = draw_osa(phase, {area: "C.leader", 5: "A.leader B.leader D.leader A.protector"})
    assert chosen(table) == ("C", "only_candidate")


def test_gap_o_16_one_player_with_visible_characters_needs_no_pointing() -> None:
    """B is there and hidden: A alone can be chosen, and A's only visible character is eaten."""
    table = attack(BESIEGED, {1: 4}, hidden=["B.leader"])
    assert chosen(table) == ("A", "only_candidate")
    assert eaten(table) == ["A.protector"]
    assert where(table, "B.leader") == 1


def test_gap_o_27_nobody_abstains() -> None:
    """A pointing has no pass."""
    assert "pass" not in options(draw_osa("truck", LOT), "A")


def test_osa_18_the_discussion_comes_before_every_vote_of_the_parking_lot() -> None:
    """Two monsters, two discussions: A, who holds a card, is asked before each pointing."""
    there = {6: "A.leader A.protector B.leader B.protector", 5: SAFE}
    table = attack(there, {6: 2}, hands={"A": ["truck_keys"]})
    answer(table, "A", "pass")
    vote(table, A="B", B="B")
    until(table, "choose_victim")
    answer(table, "B", "leader")
    assert asked(table) == [("A", "play_item")]
    assert attacked(table) == [6, 6]
