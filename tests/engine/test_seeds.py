"""Random games of each ruleset end, and their records prove themselves."""

import json

import pytest

import engine
from engine.testing import moments, random_game
from engine.testing.conformance import _check_game
from tests.engine.test_secrecy import compare

SEEDS = 600


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


def test_a_game_that_was_never_played_keeps_its_promises_and_its_secrets(drawn_seed: int) -> None:
    """Of a ruleset, a number of seats and a course that are drawn anew in each run."""
    rulesets = engine.rulesets()
    ruleset, seats = rulesets[drawn_seed % len(rulesets)], 3 + drawn_seed // 8 % 4
    _check_game(ruleset, seats, drawn_seed, {})
    table = random_game(ruleset, seats, drawn_seed, floors=drawn_seed % 2 == 1)
    saved = json.loads(json.dumps(table.save()))
    for at, moment in enumerate(moments(saved)):
        if at % 5 == 0:
            compare(saved, moment, f"world {at}")
