"""What is sealed, what is refused, and what is left where sealing ends too early."""

import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import ConfigError, TranscriptError
from arena.faces.cli import main
from arena.faces.web.links import Links
from arena.sealing.check import check_seal
from arena.sealing.seal import seal
from arena.transcript.disk import Lock
from tests.arena.sealing.folders import files, other_key, sealed, signed_text
from tests.arena.tournament.test_disks import FULL, POWERLESS
from tests.arena.tournament.whole import ARENA, environment

Given = tuple[Path, Path, str]


def test_every_file_is_in_the_manifest_with_its_digest(folder: Path) -> None:
    """Hidden and empty ones too, each once; the date is now."""
    done = seal(folder)
    assert [each.path for each in done.manifest.files] == files(folder)
    for each in done.manifest.files:
        data = (folder / each.path).read_bytes()
        assert (each.bytes, each.sha256) == (len(data), sha256(data).hexdigest())
    then = datetime.fromisoformat(done.manifest.sealed_at)
    assert timedelta(0) <= datetime.now(UTC) - then < timedelta(minutes=5)


def test_sealing_changes_nothing_but_the_manifest(folder: Path) -> None:
    """Neither contents nor times of what is sealed."""
    before = {
        each: ((folder / each).read_bytes(), (folder / each).stat()) for each in files(folder)
    }
    sealed(folder)
    for path, (data, stat) in before.items():
        assert (folder / path).read_bytes() == data
        assert (folder / path).stat().st_mtime_ns == stat.st_mtime_ns
    assert {each.name for each in folder.iterdir()} == {
        ".notes", "empty", "manifest.json", "moh-0001", "osaczeni-0001",
    }  # fmt: skip


def test_a_folder_is_sealed_again_once_it_has_changed(given: Given) -> None:
    """The manifest by the same key gives way; no manifest is in the list of another."""
    folder, manifest, key = given
    (folder / "empty").write_bytes(b"more")
    assert not check_seal(folder, manifest, key).ok
    assert sealed(folder) == (manifest, key)
    assert check_seal(folder, manifest, key).ok


def test_one_game_is_sealed_alone(folder: Path) -> None:
    """Three files."""
    manifest, key = sealed(folder / "moh-0001")
    check = check_seal(folder / "moh-0001", manifest, key)
    assert (check.ok, check.files) == (True, 3)


# --- where the manifest goes ---


def test_the_manifest_goes_where_it_is_told(folder: Path, tmp_path: Path) -> None:
    """Beside the folder, or elsewhere within it: it is no file of what it seals."""
    for out in (tmp_path / "spring.json", folder / ".notes" / "seal", Path("here.json")):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            manifest, key = sealed(folder, out)
            assert check_seal(folder, manifest, key).ok
            manifest.unlink()
    assert not (folder / "manifest.json").exists()


def test_a_seal_by_somebody_else_is_sealed_with_the_rest(given: Given, tmp_path: Path) -> None:
    """It is not replaced, and holds on."""
    folder, manifest, key = given
    signed_text(manifest, lambda text: text, other_key())
    before = manifest.read_bytes()
    with pytest.raises(ConfigError, match=r"is no manifest by your key\. Possible: --out FILE"):
        seal(folder)
    mine, key = sealed(folder, tmp_path / "mine.json")
    assert manifest.read_bytes() == before
    manifest.write_bytes(before[:-1])
    assert check_seal(folder, mine, key).changes == {"manifest.json": "differs"}


@pytest.mark.parametrize("out", ["moh-0001/log.jsonl", "empty", ".notes", "link"])
def test_no_other_file_gives_way_to_a_manifest(out: str, folder: Path, tmp_path: Path) -> None:
    """Nor a folder, nor what a link leads to, though that is a manifest."""
    true, _ = sealed(folder, tmp_path / "true.json")
    (folder / "link").symlink_to(true)
    before = {each: (folder / each).read_bytes() for each in files(folder)}
    with pytest.raises(ConfigError, match=r"is there already, and is no manifest by your key"):
        seal(folder, folder / out)
    assert {each: (folder / each).read_bytes() for each in files(folder)} == before


def test_a_manifest_needs_a_folder(folder: Path, configuration: Path) -> None:
    """None is made for it, nor a key."""
    with pytest.raises(ConfigError, match=r"there is no folder .*none\. Possible: --out FILE"):
        seal(folder, folder / "none" / "manifest.json")
    assert not (folder / "none").exists()
    assert not configuration.exists()


# --- what is left out, and what is refused ---


def test_what_a_server_keeps_is_left_out(folder: Path) -> None:
    """Its key, its links, what people have prepared; it may change, and may not be copied."""
    Links.of(folder)
    (folder / ".server" / "moh-0001.json").write_text("{}", "utf-8")
    (folder / ".epilogues.json.lock").touch()
    done = seal(folder)
    assert done.manifest.left_out == (".epilogues.json.lock", ".server")
    assert not [each.path for each in done.manifest.files if ".server" in each.path]
    (folder / ".server" / "moh-0001.json").write_text('{"more": 1}', "utf-8")
    check = check_seal(folder, done.file, done.manifest.by)
    assert (check.ok, check.left_out) == (True, (".epilogues.json.lock", ".server"))


def test_what_was_left_out_may_not_become_anything_else(folder: Path) -> None:
    """A lock is empty, and a server's folder is a folder; a lock with content is a file."""
    Links.of(folder)
    for name in (".a.lock", ".b.lock"):
        (folder / name).touch()
    (folder / ".note.lock").write_text("who won", "utf-8")
    manifest, key = sealed(folder)
    assert check_seal(folder, manifest, key).left_out == (".a.lock", ".b.lock", ".server")
    (folder / ".note.lock").write_text("who lost", "utf-8")
    (folder / ".a.lock").write_text("x", "utf-8")
    (folder / ".b.lock").unlink()
    (folder / ".b.lock").mkdir()
    (folder / ".b.lock" / "game.json").touch()
    shutil.rmtree(folder / ".server")
    (folder / ".server").touch()
    assert check_seal(folder, manifest, key).changes == {
        ".a.lock": "was added", ".b.lock/game.json": "was added", ".note.lock": "differs",
        ".server": "was added",
    }  # fmt: skip


def test_a_link_in_place_of_what_was_left_out_is_named(folder: Path, tmp_path: Path) -> None:
    """Behind it could be anything."""
    Links.of(folder)
    manifest, key = sealed(folder)
    (folder / ".server").rename(tmp_path / "moved")
    (folder / ".server").symlink_to(tmp_path / "moved")
    assert check_seal(folder, manifest, key).changes == {".server": "is a link"}
    manifest.unlink()
    with pytest.raises(ConfigError, match=r"\.server is a link"):
        seal(folder)


@pytest.mark.parametrize("path", ["", "moh-0001", ".notes/deep"])
def test_a_folder_in_which_something_runs_is_refused(path: str, folder: Path) -> None:
    """A tournament has its folder, a game its own, wherever it lies."""
    lock = Lock(folder / path)
    with pytest.raises(
        ConfigError, match=r"is being played by another process\. Possible: to wait"
    ):
        seal(folder)
    lock.close()
    assert check_seal(folder, *sealed(folder)).ok


def test_links_and_pipes_are_refused(folder: Path) -> None:
    """A copy of the folder would not be the folder."""
    (folder / "link").symlink_to(folder / "empty")
    with pytest.raises(ConfigError, match=r"link is a link\. Possible: a folder of regular files"):
        seal(folder)
    (folder / "link").unlink()
    os.mkfifo(folder / "moh-0001" / "pipe")
    with pytest.raises(ConfigError, match="moh-0001/pipe is no regular file"):
        seal(folder)


def test_a_name_that_is_no_text_is_refused_and_noticed(given: Given) -> None:
    """JSON has no place for it."""
    folder, manifest, key = given
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff")).touch()
    assert check_seal(folder, manifest, key).changes == {"\udcff": "was added"}
    with pytest.raises(ConfigError, match="has a name that is no UTF-8"):
        seal(folder)


def test_a_strange_name_is_a_name(folder: Path) -> None:
    """Line ends, quotes, backslashes, other scripts, and what looks like the way up."""
    for name in ("a\nb", '"', "\\", "..\\x", "рыба", " ", "...", "-by"):
        (folder / name).write_text(name, "utf-8")
    assert check_seal(folder, *sealed(folder)).ok


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    """Whatever calls it."""
    with pytest.raises(TranscriptError, match="can't be read"):
        seal(tmp_path / "none")


# --- what is left where sealing ends too early ---


@pytest.mark.slow
def test_a_full_disk_leaves_the_old_manifest(given: Given) -> None:
    """Whole, and nothing beside it."""
    folder, manifest, key = given
    before = manifest.read_bytes()
    ran = subprocess.run(
        [sys.executable, "-c", FULL, "500", "seal", str(folder)],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (1, "")
    (said,) = ran.stderr.splitlines()
    assert "manifest.json can't be written: File too large. Possible: --out FILE" in said
    assert manifest.read_bytes() == before
    assert check_seal(folder, manifest, key).ok


@pytest.mark.slow
def test_a_signal_leaves_nothing(folder: Path, configuration: Path) -> None:
    """A file so large that it takes minutes to read is being read then."""
    with (folder / "large").open("wb") as opened:
        opened.truncate(1 << 40)
    process = subprocess.Popen(
        [*ARENA, "seal", str(folder)], env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    large = os.fsencode(folder / "large")
    deadline = time.monotonic() + 100
    while large not in _opened(process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=100)
    assert (process.returncode, out, error) == (1, "", "arena: stopped.\n")
    assert not (folder / "manifest.json").exists()
    assert not configuration.exists()


def _opened(process: int) -> set[bytes]:
    """Return the files that a process has open; what is closed meanwhile is passed over."""
    found = set()
    for each in Path(f"/proc/{process}/fd").iterdir():
        try:
            found.add(os.fsencode(each.readlink()))
        except OSError:
            continue
    return found


def test_what_a_killed_seal_left_is_cleared_away(folder: Path) -> None:
    """It is no file of the folder, and none of it is in the new manifest."""
    (folder / "manifest.json.new").write_text('{\n"manifest": 1', "utf-8")
    assert check_seal(folder, *sealed(folder)).ok
    assert not (folder / "manifest.json.new").exists()


@pytest.mark.slow
@pytest.mark.skipif(
    bool(POWERLESS) and shutil.which(POWERLESS[0]) is None, reason="root, and no setpriv"
)
def test_a_folder_that_is_locked_for_writing_is_sealed_from_outside(
    folder: Path, tmp_path: Path
) -> None:
    """The sentence says how."""
    folder.chmod(0o500)
    try:
        told = [*POWERLESS, *ARENA, "seal", str(folder)]
        ran = subprocess.run(told, env=environment(), capture_output=True, text=True, check=False)
        assert ran.returncode == 1
        assert "can't be written: Permission denied. Possible: --out FILE" in ran.stderr
        out = tmp_path / "outside.json"
        again = subprocess.run([*told, "--out", str(out)], env=environment(), check=False)
        assert again.returncode == 0
    finally:
        folder.chmod(0o700)
    assert main(["seal", str(folder), "--out", str(out)]) == 0
