"""The command line of a table: all that a person can do and ask."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.faces.person import questions, wording
from arena.faces.person.command_line import COMMANDS, done_by
from arena.faces.person.sitting import Sitting
from arena.seats.seat import Question
from arena.table.verify import verify
from engine import ruleset
from tests.arena.faces.person.typists import Typist, typed_game, words_of
from tests.arena.seats.human.sitters import config

LOOKING = (
    "board", "room 4", "promises", "ledger", "votes", "last", "rules vote", "notation", "clock",
    "options", "reveal", "?", "aim",
)  # fmt: skip


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
        ("done", "One says things when there is talk. At this moment: "),
        ("say Hello", "is kept for your next turn to speak."),
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
    told = {word for words, _ in wording.HELP for word in words.replace(",", "").split()}
    assert set(COMMANDS) <= told


def test_the_page_for_people_names_every_command() -> None:
    """In its table."""
    page = (Path(__file__).parents[4] / "docs" / "people.md").read_text(encoding="utf-8")
    typed = {
        word
        for row in page.splitlines()
        if row.startswith("| `")
        for cell in row.split("|")[1].split("`")[1::2]
        for word in cell.split()
    }
    assert set(COMMANDS) <= typed


def test_a_vote_can_be_looked_at_with_its_weights(tmp_path: Path) -> None:
    """The last that was revealed, as it was told; before the first there is none."""

    def looks(sitting: Sitting) -> Sequence[str]:
        return ["votes", *plain(sitting)]

    ana = Typist(looks)
    game = typed_game(ana, tmp_path, config())
    votes = [shown for line, shown in ana.read if line == "votes"]
    assert votes[0].strip() == "No vote was revealed yet."
    last = [
        json.loads(line)["data"]
        for line in (game.folder / "log.jsonl").read_text().splitlines()
        if '"type":"votes_revealed"' in line
    ][-1]
    assert ana.sitting is not None
    shown = " ".join(words_of(done_by("votes", ana.sitting)).split())
    for voter, candidate in last["ballots"].items():
        weight = last["weights"][voter]
        votes_of = "1 vote" if weight == 1 else f"{weight} votes"
        assert f"{voter} ({votes_of}) → {candidate}" in shown
    assert len(set(votes)) > 2


@pytest.mark.parametrize("id_", ["moh", "osaczeni"])
def test_after_the_end_it_is_revealed_who_kept_faith(id_: str, tmp_path: Path) -> None:
    """How the game ended, too; before that one sentence, and nothing can be prepared after."""

    def asks(sitting: Sitting) -> Sequence[str]:
        return ["reveal", *plain(sitting)]

    ana = Typist(asks)
    assert typed_game(ana, tmp_path, config(ruleset=id_)).finished
    before = {" ".join(shown.split()) for line, shown in ana.read if line == "reveal"}
    assert before == {"Who kept faith is told once the game is over."}
    assert ana.sitting is not None
    told = words_of(done_by("reveal", ana.sitting))
    assert "The end" in told
    assert "Who kept faith" in told
    assert all(seat in told for seat in ana.sitting.words.seats)
    for late in ("say Well played.", "1", "undo"):
        assert words_of(done_by(late, ana.sitting)).startswith("The game is over.")


@pytest.mark.parametrize("ruleset_id", ["moh", "osaczeni"])
def test_the_rule_of_what_is_asked_is_one_key_away(ruleset_id: str, tmp_path: Path) -> None:
    """Before all commands, and before all rules; while one speaks there is none."""
    kinds: dict[str, str] = {}

    def looks(sitting: Sitting) -> Sequence[str]:
        now = sitting.now
        assert now is not None
        if isinstance(now.asked, Question):
            kinds[now.asked.kind] = now.asked.id
            return ["?", "rules", *plain(sitting)]
        return ["help", *plain(sitting)]

    ana = Typist(looks)
    assert typed_game(ana, tmp_path, config(ruleset=ruleset_id)).finished
    facts = ruleset(ruleset_id)
    clauses = [facts.decision_clauses[kind][0] for kind in kinds]
    for line in ("?", "rules"):
        shown = [text for read, text in ana.read if read == line]
        assert shown
        assert all(text.startswith(wording.IN_FORCE) for text in shown)
        assert all(any(clause in text for text in shown) for clause in clauses)
    helped = [text for read, text in ana.read if read == "help"]
    assert helped
    assert not any(wording.IN_FORCE in text for text in helped)
    assert all("stop the game" in text for text in helped)
