"""How many ways a position can go on: decision sequences counted, and counted by hand.

One step is one answer to the first open question (sealed questions in the order in which they are
put), so a ballot of three voters is three steps.
"""

from collections.abc import Mapping

import pytest

import engine
from tests.engine.helpers import board


def perft(table: engine.Table, depth: int) -> int:
    """Return the number of answer sequences of this length."""
    if depth == 0:
        return 1
    if table.is_over:
        return 0
    question = table.pending()[0]
    if depth == 1:
        return len(question.options)
    count = 0
    for option in question.options:
        twin = table.fork()
        twin.answer(question.seat, option.id, question.id)
        count += perft(twin, depth - 1)
    return count


ELECTION = board("chief", {5: "A.pin_up B.pin_up C.pin_up", 1: "D.pin_up D.gunman"})
"""Three voters of one vote each, no cards.

1: A's ballot, 3. 2: and B's, 9. 3: and C's, 27.
4: 6 of the 27 are all different, a tie of three, and A's re-vote has 3 options; in the other 21 the
elected Chief, whose only character stands in 5, announces 1, 3, 4 or 6: 6 x 3 + 21 x 4 = 102.
"""

ATTACK = board(
    "attack",
    {3: "A.pin_up B.pin_up", 6: "B.gunman C.gunman C.pin_up D.gunman D.pin_up"},
    zombies={3: 2},
    extras_placed=True,
    hands={"A": ["pistol", "threat"]},
)
"""Two zombies against strength two; A holds two cards.

1: Pistol, Threat, pass, 3.
2: after either card the other one or pass, after pass A's ballot for A or B: 2 + 2 + 2 = 6.
3: Pistol and Threat, in both orders: repelled, and the next question is A's destination (not 3):
4 each. Pistol, pass: repelled, and A, who holds a card, is asked for a camera and can only pass: 1.
Threat, pass: A's ballot, 2. Pass, A's ballot: B's, 2 x 2. Together 4 + 4 + 1 + 2 + 4 = 15.
"""

MOVEMENT = board(
    "movement",
    {1: "A.pin_up B.tough_guy", 3: "A.gunman C.gunman", 6: "B.pin_up C.pin_up"},
    dice=[2, 2, 2, 2],
    destinations={"A": 5, "B": 5, "C": 5},
    hands={"A": ["sprint"]},
)
"""A may move two characters, or sprint either to 1, 3, 4, 5 or 6 (its own place is one of them).

1: 2 + 2 x 5 = 12. 2: B moves one of two, 24. 3: C moves one of two, 48.
"""

TRUCK = board(
    "truck",
    {4: "A.pin_up", 6: "B.pin_up C.pin_up D.pin_up B.gunman"},
    deck=["camera", "sprint", "threat", "hidden"],
)
"""A searches alone and sees three different cards.

1: 3 to keep x 2 to give x 3 recipients = 18.
2: A, the Chief, is asked for a camera: 2 answers if A kept it (2 x 3 ways), else 1 (4 x 3): 24.
3: then the recipient: 6 ways x A's 2 x 1; 6 ways in which the camera was given x 1 x 2; 6 ways in
which it went under the deck x 1 x 1: 12 + 12 + 6 = 30.
"""


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        pytest.param(ELECTION, (3, 9, 27, 102), id="election"),
        pytest.param(ATTACK, (3, 6, 15), id="attack"),
        pytest.param(MOVEMENT, (12, 24, 48), id="movement"),
        pytest.param(TRUCK, (18, 24, 30), id="truck"),
    ],
)
def test_the_number_of_ways_to_go_on(
    position: Mapping[str, object], counts: tuple[int, ...]
) -> None:
    """At each depth as many sequences as the hand counts above."""
    table = engine.load_scenario(position)
    assert tuple(perft(table, depth) for depth in range(1, len(counts) + 1)) == counts
