"""How long an evening is reckoned to last: what is added up, not how fast this machine is."""

from pathlib import Path

import pytest

from arena.config import Overrides, TableConfig, load_table
from arena.narration.reading import MOST_SECONDS
from arena.records.talk import Said
from arena.settings import HUMAN
from arena.transcript.reader import games, read
from tests.studies.evenings import DEFAULT, FIRST, Pace, evening_figures, evenings

QUICK = Pace(words=6000, answer=0, speech=0, model=0)
"""Of somebody who reads a hundred words a second, and does nothing else."""
SLOW = Pace(words=1, answer=0, speech=0, model=0)
"""Of somebody for whom each thing that is told is too long."""


@pytest.mark.slow
def test_reading_alone_takes_as_long_as_its_words(tmp_path: Path) -> None:
    """Where nobody else takes time, and answers none."""
    found = evenings(TableConfig(seats=DEFAULT), tmp_path, 1, QUICK)
    assert found["words"] > 500
    assert found["words"] / 2 < found["words_to_read"] < found["words"]
    assert found["minutes"] == pytest.approx(found["words_to_read"] / 6000)


def test_nobody_is_waited_for_at_one_thing_for_long(tmp_path: Path) -> None:
    """However slowly they read: the time is that of the table, which has a bound."""
    found = evenings(TableConfig(seats=DEFAULT), tmp_path, 1, SLOW)
    assert found["minutes"] < found["words_to_read"] / 3
    things = found["minutes"] * 60 / MOST_SECONDS
    assert things == pytest.approx(round(things))


def test_waves_of_models_are_waited_for_one_after_the_other(tmp_path: Path) -> None:
    """A person who is asked at the same time, and is quicker, is waited for no longer."""
    slow = Pace(words=1e9, answer=0, speech=0, model=60)
    found = evenings(TableConfig(seats=DEFAULT), tmp_path, 1, slow)
    assert found["waves"] > 10
    assert found["waves"] <= found["minutes"] + 1e-3


def test_answers_and_speeches_of_the_person_are_added(tmp_path: Path) -> None:
    """A minute each."""
    own = Pace(words=1e9, answer=60, speech=60, model=0)
    found = evenings(TableConfig(seats=DEFAULT), tmp_path, 1, own)
    assert found["minutes"] == pytest.approx(found["answers"] + found["speeches"], abs=1e-3)


@pytest.mark.slow
def test_models_say_more_than_the_bots_that_stand_for_them(tmp_path: Path) -> None:
    """Each message of others has at least so many words; the game is the same."""
    short, long = (
        evenings(TableConfig(seats=DEFAULT), tmp_path / str(words), 1, Pace(message=words))
        for words in (0, 100)
    )
    heard = sum(
        isinstance(record.data, Said) and record.actor != "Anna"
        for record in read(games(tmp_path / "0")[0]).records
    )
    assert heard > 10
    assert 50 * heard < long["words"] - short["words"] < 100 * heard
    assert long["minutes"] > short["minutes"]
    assert long["answers"] == short["answers"]


@pytest.mark.slow
def test_the_first_evening_is_short_and_quieter(tmp_path: Path) -> None:
    """A person and three bots of different temper; less is read and said, in fewer rounds."""
    seats = load_table(FIRST, Overrides()).seats
    assert list(seats.values()).count(HUMAN) == 1
    assert len(set(seats.values())) == len(seats) == 4
    found = evening_figures(tmp_path, 2)
    for each in ("minutes", "longest", "rounds", "words", "speeches"):
        assert found["first"][each] < found["default"][each]
