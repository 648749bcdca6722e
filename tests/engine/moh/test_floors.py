"""Floors: when the table may talk. They are off on a bare table."""

import pytest

import engine
from tests.engine.helpers import answer, asked, close_floors, draw, events, options, vote

SPREAD = {3: "A.pin_up B.pin_up", 6: "C.pin_up D.pin_up A.gunman B.gunman C.gunman D.gunman"}


def floor(table: engine.Table) -> tuple[str, int | None, tuple[str, ...], int]:
    """Return kind, place, present and round of the open floor."""
    found = table.floor
    assert found is not None, asked(table)
    return found.kind, found.place, found.present, found.round


def close(table: engine.Table, *kinds: str) -> None:
    """Close floors that must be open in this order."""
    for kind in kinds:
        assert floor(table)[0] == kind
        table.close_floor()


def test_floors_are_off_on_a_bare_table() -> None:
    """The first stop of a truck phase is its ballot."""
    table = draw("truck", {4: "A.pin_up B.pin_up", 6: "C.pin_up D.pin_up"})
    assert table.floor is None
    assert asked(table)[0][1] == "cast_vote"


def test_a_floor_asks_nothing_and_refuses_answers() -> None:
    """While it is open nothing is pending, and an answer is stale."""
    table = draw("truck", {4: "A.pin_up B.pin_up"}, floors=True)
    assert floor(table) == ("truck", 4, ("A", "B"), 1)
    assert table.pending() == ()
    with pytest.raises(engine.StaleDecision):
        answer(table, "A", "A")
    assert floor(table)[0] == "truck"


def test_a_floor_is_no_event() -> None:
    """Closing it adds to the log only what follows from the rules."""
    floors = draw("truck", {4: "A.pin_up B.pin_up"}, floors=True)
    close(floors, "truck")
    bare = draw("truck", {4: "A.pin_up B.pin_up"})
    assert [event.type for event in floors.events] == [event.type for event in bare.events]


def test_closing_where_none_is_open_is_stale() -> None:
    """`close_floor` at a question changes nothing."""
    table = draw("truck", {4: "A.pin_up B.pin_up"})
    with pytest.raises(engine.StaleDecision):
        table.close_floor()
    assert asked(table)[0][1] == "cast_vote"


def test_truck_floor_opens_before_the_card_lap() -> None:
    """Talk comes first (MOH-15), then cards; the present stand in Chief order."""
    table = draw("truck", {4: "A.pin_up B.pin_up C.pin_up"}, floors=True, chief="B",
                 hands={"A": ["threat"]})  # fmt: skip
    assert floor(table) == ("truck", 4, ("B", "C", "A"), 1)
    table.close_floor()
    assert asked(table) == [("A", "play_vote_card")]


def test_no_truck_floor_without_a_vote() -> None:
    """An empty parking lot or an empty deck opens no floor."""
    for keys in ({}, {"deck": []}):
        there = {4: "A.pin_up B.pin_up"} if keys else {3: "A.pin_up B.pin_up"}
        table = draw("truck", there, floors=True, **keys)
        assert floor(table)[0] == "dice"


def test_chief_floor_opens_before_the_card_lap() -> None:
    """At the HQ, in the round that it is."""
    table = draw("chief", {5: "A.pin_up B.pin_up"}, floors=True, round=3, hands={"B": ["threat"]})
    assert floor(table) == ("chief", 5, ("A", "B"), 3)
    table.close_floor()
    assert asked(table) == [("B", "play_vote_card")]


def test_chief_floor_opens_for_a_single_candidate_too() -> None:
    """The card lap is held, so the table may talk before it; the ballot is not (MOH-23)."""
    table = draw("chief", {5: "A.pin_up", 4: "B.pin_up C.pin_up"}, floors=True)
    close(table, "chief")
    assert floor(table)[0] == "dice"


def test_revote_floor_opens_after_the_first_ballot_is_seen() -> None:
    """The tie is revealed, the table talks, nobody plays a card, all vote again."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, floors=True)
    close(table, "chief")
    vote(table, A="A", B="B")
    assert floor(table) == ("revote", 5, ("A", "B"), 1)
    assert len(events(table, "votes_revealed")) == 1
    table.close_floor()
    assert {kind for _, kind in asked(table)} == {"cast_revote"}


def test_no_revote_floor_without_a_tie() -> None:
    """A decided ballot goes on to the dice."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, floors=True)
    close(table, "chief")
    vote(table, A="A", B="A")
    assert floor(table)[0] == "dice"


def test_gift_floor_opens_between_the_look_and_the_gift() -> None:
    """The winner has seen the cards and may bargain with the one he must give (MOH-27)."""
    table = draw("truck", {4: "A.pin_up", 3: "B.pin_up C.pin_up"}, floors=True)
    close(table, "truck")
    assert floor(table)[:2] == ("gift", 4)
    assert "A" in floor(table)[2]
    assert table.view("A").truck is not None
    assert events(table, "card_given") == []
    table.close_floor()
    assert asked(table) == [("A", "distribute_truck")]


def test_gift_floor_has_all_that_are_on_the_parking_lot() -> None:
    """A floor with a place has the players with a character there present, in Chief order."""
    table = draw("truck", {4: "A.pin_up B.gunman C.pin_up"}, floors=True, chief="C")
    close(table, "truck")
    vote(table, A="B", B="B", C="B")
    assert floor(table) == ("gift", 4, ("C", "A", "B"), 1)


def test_dice_floor_opens_when_they_have_been_seen_before_destinations() -> None:
    """After the cameras; everybody is present, the Chief first."""
    table = draw("arrival", SPREAD, floors=True, chief="C", hands={"B": ["camera"]})
    assert asked(table) == [("B", "use_camera")]
    answer(table, "B", "camera")
    assert floor(table) == ("dice", None, ("C", "D", "A", "B"), 1)
    assert table.view("B").dice is not None
    table.close_floor()
    assert asked(table)[0][1] == "choose_destination"


def test_announced_floor_opens_after_a_binding_announcement() -> None:
    """The others choose after the table has talked about it."""
    table = draw("destinations", SPREAD, floors=True, chief_elected=True)
    close(table, "dice")
    answer(table, "A", "5")
    assert floor(table) == ("announced", None, ("A", "B", "C", "D"), 1)
    assert table.view("D").destinations["A"] == 5
    table.close_floor()
    assert [seat for seat, _ in asked(table)] == ["B", "C", "D"]


def test_no_announced_floor_without_an_elected_chief() -> None:
    """Then all choose at once."""
    table = draw("destinations", SPREAD, floors=True)
    close(table, "dice")
    assert len(asked(table)) == 4


def test_reveal_floor_opens_when_destinations_and_dice_are_open() -> None:
    """The zombies stand and doomed locations are closed; nobody has moved."""
    table = draw("movement", SPREAD, floors=True, dice=[1, 1, 5, 5], zombies={1: 6},
                 destinations=dict.fromkeys("ABCD", 5))  # fmt: skip
    assert floor(table) == ("reveal", None, ("A", "B", "C", "D"), 1)
    view = table.view(None)
    assert view.dice == (1, 1, 5, 5)
    assert view.places[0].closed
    assert events(table, "character_moved") == []
    table.close_floor()
    assert asked(table) == [("A", "move")]


@pytest.mark.parametrize(
    ("there", "opens"), [("A.pin_up B.pin_up", True), ("A.pin_up A.gunman", False)]
)
def test_attack_floor_opens_when_two_or_more_players_are_present(
    there: str, *, opens: bool
) -> None:
    """Before the card lap; alone there is nobody to talk to."""
    table = draw("attack", {1: there, 6: "C.pin_up D.pin_up C.gunman D.gunman"}, floors=True,
                 zombies={1: 4}, extras_placed=True, hands={"A": ["threat"]})  # fmt: skip
    if opens:
        assert floor(table) == ("attack", 1, ("A", "B"), 1)
        table.close_floor()
    assert asked(table) == [("A", "play_attack_card")]


def test_no_attack_floor_where_the_zombies_are_held() -> None:
    """Without a breach there is no vote and nothing to talk about (MOH-47)."""
    there = {1: "A.pin_up B.tough_guy", 6: "C.pin_up D.pin_up C.gunman D.gunman"}
    table = draw("attack", there, floors=True, zombies={1: 2}, extras_placed=True)
    assert floor(table)[0] == "dice"


def test_parking_opens_a_floor_for_each_attack() -> None:
    """Two zombies, two votes, a floor before each (MOH-54)."""
    there = {4: "A.pin_up A.gunman B.pin_up B.gunman", 6: "C.pin_up D.pin_up C.gunman"}
    table = draw("attack", there, floors=True, zombies={4: 2}, extras_placed=True)
    close(table, "attack")
    vote(table, A="A", B="A")
    answer(table, "A", options(table, "A")[0])
    close(table, "attack")
    vote(table, A="A", B="A")


def test_a_whole_round_opens_its_floors_in_order() -> None:
    """Truck, gift, Chief, dice, announced, reveal, attack."""
    there = {4: "A.pin_up", 5: "B.pin_up", 6: "C.pin_up D.pin_up C.gunman D.gunman A.gunman"}
    table = draw("truck", there, floors=True, deck=["camera", "sprint", "pistol"],
                 chance={"dice": [[6, 6, 6, 6]]})  # fmt: skip
    kinds = close_floors(table)
    answer(table, "A", "camera-pistol-B")
    while "attack" not in kinds:
        kinds += close_floors(table)
        seat, _ = asked(table)[0]
        offered = options(table, seat)
        answer(table, seat, "pass" if "pass" in offered else offered[0])
        kinds += close_floors(table)
    assert kinds == ["truck", "gift", "chief", "dice", "announced", "reveal", "attack"]
