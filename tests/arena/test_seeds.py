"""Whole games, seed after seed, each written and proved; `ARENA_SEEDS` says how many."""

import asyncio
import os
import shutil
from itertools import islice
from pathlib import Path

import pytest

import engine
from arena.config import SPARE_NAMES, TableConfig
from arena.table import play
from arena.table.verify import verify

SEEDS = int(os.environ.get("ARENA_SEEDS", "4"))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_game_ends_and_verifies(ruleset: str, seats: int, tmp_path: Path) -> None:
    """Each seed gives a game that ends, and a transcript that `arena verify` proves."""
    names = dict.fromkeys(islice(SPARE_NAMES, seats), "random")
    for seed in range(SEEDS):
        config = TableConfig(ruleset=ruleset, seats=names, seed=str(seed))
        outcome = asyncio.run(play(config, tmp_path))
        verdict = verify(outcome.folder)
        assert outcome.finished, (ruleset, seats, seed)
        assert verdict.ok, (ruleset, seats, seed, verdict)
        shutil.rmtree(outcome.folder)
