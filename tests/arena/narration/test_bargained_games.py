"""Whole games of seats that bargain, in both families: told once, to those who heard it."""

import json
import os
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from shutil import copytree

import pytest

import engine
from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled, Outcome
from arena.claims.honesty import Honesty
from arena.events import GameEnded
from arena.faces.cli.replay import replay
from arena.projections.reckoning import honesty_of
from arena.records.record import Record, of_type, perceived
from arena.transcript.reader import read
from tests.arena.narration.bargaining import bargained
from tests.arena.records_of import lines_of
from tests.breadth import breadth
from tests.corpus import reading
from tests.corpus.shared import once

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Ben", "Cyd", "Dan")
READERS = (*NAMES, "public")
ANSWERS = {"accepted": "accepts", "declined": "declines"}
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module", params=["moh", "osaczeni"])
def ruleset(request: pytest.FixtureRequest) -> str:
    """Return each family's first ruleset."""
    return str(request.param)


@pytest.fixture(scope="module")
def game(ruleset: str) -> Path:
    """Return the folder of a finished game."""
    return reading.folder(f"{ruleset}-bargaining-4")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of any length without colour, whatever terminal runs the tests."""
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setenv("NO_COLOR", "1")


def shown(folder: Path, who: str, capsys: Capture) -> str:
    """Return what `arena replay` prints, once a run of each game and width."""

    def printed() -> str:
        assert replay(folder, who, json_=False) == 0
        return "".join(line.rstrip() + "\n" for line in capsys.readouterr().out.splitlines())

    log = (folder / "log.jsonl").read_text(encoding="utf-8")
    return once(f"replay of {log} for {who}, {os.environ['COLUMNS']} columns", printed)


def kept(game: Path, target: Path, records: list[Record]) -> Path:
    """Copy a game with some of its records; a replay believes what is written."""
    folder = copytree(game, target)
    lines = (json.dumps(line) + "\n" for line in lines_of(records))
    (folder / "log.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def of_deals(game: Path, who: str) -> Counter[tuple[str, int]]:
    """Return how often a reader perceives what of which deal, as the lines have it."""
    found = Counter[tuple[str, int]]()
    for record in read(game).records:
        if not perceived(record, who):
            continue
        match record.data:
            case DealOffered(deal=deal):
                found["offered", deal] += 1
            case DealAnswered(deal=deal, player=player, answer=answer) if answer in ANSWERS:
                found[f"{player} {ANSWERS[answer]}", deal] += 1
            case DealAnswered(deal=deal, answer="withdrawn"):
                found["withdraws", deal] = 1
            case _:
                pass
    return found


def told_of_deals(text: str) -> Counter[tuple[str, int]]:
    """Return how often a text tells what of which deal."""
    found = Counter[tuple[str, int]]()
    for number in re.findall(r"^    Offer (\d+)[,:]", text, re.MULTILINE):
        found["offered", int(number)] += 1
    answers = r"^    (\w+ accepts|\w+ declines|withdraws) offer (\d+)[.:, ]"
    for what, number in re.findall(
        answers, text.replace("withdraws", "\n    withdraws"), re.MULTILINE
    ):
        found[what, int(number)] += 1
    return found


@pytest.mark.parametrize("who", breadth([*READERS, "all"], ["Ada", "public", "all"]))
def test_each_reader_is_told_once_of_each_deal_that_they_heard(
    game: Path, capsys: Capture, who: str
) -> None:
    """Each offer, and each answer that has a line; and nothing of other deals."""
    text = shown(game, who, capsys)
    heard = of_deals(game, who)
    assert heard
    assert told_of_deals(text) == heard


@pytest.mark.parametrize(
    "other", breadth(sorted({*engine.rulesets()} - {"moh", "osaczeni"}), ["moh-ru"])
)
def test_in_each_ruleset_a_deal_is_told_once(tmp_path: Path, capsys: Capture, other: str) -> None:
    """To who knows all, with what became of it."""
    game = bargained(tmp_path, NAMES[:3], other)
    text = shown(game, "all", capsys)
    assert told_of_deals(text) == of_deals(game, "all")
    assert "Who kept faith" in text


@pytest.mark.parametrize("who", breadth(READERS, ["Ada", "public"]))
def test_a_replay_for_a_seat_is_a_function_of_what_it_perceived(
    game: Path, tmp_path: Path, capsys: Capture, who: str
) -> None:
    """Without all other records it reads the same, and nothing of what became of deals."""
    text = shown(game, who, capsys)
    own = [each for each in read(game).records if perceived(each, who)]
    assert shown(kept(game, tmp_path / "own", own), who, capsys) == text
    assert not any(each in text for each in ("↳", "kept it", "broke it", "Who kept faith"))


@pytest.mark.parametrize("who", breadth([*READERS, "all"], ["Ada", "public", "all"]))
def test_no_line_of_deals_stands_before_its_words(game: Path, capsys: Capture, who: str) -> None:
    """What is indented under words follows words, or what is."""
    lines = shown(game, who, capsys).split("\nThe end\n")[0].splitlines()
    for before, line in pairwise(lines):
        if re.match(r"    (Offer|Not read|\w+ (accepts|declines|withdraws) )", line):
            assert before.startswith("    ") or "“" in before, line


def test_each_agreement_that_is_settled_before_the_end_has_its_line(
    game: Path, capsys: Capture
) -> None:
    """By party, whatever came of it."""
    text = shown(game, "all", capsys).split("\nThe end\n")[0]
    records = list(read(game).records)
    over = next(at for at, each in enumerate(records) if isinstance(each.data, GameEnded))
    for settled in of_type(DealSettled, records[:over]):
        lines = re.findall(rf"↳ .*\b{settled.deal}\b.*", text)
        parties = (settled.party, "both", "it never came to that", "it has become impossible")
        assert any(party in line for line in lines for party in parties), settled


def reckoned(game: Path, ruleset: str) -> dict[str, Honesty]:
    """Return what every player said and made of deals."""
    return honesty_of(read(game).records, engine.ruleset(ruleset), NAMES)


def test_every_party_of_every_deal_is_counted_once(game: Path, ruleset: str) -> None:
    """As many sides as were settled; what one made of it with whom, the other sees alike."""
    found = reckoned(game, ruleset)
    settled = list(of_type(DealSettled, read(game).records))
    assert sum(len(each.deals) for each in found.values()) == len(settled) > 0
    outcomes = Counter[Outcome](each.outcome for each in settled)
    assert Counter(side.outcome for each in found.values() for side in each.deals) == outcomes
    for seat, each in found.items():
        data = each.data()
        assert data["deals"] == len(each.deals)
        for side in each.deals:
            assert seat in {other.other for other in found[side.other].deals}


@pytest.mark.parametrize("width", breadth([40, 60, 80, 120], [40]))
def test_who_kept_faith_fits_the_terminal(
    game: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """No line is longer, and no cell is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    section = shown(game, "all", capsys).split("Who kept faith")[1]
    assert max(map(len, section.splitlines())) <= width
    assert "…" not in section


def test_a_game_of_bargains_reads_as_it_always_did(
    game: Path, ruleset: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of a fixed seed; ARENA_GOLDEN=1 writes it anew."""
    monkeypatch.setenv("COLUMNS", "80")
    text = shown(game, "all", capsys)
    golden = GOLDEN / f"deals-{ruleset}.txt"
    if os.environ.get("ARENA_GOLDEN") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
