"""MOH-30 to MOH-36: the dice under the box, cameras, destinations, revenge zombies."""

import json

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, run_to, until, zombies

HQ_A = {5: "A.pin_up", 4: "B.pin_up C.pin_up D.pin_up", 6: "B.gunman C.gunman D.gunman"}
NO_HQ = {4: "A.pin_up B.pin_up C.pin_up D.pin_up", 6: "A.gunman B.gunman C.gunman D.gunman"}
TWO_LEFT = {3: "A.pin_up B.pin_up B.gunman", 6: "A.gunman C.pin_up C.gunman"}
"""D is out."""


def answer_all(table: engine.Table, kind: str, option: str) -> None:
    """Answer every open question of this kind with the option, or with the first one offered."""
    for question in table.pending():
        assert question.kind == kind
        ids = [each.id for each in question.options]
        answer(table, question.seat, option if option in ids else ids[0])


# --- MOH-30, MOH-31: the dice ---


def test_moh_30_four_dice_are_rolled_out_of_sight() -> None:
    """Without an election nobody perceives the roll."""
    table = draw("arrival", NO_HQ, chance={"dice": [[1, 1, 5, 6]]})
    assert events(table, "dice_rolled")[0].data() == {"dice": [1, 1, 5, 6]}
    for seat in "ABCD":
        heard = {event.type for event in table.heard_by(seat)}
        assert heard.isdisjoint({"dice_rolled", "dice_seen", "dice_revealed"})
        assert table.view(seat).dice is None


def test_moh_31_a_chief_elected_this_round_looks() -> None:
    """He sees the dice without a card; that he looked is public, the dice are his."""
    table = draw("arrival", HQ_A, chief_elected=True, chance={"dice": [[1, 1, 5, 6]]})
    assert table.view("A").dice == (1, 1, 5, 6)
    assert [table.view(seat).dice for seat in (None, "B", "C", "D")] == [None] * 4
    assert table.view(None).dice_seen_by == ("A",)
    peeked = [e.data() for e in table.heard_by("D") if e.type == "dice_peeked"]
    assert peeked == [{"player": "A", "by": "badge"}]
    assert [event.type for event in table.heard_by("D") if event.type == "dice_seen"] == []


def test_moh_31_only_a_chief_elected_this_round_looks() -> None:
    """A Chief who was not elected this round sees nothing."""
    table = draw("arrival", HQ_A, chief_elected=False)
    assert table.view("A").dice is None
    assert table.view(None).dice_seen_by == ()


def test_moh_31_the_first_chief_does_not_look_in_round_one_unless_elected() -> None:
    """From the set-up with everybody on the parking lot: nobody looks in round one."""
    table = draw("setup", seats=4, chance={"dice": [[4, 4]] * 12 + [[3, 3, 6, 6]]})
    until(table, "choose_destination")
    assert [table.view(seat).dice for seat in "ABCD"] == [None] * 4


# --- MOH-32: cameras ---


def test_moh_32_a_camera_shows_the_dice_to_its_player_alone() -> None:
    """The play is public, the dice are private, the card is gone."""
    table = draw("arrival", NO_HQ, hands={"B": ["camera"]}, chance={"dice": [[1, 1, 5, 6]]})
    answer(table, "B", "camera")
    assert table.view("B").dice == (1, 1, 5, 6)
    assert table.view("B").hand == ()
    assert [table.view(seat).dice for seat in (None, "A", "C", "D")] == [None] * 4
    heard = [e.data() for e in table.heard_by("C") if e.type in {"card_played", "dice_peeked"}]
    assert heard == [
        {"player": "B", "card": "camera", "place": None},
        {"player": "B", "by": "camera"},
    ]


def test_moh_32_cameras_go_in_chief_order() -> None:
    """With Chief C: C, D, A, B."""
    hands = {"A": ["camera"], "B": ["camera"], "C": ["camera"], "D": ["threat"]}
    table = draw("arrival", NO_HQ, chief="C", hands=hands)
    seen = []
    while asked(table)[0][1] == "use_camera":
        seen.append(asked(table)[0][0])
        answer(table, seen[-1], "pass")
    assert seen == ["C", "D", "A", "B"]


def test_moh_32_every_player_in_the_game_wherever_he_stands() -> None:
    """Neither the HQ nor an election is needed."""
    table = draw("arrival", NO_HQ, hands={"D": ["camera"]}, closed=[2, 5])
    assert asked(table) == [("D", "use_camera")]


def test_moh_32_an_eliminated_player_uses_no_camera() -> None:
    """D holds one and is not asked (MOH-66)."""
    table = draw("arrival", TWO_LEFT, hands={"D": ["camera"], "C": ["camera"]})
    assert asked(table) == [("C", "use_camera")]
    answer(table, "C", "pass")
    assert asked(table)[0][1] == "choose_destination"


def test_moh_32_one_camera_a_turn() -> None:
    """Who has looked with one camera is not asked for his second."""
    table = draw("arrival", NO_HQ, hands={"A": ["camera", "camera"]})
    answer(table, "A", "camera")
    assert asked(table)[0][1] == "choose_destination"
    assert table.view("A").hand == ("camera",)


def test_moh_32_the_camera_question_depends_on_the_hand_size_alone() -> None:
    """Who holds any card is asked, if only to pass; who holds none is not."""
    table = draw("arrival", NO_HQ, hands={"B": ["sprint"]})
    assert asked(table) == [("B", "use_camera")]
    assert options(table, "B") == ["pass"]
    answer(table, "B", "pass")
    assert [e for e in table.heard_by("A") if e.type == "passed"] == []


def test_gap_m_37_a_chief_who_sees_is_not_offered_a_camera() -> None:
    """The elected Chief is left out of the lap; an unelected one is in it."""
    hands = {"A": ["camera"], "B": ["camera"]}
    elected = draw("arrival", HQ_A, chief_elected=True, hands=hands)
    assert asked(elected) == [("B", "use_camera")]
    unelected = draw("arrival", HQ_A, hands=hands)
    assert asked(unelected) == [("A", "use_camera")]


# --- MOH-33, MOH-34: who chooses when ---


def test_moh_33_an_elected_chief_announces_first() -> None:
    """He alone is asked, before all others, and all perceive his choice."""
    table = draw("destinations", HQ_A, chief_elected=True)
    assert asked(table) == [("A", "announce_destination")]
    answer(table, "A", "3")
    assert {seat: table.view(seat).destinations["A"] for seat in "ABCD"} == dict.fromkeys("ABCD", 3)
    assert table.view(None).destinations["A"] == 3
    assert {seat for seat, _ in asked(table)} == {"B", "C", "D"}


def test_moh_33_an_announced_destination_binds() -> None:
    """A moves to the announced location; without a Sprint nothing else is offered."""
    table = draw(
        "destinations",
        {5: "A.pin_up A.gunman", 4: "B.pin_up C.pin_up D.pin_up"},
        chief_elected=True,
        dice=[4, 4, 4, 4],
    )
    answer(table, "A", "3")
    until(table, "move")
    assert options(table, "A") == ["pin_up", "gunman"]
    answer(table, "A", "gunman")
    assert events(table, "character_moved")[0].data()["place"] == 3


def test_moh_33_an_unelected_chief_chooses_in_secret_with_the_others() -> None:
    """All four are asked together, the Chief among them."""
    table = draw("destinations", HQ_A, chief_elected=False)
    assert asked(table) == [(seat, "choose_destination") for seat in "ABCD"]
    answer(table, "A", "3")
    assert table.view("B").destinations["A"] is None


def test_moh_34_destinations_are_secret_and_simultaneous() -> None:
    """A chooser sees his own at once; nobody else does before the reveal."""
    table = draw("destinations", NO_HQ, revenge=[])
    assert all(question.sealed for question in table.pending())
    run = {"A": "3", "B": "5", "C": "1", "D": "3"}
    for seat in "ABC":
        answer(table, seat, run[seat])
    for seat in (None, "A", "B", "C", "D"):
        shown = table.view(seat).destinations
        assert [shown[other] for other in "ABCD" if other != seat] == [None] * (3 + (seat is None))
    own = {seat: table.view(seat).destinations[seat] for seat in "ABCD"}
    assert own == {"A": 3, "B": 5, "C": 1, "D": None}


def test_moh_34_a_sealed_choice_changes_the_own_view_only() -> None:
    """While others choose, A's choice changes one number of A's view and no byte elsewhere."""
    one, two = (draw("destinations", NO_HQ, hands={"A": ["sprint"]}) for _ in range(2))
    before = one.view_data("A")
    answer(one, "A", "3")
    answer(two, "A", "5")
    for seat in (None, "B", "C", "D"):
        assert json.dumps(one.view_data(seat)) == json.dumps(two.view_data(seat))
    assert one.view_data("A") == {**before, "destinations": {"A": 3, **dict.fromkeys("BCD")}}
    assert one.fork().view_data("A") == one.view_data("A")
    assert one.events == two.events


def test_moh_34_a_sealed_ballot_is_in_no_view() -> None:
    """Only destinations are shown to who has chosen; a ballot waits for the others."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 1: "C.pin_up C.gunman D.pin_up"})
    before = table.view_data("A")
    answer(table, "A", "B")
    assert table.view_data("A") == before


def test_moh_34_secret_destinations_stay_secret_while_the_revenge_zombie_is_placed() -> None:
    """All are locked; each sees his own alone."""
    table = draw("destinations", TWO_LEFT, revenge=["D"])
    for seat, goal in {"A": "5", "B": "1", "C": "4"}.items():
        answer(table, seat, goal)
    assert asked(table) == [("D", "place_revenge_zombie")]
    assert dict(table.view("A").destinations) == {"A": 5, "B": None, "C": None, "D": None}
    assert dict(table.view(None).destinations) == dict.fromkeys("ABCD")
    heard = [e.data()["player"] for e in table.heard_by("A") if e.type == "destination_chosen"]
    assert heard == ["A"]


def test_moh_34_the_eliminated_choose_no_destination() -> None:
    """D is out and is not asked."""
    table = draw("destinations", TWO_LEFT)
    assert [seat for seat, _ in asked(table)] == ["A", "B", "C"]


def test_gap_m_38_a_locked_destination_can_not_be_changed() -> None:
    """A second answer is refused and the first one stands."""
    table = draw("destinations", NO_HQ)
    answer(table, "A", "3")
    with pytest.raises(engine.AnswerError):
        answer(table, "A", "5")
    until(table, "move")
    assert table.view(None).destinations["A"] == 3


# --- MOH-35: what may be chosen ---


def test_moh_35_a_location_where_all_own_characters_stand_is_illegal() -> None:
    """B is at 6 with all he has; A has one elsewhere and may choose 6."""
    table = draw("destinations", {6: "A.pin_up B.pin_up B.gunman", 4: "A.gunman C.pin_up"})
    assert options(table, "A") == ["1", "3", "4", "5", "6"]
    assert options(table, "B") == ["1", "3", "4", "5"]


def test_moh_35_dead_characters_do_not_stand_elsewhere() -> None:
    """B's only living character is at 6: he must leave it."""
    table = draw("destinations", {6: "A.pin_up B.pin_up", 4: "A.gunman C.pin_up C.gunman"})
    assert "6" not in options(table, "B")


def test_moh_35_a_full_location_may_be_chosen() -> None:
    """Three characters in the Restrooms do not stop a fourth from setting out."""
    table = draw("destinations", {1: "A.pin_up B.pin_up C.pin_up", 4: "D.pin_up D.gunman"})
    assert "1" in options(table, "D")


@pytest.mark.parametrize(("seats", "offered"), [(4, False), (5, True)])
def test_moh_35_the_closed_shop_is_no_destination(seats: int, *, offered: bool) -> None:
    """With four players 2 is closed, with five it can be chosen."""
    table = draw("destinations", NO_HQ, seats=seats)
    assert ("2" in options(table, "A")) is offered


def test_moh_35_a_doomed_location_is_no_destination() -> None:
    """Location 3, closed in an earlier round, is not offered."""
    table = draw("destinations", NO_HQ, closed=[2, 3])
    assert options(table, "A") == ["1", "4", "5", "6"]


def test_gap_m_24_a_sprint_holder_can_not_lock_where_all_his_characters_are() -> None:
    """A Sprint in hand changes no option."""
    table = draw("destinations", {6: "A.pin_up", 4: "B.pin_up C.pin_up"}, hands={"A": ["sprint"]})
    assert options(table, "A") == ["1", "3", "4", "5"]


def test_gap_m_36_without_a_legal_destination_the_move_is_skipped() -> None:
    """All but the parking lot is closed and all of A stand there: A is not asked at all."""
    table = draw(
        "destinations", {4: "A.pin_up A.gunman B.pin_up C.pin_up D.pin_up"}, closed=[1, 2, 3, 5, 6]
    )
    run_to(table)
    asked_of = [e.type for e in table.events if e.type.startswith("destination_")]
    assert asked_of == []
    assert events(table, "character_moved") == []


def test_moh_35_a_single_legal_destination_is_not_asked_for() -> None:
    """With 4 and 6 open and all of A at 4, A goes to 6 without a question."""
    table = draw(
        "destinations",
        {4: "A.pin_up A.gunman B.pin_up", 6: "B.gunman C.pin_up"},
        closed=[1, 2, 3, 5],
    )
    assert [seat for seat, _ in asked(table)] == ["B"]
    until(table, "move")
    assert dict(table.view(None).destinations) == {"A": 6, "B": 4, "C": 4, "D": None}


# --- MOH-36, GAP-M-26: revenge zombies ---


def lock_all(table: engine.Table, goal: str = "5") -> None:
    """Let everybody lock this destination."""
    answer_all(table, "choose_destination", goal)


def test_moh_36_who_was_eliminated_last_round_may_place_a_zombie() -> None:
    """When all destinations are locked and before any is revealed, on any open location."""
    table = draw("destinations", TWO_LEFT, revenge=["D"])
    lock_all(table)
    assert asked(table) == [("D", "place_revenge_zombie")]
    assert options(table, "D") == ["1", "3", "4", "5", "6", "pass"]
    assert events(table, "destinations_revealed") == []
    answer(table, "D", "4")
    assert events(table, "zombies_came")[0].data() == {
        "cause": "revenge", "places": [4], "player": "D",
    }  # fmt: skip


def test_moh_36_who_was_eliminated_earlier_places_none() -> None:
    """D is out, but not since last round."""
    table = draw("destinations", TWO_LEFT)
    lock_all(table)
    assert asked(table)[0][1] == "move"


def test_gap_m_26_the_revenge_zombie_is_optional_and_public() -> None:
    """D may pass; everybody perceives what he did."""
    table = draw("destinations", TWO_LEFT, revenge=["D"])
    lock_all(table)
    answer(table, "D", "pass")
    assert events(table, "zombies_came")[0].data()["cause"] == "dice"
    assert [e.data()["player"] for e in table.heard_by("A") if e.type == "passed"] == ["D"]


def test_gap_m_26_revenge_zombies_come_in_chief_order() -> None:
    """With Chief C, D places before A and B."""
    there = {3: "C.pin_up C.gunman C.tough_guy", 6: "E.pin_up E.gunman E.tough_guy"}
    table = draw("destinations", there, seats=5, chief="C", revenge=["A", "B", "D"])
    lock_all(table)
    order = []
    while asked(table)[0][1] == "place_revenge_zombie":
        order.append(asked(table)[0][0])
        answer(table, order[-1], "1")
    assert order == ["D", "A", "B"]


def test_gap_m_26_not_on_a_closed_location() -> None:
    """Closed and doomed locations are not offered."""
    table = draw("destinations", TWO_LEFT, revenge=["D"], closed=[1, 2])
    lock_all(table)
    assert options(table, "D") == ["3", "4", "5", "6", "pass"]


def test_gap_m_26_a_zombie_once_in_the_next_round_only() -> None:
    """A round later D is not asked again."""
    everybody = {
        3: "A.pin_up B.pin_up C.pin_up E.pin_up",
        6: "A.gunman B.gunman C.gunman E.gunman A.tough_guy",
    }
    table = draw("destinations", everybody, seats=5, revenge=["D"], chance={"dice": [[3, 3, 3, 3]]})
    lock_all(table)
    answer(table, "D", "pass")
    assert table.view(None).revenge == ("D",)
    until(table, "choose_destination")
    assert table.view(None).revenge == ()
    lock_all(table)
    assert asked(table)[0][1] == "move"


def test_gap_m_20_no_location_is_doomed_in_phase_d() -> None:
    """A revenge zombie makes eight before the empty Restrooms: nothing closes before E."""
    table = draw(
        "destinations", TWO_LEFT, revenge=["D"], zombies={1: 7}, dice=[3, 3, 3, 3], seats=4
    )
    lock_all(table)
    answer(table, "D", "1")
    types = [event.type for event in table.events]
    assert types.index("place_closed") > types.index("dice_revealed")


def test_gap_m_21_revenge_zombies_count_for_doom() -> None:
    """Seven and a revenge zombie are eight in E, with no die on the location."""
    table = draw("destinations", TWO_LEFT, revenge=["D"], zombies={1: 7}, dice=[3, 3, 3, 3])
    lock_all(table)
    answer(table, "D", "1")
    assert events(table, "place_closed")[0].data() == {"place": 1}
    assert 1 not in zombies(table)
