"""A thousand random games of each ruleset end, and their records prove themselves."""

import pytest

import engine
from engine.testing import random_game

SEEDS = 1000


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_game_ends_and_is_replayed(ruleset: str) -> None:
    """Three to six seats in turn, floors on and off: a result, and the same events again."""
    for seed in range(SEEDS):
        table = random_game(ruleset, 3 + seed % 4, seed, floors=seed % 8 > 3)
        assert table.result is not None, (ruleset, seed)
        again = engine.replay(table.save(), table.events)
        assert again.result == table.result, (ruleset, seed)
