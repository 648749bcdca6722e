"""What the lab costs."""

from pathlib import Path

import pytest

from arena.bench.lab import lab_figures, named_games, peak_memory
from arena.lab.loading import load
from arena.transcript.reader import games as games_of

SILENT = dict.fromkeys(("Ada", "Ben", "Cyd", "Dan", "Eve"), "planted:strength(0)")


@pytest.mark.slow
def test_few_games_stand_under_many_names(tmp_path: Path) -> None:
    """Five names of two games are five games for the lab, with the rows of two."""
    folder = named_games(tmp_path, SILENT, 5, 2)
    assert len(games_of(folder)) == 5
    with load(folder, keep=False, processes=1) as tables:
        assert tables.left_out == {}
        assert tables.rows("SELECT count(*), count(DISTINCT digest) FROM games") == [(5, 2)]


@pytest.mark.slow
def test_every_figure_of_the_lab_is_measured(tmp_path: Path) -> None:
    """Reading, reading again, estimates and power take some time, each of so many games."""
    found = lab_figures(tmp_path, 2, processes=1)
    assert (found["games"], found["processes"]) == (2, 1)
    assert found["again_seconds"] < found["tables_seconds"]
    assert min(found[each] for each in ("estimates_seconds", "read_ms", "rows_ms")) > 0
    assert found["power"]["games"] == 1
    assert found["power"]["ballots"] > 5


@pytest.mark.slow
def test_the_memory_of_the_whole_reading_is_measured(tmp_path: Path) -> None:
    """The peak of a process that imports the lab is some ten megabytes at least."""
    found = peak_memory(tmp_path, 2, processes=1)
    assert found["reader"] > 30 * 2**20
    assert found["games"] == 2
