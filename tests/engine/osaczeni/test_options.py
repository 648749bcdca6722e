"""The options of Osaczeni: each changes an outcome, named by its key and its gap."""

import sys

import pytest

import engine
from tests.engine.helpers import answer, asked, options, vote, where
from tests.engine.osaczeni.boards import (
    SAFE,
    attack,
    attacked,
    came,
    chosen,
    draw_osa,
    fact,
    moved,
    result,
    weights,
)

DEFAULTS = {
    "capacity": "3,4,3,4,6",
    "parking_notches": 6,
    "area_names": "toilets,clothes_shop,toy_shop,glass_lobby",
    "deck": "3,3,3,3,3,3,1,3,1",
    "cold_rows": "2,2,2",
    "variant": "none",
    "unlocked": "",
    "first_badge": "random",
    "first_victim": "random",
    "monster_supply": 25,
    "discussion": "loop",
    "drink_timing": "after_move",
    "drink_to_parking": True,
    "gun_without_voter": False,
    "give_to_dead": True,
    "vote_timeout": "self",
    "candidates": "participants",
}
LOT = {6: "A.protector B.protector", 3: "C.leader", 5: "A.crybaby C.crybaby"}
"""A and B on the parking lot; D is out."""


def test_osaczeni_plays_the_gaps_by_their_defaults() -> None:
    """The options stand at the defaults of the rules' gap table, and there are no others."""
    assert dict(engine.ruleset("osaczeni").options_in_force) == DEFAULTS


def test_every_option_with_a_choice_has_a_test() -> None:
    """All but `variant`, which has one value: a test here is named by its key."""
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_option_")]
    tested = {key for key in DEFAULTS if any(name.startswith(f"test_option_{key}_") for name in
                                             names)}  # fmt: skip
    assert set(DEFAULTS) - tested == {"variant"}
    assert engine.ruleset("osaczeni").options["variant"].values == ("none",)


@pytest.mark.parametrize(("capacity", "place"), [("3,4,3,4,6", 6), ("4,4,3,4,6", 1)])
def test_option_capacity_gap_o_1(capacity: str, place: int) -> None:
    """A fourth character finds room in area 1 only if it has four spaces."""
    there = {1: "B.leader C.leader D.leader", 2: "A.protector", 5: "B.protector C.crybaby"}
    table = draw_osa(
        "movement", there, dice=[4, 4, 4, 4], destinations={"A": 1, "B": 3, "C": 4, "D": 4},
        options={"capacity": capacity},
    )  # fmt: skip
    assert where(table, "A.protector") == place


@pytest.mark.parametrize(("notches", "come"), [(6, 1), (7, 2), (None, 4)])
def test_option_parking_notches_gap_o_2(notches: int | None, come: int) -> None:
    """Five stand at the parking lot; of four that would come only some find a notch."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = draw_osa("arrival", there, dice=[6, 6, 6, 6], monsters={6: 5},
                     options={"parking_notches": notches})  # fmt: skip
    assert came(table)["dice"] == [6] * come


def test_option_area_names_gap_o_3() -> None:
    """Four areas may be named in another order; 3 and 6 are certain."""
    names = "glass_lobby,toy_shop,clothes_shop,toilets"
    places = engine.ruleset("osaczeni", {"area_names": names}).places
    assert [place.name for place in places] == [
        "Glass Lobby", "Toy Shop", "Monitoring Centre", "Clothes Shop", "Toilets", "Parking Lot",
    ]  # fmt: skip


def test_option_deck_gap_o_4() -> None:
    """Twenty-three Guns: everybody is dealt one."""
    table = engine.new_table("osaczeni", 4, 1, {"deck": [0, 0, 23, 0, 0, 0, 0, 0, 0]})
    assert {table.view(seat).hand for seat in "ABCD"} == {("gun",)}


@pytest.mark.parametrize(("rows", "enter"), [("2,2,2", [1, 2]), ("3,2,2", [1])])
def test_option_cold_rows_gap_o_5(rows: str, enter: list[int]) -> None:
    """The second victim fills a row of two, not of three: then as many as the strength enter."""
    there = {1: "A.leader", 2: "B.leader B.crybaby", 5: SAFE + " A.protector B.protector"}
    table = attack(there, {1: 2, 2: 2}, cold_room=1, options={"cold_rows": rows}, seats=5)
    assert attacked(table) == enter


@pytest.mark.parametrize(("unlocked", "number"), [("", 18), ("18", 9), ("9,18", None)])
def test_option_unlocked_osa_56(unlocked: str, number: int | None) -> None:
    """No area is closed (18) and two players lost all (09); the first of them not unlocked."""
    there = {1: "A.crybaby A.protector", 2: "B.crybaby"}
    hands = {"A": ["gun"], "B": ["gun"]}
    table = draw_osa("dawn", there, hands=hands, options={"unlocked": unlocked})
    assert result(table).epilogue == number


@pytest.mark.parametrize("seed", range(5))
def test_option_first_badge_gap_o_8(seed: int) -> None:
    """The host names the oldest: C begins, and the victim token goes to another."""
    view = engine.new_table("osaczeni", 4, seed, {"first_badge": "C"}).view(None)
    assert view.chief == "C"
    assert view.victim_token != "C"


@pytest.mark.parametrize("seed", range(5))
def test_option_first_victim_gap_o_8(seed: int) -> None:
    """The host names the youngest: D has the token, and the badge goes to another."""
    view = engine.new_table("osaczeni", 4, seed, {"first_victim": "D"}).view(None)
    assert view.victim_token == "D"
    assert view.chief != "D"


def test_option_first_badge_and_first_victim_are_two_players() -> None:
    """Nobody is the oldest and the youngest."""
    with pytest.raises(engine.RulesetError, match="first_badge and first_victim are both 'C'"):
        engine.new_table("osaczeni", 4, 1, {"first_badge": "C", "first_victim": "C"})


@pytest.mark.parametrize(("supply", "come"), [(25, 4), (12, 4), (11, 3), (8, 0), (None, 4)])
def test_option_monster_supply_gap_o_9(supply: int | None, come: int) -> None:
    """Eight stand; of the four that come only as many do as there are tokens."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = draw_osa("arrival", there, dice=[1, 1, 2, 2], monsters={3: 4, 4: 4},
                     options={"monster_supply": supply})  # fmt: skip
    assert len(came(table).get("dice", [])) == come


@pytest.mark.parametrize(("discussion", "kind"), [("loop", "play_item"), ("lap", "point_at")])
def test_option_discussion_gap_o_10(discussion: str, kind: str) -> None:
    """A passed and B played: A has another turn in the loop, none in one lap."""
    table = draw_osa("truck", LOT, hands={"A": ["gun"], "B": ["gun"]},
                     options={"discussion": discussion})  # fmt: skip
    answer(table, "A", "pass")
    answer(table, "B", "gun")
    assert asked(table)[0] == ("A", kind)


def test_option_discussion_lap_has_any_number_of_items_in_a_turn() -> None:
    """A plays two in a row, then B has the only turn."""
    table = draw_osa("truck", LOT, hands={"A": ["gun", "gun", "tin_can"], "B": ["gun"]},
                     options={"discussion": "lap"})  # fmt: skip
    answer(table, "A", "gun", "gun", "pass")
    answer(table, "B", "pass")
    assert weights(table) == {"A": 3, "B": 1}


def drinks(timing: str, hands: dict[str, list[str]], **keys: object) -> engine.Table:
    """Return the moves of A and B to 3, of C and D, who have one each in 5, to 4."""
    there = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: "C.leader D.leader"}
    keys = {"destinations": {"A": 3, "B": 3, "C": 4, "D": 4}, **keys}
    return draw_osa(
        "movement", there, dice=[4, 4, 4, 4], hands=hands, options={"drink_timing": timing}, **keys
    )


@pytest.mark.parametrize(("timing", "again"), [("after_move", False), ("any_time", True)])
def test_option_drink_timing_gap_o_12(timing: str, *, again: bool) -> None:
    """A passed after the own move: after B's move A is asked again only with `any_time`."""
    table = drinks(timing, {"A": ["energy_drink"]})
    if again:
        assert asked(table) == [("A", "energy_drink")]  # before the first move
        answer(table, "A", "pass")
    answer(table, "A", "leader", "pass")
    answer(table, "B", "leader")
    assert (asked(table) == [("A", "energy_drink")]) is again


def test_option_drink_timing_any_time_is_for_who_has_not_moved_too() -> None:
    """B drinks before A moves, and D, who is last, after A's move."""
    table = drinks("any_time", {"B": ["energy_drink"], "D": ["energy_drink"]})
    assert asked(table) == [("B", "energy_drink")]
    answer(table, "B", "leader-6")
    assert asked(table) == [("D", "energy_drink")]
    answer(table, "D", "pass")
    assert asked(table) == [("A", "move")]
    answer(table, "A", "leader")
    answer(table, "D", "leader-1")
    assert asked(table) == [("B", "move")]
    assert moved(table) == [
        ("B.leader", 1, 6, "energy_drink"), ("A.leader", 1, 3, "destination"),
        ("D.leader", 5, 1, "energy_drink"),
    ]  # fmt: skip


def test_option_drink_timing_any_time_answers_a_drink_with_a_drink() -> None:
    """A passed, then B drinks: A is asked once more before anybody moves (all pass in a row)."""
    table = drinks("any_time", {"A": ["energy_drink"], "B": ["energy_drink"]})
    answer(table, "A", "pass")
    answer(table, "B", "leader-6")
    assert asked(table) == [("A", "energy_drink")]
    answer(table, "A", "pass")
    assert asked(table) == [("A", "move")]


@pytest.mark.parametrize("card", ["energy_drink", "gun"])
def test_option_drink_timing_any_time_asks_whoever_holds_any_card(card: str) -> None:
    """Being asked tells nothing of the card: a Gun is asked for at the same moments."""
    table = drinks("any_time", {"C": [card]})
    asks = 0
    while table.pending():
        (question,) = table.pending()
        if question.kind == "energy_drink":
            assert question.seat == "C"
            answer(table, "C", "pass")
            asks += 1
        elif question.kind == "move":
            answer(table, question.seat, question.options[0].id)
        else:
            break
    assert asks == 5  # before the first move and after each of four


def test_option_drink_timing_any_time_may_leave_nobody_to_move() -> None:
    """D's only one drinks to the destination: nobody is left who could move there."""
    table = drinks("any_time", {"D": ["energy_drink"]})
    answer(table, "D", "leader-4")
    for seat in "ABC":
        if asked(table)[0] == (seat, "move"):
            answer(table, seat, options(table, seat)[0])
    assert [who for who, _, _, cause in moved(table) if cause == "destination"] == [
        "A.protector", "B.protector", "C.leader",
    ]  # fmt: skip
    assert table.view(None).phase != "movement"


@pytest.mark.parametrize("allowed", [True, False])
def test_option_drink_to_parking_gap_o_12(*, allowed: bool) -> None:
    """The parking lot is a target of an Energy drink, or not."""
    there = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: "C.leader D.leader"}
    table = draw_osa(
        "movement", there, dice=[4, 4, 4, 4], destinations={"A": 3, "B": 3, "C": 4, "D": 4},
        hands={"A": ["energy_drink"]}, options={"drink_to_parking": allowed},
    )  # fmt: skip
    answer(table, "A", "leader")
    assert ("leader-6" in options(table, "A")) is allowed
    assert "leader-5" in options(table, "A")


@pytest.mark.parametrize("timing", ["after_move", "any_time"])
def test_osa_58_the_card_says_whether_a_drink_leads_to_the_parking_lot(timing: str) -> None:
    """The card agrees with the rule in force, and the rule doesn't say it again."""
    for allowed in (True, False):
        facts = engine.ruleset("osaczeni", {"drink_timing": timing, "drink_to_parking": allowed})
        card = next(card.text for card in facts.cards if card.id == "energy_drink")
        assert card.endswith("with a free space." if allowed else "but not to the parking lot.")
        told = {rule.clause: rule.text for rule in facts.rules(4)}
        assert told["OSA-58"] == f"Energy drink (3): {card}"
        assert "parking lot" not in told["OSA-38"]


@pytest.mark.parametrize(
    ("alone", "votes"), [(False, {"A": 1, "C": 2}), (True, {"A": 1, "B": 2, "C": 2})]
)
def test_option_gun_without_voter_gap_o_15(votes: dict[str, int], *, alone: bool) -> None:
    """B is hidden and plays two Guns: two votes, or none; B can't be chosen either way."""
    there = {1: "A.protector B.leader C.leader", 5: "D.leader D.protector C.protector"}
    table = attack(there, {1: 6}, hidden=["B.leader"], hands={"B": ["gun", "gun"]},
                   options={"gun_without_voter": alone})  # fmt: skip
    answer(table, "B", "gun", "gun")
    assert weights(table) == votes
    assert options(table, "A") == ["A", "C"]
    if alone:
        vote(table, A="C", B="A", C="C")
        assert fact(table, "votes_revealed")["totals"] == {"A": 2, "C": 3}


def test_option_gun_without_voter_gives_no_vote_without_a_gun() -> None:
    """B is hidden and holds nothing: no vote."""
    there = {1: "A.protector B.leader C.leader", 5: "D.leader D.protector C.protector"}
    table = attack(there, {1: 6}, hidden=["B.leader"], options={"gun_without_voter": True})
    assert weights(table) == {"A": 1, "C": 2}


@pytest.mark.parametrize(("allowed", "recipients"), [(True, "BCD"), (False, "BC")])
def test_option_give_to_dead_gap_o_18(recipients: str, *, allowed: bool) -> None:
    """D is out: without the option D is no recipient."""
    there = {6: "A.leader", 5: "B.leader C.leader B.protector C.protector"}
    table = draw_osa("truck", there, deck=["gun", "gun"], options={"give_to_dead": allowed})
    assert {each.rpartition("-")[2] for each in options(table, "A")} == set(recipients)


def test_option_give_to_dead_where_nobody_else_lives() -> None:
    """A alone has four characters of three players: then the dead are given the item."""
    there = {6: "A.leader A.protector", 5: "A.klutz A.crybaby"}
    table = draw_osa("truck", there, seats=3, deck=["gun", "gun"],
                     options={"give_to_dead": False})  # fmt: skip
    assert options(table, "A") == ["gun-gun-B", "gun-gun-C"]


def stand_ins(timeout: str) -> set[str]:
    """Return the stand-in pointings of A over many seeds."""
    found = set()
    for seed in range(30):
        table = draw_osa("truck", LOT, seed=seed, options={"vote_timeout": timeout})
        found.add(table.pending()[0].default.id)
    return found


def test_option_vote_timeout_gap_o_27() -> None:
    """`self` points at oneself where possible, `uniform` at any candidate."""
    assert stand_ins("self") == {"A"}
    assert stand_ins("uniform") == {"A", "B"}


def test_option_vote_timeout_self_draws_for_who_is_no_candidate() -> None:
    """B is hidden and votes with a Gun: the stand-in is drawn among A and C."""
    there = {1: "A.protector B.leader C.leader", 5: "D.leader D.protector C.protector"}
    found = set()
    for seed in range(30):
        table = attack(there, {1: 6}, hidden=["B.leader"], hands={"B": ["gun"]}, seed=seed,
                       options={"gun_without_voter": True})  # fmt: skip
        answer(table, "B", "gun")
        found |= {question.default.id for question in table.pending() if question.seat == "B"}
    assert found == {"A", "C"}


@pytest.mark.parametrize(("candidates", "offered"), [("participants", "AB"), ("anyone", "ABC")])
def test_option_candidates_gap_o_33(candidates: str, offered: str) -> None:
    """`anyone`: C, who stands elsewhere, can be sent to the truck; D, who is out, can't."""
    table = draw_osa("truck", LOT, options={"candidates": candidates})
    assert options(table, "A") == list(offered)


def test_option_candidates_anyone_can_win_from_afar() -> None:
    """C wins the truck from the monitoring centre."""
    table = draw_osa("truck", LOT, options={"candidates": "anyone"})
    vote(table, A="C", B="C")
    assert chosen(table) == ("C", "vote")
    assert asked(table) == [("C", "distribute_truck")]


def test_option_candidates_anyone_is_not_for_attacks() -> None:
    """Who is eaten must stand there."""
    table = attack({1: "A.protector B.leader", 5: SAFE}, {1: 4}, options={"candidates": "anyone"})
    assert options(table, "A") == ["A", "B"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("capacity", "3,4,3,4"), ("capacity", "3,4,3,4,0"), ("capacity", "3,4,3,4,25"),
        ("parking_notches", 0), ("area_names", "toilets,toilets,toy_shop,glass_lobby"),
        ("deck", "3,3,3,3,3,3,1,3,2"), ("cold_rows", "2,2"), ("cold_rows", "0,2,2"),
        ("variant", "13"), ("unlocked", "0"), ("unlocked", "22"), ("unlocked", "3,2"),
        ("first_badge", "E"), ("first_victim", 1), ("monster_supply", 5), ("discussion", "free"),
        ("drink_timing", "never"), ("drink_to_parking", "yes"), ("gun_without_voter", 1),
        ("give_to_dead", None), ("vote_timeout", "never"), ("candidates", "all"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_what_is_possible(key: str, value: object) -> None:
    """The message names the key, the value and what may stand there."""
    with pytest.raises(engine.RulesetError, match=f"{key} is {value!r}. Possible: "):
        engine.new_table("osaczeni", 4, 1, {key: value})


def test_an_option_of_the_other_family_is_refused() -> None:
    """`zombie_supply` is Mall of Horror's."""
    with pytest.raises(engine.RulesetError, match="no option 'zombie_supply'"):
        engine.new_table("osaczeni", 4, 1, {"zombie_supply": 9})


def test_the_rules_text_follows_the_options() -> None:
    """Each option that changes a rule changes the sentences that players read."""
    other = {
        "capacity": "4,4,3,4,6", "parking_notches": 7, "cold_rows": "3,2,2", "monster_supply": 30,
        "area_names": "glass_lobby,toy_shop,clothes_shop,toilets", "discussion": "lap",
        "deck": "4,2,3,3,3,3,1,3,1", "first_badge": "A", "first_victim": "A",
        "drink_timing": "any_time", "drink_to_parking": False, "gun_without_voter": True,
        "give_to_dead": False, "vote_timeout": "uniform", "candidates": "anyone",
    }  # fmt: skip
    told = engine.ruleset("osaczeni").rules(4)
    same = [key for key, value in other.items()
            if engine.ruleset("osaczeni", {key: value}).rules(4) == told]  # fmt: skip
    assert same == []


def test_the_rules_text_cites_this_game_alone() -> None:
    """Every sentence names a clause or a gap of Osaczeni."""
    clauses = [rule.clause for rule in engine.ruleset("osaczeni").rules(4)]
    assert [each for each in clauses if not each.startswith(("OSA-", "GAP-O-"))] == []


def test_option_gun_without_voter_shows_no_candidate_who_is_hidden() -> None:
    """B's Gun votes, and B stands in no view as somebody who can be chosen."""
    there = {1: "A.protector B.leader C.leader", 5: "D.leader D.protector C.protector"}
    table = attack(there, {1: 6}, hidden=["B.leader"], hands={"B": ["gun", "tin_can"]},
                   options={"gun_without_voter": True})  # fmt: skip
    answer(table, "B", "gun")
    shown = table.view(None).vote
    assert shown is not None
    assert (shown.candidates, shown.weights) == (("A", "C"), {"A": 1, "B": 1, "C": 2})


def test_option_candidates_anyone_shows_in_the_view_before_the_ballot() -> None:
    """Whoever can be pointed at is among the candidates from the discussion on (GAP-O-33)."""
    places = {6: "A.leader B.leader", 1: "C.leader D.leader"}
    for value, candidates in (("participants", ("A", "B")), ("anyone", ("A", "B", "C", "D"))):
        table = draw_osa("truck", places, options={"candidates": value}, hands={"A": ["gun"]})
        vote = table.view(None).vote
        assert vote is not None
        assert vote.candidates == candidates
