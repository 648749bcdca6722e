"""Folders of games that lie ready: copies of the example game."""

import shutil
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[3] / "transcripts" / "examples" / "moh-0001"


def games_in(folder: Path, *names: str) -> Path:
    """Return a folder with copies of the example game."""
    for name in names:
        shutil.copytree(EXAMPLE, folder / name)
    return folder


def cut(folder: Path) -> None:
    """Take the seal off a game, as if it had been killed before."""
    log = folder / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))


def changed(folder: Path) -> None:
    """Change a word of a game."""
    log = folder / "log.jsonl"
    data = log.read_bytes()
    at = data.index(b'"text":"') + len(b'"text":"')
    log.write_bytes(data[:at] + b"X" + data[at + 1 :])
