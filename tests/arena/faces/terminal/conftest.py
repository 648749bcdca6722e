"""Terminals that tests sit down at."""

from collections.abc import Iterator

import pytest

from tests.arena.faces.terminal.terminals import Terminal


@pytest.fixture
def ended() -> Iterator[list[Terminal]]:
    """Take terminals, and end those that still run."""
    all_: list[Terminal] = []
    yield all_
    for each in all_:
        if each.code is None:
            each.end()
