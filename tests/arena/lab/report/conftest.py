"""Tables of three whole games, made once."""

from collections.abc import Iterator

import pytest

from arena.lab.tables import Tables
from tests.arena.lab.report.folders import GAMES, tables_of


@pytest.fixture(scope="session")
def whole() -> Iterator[Tables]:
    """Return the tables; nobody changes them."""
    with tables_of(GAMES) as made:
        yield made
