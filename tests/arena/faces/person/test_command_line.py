"""The command line of a table: all that a person can do and ask."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.faces.person import questions, wording
from arena.faces.person.command_line import COMMANDS
from arena.faces.person.sitting import Sitting
from arena.seats.seat import Question
from arena.table.verify import verify
from engine import ruleset
from tests.arena.faces.person.typists import Typist, typed_game
from tests.arena.seats.human.sitters import config

LOOKING = ("board", "room 4", "promises", "last", "rules vote", "notation", "clock", "options", "?")


def plain(sitting: Sitting) -> Sequence[str]:
    """Choose the last option by its key; say something with a claim; bid."""
    now = sitting.now
    assert now is not None
    if isinstance(now.asked, Question):
        return [list(questions.keyed(now.asked))[-1]]
    if now.asked.task == "bid":
        return ["3"]
    return ["say I like room 4.", "claim I go to 4", "whisper Bo: Not you.", "done"]


@pytest.mark.parametrize("protocol", ["simultaneous", "bidding"])
@pytest.mark.parametrize("id_", ["moh", "moh-de", "osaczeni"])
def test_a_whole_game_is_played_by_commands(id_: str, protocol: str, tmp_path: Path) -> None:
    """Every line is taken, and the transcript holds what was said, whispered and claimed."""
    ana = Typist(plain)
    game = typed_game(ana, tmp_path, config(ruleset=id_, talk={"protocol": protocol}))
    assert game.finished
    assert verify(game.folder).ok
    assert game.counts["Ana"].defaults == {}
    refused = [
        read for read in ana.read if "Possible" in read[1] and not read[0].startswith("claim")
    ]
    assert refused == []
    said = [
        json.loads(line)["data"]
        for line in (game.folder / "log.jsonl").read_text().splitlines()
        if '"type":"said"' in line and '"actor":"Ana"' in line
    ]
    assert any(each["whisper"] and each["to"] == ["Bo"] for each in said)
    assert any(each["claims"] for each in said)


def test_one_can_look_at_everything_at_any_question(tmp_path: Path) -> None:
    """Looking answers nothing: the question stays open until it is answered."""

    def curious(sitting: Sitting) -> Sequence[str]:
        return [*LOOKING, *plain(sitting)]

    ana = Typist(curious)
    game = typed_game(ana, tmp_path, config())
    assert game.finished
    assert all(shown.strip() for line, shown in ana.read if line in LOOKING)
    boards = {shown for line, shown in ana.read if line == "board"}
    assert len(boards) > 3


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("99", "'99' is none of the options. Possible: "),
        ("say Hello", "One says things when there is talk. At this moment: "),
        ("done", "One says things when there is talk."),
        ("room 9", "'room 9' is nothing that can be done here. Possible: room 1, room 2"),
        ("rules xyzzy", "No rule has 'xyzzy' in it."),
    ],
)
def test_what_can_not_be_done_is_said_and_changes_nothing(
    line: str, says: str, tmp_path: Path
) -> None:
    """At the first question, which is about a die."""

    def once(sitting: Sitting) -> Sequence[str]:
        is_first = sitting.now is not None and sitting.now.asked.id == "Ana.1"
        return [line, *plain(sitting)] if is_first else plain(sitting)

    ana = Typist(once)
    assert typed_game(ana, tmp_path, config()).finished
    assert ana.read[0][0] == line
    assert says in " ".join(ana.read[0][1].split())


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["whisper Nobody: psst"], "it is a whisper to nobody. Possible: Bo, Cy."),
        (["say"], "the text is ''"),
        (["claim zombies at 99"], "99"),
        (["accept 12"], "12"),
        (["undo"], "Nothing is prepared."),
        (["say a", "say b", "say c"], "You have 2 messages already. Possible: done, undo."),
        (["say a", "undo", "undo"], "Nothing is prepared."),
        (["gibberish"], "'gibberish' is nothing that can be done here. Possible: say, whisper"),
    ],
)
def test_what_can_not_be_said_is_refused_in_a_sentence(
    lines: list[str], says: str, tmp_path: Path
) -> None:
    """On a turn to talk; what stood before still stands."""
    tried: list[str] = []

    def wrong(sitting: Sitting) -> Sequence[str]:
        now = sitting.now
        assert now is not None
        if isinstance(now.asked, Question) or tried:
            return ["done"] if not isinstance(now.asked, Question) else plain(sitting)
        tried.append(now.asked.id)
        return [*lines, "done"]

    ana = Typist(wrong)
    assert typed_game(ana, tmp_path, config()).finished
    at = next(n for n, (line, _) in enumerate(ana.read) if line == lines[-1]) + len(lines) - 1
    shown = [text for line, text in ana.read if line == lines[-1]]
    assert at >= 0
    assert any(says in " ".join(text.split()) for text in shown), shown


def test_every_kind_of_question_has_words() -> None:
    """Of both families; and every command is in the help."""
    kinds = {
        tool for id_ in ("moh", "osaczeni") for tool in ruleset(id_).arguments(("A", "B", "C"))
    }
    assert kinds <= set(wording.QUESTIONS)
    told = " ".join(f"{word} {says}" for word, says in wording.HELP)
    unspoken = {"help", "counter", "withdraw"}
    assert {word for word in COMMANDS if word not in told} <= unspoken
