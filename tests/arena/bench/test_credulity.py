"""How far reports move the gullible and the honest, at the same moments."""

from pathlib import Path

import pytest

from arena.bench.credulity import moved_by_reports


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_reports_move_the_gullible_twice_as_far_as_the_honest(tmp_path: Path, ruleset: str) -> None:
    """What they expect at the locations, and where they go."""
    found = moved_by_reports(tmp_path, 30, ruleset)
    honest, gullible = found["honest"], found["gullible"]
    assert honest.moments == gullible.moments > 500
    assert gullible.expected >= 2 * honest.expected > 0
    assert gullible.destinations >= 2 * honest.destinations > 0
