"""Every ruleset through the whole product: played, told, proved, killed, and gone on with."""

import asyncio
import json
import shutil
from pathlib import Path
from random import Random

import pytest

import engine
from arena.calls.records import AnswerFailed
from arena.data import path
from arena.faces.cli.replay import replay
from arena.families import FAMILIES
from arena.narration.dialects import DIALECTS
from arena.records.talk import Said
from arena.table import resume
from arena.table.verify import verify
from arena.transcript.reader import read
from tests.arena.records_of import call_facts
from tests.breadth import EACH_RULESET
from tests.corpus import reading

SEATS = ("Ada", "Ben", "Cyd", "Dan")
SPECS = ("house", "house:liar", "house:honest", "house:greedy")
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module", params=EACH_RULESET)
def game(request: pytest.FixtureRequest) -> Path:
    """Return the folder of a game of house bots that talk; `test_corpus` proves all of them."""
    return reading.folder(f"{request.param}-house-4")


def test_what_is_kept_by_family_knows_every_family() -> None:
    """Words, dialect and the bots' own wordings: a family that lacks one would fall silent."""
    families = {engine.ruleset(each).family for each in engine.rulesets()}
    own = {file.stem for file in path("prompts", "house").glob("*.toml")} - {"shared"}
    assert set(FAMILIES) == set(DIALECTS) == own == families


def test_no_house_bot_fails(game: Path) -> None:
    """A bot that raises would be silent and defaulted, and the game true all the same."""
    transcript = read(game)
    assert call_facts(AnswerFailed, transcript.calls) == []
    assert any(isinstance(each.data, Said) for each in transcript.records)


@pytest.mark.parametrize(
    "who", ["all", *(pytest.param(who, marks=pytest.mark.slow) for who in ("public", "Cyd"))]
)
def test_its_replay_tells_every_location_by_its_own_name_and_number(
    game: Path, who: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As that edition has them; nothing that is no word of it slips in."""
    monkeypatch.setenv("COLUMNS", "100")
    assert replay(game, who, False) == 0  # noqa: FBT003 - prose, not JSON
    out = capsys.readouterr().out
    for place in engine.ruleset(read(game).header.ruleset).places:
        assert f"{place.number} {place.name}" in out
    for foreign in ("None", "{", "}", "_"):
        assert foreign not in out, [line for line in out.splitlines() if foreign in line][:3]


def test_its_replay_is_json_as_well(game: Path, capsys: Capture) -> None:
    """One document, with every record that the public may see."""
    assert replay(game, "public", True) == 0  # noqa: FBT003 - JSON
    assert json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_killed_anywhere_it_ends_as_if_nothing_had_happened(game: Path, tmp_path: Path) -> None:
    """Four cuts at random bytes: the log is the same but for the footer's sessions."""
    log = (game / "log.jsonl").read_bytes()
    random = Random(7)  # noqa: S311 - no secret
    for _ in range(4):
        folder = tmp_path / "game"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(game, folder)
        (folder / "log.jsonl").write_bytes(log[: random.randrange(len(log))])
        calls = (folder / "calls.jsonl").read_bytes().splitlines(keepends=True)
        (folder / "calls.jsonl").write_bytes(
            b"".join(line for line in calls if b"session_ended" not in line)
        )
        assert asyncio.run(resume(folder)).finished
        ours = (folder / "log.jsonl").read_bytes().splitlines()
        assert ours[:-1] == log.splitlines()[:-1]
        assert verify(folder).ok
