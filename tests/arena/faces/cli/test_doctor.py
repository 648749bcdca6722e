"""`arena doctor`: what is looked at, and when it says that something is wrong."""

import json
from pathlib import Path

import pytest

import engine
from arena.faces.cli import doctor as module
from arena.faces.cli.doctor import TRACING, Check, checks, doctor, quick_game
from tests.arena.faces.cli.served import KEYS

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No keys, no tracing, eighty columns, a folder of our own."""
    for name in (*TRACING, *KEYS, "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def found(out: Path = Path("transcripts")) -> dict[str, Check]:
    """Return the checks by name."""
    return {check.name: check for check in checks(out)}


def test_a_sound_installation_is_usable(capsys: Capture) -> None:
    """Exit code 0 and a sentence that says so."""
    assert doctor(json_=False) == 0
    assert "Games can be played here." in capsys.readouterr().out


def test_json_is_one_document(capsys: Capture) -> None:
    """`ok` and every check with its state."""
    assert doctor(json_=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert {check["state"] for check in document["checks"]} <= {"ok", "note", "wrong"}
    assert [check["name"] for check in document["checks"]] == list(found())


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_ruleset_plays_a_game_that_verifies(ruleset: str) -> None:
    """In memory, in a moment."""
    check = quick_game(ruleset)
    assert check.state == "ok"
    assert check.detail.endswith("events played and verified")
    assert f"ruleset {ruleset}" in found()


def test_a_ruleset_that_does_not_play_is_wrong() -> None:
    """The error is named, and nothing is raised."""
    check = quick_game("no-such-game")
    assert check.state == "wrong"
    assert check.detail.startswith("RulesetError: there is no ruleset 'no-such-game'.")


def test_versions_are_listed() -> None:
    """Those of the packages that a game needs."""
    packages = found()["packages"].detail
    assert all(name in packages for name in ("langgraph 1.2", "pydantic 2", "openai", "anthropic"))


def test_a_missing_package_makes_the_installation_unusable(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """It is named, and the exit code is 1."""
    monkeypatch.setattr(module, "PACKAGES", ("rich", "no-such-package"))
    assert doctor(json_=False) == 1
    out = capsys.readouterr().out
    assert "no-such-package: not installed" in out
    assert "Something is wrong: see ✗ above." in out


def test_a_folder_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "transcripts").write_text("", encoding="utf-8")
    check = found(tmp_path / "transcripts")["transcripts"]
    assert check.state == "wrong"
    assert "can't be written" in check.detail


def test_a_folder_that_is_not_there_yet_is_made_by_the_first_game(tmp_path: Path) -> None:
    """Its nearest parent is tried, and nothing is left behind."""
    check = found(tmp_path / "deep" / "transcripts")["transcripts"]
    assert check.state == "ok"
    assert check.detail.endswith("can be written, made by the first game")
    assert list(tmp_path.iterdir()) == []


def test_tracing_that_is_asked_for_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its variable is named, with what becomes of it."""
    assert found()["tracing"].detail == "off"
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    check = found()["tracing"]
    assert check.state == "note"
    assert check.detail.startswith("LANGSMITH_TRACING asks for it; games switch it off")


def test_keys_are_named_with_their_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The environment goes before the file; a compatible server mostly needs none."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-value")
    (tmp_path / ".env").write_text("OPENAI_API_KEY=other\nANTHROPIC_API_KEY=mine\n")
    looked = found()
    assert looked["OPENAI_API_KEY"].detail == "set in the environment"
    assert looked["ANTHROPIC_API_KEY"] == Check(
        name="ANTHROPIC_API_KEY", state="ok", detail="set in .env"
    )
    spare = looked["OPENAI_COMPATIBLE_API_KEY"]
    assert (spare.state, spare.detail) == (
        "note", "not set; most compatible servers ask for none"
    )  # fmt: skip


def test_keys_are_never_shown(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The value stands nowhere, in neither form."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-value")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    doctor(json_=False)
    doctor(json_=True)
    assert "secret-value" not in capsys.readouterr().out


def test_what_is_no_key_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key with a blank in it is a slip of who pasted it."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "two words")
    check = found()["ANTHROPIC_API_KEY"]
    assert check.state == "wrong"
    assert check.detail.startswith("ANTHROPIC_API_KEY in the environment is no key")
    assert "two words" not in check.detail


def test_the_terminal_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """Width and colour, and a word where it is too narrow."""
    assert found()["terminal"].detail.startswith("80 columns, colour none")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "colour none (NO_COLOR)" in found()["terminal"].detail
    monkeypatch.setenv("COLUMNS", "30")
    assert "30 columns; boards want 40 columns" in found()["terminal"].detail
