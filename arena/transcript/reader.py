"""Reads a game's folder; what cannot be read raises `TranscriptError` with file and line.

Reading believes what is written; `arena.transcript.verify` does not.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from arena.errors import ConfigError, TranscriptError
from arena.transcript.canonical import FILES
from arena.transcript.header import GameHeader

__all__ = ["Transcript", "games", "header_of", "lines_of", "read"]

Record = dict[str, Any]
HEADER, LOG, CALLS = FILES
KEYS = {
    LOG: ("i", "type", "round", "phase", "actor", "seen_by", "data", "hash"),
    CALLS: ("i", "type", "at", "data", "hash"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One game as it was written."""

    folder: Path
    header: GameHeader
    records: Sequence[Record]
    """`log.jsonl`, secrets included: `redact.visible` filters."""
    calls: Sequence[Record]
    """`calls.jsonl`."""
    finished: bool
    """True where the game is sealed."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order in which they joined."""
        return tuple(seat.name for seat in self.header.seats)


def read(folder: Path) -> Transcript:
    """Read a game; a last line that a crash cut off is left out."""
    header = header_of(_bytes(folder, HEADER))
    records = _records(LOG, _bytes(folder, LOG))
    calls = _records(CALLS, _bytes(folder, CALLS))
    finished = bool(records) and records[-1]["type"] == "sealed"
    return Transcript(folder=folder, header=header, records=records, calls=calls, finished=finished)


def games(folder: Path) -> list[Path]:
    """Return the games of FOLDER: itself where it is one, else those right below it, by name."""
    if not folder.is_dir():
        raise ConfigError(
            f"there is no folder {folder}. Possible: a game's folder, or one of games."
        )
    if _is_game(folder):
        return [folder]
    found = sorted(path for path in folder.iterdir() if path.is_dir() and _is_game(path))
    if not found:
        raise ConfigError(
            f"the folder {folder} holds no game. Possible: a game's folder, or one of games."
        )
    return found


def header_of(data: bytes) -> GameHeader:
    """Return the header that `game.json` holds."""
    try:
        return GameHeader.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise TranscriptError(HEADER, _line_of(data), f"{where or 'it'}: {first['msg']}") from error


def lines_of(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the whole lines, newline included, and what is left after the last newline."""
    *lines, rest = data.split(b"\n")
    return [line + b"\n" for line in lines], rest


def _is_game(folder: Path) -> bool:
    return any((folder / name).is_file() for name in (HEADER, LOG))


def _bytes(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise TranscriptError(
            str(folder / name), None, f"can't be read: {error.strerror}"
        ) from error


def _line_of(data: bytes) -> int | None:
    try:
        json.loads(data)
    except json.JSONDecodeError as error:
        return error.lineno
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return None


def _records(name: str, data: bytes) -> list[Record]:
    found: list[Record] = []
    for number, line in enumerate(lines_of(data)[0], start=1):
        try:
            record = json.loads(line)
        except ValueError as error:
            raise TranscriptError(name, number, f"is no JSON ({error})") from error
        if not isinstance(record, dict) or tuple(record) != KEYS[name]:
            raise TranscriptError(name, number, f"has not the keys {', '.join(KEYS[name])}")
        found.append(record)
    return found
