"""The example game proves itself, and its guide quotes it to the letter."""

import json
import re
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.table.verify import verify

EXAMPLES = Path(__file__).resolve().parents[1] / "transcripts" / "examples"
GUIDE = (EXAMPLES / "README.md").read_text(encoding="utf-8")
GAME = EXAMPLES / "moh-0001"


def blocks(language: str) -> list[str]:
    """Return the guide's blocks in this language."""
    return [str(found) for found in re.findall(rf"```{language}\n(.*?)```", GUIDE, flags=re.DOTALL)]


def test_the_example_is_true() -> None:
    """It follows from these rules, or says which revision it needs."""
    verdict = verify(GAME)
    assert verdict.ok, verdict.why


def test_what_the_guide_tells_is_what_the_replay_tells(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every excerpt, in this order."""
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["replay", str(EXAMPLES), "--as", "all"]) == 0
    told = capsys.readouterr().out
    assert len(blocks("text")) == 6
    for block in blocks("text"):
        _, found, told = told.partition(block)
        assert found, block


def test_the_records_that_the_guide_shows_stand_in_the_log() -> None:
    """With all their keys but the hash."""
    log = [json.loads(line) for line in (GAME / "log.jsonl").read_bytes().splitlines()]
    shown = [record for block in blocks("json") for record in json.loads(block)]
    assert len(shown) == 7
    for record in shown:
        stands = log[record["i"]]
        assert record == {key: stands[key] for key in stands if key != "hash"}


def test_the_records_that_the_guide_names_are_what_it_says() -> None:
    """Whose destination record 828 is, and who knows of the deal that was broken."""
    log = [json.loads(line) for line in (GAME / "log.jsonl").read_bytes().splitlines()]
    chosen = log[828]
    assert (chosen["type"], chosen["data"]) == (
        "destination_chosen",
        {"player": "Esra", "place": 4},
    )
    seen = {each["type"]: each["seen_by"] for each in log if each["data"].get("deal") == 97}
    assert sorted(seen["deal_answered"]) == sorted(seen["deal_offered"]) == ["Anna", "Bruno"]
    assert seen["deal_settled"] == "engine"


def test_the_guide_s_count_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run where the guide stands it prints what the guide says."""
    monkeypatch.chdir(EXAMPLES)
    (program,), (printed,) = blocks("python"), blocks("text-output")
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out == printed


def test_the_small_model_s_game_is_true_and_as_its_guide_tells(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends as the rules have it, however weak its model; every answer was taken."""
    small = EXAMPLES / "small-model"
    verdict = verify(small / "moh-0001")
    assert verdict.ok, verdict.why
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["replay", str(small), "--as", "all"]) == 0
    (excerpt,) = re.findall(
        r"```text\n(.*?)```", (small / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL
    )
    assert excerpt in capsys.readouterr().out
    types = [
        json.loads(line)["type"]
        for file in ("log.jsonl", "calls.jsonl")
        for line in (small / "moh-0001" / file).read_bytes().splitlines()
    ]
    counted = ("turn_defaulted", "answer", "stepped_down", "call_answered", "whispered")
    assert [types.count(each) for each in counted] == [0, 2, 2, 5, 1]
