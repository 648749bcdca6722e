"""MOH-25 to MOH-29: searching the truck, and the Chief of Security."""

from itertools import permutations

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, run_to, vote

ALONE = {4: "A.pin_up A.gunman", 3: "B.pin_up C.pin_up D.pin_up", 6: "B.gunman C.gunman D.gunman"}
TOP = ["camera", "shotgun", "threat"]


def search(deck: list[str], **keys: object) -> engine.Table:
    """Return A, alone on the parking lot, before the cards of this deck."""
    return draw("truck", ALONE, deck=deck, **keys)


# --- MOH-25, MOH-26: when there is a search ---


def test_moh_25_an_empty_deck_ends_the_searches() -> None:
    """No vote is held for the truck, in this round and the next."""
    table = draw("truck", ALONE, deck=[], chance={"dice": [[3, 3, 6, 6]]})
    run_to(table, "truck")
    skipped = [event.data() for event in events(table, "vote_skipped")]
    truck = [each for each in skipped if each["kind"] == "truck"]
    assert truck == [{"kind": "truck", "place": 4, "reason": "deck_empty"}] * 2
    assert events(table, "truck_searched") == []


def test_moh_25_one_card_is_enough_for_a_search() -> None:
    """A deck of one is not empty."""
    table = search(["sprint"])
    assert events(table, "truck_searched")[0].data() == {"player": "A", "count": 1}


def test_moh_25_nobody_on_the_parking_lot_no_search() -> None:
    """The deck stays as it is."""
    table = draw("truck", {3: "A.pin_up B.pin_up"}, deck=TOP)
    assert events(table, "truck_searched") == []
    assert table.view(None).deck_size == 3


def test_moh_26_the_winner_of_the_vote_on_the_parking_lot_searches() -> None:
    """B has the most votes and looks into the truck."""
    table = draw("truck", {4: "A.pin_up B.gunman", 3: "C.pin_up"}, deck=TOP)
    vote(table, A="B", B="B")
    assert asked(table) == [("B", "distribute_truck")]


# --- MOH-27: three cards ---


def test_moh_27_the_winner_alone_sees_the_top_three_cards() -> None:
    """They are in his view and in nobody else's."""
    table = search([*TOP, "hidden", "pistol"])
    assert table.view("A").truck == ("camera", "shotgun", "threat")
    assert [table.view(seat).truck for seat in (None, "B", "C", "D")] == [None] * 4
    assert [e for e in table.heard_by("B") if e.type == "cards_seen"] == []


def test_moh_27_keep_one_give_one_to_any_other_player() -> None:
    """Every ordered pair of two cards times the three others, wherever they stand."""
    table = search(TOP)
    pairs = [f"{keep}-{give}" for keep, give in permutations(TOP, 2)]
    assert sorted(options(table, "A")) == sorted(
        f"{pair}-{other}" for pair in pairs for other in "BCD"
    )


def test_moh_27_the_third_card_goes_under_the_deck() -> None:
    """Kept: Camera; given: Threat; the Shotgun is drawn last."""
    table = search([*TOP, "hidden"])
    answer(table, "A", "camera-threat-C")
    assert table.view("A").hand == ("camera",)
    assert table.view("C").hand == ("threat",)
    assert table.view(None).deck_size == 2


def test_moh_27_the_returned_card_is_drawn_after_the_others() -> None:
    """In the next search the deck's own card comes first, the returned one second."""
    table = search([*TOP, "hidden"], chance={"dice": [[3, 3, 6, 6]]})
    answer(table, "A", "camera-threat-C")
    while True:
        if asked(table)[0][1] == "distribute_truck":
            break
        seat, kind = asked(table)[0]
        offered = options(table, seat)
        stay = {"choose_destination": "6" if seat != "A" else "3"}.get(kind, offered[0])
        answer(table, seat, "pass" if "pass" in offered else stay)
    seen = [event.data()["cards"] for event in events(table, "cards_seen")]
    assert seen[-1] == ["hidden", "shotgun"]


def test_moh_27_the_recipient_sees_the_card_that_he_received_and_no_other() -> None:
    """C perceives the Threat; of the kept and the returned card he perceives nothing."""
    table = search(TOP)
    answer(table, "A", "camera-threat-C")
    cards = [e.data() for e in table.heard_by("C") if e.type == "card_received"]
    assert cards == [{"player": "C", "card": "threat", "source": "gift"}]
    assert [e for e in table.heard_by("C") if e.type == "card_returned"] == []


def test_moh_27_who_received_a_card_is_public_its_face_is_not() -> None:
    """B perceives the gift without the card."""
    table = search(TOP)
    answer(table, "A", "camera-threat-C")
    heard = [e for e in table.heard_by("B") if e.type in {"card_given", "card_received"}]
    assert [e.data() for e in heard] == [{"player": "A", "recipient": "C"}]


def test_moh_27_the_giver_knows_which_card_he_gave() -> None:
    """A perceives the face of the gift, and never what C does with it but by C's playing."""
    table = search(TOP)
    answer(table, "A", "camera-threat-C")
    gifts = [e.data()["card"] for e in table.heard_by("A") if e.type == "card_received"]
    assert gifts == ["camera", "threat"]


def test_moh_27_two_equal_cards_can_be_kept_and_given() -> None:
    """With two Threats on top one is kept and the other given."""
    table = search(["threat", "threat", "camera"])
    assert "threat-threat-B" in options(table, "A")
    assert "camera-camera-B" not in options(table, "A")


@pytest.mark.parametrize("deck", [TOP, ["camera", "threat"], ["camera"]])
def test_gap_m_29_the_distribution_is_compulsory(deck: list[str]) -> None:
    """The winner can't pass."""
    assert "pass" not in options(search(deck), "A")


def test_gap_m_28_of_two_cards_one_is_kept_and_one_given() -> None:
    """Nothing goes under the deck, which is then empty."""
    table = search(["camera", "threat"])
    assert sorted(options(table, "A")) == sorted(
        f"{pair}-{other}" for pair in ("camera-threat", "threat-camera") for other in "BCD"
    )
    answer(table, "A", "threat-camera-D")
    assert table.view("A").hand == ("threat",)
    assert table.view("D").hand == ("camera",)
    assert table.view(None).deck_size == 0


def test_gap_m_28_a_single_card_is_kept_or_given() -> None:
    """One option to keep it, one for each other player."""
    table = search(["camera"])
    assert options(table, "A") == ["camera", "camera-B", "camera-C", "camera-D"]
    answer(table, "A", "camera-B")
    assert (table.view("A").hand, table.view("B").hand) == ((), ("camera",))


def test_gap_m_28_a_single_card_that_is_kept() -> None:
    """It stays with the searcher, and no gift is seen."""
    table = search(["camera"])
    answer(table, "A", "camera")
    assert table.view("A").hand == ("camera",)
    assert events(table, "card_given") == []


def test_gap_m_5_the_returned_card_is_known_to_the_searcher_alone() -> None:
    """He may remember it; no view shows the deck."""
    table = search(TOP)
    answer(table, "A", "camera-threat-C")
    returned = [e.data()["card"] for e in table.heard_by("A") if e.type == "card_returned"]
    assert returned == ["shotgun"]
    assert [e for e in table.heard_by("D") if e.type == "card_returned"] == []
    assert table.view("A").truck is None


# --- MOH-28, GAP-M-27, GAP-M-30 ---


def test_moh_28_there_is_no_hand_limit() -> None:
    """With eight cards in hand the searcher keeps a ninth."""
    hand = ["threat"] * 3 + ["sprint"] * 3 + ["camera"] * 2
    table = search(["pistol", "hidden", "hardware"], hands={"A": hand})
    answer(table, "A", "pass", "pistol-hidden-B")
    assert len(table.view("A").hand) == 9


def test_gap_m_27_an_eliminated_player_may_be_given_a_card() -> None:
    """D has no characters and is a recipient; he keeps the card and is never asked to play it."""
    table = draw("truck", {4: "A.pin_up", 3: "B.pin_up C.pin_up"}, deck=["camera", "threat"])
    answer(table, "A", "threat-camera-D")
    assert table.view("D").hand == ("camera",)
    run_to(table, "destinations")
    kinds = {(e.data()["player"], e.data()["kind"]) for e in events(table, "passed")}
    assert ("D", "use_camera") not in kinds


def test_gap_m_30_hand_sizes_deck_size_and_played_cards_are_public() -> None:
    """Numbers and played faces are in the public view, hands are not."""
    hands = {"A": ["threat", "threat"], "B": ["camera"]}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hands=hands, deck=TOP[:2])
    before = len(table.view(None).played)
    answer(table, "A", "threat", "pass")
    view = table.view(None)
    assert dict(view.hand_sizes) == {"A": 1, "B": 1, "C": 0, "D": 0}
    assert (view.deck_size, len(view.played), view.hand) == (2, before + 1, ())
    assert view.played[-1] == "threat"


# --- MOH-29: the Chief ---


def test_moh_29_the_winner_takes_the_badge_and_is_elected() -> None:
    """B has more votes at the HQ."""
    table = draw("chief", {5: "A.pin_up B.gunman", 4: "C.pin_up"}, chief="A")
    vote(table, A="A", B="B")
    assert events(table, "badge_taken")[-1].data() == {
        "player": "B", "elected": True, "cause": "vote",
    }  # fmt: skip


def test_moh_29_a_re_elected_chief_counts_as_elected() -> None:
    """A was Chief and wins again: he may look."""
    table = draw("chief", {5: "A.gunman B.pin_up", 4: "C.pin_up"}, chief="A")
    vote(table, A="A", B="B")
    view = table.view("A")
    assert (view.chief, view.chief_elected) == ("A", True)
    assert view.dice is not None


def test_moh_29_an_empty_hq_leaves_the_chief_unelected() -> None:
    """Nobody there: the badge stays, nobody sees the dice."""
    table = draw("chief", {4: "A.pin_up B.pin_up C.pin_up"}, chief="C")
    view = table.view("C")
    assert (view.chief, view.chief_elected, view.dice) == ("C", False, None)


def test_moh_29_a_closed_hq_leaves_the_chief_unelected() -> None:
    """A doomed HQ elects nobody any more."""
    table = draw("chief", {4: "A.pin_up B.pin_up C.pin_up"}, chief="C", closed=[2, 5])
    view = table.view(None)
    assert (view.chief, view.chief_elected) == ("C", False)
    assert events(table, "vote_skipped")[0].data()["place"] == 5


def test_moh_29_an_election_lapses_with_the_round() -> None:
    """In the next round the same Chief is not elected until he is voted for again."""
    there = {5: "A.pin_up", 3: "B.pin_up C.pin_up D.pin_up", 6: "B.gunman C.gunman D.gunman"}
    table = draw("chief", there, chance={"dice": [[2, 2, 2, 2]]})
    assert table.view(None).chief_elected
    run_to(table, "truck")
    view = table.view(None)
    assert (view.round, view.chief, view.chief_elected) == (2, "A", False)
