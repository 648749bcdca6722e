"""V17: what dice are expected to show, and that the lab reads those of the table.

That they fall so stands in `tests/proofs/prove_dice.py`.
"""

import pytest
from scipy.stats import binom

from arena.config import TableConfig
from arena.lab.reading import game_of
from arena.table import simulate
from engine.chance import Chance, Forced

DICE, FACES = 4, 6
EXPECTED = (0.4823, 0.3858, 0.1157, 0.0154)
"""For 0 to 3 zombies at a location (metrics.md V17)."""


def share(count: int) -> float:
    """Return the probability of so many dice of four that show a location."""
    return float(binom.pmf(count, DICE, 1 / FACES))


def test_the_exact_shares_are_those_of_the_catalogue() -> None:
    """Four dice with six faces have the shares of V17."""
    assert [round(share(count), 4) for count in range(4)] == pytest.approx(EXPECTED)


def test_the_lab_reads_the_dice_that_the_table_rolled() -> None:
    """What a game says of its dice is drawn from its seed, round by round."""
    table = TableConfig(seats=dict.fromkeys("ABCDE", "random"))
    (played,) = simulate(table, ["9"])
    game = game_of(played.header, played.bodies, game="g")
    rolled = {number: each.dice for number, each in game.rounds.items() if each.dice}
    chance = Chance(played.header.seed, Forced())
    assert rolled == {number: chance.dice("dice", number, DICE) for number in rolled}
    assert len(rolled) > 2
