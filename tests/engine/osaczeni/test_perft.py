"""How many ways a position of Osaczeni can go on, counted by hand."""

from collections.abc import Mapping

import pytest

import engine
from tests.engine.osaczeni.boards import lay
from tests.engine.test_perft import perft

DISCUSSION = lay(
    "attack",
    {1: "A.leader B.protector", 5: "C.leader D.leader A.crybaby"},
    monsters={1: 4},
    hands={"A": ["gun", "baseball_bat"], "B": ["gun"]},
)
"""Four monsters against strength three; A and B discuss, A first.

1: A's Gun, Bat or pass, 3.
2: after each, B's Gun or pass, 3 x 2 = 6.
3: (Gun, Gun), (Gun, pass): A's Bat or pass, 2 each. (Bat, Gun), (Bat, pass): A's Gun or pass, 2
each. (pass, Gun): A's three again. (pass, pass): both passed, A points at A or B, 2.
Together 2 + 2 + 2 + 2 + 3 + 2 = 13.
4: after (Gun, Gun): Bat: all hands are empty and three monsters are held; nobody is on the parking
lot or in the centre, and A, who stands in 1 and 5, announces one of six areas: 6. Pass: B's empty
hand passes too, and A points, 2. Together 8.
After (Gun, pass): Bat: B's Gun or pass, 2. Pass: A points, 2. Together 4.
After (Bat, Gun): Gun: as above, 6. Pass: held, and A, who holds the Gun, is asked for a
Walkie-talkie and can only pass, 1. Together 7.
After (Bat, pass): Gun: B's Gun or pass, 2. Pass: held, A is asked and can only pass, 1. Together 3.
After (pass, Gun): Gun: A's Bat or pass, 2. Bat: A's Gun or pass, 2. Pass: A points, 2. Together 6.
After (pass, pass): A's pointing and B's, 2 x 2 = 4.
Together 8 + 4 + 7 + 3 + 6 + 4 = 32.
"""

TIE = lay(
    "badge",
    {3: "A.protector B.protector C.protector", 5: "D.leader D.protector"},
    victim_token="D",
)
"""Three with one vote each point; D, who is elsewhere, breaks ties.

1: A's pointing, 3. 2: and B's, 9. 3: and C's, 27.
4: 6 of the 27 are all different, a tie of three for D: 6 x 3. In the other 21 the winner has the
badge and announces a destination: all own characters stand in 3, so 1, 2, 4, 5 or 6: 21 x 5.
18 + 105 = 123.
5: after each of the 18 the announcement, 5; after each of the 105 the next in badge order chooses
in secret: whoever won, that is A, B or C, with 5 areas, or D, with 5. 18 x 5 + 105 x 5 = 615.
"""

MOVES = lay(
    "movement",
    {1: "B.leader C.leader D.leader", 2: "A.leader B.protector", 3: "A.crybaby", 6: "A.protector"},
    dice=[4, 4, 4, 4],
    destinations={"A": 1, "B": 5, "C": 5, "D": 5},
    hands={"A": ["energy_drink"]},
)
"""Area 1 is full: A moves Leader or Crybaby (the Protector has to stay) to 6, and drinks.

1: 2.
2: two of A's now stand at 6 and one at 2 or 3; each of the two can go to 2, 3, 4 and 5 (1 is full),
the third to 4, 5, 6 and the one of 2 and 3 where it does not stand: 2 x 4 + 4 = 12, and a pass: 13.
In both cases 13: 26.
3: B moves the Leader or the Protector: 26 x 2 = 52.
"""


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        pytest.param(DISCUSSION, (3, 6, 13, 32), id="discussion"),
        pytest.param(TIE, (3, 9, 27, 123, 615), id="tie"),
        pytest.param(MOVES, (2, 26, 52), id="moves"),
    ],
)
def test_the_number_of_ways_to_go_on(
    position: Mapping[str, object], counts: tuple[int, ...]
) -> None:
    """At each depth as many sequences as the hand counts above."""
    table = engine.load_scenario(position)
    assert tuple(perft(table, depth) for depth in range(1, len(counts) + 1)) == counts
