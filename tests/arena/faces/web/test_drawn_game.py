"""A game that nobody has played, at a server: its seed is drawn anew in each run."""

import json
from pathlib import Path

import pytest

from arena.table.verify import verify
from tests.arena.faces.web.served import served


@pytest.mark.slow
async def test_a_person_plays_it_to_its_end(drawn_seed: int, tmp_path: Path) -> None:
    """It is told who kept faith, and the transcript is true."""
    ruleset = ("moh", "osaczeni")[drawn_seed % 2]
    async with served(tmp_path, seed=drawn_seed) as server:
        ana = (await server.links(ruleset=ruleset))["Ana"]
        await ana.play()
    assert "reveal" in json.loads(ana.frames[-1])
    assert ana.seen[-1].name == "over"
    assert verify(tmp_path / f"{ruleset}-0001").ok
