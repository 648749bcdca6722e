"""V17: the engine's dice fall as dice do."""

from collections import Counter

import pytest
from scipy.stats import binom

from arena.config import TableConfig
from arena.lab.reading import game_of
from arena.table import simulate
from engine.chance import Chance, Forced

ROLLS, DICE, FACES = 100_000, 4, 6
SURE = 0.999
EXPECTED = (0.4823, 0.3858, 0.1157, 0.0154)
"""For 0 to 3 zombies at a location (metrics.md V17)."""


def share(count: int) -> float:
    """Return the probability of so many dice of four that show a location."""
    return float(binom.pmf(count, DICE, 1 / FACES))


def test_the_exact_shares_are_those_of_the_catalogue() -> None:
    """Four dice with six faces have the shares of V17."""
    assert [round(share(count), 4) for count in range(4)] == pytest.approx(EXPECTED)


@pytest.mark.slow
def test_dice_fall_as_four_independent_dice() -> None:
    """In 10^5 rolls each number at each location comes as often as 99.9 % of fair dice would."""
    chance = Chance("V17", Forced())
    found: Counter[tuple[int, int]] = Counter()
    for round_ in range(ROLLS):
        roll = chance.dice("dice", round_, DICE)
        found.update((place, roll.count(place)) for place in range(1, FACES + 1))
    for place in range(1, FACES + 1):
        for count in range(4):
            times = binom(ROLLS, share(count))
            low, high = times.ppf((1 - SURE) / 2), times.ppf((1 + SURE) / 2)
            assert low <= found[place, count] <= high, (place, count)


def test_the_lab_reads_the_dice_that_the_table_rolled() -> None:
    """What a game says of its dice is drawn from its seed, round by round."""
    table = TableConfig(seats=dict.fromkeys("ABCDE", "random"))
    (played,) = simulate(table, ["9"])
    game = game_of(played.header, played.records, game="g")
    rolled = {number: each.dice for number, each in game.rounds.items() if each.dice}
    chance = Chance(played.header.seed, Forced())
    assert rolled == {number: chance.dice("dice", number, DICE) for number in rolled}
    assert len(rolled) > 2
