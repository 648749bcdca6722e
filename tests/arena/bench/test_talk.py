"""How long a table talks."""

from pathlib import Path

import pytest

from arena.bench.talk import talk_figures


@pytest.mark.slow
def test_the_default_table_of_five_takes_at_most_four_hundred_seat_turns(tmp_path: Path) -> None:
    """In the median of games: answers and turns to talk, one-option questions left out."""
    figures = talk_figures(tmp_path, 15)
    assert figures["games"] == 15
    assert figures["seat_turns_median"] <= 400
    assert figures["speeches_per_game"] > 50
