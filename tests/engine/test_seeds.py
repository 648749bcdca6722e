"""A thousand random games of each ruleset end, and their records prove themselves."""

import pytest

import engine
from engine.testing import random_game

SEEDS = 1000


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_game_ends_and_is_replayed(ruleset: str, seats: int) -> None:
    """Each number of seats, floors on and off: a result, and the same events again."""
    for seed in range(seats - 3, SEEDS, 4):
        table = random_game(ruleset, seats, seed, floors=seed % 8 > 3)
        assert table.result is not None, (ruleset, seed)
        again = engine.replay(table.save(), table.events)
        assert again.result == table.result, (ruleset, seed)
