import pytest

from arena.table.verify import verify
from tests.corpus import reading
from tests.corpus.making import GAMES

NAMES = tuple(GAMES)


def test_every_game_that_is_listed_is_recorded_and_no_other() -> None:
    """What nobody can play anew would grow old."""
    assert set(reading.names()) == set(GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_is_true(name: str) -> None:
    """Every record follows from the rules and the recorded answers."""
    found = verify(reading.folder(name))
    assert found.ok, found.why
