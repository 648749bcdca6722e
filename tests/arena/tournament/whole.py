"""Whole tournaments through the command line's own door, in this process and in others."""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from arena.models.addresses import PREFIXES
from arena.transcript.reader import is_sealed

ARENA = [sys.executable, "-m", "arena.faces.cli"]
THREE = {"ada": "random", "ben": "random", "cyd": "random"}
"""Bots whose games take a fifth of a second."""


ALONE = ("[run]", "processes = 1")
"""For a tournament that is about no process: to start two takes longer than its games."""


def bots(
    file: Path, entrants: Mapping[str, str] = THREE, replicates: int = 1, more: Iterable[str] = ()
) -> Path:
    """Write a tournament of bots at tables of three who don't talk: six games a replicate."""
    lines = [
        'name = "bots"', "seed = 7", "seats = [3]", f"replicates = {replicates}", *more,
        "[talk]", 'protocol = "off"',
        "[entrants]", *(f'{name} = "{spec}"' for name, spec in entrants.items()), "",
    ]  # fmt: skip
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def environment() -> dict[str, str]:
    """Return an environment without keys, in which `arena` is this checkout's."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(tuple(f"{prefix}_" for prefix in PREFIXES.values()))
    }
    return {**plain, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"}


def arena(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run `arena` in another process until it ends."""
    return subprocess.run(
        [*ARENA, *args], cwd=cwd, env=environment(), capture_output=True, text=True, check=False,
        timeout=240,
    )  # fmt: skip


def started(*args: str, cwd: Path) -> subprocess.Popen[str]:
    """Start `arena` in another process."""
    return subprocess.Popen(
        [*ARENA, *args], cwd=cwd, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def until(true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something is true, while a process runs."""
    deadline = time.monotonic() + 300
    while not true():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def games(folder: Path) -> list[Path]:
    """Return the games' folders, in the order of their ids."""
    below = folder / "games"
    return sorted(below.iterdir()) if below.exists() else []


def sealed(folder: Path) -> list[Path]:
    """Return the folders of games that are finished."""
    return [each for each in games(folder) if (each / "log.jsonl").exists() and is_sealed(each)]


def lines(file: Path) -> list[dict[str, Any]]:
    """Return the records of a file, one a line."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def digests(files: Iterable[Path], below: Path) -> dict[str, str]:
    """Return the SHA-256 of files by their path."""
    return {
        str(file.relative_to(below)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(files)
    }


def table_digests(folder: Path) -> dict[str, str]:
    """Return the digests of a tournament's tables."""
    return digests((folder / "tables").iterdir(), folder)
