"""`arena seal`, and `arena verify` with a manifest, as somebody at a shell has them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.faces.web.links import Links
from arena.provider import Provider
from arena.sealing.check import check_seal
from tests.arena.sealing.folders import files, folder_of_games, sealed
from tests.arena.tournament.whole import ALONE, bots, environment

Capture = pytest.CaptureFixture[str]
CRYPTOGRAPHY = "cryptography.hazmat.primitives.asymmetric.ed25519"


pytestmark = pytest.mark.usefixtures("configuration")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of two games."""
    return folder_of_games(tmp_path / "games")


def test_what_seal_prints_can_be_pasted(folder: Path, configuration: Path, capsys: Capture) -> None:
    """The last line verifies, whether the folder is there or elsewhere; a new key is told once."""
    assert main(["seal", str(folder)]) == 0
    printed = capsys.readouterr()
    assert "Your signing key was made" in printed.err
    assert str(configuration) in printed.err.replace("\n", "")
    *_, line = printed.out.splitlines()
    command = line.removeprefix("To verify: arena ").split()
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{folder}: as sealed. 8 files are those that {command[-1]} sealed")
    assert [": true. " in each for each in lines] == [False, True, True]
    assert main(["seal", str(folder)]) == 0
    again = capsys.readouterr()
    assert (again.err, again.out.splitlines()[-1]) == ("", line)


def test_seal_answers_in_json(folder: Path, capsys: Capture) -> None:
    """One document: where, how much, and by whom."""
    Links.of(folder)
    assert main(["seal", str(folder), "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    size = sum((folder / each).stat().st_size for each in files(folder) if ".server" not in each)
    assert printed.err == ""
    assert re.fullmatch("ed25519:[0-9a-f]{64}", document.pop("by"))
    assert document.pop("sealed_at")
    assert document == {
        "folder": str(folder), "manifest": str(folder / "manifest.json"), "files": 8,
        "bytes": size, "left_out": [".server"],
    }  # fmt: skip


def test_what_is_left_out_is_said(folder: Path, capsys: Capture) -> None:
    """By both commands."""
    Links.of(folder)
    manifest, key = sealed(folder)
    said = "Left out, as a server's own files or locks: .server."
    assert main(["seal", str(folder)]) == 0
    assert said in capsys.readouterr().out.splitlines()
    assert main(["verify", str(folder), "--fast", "--manifest", str(manifest), "--by", key]) == 0
    assert said in capsys.readouterr().out.splitlines()


def test_seal_and_games_have_to_hold_both(folder: Path, capsys: Capture) -> None:
    """A note that changed leaves the games true; a forged game may be sealed, and is forged."""
    manifest, key = sealed(folder)
    command = ["verify", str(folder), "--fast", "--manifest", str(manifest), "--by", key]
    (folder / "empty").write_bytes(b"\x1b[2J")
    (folder / "new\nline").touch()
    assert main(command) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [f"{folder}/empty differs.", f"{folder}/new\\nline was added."]
    assert lines[2].startswith(f"{folder}: NOT AS SEALED. 2 paths are not what {key} sealed, by")
    assert [": true. " in each for each in lines[3:]] == [True, True]
    log = folder / "moh-0001" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"round":1', b'"round":2', 1))
    sealed(folder)
    assert main(command) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "as sealed" in lines[0]
    assert "NOT TRUE. log.jsonl line" in lines[1]
    assert ": true. " in lines[2]


def test_a_manifest_that_is_not_believed_is_told_of_and_games_are_proved(
    folder: Path, capsys: Capture
) -> None:
    """In words and in JSON, exit code 1."""
    manifest, key = sealed(folder)
    manifest.write_bytes(manifest.read_bytes().replace(b"moh", b"nap", 1))
    command = ["verify", str(folder), "--fast", "--manifest", str(manifest), "--by", key]
    assert main(command) == 1
    first, *others = capsys.readouterr().out.splitlines()
    assert first == (
        f"{manifest}: NOT BELIEVED. It was changed after {key} signed it, or signed by somebody "
        "else."
    )
    assert len(others) == 2
    assert main([*command, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["seal"]["ok"]) == (False, False)
    assert [each["ok"] for each in document["games"]] == [True, True]


def test_json_says_what_came_of_the_seal(folder: Path, capsys: Capture) -> None:
    """Beside the games; without a manifest there is no word of it."""
    manifest, key = sealed(folder)
    command = ["verify", str(folder), "--fast", "--json"]
    with_seal = [*command, "--manifest", str(manifest), "--by", key]
    assert main(with_seal) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    seal = document["seal"]
    assert (seal["ok"], seal["why"], seal["files"], seal["changes"]) == (True, None, 8, {})
    assert (seal["manifest"], seal["by"]) == (str(manifest), key)
    (folder / "empty").unlink()
    assert main(with_seal) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["seal"]["changes"] == {"empty": "is missing"}
    assert main(command) == 0
    assert "seal" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--manifest", "FILE"], "--manifest is worth nothing without --by"),
        (["--by", "KEY"], "--by says who signed a manifest. Possible: --manifest FILE"),
        (["--manifest", "none", "--by", "KEY"], "the manifest none can't be read: No such file"),
        (["--manifest", "FILE", "--by", "none"], "--by is 'none', which is no public key"),
        (["--manifest", "", "--by", "KEY"], "the path is ''"),
    ],
)
def test_what_is_given_wrongly_is_one_sentence(
    given: list[str], said: str, folder: Path, capsys: Capture
) -> None:
    """Exit code 2, before any game is read."""
    manifest, key = sealed(folder)
    words = [{"FILE": str(manifest), "KEY": key}.get(each, each) for each in given]
    assert main(["verify", str(folder), *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)
    assert said in printed.err


def test_a_folder_without_games_is_not_sealed(tmp_path: Path, capsys: Capture) -> None:
    """Nothing in it could be proved."""
    (tmp_path / "notes").mkdir()
    assert main(["seal", str(tmp_path / "notes")]) == 2
    assert "holds no game" in capsys.readouterr().err
    assert main(["seal", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_without_cryptography_a_sentence_says_what_to_install(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is needed; games are proved without it."""
    manifest, key = sealed(folder)
    monkeypatch.setitem(sys.modules, CRYPTOGRAPHY, None)
    for needs in (["seal"], ["verify", "--manifest", str(manifest), "--by", key]):
        assert main([needs[0], str(folder), *needs[1:]]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err == (
            "arena: seals need cryptography, which this installation lacks. "
            'Possible: pip install "horror-arena[seal]".\n'
        )
    assert main(["verify", str(folder), "--fast"]) == 0


@pytest.mark.slow
def test_a_stranger_without_a_home_verifies(folder: Path, tmp_path: Path) -> None:
    """With nothing but the folder and the line."""
    manifest, key = sealed(folder)
    plain = {name: environment()[name] for name in ("PATH", "PYTHONPATH")}
    empty = {"HOME": str(tmp_path / "nobody"), "XDG_CONFIG_HOME": str(tmp_path / "nothing")}
    ran = subprocess.run(
        [sys.executable, "-m", "arena.faces.cli", "verify", str(folder), "--fast",
         "--manifest", str(manifest), "--by", key],
        env={**plain, **empty}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not [each for each in empty.values() if os.path.lexists(each)]


# --- whole tournaments ---


def tournament(at: Path, name: str, entrants: dict[str, str]) -> Path:
    """Play a tournament with its report and tables; return its folder."""
    file = bots(at / f"{name}.toml", entrants, more=ALONE)
    assert main(["tournament", str(file), "--out", str(at / name), "--quiet"]) == 0
    return at / name


def handed_over(folder: Path, at: Path, capsys: Capture) -> tuple[Path, list[str]]:
    """Seal a folder and copy it to another place, where it is verified; return what does so."""
    capsys.readouterr()
    assert main(["seal", str(folder), "--json"]) == 0
    key = json.loads(capsys.readouterr().out)["by"]
    copy = at / "another machine" / "handed over"
    shutil.copytree(folder, copy)
    shutil.rmtree(folder)
    command = ["verify", str(copy), "--manifest", str(copy / "manifest.json"), "--by", key]
    assert main(command) == 0
    return copy, command


def changed_bytes(copy: Path, command: list[str], capsys: Capture) -> None:
    """Change one byte in the middle of each file of a folder, which is noticed each time.

    The command, which verifies all games as well, is asked where a kind of file comes first.
    """
    kinds = set[str]()
    for path in files(copy):
        before = (copy / path).read_bytes()
        data = bytearray(before)
        data[len(data) // 2] ^= 0x40
        (copy / path).write_bytes(data)
        found = check_seal(copy, copy / "manifest.json", command[-1])
        assert (found.ok, found.changes) == (False, {path: "differs"})
        if (kind := re.sub(r"\d+|tables/\w+", "", path)) not in kinds:
            kinds.add(kind)
            capsys.readouterr()
            main([*command, "--fast", "--json"])
            document = json.loads(capsys.readouterr().out)
            assert document.get("ok") is not True
            if "seal" in document:
                assert document["seal"]["changes"] == {path: "differs"}
        (copy / path).write_bytes(before)
    assert main(command) == 0


@pytest.mark.slow
def test_a_tournament_of_bots_is_handed_over(tmp_path: Path, capsys: Capture) -> None:
    """Its plan, games, ledger, run log, tables, replays and report: every file is sealed."""
    folder = tournament(tmp_path, "bots", {"ada": "random", "ben": "random", "cyd": "random"})
    copy, command = handed_over(folder, tmp_path, capsys)
    top = {each.partition("/")[0] for each in files(copy)}
    assert top == {
        "games", "ledger.jsonl", "plan.json", "replays", "report.html", "run.jsonl", "tables",
    }  # fmt: skip
    changed_bytes(copy, command, capsys)


@pytest.mark.slow
def test_a_tournament_of_models_is_handed_over(tmp_path: Path, capsys: Capture) -> None:
    """Three protocols; with one byte of one call changed nothing is as it was sealed."""
    with Provider() as provider:
        entrants = {
            "one": f"openai:m@{provider.url}",
            "two": f"anthropic:m@{provider.root}",
            "six": f"openai-compatible:m@{provider.url}",
        }
        folder = tournament(tmp_path, "models", entrants)
    copy, command = handed_over(folder, tmp_path, capsys)
    calls = next(iter(sorted(copy.glob("games/*/calls.jsonl"))))
    data = bytearray(calls.read_bytes())
    data[len(data) // 2] ^= 1
    calls.write_bytes(data)
    capsys.readouterr()
    assert main([*command, "--fast"]) == 1
    assert f"{calls} differs." in capsys.readouterr().out.splitlines()
