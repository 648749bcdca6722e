"""V17: the engine's dice fall as dice do."""

from collections import Counter

from scipy.stats import binom  # type: ignore[import-untyped]

from engine.chance import Chance, Forced
from tests.proofs.kept import Figures

ROLLS, DICE, FACES = 100_000, 4, 6
SURE = 0.999


def share(count: int) -> float:
    """Return the probability of so many dice of four that show a location."""
    return float(binom.pmf(count, DICE, 1 / FACES))


def test_dice_fall_as_four_independent_dice(figures: Figures) -> None:
    """In 10^5 rolls each number at each location comes as often as 99.9 % of fair dice would."""
    chance = Chance("V17", Forced())
    found: Counter[tuple[int, int]] = Counter()
    for round_ in range(ROLLS):
        roll = chance.dice("dice", round_, DICE)
        found.update((place, roll.count(place)) for place in range(1, FACES + 1))
    figures |= {f"{count} at {place}": times for (place, count), times in sorted(found.items())}
    for place in range(1, FACES + 1):
        for count in range(4):
            times = binom(ROLLS, share(count))
            low, high = times.ppf((1 - SURE) / 2), times.ppf((1 + SURE) / 2)
            assert low <= found[place, count] <= high, (place, count)
