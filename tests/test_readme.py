"""What the README shows is what the project does."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import engine
from arena.claims import Ledger
from arena.config import TableConfig, laid_table
from arena.faces.cli import main
from arena.narration.verdicts import Verdicts
from arena.narration.words import Words
from arena.settings import BudgetRules, LlmRules, TalkRules

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str, at: int = 0, *, of: int = 1) -> str:
    """Return a block in this language, of those that the README has."""
    found = re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)
    assert len(found) == of
    return str(found[at])


def test_the_excerpt_is_from_the_demo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game that `arena play` plays has the moment that the README tells, as Anna saw it."""
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["play", "--out", str(tmp_path), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "moh-0001"), "--as", "Anna"]) == 0
    assert block("text") in capsys.readouterr().out


def test_the_table_is_one() -> None:
    """The README's table file is read as a table."""
    table = TableConfig.model_validate(tomllib.loads(block("toml", of=2)))
    assert list(table.seats) == ["Anna", "Bruno", "Clara"]


def test_the_keys_of_talk_are_all_there_with_their_defaults() -> None:
    """The README's `[talk]` is what a table has that says nothing of it."""
    talk = tomllib.loads(block("toml", of=2))["talk"]
    assert list(talk) == list(TalkRules.model_fields)
    assert TalkRules.model_validate(talk) == TalkRules()


def test_the_table_of_models_is_one() -> None:
    """What a config with models may add is read; what it shows of `[llm]` are the defaults."""
    added = tomllib.loads(block("toml", 1, of=2))
    seats = {"Anna": "openai:MODEL", "Bruno": "house", "Clara": "house"}
    table = TableConfig.model_validate({"seats": seats, **added})
    assert laid_table(table)
    assert list(added["llm"]) == list(LlmRules.model_fields)
    assert table.llm == LlmRules()
    assert list(added["budget"]) == list(BudgetRules.model_fields)
    assert added["budget"]["on_budget"] == BudgetRules().on_budget


def test_the_claim_is_judged_as_it_says_and_told_in_these_words() -> None:
    """With the dice that the README names, which Dmitri saw, the ledger finds the lie."""
    said, judged = json.loads(block("json"))
    dice = [int(face) for face in re.findall(r"\[(\d)\]", README.split("Dmitri had seen")[1])[:4]]
    seats = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")
    facts = engine.ruleset("moh")
    ledger, verdicts = Ledger(facts, seats), Verdicts(Words(facts, seats))
    about = {"round": said["round"], "phase": "arrival", "actor": None, "seen_by": "engine"}
    log = [
        {**about, "type": "dice_rolled", "data": {"dice": dice}},
        {**about, "type": "dice_peeked", "seen_by": "all", "data": {"player": "Dmitri"}},
        said,
    ]
    found = [each for record in log for each in ledger.feed(record)]
    assert found[0].data() == judged["data"]
    for record in (*log, judged):
        verdicts.feed(record, {})
    assert [line.plain for line in verdicts.take()] == re.findall(
        r"^    (↳ .*)", README, re.MULTILINE
    )


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The README's program plays a game to its end and prints who has won."""
    exec(compile(block("python"), "README.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out.startswith("('")


def test_every_command_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The table of commands has each command, and no other."""
    assert main(["--help"]) == 0
    shown = re.search(r"Commands:\n(.*?)\n\n", capsys.readouterr().out, flags=re.DOTALL)
    assert shown is not None
    commands = re.findall(r"^  (\w+)", shown[1], flags=re.MULTILINE)
    assert set(re.findall(r"^\| `arena (\w+)", README, flags=re.MULTILINE)) == set(commands)
