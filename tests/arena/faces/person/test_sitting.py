"""What a person is shown: what their seat perceived, and nothing else."""

import json

import pytest

from arena.events import PhaseBegan
from arena.faces.person.sitting import DirectSitting
from arena.records.record import Record, perceived
from arena.seats.human import Chair
from arena.transcript.header import GameHeader
from tests.arena.faces.person.typists import words_of
from tests.arena.faces.scene.scenes import clockwise, garbled
from tests.corpus import reading as corpus

SEATS = ("Ana", "Bo", "Cy", "Di")


Game = tuple[GameHeader, list[Record]]


@pytest.fixture(scope="module", params=[pytest.param("moh", marks=pytest.mark.slow), "osaczeni"])
def game(request: pytest.FixtureRequest) -> Game:
    """Return a whole game of bots."""
    name = f"{request.param}-house-4-scene"
    return corpus.header(name), list(corpus.records(name))


def shown(header: GameHeader, records: list[Record], seat: str) -> str:
    """Return all that is shown to who sits there."""
    sitting = DirectSitting(header, clockwise(records), seat, Chair())
    lines = [words_of(sitting.take(record)) for record in records]
    lines += [words_of([sitting.heard.board]), *sitting.heard.promises]
    return "\n".join(filter(None, lines))


@pytest.fixture(scope="module")
def whole(game: Game) -> dict[str, str]:
    """All that each seat is shown of a game."""
    header, records = game
    return {seat: shown(header, records, seat) for seat in SEATS}


@pytest.mark.parametrize("seat", SEATS[:3])
def test_what_others_keep_secret_changes_nothing(
    seat: str, game: Game, whole: dict[str, str]
) -> None:
    """Records that a seat did not perceive may say anything, or be left out: all stays the same."""
    header, records = game
    hidden = [each for each in records if not perceived(each, seat)]
    assert len(hidden) > 20
    mine = [each for each in records if perceived(each, seat)]
    assert shown(header, mine, seat) == whole[seat]
    assert shown(header, garbled(records, seat), seat) == whole[seat]


def test_two_seats_are_shown_other_things(game: Game, whole: dict[str, str]) -> None:
    """So that the test above can fail."""
    texts = set(whole.values())
    assert len(texts) == len(SEATS)
    assert json.dumps(game[0].seed) not in "".join(texts)


def test_a_question_stands_under_the_heading_of_its_phase(game: Game) -> None:
    """Though nothing was told in the phase yet; what comes then has no heading of its own."""
    header, records = game
    sitting = DirectSitting(header, clockwise(records), "Ana", Chair())
    is_first = (isinstance(e.data, PhaseBegan) and e.data.phase == "truck" for e in records)
    begins = next(at for at, each in enumerate(is_first) if each)
    before = words_of([line for each in records[: begins + 1] for line in sitting.take(each)])
    assert "The truck" not in before
    assert words_of(sitting.told_before()).split("\n")[-2] == "The truck"
    after = words_of([line for each in records[begins + 1 :] for line in sitting.take(each)])
    assert after.split("Round 2")[0].count("The truck\n") == 0
