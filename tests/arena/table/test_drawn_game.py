"""A game that nobody has played, killed at a byte that is drawn: both anew in each run."""

import asyncio
from pathlib import Path

import pytest

from arena.table import play
from tests.arena.table.test_resume import (
    LOG,
    check_as_if_never_killed,
    config,
    gone_on,
    killed,
    talkers,
)


@pytest.mark.usefixtures("toy")
def test_killed_anywhere_it_ends_as_if_nothing_had_happened(
    drawn_seed: int, tmp_path: Path
) -> None:
    """The log is the same, and it is proven."""
    table = config("bidding").model_copy(update={"seed": str(drawn_seed)})
    whole = asyncio.run(play(table, tmp_path, seats=talkers())).folder
    size = (whole / LOG).stat().st_size
    folder = tmp_path / "killed"
    killed(whole, folder, drawn_seed % size)
    outcome, _ = gone_on(folder)
    check_as_if_never_killed(whole, folder, outcome)
