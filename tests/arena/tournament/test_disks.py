"""A tournament whose folder takes no more: a sentence, nothing lost, and on when there is room."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import WriteError
from arena.faces.cli import main
from arena.tournament.folder import write_plan
from arena.tournament.plan import read_plan
from tests.arena.faces.cli.test_first_contact import arena
from tests.arena.tournament.plan.plans import plan
from tests.arena.tournament.whole import (
    ALONE,
    THREE,
    bots,
    digests,
    environment,
    sealed,
    table_digests,
)

FULL = """
import resource, sys
from arena.faces.cli import main
sys.dont_write_bytecode = True  # or half of a module is kept
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[2:]))
"""
NO_PLAN, NO_GAME = 2_000, 20_000
"""Bytes that a file may have, so that no plan has room, or no whole game and no report."""
POWERLESS = () if os.geteuid() else ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""Takes from root what lets it write everywhere."""


def full(room: int, *args: str, cwd: Path) -> str:
    """Run `arena` where files have so much room; return the one sentence that it says."""
    return sentence([sys.executable, "-c", FULL, str(room), *args], cwd)


def powerless(*args: str, cwd: Path) -> str:
    """Run `arena` as one who may not write everywhere; return the one sentence that it says."""
    return sentence([*POWERLESS, sys.executable, "-B", "-m", "arena.faces.cli", *args], cwd)


def sentence(command: list[str], cwd: Path) -> str:
    """Run what fails; return what it says on its one line."""
    ran = subprocess.run(
        command, cwd=cwd, env=environment(), capture_output=True, text=True, check=False,
        timeout=240,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (1, ""), ran
    (said,) = ran.stderr.splitlines()
    return said


def contents(folder: Path) -> dict[str, str]:
    """Return the digests of all that a folder holds."""
    return digests((each for each in folder.rglob("*") if each.is_file()), folder)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """Return the folder of six games of which none has room to its end."""
    bots(tmp_path / "bots.toml", more=ALONE)
    said = full(NO_GAME, "tournament", "bots.toml", "--out", "out", "--quiet", cwd=tmp_path)
    assert "log.jsonl can't be written: File too large; what was written before is whole." in said
    assert said.endswith("To go on: arena tournament run out")
    assert not sealed(tmp_path / "out")
    assert len(list((tmp_path / "out").glob("games/*/log.jsonl"))) > 1
    return tmp_path / "out"


@pytest.mark.slow
def test_a_full_disk_costs_no_game_and_no_report(begun: Path) -> None:
    """Each step is refused where it has no room, and the tables are those of a roomy disk."""
    at = begun.parent
    logs = {each: each.read_bytes() for each in begun.glob("games/*/log.jsonl")}
    said = full(NO_GAME, "tournament", "run", "out", "--quiet", cwd=at)
    assert "log.jsonl can't be written: File too large" in said
    assert all(each.read_bytes().startswith(log) for each, log in logs.items())

    assert arena("tournament", "run", "out", "--quiet", cwd=at).returncode == 0
    assert all(each.read_bytes().startswith(log) for each, log in logs.items())
    before = contents(begun)
    said = full(NO_GAME, "tournament", "report", "out", cwd=at)
    assert "out/report.html can't be written: File too large" in said
    assert {file: contents(begun)[file] for file in before} == before
    assert not (begun / "report.html").exists()

    assert arena("tournament", "bots.toml", "--out", "out", "--quiet", cwd=at).returncode == 0
    before = contents(begun)
    assert "report.html" in full(NO_GAME, "tournament", "report", "out", cwd=at)
    assert contents(begun) == before
    roomy = arena("tournament", "bots.toml", "--out", "roomy", "--quiet", cwd=at)
    assert roomy.returncode == 0
    assert table_digests(begun) == table_digests(at / "roomy")


@pytest.mark.slow
def test_a_plan_without_room_can_be_written_later(tmp_path: Path) -> None:
    """No folder is left that is taken for somebody else's."""
    bots(tmp_path / "bots.toml", more=ALONE)
    args = ("tournament", "bots.toml", "--out", "out", "--quiet")
    assert "out/plan.json can't be written: File too large." in full(NO_PLAN, *args, cwd=tmp_path)
    assert arena(*args, cwd=tmp_path).returncode == 0
    assert len(sealed(tmp_path / "out")) == 6


@pytest.mark.slow
def test_a_longer_plan_without_room_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was written of it is cleared away, and the same command extends it later."""
    write_plan(tmp_path, plan(entrants=THREE, talk={"protocol": "off"}))
    before = contents(tmp_path)
    args = ["tournament", "extend", str(tmp_path), "--replicates", "1"]

    def half(file: Path, data: bytes) -> int:
        with file.open("wb") as opened:
            opened.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as no_room:
        no_room.setattr(Path, "write_bytes", half)
        assert main(args) == 1
    assert "plan.json can't be written: No space left on device." in capsys.readouterr().err
    assert contents(tmp_path) == before
    assert main(args) == 0
    assert len(read_plan(tmp_path).games) == 12


def test_a_plan_below_a_file_is_a_write_error(tmp_path: Path) -> None:
    """What the system says stands in the sentence, though nothing can be cleared away either."""
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match=r"plan\.json can't be written: Not a directory\."):
        write_plan(tmp_path / "file" / "out", plan())


@pytest.fixture
def read_only(begun: Path) -> Iterator[Path]:
    """Return the same folder once nobody may write in it."""
    for each in (begun, *begun.rglob("*")):
        each.chmod(0o555 if each.is_dir() else 0o444)
    yield begun
    writable(begun)


def writable(folder: Path) -> None:
    """Let its owner write in a folder again."""
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o755 if each.is_dir() else 0o644)


@pytest.mark.slow
@pytest.mark.skipif(
    bool(POWERLESS) and shutil.which(POWERLESS[0]) is None, reason="root, and no setpriv"
)
def test_a_read_only_folder_can_be_read_and_gone_on_with_later(
    read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever writes says which file it can't; nothing in the folder changes."""
    at, before = read_only.parent, contents(read_only)
    for name, args in {
        "run.jsonl": ("bots.toml", "--out", "out", "--quiet"),
        "report.html": ("report", "out"),
        "plan.json": ("extend", "out", "--replicates", "1"),
    }.items():
        said = powerless("tournament", *args, cwd=at)
        assert f"out/{name} can't be written: Permission denied" in said
    assert "To go on: arena tournament run out" in powerless("tournament", "run", "out", cwd=at)
    assert main(["tournament", "status", str(read_only)]) == 0
    assert "0 of 6 games are finished" in capsys.readouterr().out
    assert contents(read_only) == before
    writable(read_only)
    ran = arena("tournament", "bots.toml", "--out", "out", "--quiet", cwd=at)
    assert ran.returncode == 0, ran.stderr
    assert len(sealed(read_only)) == 6
