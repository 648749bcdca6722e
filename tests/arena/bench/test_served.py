"""The measure of a server: that it measures what it says, never how fast anything is."""

from typing import Any

import pytest

from arena.bench.served import PEOPLE, served_figures
from arena.faces.web.assets import assets


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is measured of a server of two tables."""
    return served_figures(tmp_path_factory.mktemp("served"), 2, 0.01)


@pytest.mark.slow
def test_every_seat_is_told_of_every_answer(found: dict[str, Any]) -> None:
    """Two tables of four: each answer is timed on four streams, and each stream has its board."""
    assert (found["tables"], found["streams"]) == (2, 2 * len(PEOPLE))
    assert found["events"] >= 2 * len(PEOPLE)
    assert 0 < found["median_ms"] <= found["p95_ms"] <= found["max_ms"]
    assert 0 < found["first_board_ms"] <= found["first_board_max_ms"]
    assert found["idle_bytes"] > 10_000_000


@pytest.mark.slow
def test_pages_weigh_what_they_load(found: dict[str, Any]) -> None:
    """All modules and styles, each once; less as they are sent."""
    pages = found["pages"]
    whole = {path: len(each.data) for path, each in assets().items()}
    other = {"/static/lobby.js", "/static/replay.js", "/"}
    loaded = sum(size for path, size in whole.items() if path not in other)
    assert 0.5 * loaded < pages["table"]["raw"] <= loaded
    assert pages["lobby"]["sent"] < pages["lobby"]["raw"] < pages["table"]["raw"]
