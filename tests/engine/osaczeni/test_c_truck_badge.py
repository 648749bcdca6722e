"""OSA-24 to OSA-31: who searches the truck, and who takes the badge and sees the dice."""

import pytest

import engine
from tests.engine.helpers import answer, asked, events, options, until, vote
from tests.engine.osaczeni.boards import chosen, draw_osa, fact, facts

ALONE = {6: "A.leader", 5: "B.leader C.leader B.protector A.protector C.protector"}
"""A alone is on the parking lot; D is out."""
CENTRE = {3: "A.leader B.protector", 5: "C.leader D.leader A.crybaby"}


def heard(table: engine.Table, kind: str) -> dict[str, int]:
    """Return how many events of this type each seat perceived."""
    return {seat: sum(e.type == kind for e in table.heard_by(seat)) for seat in table.seats}


# --- OSA-24 to OSA-28: the truck ---


def test_osa_24_those_on_the_parking_lot_vote_for_the_searcher() -> None:
    """A and B are there; B wins and looks."""
    table = draw_osa("truck", {6: "A.leader B.protector", 3: "C.leader D.leader A.crybaby"})
    vote(table, A="B", B="B")
    assert fact(table, "truck_searched") == {"player": "B", "count": 3}
    assert asked(table) == [("B", "distribute_truck")]


def test_osa_25_keep_one_give_one_and_the_third_goes_into_the_box() -> None:
    """Of Gun, Tin can and Chainsaw: kept, given to C, and out of the game."""
    table = draw_osa("truck", ALONE, deck=["gun", "tin_can", "chainsaw", "molotov"])
    answer(table, "A", "gun-tin_can-C")
    assert table.view("A").hand == ("gun",)
    assert table.view("C").hand == ("tin_can",)
    assert fact(table, "card_boxed") == {"player": "A", "card": "chainsaw"}
    data = table.view_data(None)
    assert (data["deck_size"], data["boxed"]) == (1, 1)
    assert table.view(None).played.count("chainsaw") == 2  # the other two of three


def test_osa_25_the_box_is_secret() -> None:
    """Only the searcher hears which card went into it; of the gift only two hear."""
    table = draw_osa("truck", ALONE, deck=["gun", "tin_can", "chainsaw"])
    answer(table, "A", "gun-tin_can-C")
    assert heard(table, "card_boxed") == {"A": 1, "B": 0, "C": 0, "D": 0}
    assert heard(table, "card_received") == {"A": 2, "B": 0, "C": 1, "D": 0}
    assert heard(table, "card_given") == dict.fromkeys("ABCD", 1)
    assert heard(table, "cards_seen") == {"A": 1, "B": 0, "C": 0, "D": 0}


def test_osa_25_the_gift_goes_to_any_other_player() -> None:
    """B and C are elsewhere, D is out: all three can be given an item, A cannot."""
    table = draw_osa("truck", ALONE, deck=["gun", "tin_can", "chainsaw"])
    offered = options(table, "A")
    assert {each.rpartition("-")[2] for each in offered} == {"B", "C", "D"}
    assert len(offered) == 3 * 2 * 3


@pytest.mark.parametrize(
    ("there", "deck", "reason"),
    [
        ({5: "A.leader B.leader C.leader D.leader A.protector"}, None, "nobody_there"),
        (ALONE, [], "deck_empty"),
    ],
)
def test_osa_26_no_search_without_players_or_items(
    there: dict[int, str], deck: list[str] | None, reason: str
) -> None:
    """Nobody on the parking lot, or an empty deck: no vote."""
    keys = {} if deck is None else {"deck": deck}
    table = draw_osa("truck", there, **keys)
    assert facts(table, "vote_skipped")[0] == {"kind": "truck", "place": 6, "reason": reason}
    assert events(table, "truck_searched") == []


def test_osa_27_of_two_items_one_is_kept_and_one_given() -> None:
    """Nothing goes into the box."""
    table = draw_osa("truck", ALONE, deck=["gun", "tin_can"])
    assert set(options(table, "A")) == {
        f"{pair}-{to}" for pair in ("gun-tin_can", "tin_can-gun") for to in "BCD"
    }
    answer(table, "A", "tin_can-gun-B")
    assert (table.view("A").hand, table.view("B").hand) == (("tin_can",), ("gun",))
    assert table.view_data(None)["boxed"] == 0


def test_osa_27_a_last_item_is_kept_or_given() -> None:
    """One card: keep it, or give it to B, C or D."""
    table = draw_osa("truck", ALONE, deck=["gun"])
    assert options(table, "A") == ["gun", "gun-B", "gun-C", "gun-D"]
    given = table.fork()
    answer(table, "A", "gun")
    answer(given, "A", "gun-D")
    assert (table.view("A").hand, given.view("D").hand) == (("gun",), ("gun",))
    assert table.view_data(None)["boxed"] == given.view_data(None)["boxed"] == 0


def test_osa_28_there_is_no_hand_limit() -> None:
    """A holds nine items and keeps a tenth."""
    hand = ["gun"] * 3 + ["tin_can"] * 3 + ["chainsaw"] * 3
    table = draw_osa("truck", ALONE, deck=["molotov"], hands={"A": hand})
    answer(table, "A", "pass", "molotov")
    assert table.view(None).hand_sizes["A"] == 10


def test_osa_28_hands_are_secret_but_for_their_size() -> None:
    """B sees that A holds two, and none of them."""
    table = draw_osa("truck", ALONE, hands={"A": ["gun", "molotov"]})
    assert table.view("A").hand == ("gun", "molotov")
    assert (table.view("B").hand, table.view("B").hand_sizes["A"]) == ((), 2)


def test_gap_o_18_the_eliminated_play_no_card() -> None:
    """D is out with a full hand: nobody asks, in the vote, for the dice, or in the moves."""
    hand = ["gun", "walkie_talkie", "energy_drink"]
    table = draw_osa("truck", ALONE, deck=[], hands={"D": hand})
    until(table, "choose_destination")
    assert "D" not in {seat for seat, _ in asked(table)}
    for seat, _ in asked(table):
        answer(table, seat, options(table, seat)[0])
    until(table, "move")
    assert events(table, "passed") == []


# --- OSA-29 to OSA-31: the badge ---


def test_osa_29_the_winner_takes_the_badge_rolls_and_looks() -> None:
    """B wins in the monitoring centre, has the badge at once, and alone sees four dice."""
    table = draw_osa("badge", CENTRE)
    vote(table, A="B", B="B")
    view = table.view("B")
    assert (view.chief, view.chief_elected, view.dice_seen_by) == ("B", True, ("B",))
    assert view.dice is not None
    assert len(view.dice) == 4
    assert [table.view(seat).dice for seat in ("A", "C", "D", None)] == [None] * 4


def test_osa_29_badge_before_dice() -> None:
    """The vote, the badge, the roll, the look: in this order."""
    table = draw_osa("badge", CENTRE)
    vote(table, A="B", B="B")
    order = [e.type for e in table.events if e.type in {"badge_taken", "dice_rolled", "dice_seen"}]
    assert order == ["badge_taken", "dice_rolled", "dice_seen"]


@pytest.mark.parametrize(("victims", "count"), [(0, 4), (3, 4), (4, 5), (5, 5), (6, 6)])
def test_osa_29_all_available_dice_are_rolled(victims: int, count: int) -> None:
    """Four, later five and six (OSA-50)."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector B.protector"}
    table = draw_osa("badge", there, cold_room=victims)
    assert len(fact(table, "dice_rolled")["dice"]) == count


@pytest.mark.parametrize("closed", [[], [3]])
def test_osa_30_nobody_in_the_centre_and_the_badge_stays_blind(closed: list[int]) -> None:
    """Area 3 is empty or closed: C keeps the badge, unelected, and does not see the dice."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = draw_osa("badge", there, badge="C", closed=closed)
    view = table.view("C")
    assert (view.chief, view.chief_elected, view.dice) == ("C", False, None)
    assert fact(table, "vote_skipped")["reason"] == "nobody_there"
    assert len(events(table, "dice_rolled")) == 1


def test_gap_o_30_who_keeps_the_badge_by_winning_is_elected_and_looks() -> None:
    """A has it, wins it again, and sees the dice."""
    table = draw_osa("badge", CENTRE, badge="A")
    vote(table, A="A", B="A")
    view = table.view("A")
    assert (view.chief, view.chief_elected, view.dice_seen_by) == ("A", True, ("A",))


def test_osa_29_a_sole_participant_looks_too() -> None:
    """C alone stands there: elected without pointing, and sees the dice."""
    table = draw_osa("badge", {3: "C.leader", 5: "A.leader B.leader D.leader A.protector"})
    assert chosen(table) == ("C", "only_candidate")
    assert table.view(None).dice_seen_by == ("C",)


def test_osa_31_a_walkie_talkie_shows_the_dice_to_its_player() -> None:
    """Played from anywhere, before all eyes; what is seen is secret."""
    table = draw_osa("badge", CENTRE, hands={"D": ["walkie_talkie"]})
    vote(table, A="A", B="A")
    assert asked(table) == [("D", "use_walkie_talkie")]
    answer(table, "D", "walkie_talkie")
    assert table.view("D").dice == table.view("A").dice
    assert table.view("B").dice is None
    assert table.view(None).dice_seen_by == ("A", "D")
    assert table.view(None).played == ("walkie_talkie",)


def test_osa_31_it_works_when_the_badge_stays_too() -> None:
    """Nobody is in area 3: step C is held, and B looks."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = draw_osa("badge", there, hands={"B": ["walkie_talkie"]})
    answer(table, "B", "walkie_talkie")
    assert table.view(None).dice_seen_by == ("B",)


def test_gap_o_29_walkie_talkies_go_one_lap_in_badge_order() -> None:
    """From badge holder B clockwise, one turn and one card each."""
    hands = {seat: ["walkie_talkie", "gun"] for seat in "AC"} | {"D": ["gun"]}
    table = draw_osa("badge", CENTRE, badge="B", hands=hands)
    answer(table, "A", "pass")
    vote(table, A="B", B="B")
    assert asked(table) == [("C", "use_walkie_talkie")]
    answer(table, "C", "walkie_talkie")
    assert options(table, "D") == ["pass"]
    answer(table, "D", "pass")
    answer(table, "A", "pass")
    assert asked(table)[0][1] == "announce_destination"


def test_gap_o_34_a_holder_who_has_looked_is_not_offered_a_walkie_talkie() -> None:
    """A is elected and sees the dice already."""
    table = draw_osa("badge", {3: "A.leader", 5: "B.leader C.leader D.leader A.crybaby"},
                     hands={"A": ["walkie_talkie"]})  # fmt: skip
    answer(table, "A", "pass")
    assert asked(table) == [("A", "announce_destination")]


def test_gap_o_34_a_holder_who_may_not_look_may_play_one() -> None:
    """The card is the exception."""
    there = {5: "A.leader B.leader C.leader D.leader A.protector"}
    table = draw_osa("badge", there, hands={"A": ["walkie_talkie"]})
    assert options(table, "A") == ["walkie_talkie", "pass"]
