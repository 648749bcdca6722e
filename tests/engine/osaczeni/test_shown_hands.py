"""GAP-O-26: hands that are shown at the end, imagined: each way in which they can have come."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import engine
from engine.chance import Draws
from engine.rules.shown_hands import ShownHand
from engine.testing import what_a_seat_sees
from tests.engine.helpers import board
from tests.engine.test_imagine import chi_square

Acts = list[tuple[str | None, bool]]
CAME, GUN_CAME, GUN, AXE = (None, True), ("gun", True), ("gun", False), ("axe", False)


def all_ways(acts: Acts, shown: tuple[str, ...]) -> Counter[tuple[str, ...]]:
    """Return the weight of each order of faces that came, from every way to put them there.

    A card that is played is one that was known to be there, else any of the others of the hand, and
    it is of the face that was seen.
    """
    played = [face for face, came in acts if not came]
    ways: Counter[tuple[str, ...]] = Counter()
    for faces in permutations([*shown, *(str(face) for face in played)]):
        came, hand, known, weight = iter(faces), list[str](), Counter[str](), 1.0
        for face, comes in acts:
            if comes:
                card = next(came)
                hand.append(card)
                if face is not None:
                    known[face] += 1
                    weight *= card == face
            elif face is None or face not in hand:
                weight = 0
                break
            elif known[face]:
                hand.remove(face)
                known[face] -= 1
            else:
                weight *= hand.count(face) / (len(hand) - known.total())
                hand.remove(face)
        if weight and tuple(hand) == shown:
            ways[faces] += weight  # type: ignore[assignment]
    return ways


@pytest.mark.parametrize(
    ("acts", "shown"),
    [
        ([CAME, CAME, CAME, GUN], ("can", "gun")),
        ([CAME, CAME, GUN, CAME, CAME, AXE, CAME], ("can", "gun", "bat")),
        ([CAME, CAME, GUN, CAME, AXE, CAME], ("gun", "can")),
        ([GUN_CAME, CAME, GUN, CAME, AXE, CAME], ("gun", "can")),
        ([CAME, GUN_CAME, CAME, GUN, CAME, GUN, CAME], ("gun", "can", "bat")),
        ([CAME, GUN_CAME, CAME, AXE], ("gun", "gun")),
        ([CAME, CAME, CAME, CAME], ("can", "gun", "bat", "axe")),
        ([CAME, CAME, GUN, AXE], ()),
    ],
)
def test_each_order_in_which_a_hand_can_have_come_has_the_share_of_all_ways(
    acts: Acts, shown: tuple[str, ...]
) -> None:
    """Counted by hand over all orders of the cards; what can't have been never comes."""
    hand, draw = ShownHand(acts, shown), Draws("orders")
    found = Counter(tuple(hand.draw_received(draw)) for _ in range(4000))
    ways = all_ways(acts, shown)
    chi_square(found, {order: weight / ways.total() for order, weight in ways.items()})


@pytest.mark.parametrize("seat", ["A", None])
def test_large_hands_that_were_shown_are_imagined_without_trying(seat: str | None) -> None:
    """Five hands of four cards: one order in 24 ** 4 fits, and it is not searched for."""
    cards = [card.id for card in engine.ruleset("osaczeni").cards for _ in range(card.count)]
    Draws("hands").shuffle(cards)
    hands = {each: cards[4 * at : 4 * at + 4] for at, each in enumerate("ABCDE")}
    table = engine.load_scenario(board(
        "attack", {1: "A.leader", 4: "B.leader", 3: "C.leader"}, seats=5, ruleset="osaczeni",
        hands=hands, deck=cards[20:]))  # fmt: skip
    while not table.is_over:
        for question in table.pending():
            table.answer(question.seat, question.default.id)
    for number in range(20):
        imagined: Any = table.imagine(seat, number)
        assert imagined.heard_by(seat) == table.heard_by(seat)
        assert seat is None or what_a_seat_sees(imagined, seat) == what_a_seat_sees(table, seat)
        assert engine.restore(imagined.save()).events == imagined.events
