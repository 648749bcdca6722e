"""The command line of a table: all that a person can do and ask."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.text import Text

from arena.faces.person import questions, wording
from arena.faces.person.command_line import COMMANDS, Done, Refused, done_by
from arena.faces.person.sitting import DirectSitting, Sitting
from arena.seats.human import Chair
from arena.seats.seat import Question
from arena.table import Outcome
from arena.table.verify import verify
from engine import ruleset
from tests.arena.faces.person.typists import Typist, typed_game, words_of
from tests.arena.seats.human.sitters import config
from tests.breadth import EACH_FAMILY
from tests.corpus import reading as corpus

LOOKING = (
    "board", "room 4", "promises", "ledger", "votes", "last", "rules vote", "notation", "clock",
    "options", "reveal", "?", "aim",
)  # fmt: skip
CLAIM = "claim I go to 4"


def plain(sitting: Sitting) -> Sequence[str]:
    """Choose the last option by its key; say something with a claim; bid."""
    now = sitting.now
    assert now is not None
    if isinstance(now.asked, Question):
        return [list(questions.keyed(now.asked))[-1]]
    if now.asked.task == "bid":
        return ["3"]
    return ["say I like room 4.", "claim I go to 4", "whisper Bo: Not you.", "done"]


def wordless(sitting: Sitting) -> Sequence[str]:
    """Claim and offer on turns to talk, and say nothing with it."""
    now = sitting.now
    assert now is not None
    if isinstance(now.asked, Question):
        return plain(sitting)
    return [CLAIM, "claim not I go to 5", "offer Bo: I spare Bo / Bo spares me", "done"]


def test_what_is_shown_is_refused_by_its_type_alone(sitting: Sitting) -> None:
    """In the colour of a warning too; a refusal is a sentence without one."""
    sitting.since[:] = [Text("“Hi.” can't be said any more.", "yellow")]
    assert done_by("last", sitting) == Done(list(sitting.since))
    assert done_by("undo", sitting) == Refused(wording.NO_MESSAGE)
    assert done_by("room 77", sitting) == Refused(
        "'room 77' is nothing that can be done here. Possible: "
        "room 1, room 2, room 3, room 4, room 5, room 6."
    )
    assert [each.plain for each in map(text_of, Refused("No.").shown)] == ["No."]


@pytest.fixture
def sitting() -> Sitting:
    """Somebody who sits at a table before its game begins."""
    header = corpus.header("moh-house-4")
    return DirectSitting(header, tuple(header.names), header.names[0], Chair())


def text_of(shown: object) -> Text:
    """Return what is shown, which is text."""
    assert isinstance(shown, Text)
    return shown


@pytest.mark.parametrize("ruleset", EACH_FAMILY)
def test_claims_and_offers_without_words_are_said_in_sentences(
    ruleset: str, tmp_path: Path
) -> None:
    """So are the examples of the help read; nobody at the table is told the notation."""
    assert dict(wording.HELP)["claim LINE"].endswith(CLAIM)
    game = typed_game(Typist(wordless), tmp_path, config(ruleset=ruleset))
    lines = (game.folder / "log.jsonl").read_text().splitlines()
    said = [each["data"] for each in map(json.loads, lines) if each["type"] == "said"]
    own = [each for each in said if each["deals"] and each["text"].startswith("I will go to 4")]
    assert own
    assert own[0]["text"].endswith("I offer Bo a deal.")
    assert not [each for each in said if "claim" in each["text"] or " / " in each["text"]]


@pytest.mark.parametrize(
    ("id_", "protocol"),
    [
        pytest.param("moh", "simultaneous", marks=pytest.mark.slow),
        ("moh", "bidding"),
        pytest.param("moh-de", "simultaneous", marks=pytest.mark.slow),
        pytest.param("moh-de", "bidding", marks=pytest.mark.slow),
        pytest.param("osaczeni", "simultaneous", marks=pytest.mark.slow),
        pytest.param("osaczeni", "bidding", marks=pytest.mark.slow),
    ],
)
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


@pytest.fixture(scope="module")
def curious(tmp_path_factory: pytest.TempPathFactory) -> tuple[Typist, Outcome]:
    """Somebody who looks at everything at any question, and their game."""

    def looks(sitting: Sitting) -> Sequence[str]:
        return [*LOOKING, *plain(sitting)]

    ana = Typist(looks)
    return ana, typed_game(ana, tmp_path_factory.mktemp("curious"), config())


def test_one_can_look_at_everything_at_any_question(curious: tuple[Typist, Outcome]) -> None:
    """Looking answers nothing: the question stays open until it is answered."""
    ana, game = curious
    assert game.finished
    assert all(shown.strip() for line, shown in ana.read if line in LOOKING)
    boards = {shown for line, shown in ana.read if line == "board"}
    assert len(boards) > 3


UNDOABLE = {
    "99": "'99' is none of the options. Possible: ",
    "done": "One says things when there is talk. At this moment: ",
    "say Hello": "is kept for your next turn to speak.",
    "room 9": "'room 9' is nothing that can be done here. Possible: room 1, room 2",
    "rules xyzzy": "No rule has 'xyzzy' in it.",
}
"""Typed at the first question, which is about a die, and what comes of it."""
UNSPEAKABLE = (
    (["whisper Nobody: psst"], "it is a whisper to nobody. Possible: Bo, Cy."),
    (["say"], "the text is ''"),
    (["claim zombies at 99"], "99"),
    (["accept 12"], "12"),
    (["undo"], "Nothing is prepared."),
    (["say a", "say b", "say c"], "You have 2 messages already. Possible: done, undo."),
    (["say a", "undo", "undo"], "Nothing is prepared."),
    (["gibberish"], "'gibberish' is nothing that can be done here. Possible: say, whisper"),
)
"""Typed each on a turn to talk of its own, and what comes of the last line."""


class Blunderer(Typist):
    """Types what can't be done at the first question, and what can't be said on turns to talk."""

    def __init__(self) -> None:
        """Answer everything all the same."""
        super().__init__(self.wrong)
        self.turns: list[tuple[str, int]] = []
        """Each turn to talk, and how many lines had been typed before it."""

    def wrong(self, sitting: Sitting) -> Sequence[str]:
        """Blunder, and answer; nothing is said on the first turn but what was kept for it."""
        now = sitting.now
        assert now is not None
        if isinstance(now.asked, Question):
            return [*(UNDOABLE if now.asked.id == "Ana.1" else ()), *plain(sitting)]
        self.turns.append((now.asked.id, len(self.read)))
        case = len(self.turns) - 2
        return [*(UNSPEAKABLE[case][0] if 0 <= case < len(UNSPEAKABLE) else ()), "done"]


@pytest.fixture(scope="module")
def blunderer(tmp_path_factory: pytest.TempPathFactory) -> Blunderer:
    """Somebody who has played a whole game so: whatever was refused, it went on."""
    ana = Blunderer()
    assert typed_game(ana, tmp_path_factory.mktemp("blunderer"), config()).finished
    return ana


@pytest.mark.parametrize("at", range(len(UNDOABLE)), ids=UNDOABLE)
def test_what_can_not_be_done_is_said_and_changes_nothing(at: int, blunderer: Blunderer) -> None:
    """The question stays open until it is answered."""
    line, shown = blunderer.read[at]
    assert line == list(UNDOABLE)[at]
    assert UNDOABLE[line] in " ".join(shown.split())


@pytest.mark.parametrize("case", range(len(UNSPEAKABLE)))
def test_what_can_not_be_said_is_refused_in_a_sentence(case: int, blunderer: Blunderer) -> None:
    """On a turn to talk, which stays open until it is done."""
    lines, says = UNSPEAKABLE[case]
    (turn, begun), (other, ended) = blunderer.turns[case + 1 : case + 3]
    assert turn != other
    typed = blunderer.read[begun:ended]
    assert [line for line, _ in typed[: len(lines) + 1]] == [*lines, "done"]
    assert says in " ".join(typed[len(lines) - 1][1].split())


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


def test_a_vote_can_be_looked_at_with_its_weights(curious: tuple[Typist, Outcome]) -> None:
    """The last that was revealed, as it was told; before the first there is none."""
    ana, game = curious
    votes = [shown for line, shown in ana.read if line == "votes"]
    assert votes[0].strip() == "No vote was revealed yet."
    last = [
        json.loads(line)["data"]
        for line in (game.folder / "log.jsonl").read_text().splitlines()
        if '"type":"votes_revealed"' in line
    ][-1]
    assert ana.sitting is not None
    shown = " ".join(words_of(done_by("votes", ana.sitting).shown).split())
    for voter, candidate in last["ballots"].items():
        weight = last["weights"][voter]
        votes_of = "1 vote" if weight == 1 else f"{weight} votes"
        assert f"{voter} ({votes_of}) → {candidate}" in shown
    assert len(set(votes)) > 2


class Reader(Typist):
    """Asks at every question who kept faith, for its rules, and for help."""

    def __init__(self, id_: str) -> None:
        """Answer as others do, at a table of a ruleset."""
        super().__init__(self.asks)
        self.facts = ruleset(id_)
        self.kinds: set[str] = set()
        """Of questions that were asked."""

    def asks(self, sitting: Sitting) -> Sequence[str]:
        """Ask, and answer."""
        now = sitting.now
        assert now is not None
        if isinstance(now.asked, Question):
            self.kinds.add(now.asked.kind)
            return ["reveal", "?", "rules", *plain(sitting)]
        return ["reveal", "help", *plain(sitting)]


@pytest.fixture(scope="module", params=EACH_FAMILY)
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Somebody who has read so, of each family."""
    ana = Reader(request.param)
    table = config(ruleset=request.param)
    assert typed_game(ana, tmp_path_factory.mktemp("reader"), table).finished
    return ana


@pytest.mark.slow
def test_after_the_end_it_is_revealed_who_kept_faith(reader: Reader) -> None:
    """How the game ended, too; before that one sentence, and nothing can be prepared after."""
    before = {" ".join(shown.split()) for line, shown in reader.read if line == "reveal"}
    assert before == {"Who kept faith is told once the game is over."}
    assert reader.sitting is not None
    told = words_of(done_by("reveal", reader.sitting).shown)
    assert "The end" in told
    assert "Who kept faith" in told
    assert all(seat in told for seat in reader.sitting.words.seats)
    for late in ("say Well played.", "1", "undo"):
        assert words_of(done_by(late, reader.sitting).shown).startswith("The game is over.")


def test_the_rule_of_what_is_asked_is_one_key_away(reader: Reader) -> None:
    """Before all commands, and before all rules; while one speaks there is none."""
    clauses = [reader.facts.decision_clauses[kind][0] for kind in reader.kinds]
    for line in ("?", "rules"):
        shown = [text for read, text in reader.read if read == line]
        assert shown
        assert all(text.startswith(wording.IN_FORCE) for text in shown)
        assert all(any(clause in text for text in shown) for clause in clauses)
    helped = [text for read, text in reader.read if read == "help"]
    assert helped
    assert not any(wording.IN_FORCE in text for text in helped)
    assert all("stop the game" in text for text in helped)
