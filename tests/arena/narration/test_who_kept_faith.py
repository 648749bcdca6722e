"""Talkative games from end to end: what replays and the end of a game tell, and to whom."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import engine
from arena.errors import TranscriptError
from arena.events import DestinationChosen
from arena.faces.cli import main
from arena.faces.cli.replay import replay
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.projections.reckoning import honesty_of
from arena.records.record import visible
from arena.records.talk import Said
from arena.seats import kinds
from arena.transcript.reader import read
from tests.arena.narration.chatty import CHATTY
from tests.arena.records_of import lines_of
from tests.breadth import breadth
from tests.corpus import reading
from tests.corpus.shared import once

NAMES = ("Ada", "Ben", "Cyd", "Dan")
RANDOM = ("--seats", "4", *(f"--seat={name}=random" for name in NAMES))
"""A table of random seats only."""
FLIPPED = {"true": "false", "false": "true", "moot": "undetermined", "undetermined": "moot"}
Capture = pytest.CaptureFixture[str]
Line = dict[str, Any]


@pytest.fixture(scope="module")
def game() -> Path:
    """Return the folder of a finished game of four who talk."""
    return reading.folder("moh-claims-4")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred columns without colour, whatever terminal runs the tests."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


def shown(folder: Path, who: str, capsys: Capture, *, json_: bool = False) -> str:
    """Return what `arena replay` prints."""
    assert replay(folder, who, json_) == 0
    return capsys.readouterr().out


def game_shown(game: Path, who: str, capsys: Capture, *, json_: bool = False) -> str:
    """Return what `arena replay` prints of the game that all tests share, once a run."""
    key = f"replay of {game.name} for who kept faith, to {who}, {json_}"
    return once(key, lambda: shown(game, who, capsys, json_=json_))


def rewritten(game: Path, target: Path, lines: list[Line]) -> Path:
    """Copy a game with other lines; nobody who replays looks at the chain."""
    folder = copytree(game, target)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "log.jsonl").write_text(text, encoding="utf-8")
    return folder


def flipped(line: Line) -> Line:
    """Return a judgement as its opposite, any other line as it is."""
    if line["type"] != "claim_judged":
        return line
    data = {**line["data"], "basis": "seen", "prior": 0.5, "told_by": None}
    return {**line, "data": {**data, "truth": FLIPPED[data["truth"]]}}


@pytest.mark.parametrize("json_", [False, True])
@pytest.mark.parametrize("who", breadth([*NAMES, "public"], ["Ada", "public"]))
def test_judgements_change_no_byte_of_what_a_seat_or_the_public_is_told(
    game: Path, tmp_path: Path, capsys: Capture, who: str, *, json_: bool
) -> None:
    """Every judgement turned round, or none at all: they read the same, and nothing of it."""
    lines = lines_of(read(game).records)
    other = rewritten(game, tmp_path / "other", [flipped(each) for each in lines])
    bare = [each for each in lines if each["type"] != "claim_judged"]
    without = rewritten(game, tmp_path / "without", bare)
    text = game_shown(game, who, capsys, json_=json_)
    assert shown(other, who, capsys, json_=json_) == text
    assert shown(without, who, capsys, json_=json_) == text
    assert not any(each in text for each in ("↳", "claim_judged", "Who kept faith"))


@pytest.mark.slow
def test_with_all_secrets_judgements_are_told(game: Path, tmp_path: Path, capsys: Capture) -> None:
    """Those of the log, whatever they say: lies, bluffs, what was kept and what was not."""
    text = game_shown(game, "all", capsys)
    for part in ("↳ a lie that ", "↳ a bluff that ", "as announced", "is kept", "Who kept faith"):
        assert part in text
    lines = [flipped(each) for each in lines_of(read(game).records)]
    assert shown(rewritten(game, tmp_path / "other", lines), "all", capsys) != text


def test_a_line_about_a_claim_never_parts_what_is_told_together(
    game: Path, capsys: Capture
) -> None:
    """Destinations chosen in secret share a line although each decides claims of its own."""
    chosen = [each for each in read(game).records if isinstance(each.data, DestinationChosen)]
    text = game_shown(game, "all", capsys)
    lines = text.count("Chosen in secret: ") + text.count(" in secret. (only ")
    assert 0 < lines <= max(each.round for each in chosen) < len(chosen)


def test_every_speech_stands_above_what_became_of_it(game: Path, capsys: Capture) -> None:
    """A line of judgement is indented, and never stands first in a phase."""
    lines = game_shown(game, "all", capsys).splitlines()
    at = [number for number, line in enumerate(lines) if "↳" in line]
    assert all(lines[number].startswith("    ↳ ") for number in at)
    assert all(lines[number - 1].startswith("  ") for number in at)


def test_an_unfinished_game_says_nothing_of_who_kept_faith(
    game: Path, tmp_path: Path, capsys: Capture
) -> None:
    """It may go on."""
    folder = rewritten(game, tmp_path / "half", lines_of(read(game).records)[:400])
    text = shown(folder, "all", capsys)
    assert "↳" in text
    assert "Who kept faith" not in text


def test_every_prefix_of_a_talkative_game_can_be_told(game: Path) -> None:
    """A game may break off between a claim and its judgement, a card and its effect."""
    transcript = read(game)
    records = list(visible(transcript.records, "all"))
    facts = engine.ruleset("moh")
    for end in range(2, 300, 7):
        narrator = Narrator(words_of(facts, NAMES), "all", boards=False)
        for record in records[:end]:
            narrator.feed(record)
        assert narrator.close()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"message": 10**6}, r"record \d+ \(claim_judged\) makes no sense"),
        ({"claim": 99}, r"record \d+ \(claim_judged\) makes no sense"),
        ({"message": "Ada.t1"}, r"line \d+: makes no sense: as 'claim_judged' its data is"),
    ],
)
def test_a_judgement_of_nothing_is_named(
    game: Path, tmp_path: Path, change: Line, why: str
) -> None:
    """A log that makes no sense is no bug of the replay's."""
    lines = lines_of(read(game).records)
    next(each for each in lines if each["type"] == "claim_judged")["data"] |= change
    folder = rewritten(game, tmp_path / "other", lines)
    with pytest.raises(TranscriptError, match=why):
        replay(folder, "all", json_=False)


@pytest.mark.parametrize("who", ["all", "public"])
def test_a_claim_that_cannot_be_read_is_named(game: Path, tmp_path: Path, who: str) -> None:
    """By its line, whoever reads: what a record says is read before anybody is told of it."""
    lines = lines_of(read(game).records)
    next(each for each in lines if each["type"] == "said")["data"]["claims"] = [{"kind": 1}]
    folder = rewritten(game, tmp_path / "other", lines)
    with pytest.raises(TranscriptError, match=r"line \d+: makes no sense: as 'said' its data is"):
        replay(folder, who, json_=False)


# --- the end of a game that was just played ---


@pytest.fixture
def chatty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let random seats talk."""
    monkeypatch.setitem(kinds.KINDS, "random", CHATTY)  # type: ignore[arg-type]


@pytest.mark.usefixtures("chatty")
def test_a_game_ends_with_who_kept_faith_and_runs_without(tmp_path: Path, capsys: Capture) -> None:
    """Progress is public; once the game is over nothing is secret."""
    assert main(["play", "--out", str(tmp_path), "--seed", "5", *RANDOM]) == 0
    printed = capsys.readouterr()
    assert "Who kept faith" in printed.out
    assert printed.out.index("wins with") < printed.out.index("Who kept faith")
    assert printed.out.index("Who kept faith") < printed.out.index("Transcript  ")
    assert "“This is " in printed.err
    assert not any(part in printed.err for part in ("↳", "Who kept faith", "a lie"))
    # The end of a game and its replay tell the same, word for word.
    told = printed.out.split("Who kept faith")[1].split("\n\nTranscript")[0]
    text = shown(tmp_path / "moh-0001", "all", capsys)
    assert text.split("Who kept faith")[1].rstrip("\n") == told


@pytest.mark.slow
@pytest.mark.usefixtures("chatty")
def test_json_has_the_same_numbers(tmp_path: Path, capsys: Capture) -> None:
    """By seat, as a module computes them from the records."""
    assert main(["play", "--json", "--out", str(tmp_path), "--seed", "5", *RANDOM]) == 0
    talk = json.loads(capsys.readouterr().out)["talk"]
    records = read(tmp_path / "moh-0001").records
    found = honesty_of(records, engine.ruleset("moh"), tuple(talk))
    assert talk == {seat: each.data() for seat, each in found.items()}
    said = [each.actor for each in records if isinstance(each.data, Said)]
    assert {seat: each["messages"] for seat, each in talk.items()} == {
        seat: said.count(seat) for seat in talk
    }


@pytest.mark.slow
@pytest.mark.usefixtures("chatty")
def test_a_game_that_was_killed_counts_from_its_beginning(tmp_path: Path, capsys: Capture) -> None:
    """Resumed, it tells the same as if it had never been killed."""
    assert main(["play", "--json", "--out", str(tmp_path), "--seed", "5", *RANDOM]) == 0
    whole = json.loads(capsys.readouterr().out)
    folder = tmp_path / "moh-0001"
    for name, share in (("log.jsonl", 0.6), ("calls.jsonl", 1)):
        lines = (folder / name).read_bytes().splitlines(keepends=True)
        kept = [line for line in lines if b'"session_ended"' not in line]
        (folder / name).write_bytes(b"".join(kept[: int(len(kept) * share)]))
    assert main(["resume", "--json", str(folder)]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert resumed["talk"] == whole["talk"]


@pytest.mark.slow
def test_a_game_without_talk_has_nothing_of_it(tmp_path: Path, capsys: Capture) -> None:
    """Neither a section nor a number."""
    assert main(["play", "--quiet", "--out", str(tmp_path), *RANDOM]) == 0
    assert "lied" not in capsys.readouterr().out
    assert "lied" not in shown(tmp_path / "moh-0001", "all", capsys)
    assert main(["play", "--json", "--out", str(tmp_path), *RANDOM]) == 0
    assert json.loads(capsys.readouterr().out)["talk"] == {}
