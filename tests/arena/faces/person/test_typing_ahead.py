"""What is typed while nothing is asked: it waits for the next turn to speak."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.faces.person import questions
from arena.faces.person.sitting import Sitting
from arena.records.record import Record
from arena.seats.seat import Question
from arena.table import Outcome
from tests.arena.faces.person.typists import Typist, typed_game
from tests.arena.seats.human.sitters import config


def done(sitting: Sitting) -> Sequence[str]:
    """Choose the last option; say what is prepared; bid."""
    now = sitting.now
    assert now is not None
    if isinstance(now.asked, Question):
        return [list(questions.keyed(now.asked))[-1]]
    return ["3"] if now.asked.task == "bid" else ["done"]


def once(lines: Sequence[str]) -> Callable[[Sitting, Record], Sequence[str]]:
    """Type lines when the first round begins."""
    typed: list[int] = []

    def ahead(_: Sitting, record: Record) -> Sequence[str]:
        if typed or record.type != "phase_began" or record.round != 1:
            return ()
        typed.append(record.at)
        return lines

    return ahead


def said_by_ana(game: Outcome) -> list[dict[str, Any]]:
    """Return what she said."""
    records = map(json.loads, (game.folder / "log.jsonl").read_text().splitlines())
    return [each["data"] for each in records if each["type"] == "said" and each["actor"] == "Ana"]


@pytest.mark.parametrize(
    "protocol",
    [
        pytest.param("simultaneous", marks=pytest.mark.slow),
        pytest.param("round_robin", marks=pytest.mark.slow),
        "bidding",
    ],
)
def test_what_is_typed_ahead_is_said_on_the_next_turn(protocol: str, tmp_path: Path) -> None:
    """Words, a whisper and a claim; questions and bids in between do not lose them."""
    lines = ["say Hello there.", "claim I go to 4", "whisper Bo: Not you."]
    ana = Typist(done, once(lines))
    game = typed_game(ana, tmp_path, config(talk={"protocol": protocol}))
    answers = {line: " ".join(shown.split()) for line, shown in ana.read}
    assert answers[lines[0]] == (
        "Message 1 of 2 is kept for your next turn to speak. `undo` takes it back."
    )
    first, second, *rest = said_by_ana(game)
    assert (first["text"], len(first["claims"])) == ("Hello there.", 1)
    assert (second["text"], second["to"]) == ("Not you.", ["Bo"])
    assert rest == []
    told = [each for each in ana.told if "You have prepared" in each]
    assert len(told) == 1
    assert "“Hello there.” “Not you.”" in " ".join(told[0].split())


def test_what_can_not_be_said_any_more_is_told_and_dropped(tmp_path: Path) -> None:
    """The other message stays prepared, and is said."""
    ana = Typist(done, once(["accept 12", "say Anyway."]))
    game = typed_game(ana, tmp_path, config())
    told = " ".join(" ".join(ana.told).split())
    assert told.count("“I accept offer 12.” can't be said any more: ") == 1
    assert "You have prepared “Anyway.” `done` says it" in told
    assert [each["text"] for each in said_by_ana(game)] == ["Anyway."]


REFUSED = (
    (["1"], "nothing is answered ahead. Possible: say TEXT, for your next turn to speak."),
    (["done"], "Nothing is asked of you at this moment."),
    (["say a", "say b", "say c"], "Possible: undo, or to wait for your turn to speak."),
    (["whisper Nobody: psst"], "it is a whisper to nobody. Possible: Bo, Cy."),
    (["claim zombies at 99"], "99"),
    (["say a", "undo", "undo"], "Nothing is prepared."),
)
"""What is typed ahead, and what comes of the last line."""
BACK = ["undo", "undo"]
"""Takes back what the case before has left prepared."""


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> list[list[tuple[str, str]]]:
    """What was read by somebody who typed all this, case by case, and whose game went on."""
    ana = Typist(done, once([line for lines, _ in REFUSED for line in [*BACK, *lines]]))
    assert typed_game(ana, tmp_path_factory.mktemp("ahead"), config()).finished
    begun = [line for line, _ in ana.read].index(BACK[0])
    read = iter(ana.read[begun:])
    return [[next(read) for _ in [*BACK, *lines]][len(BACK) :] for lines, _ in REFUSED]


@pytest.mark.parametrize("case", range(len(REFUSED)))
def test_what_can_not_be_typed_ahead_is_refused_at_once(
    case: int, refused: list[list[tuple[str, str]]]
) -> None:
    """In a sentence, and the game goes on."""
    lines, says = REFUSED[case]
    assert [line for line, _ in refused[case]] == lines
    assert says in " ".join(refused[case][-1][1].split())


def test_where_nobody_talks_nothing_is_kept(tmp_path: Path) -> None:
    """It is said in a sentence."""
    ana = Typist(done, once(["say Hello."]))
    game = typed_game(ana, tmp_path, config(talk={"protocol": "off"}))
    assert dict(ana.read)["say Hello."].strip() == "At this table nobody talks."
    assert said_by_ana(game) == []
