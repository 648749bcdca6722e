"""Reads a game's folder; unreadable parts raise `TranscriptError` with file and line.

Contents are not verified here, as `arena.table.verify` does.
"""

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from json import JSONDecodeError
from pathlib import Path
from typing import TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from arena.calls.lines import CallLine, call_of_line
from arena.calls.records import CallRecord
from arena.errors import ClaimError, ConfigError, TranscriptError
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import GENESIS, digest, parsed, split
from arena.records.game import Opened, Sealed
from arena.records.lines import LogBody, LogLine, decoded
from arena.records.record import Record
from arena.transcript.header import SCHEMA, GameHeader

Form = TypeVar("Form")
Line = TypeVar("Line")
GAMES = "games"
"""The folder of a tournament that holds its games."""
KEYS = {LOG: tuple(LogLine.__annotations__), CALLS: tuple(CallLine.__annotations__)}
TYPES = {LOG: TypeAdapter(LogLine).validator, CALLS: TypeAdapter(CallLine).validator}


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One game as recorded."""

    folder: Path
    header: GameHeader
    records: Sequence[Record]
    """Records of `log.jsonl`, secrets included; `arena.records.record.visible` filters them."""
    lines: Sequence[bytes]
    """The lines of the same records."""
    calls: Sequence[CallRecord]
    """Records of `calls.jsonl`."""
    finished: bool
    """True if the game is sealed."""
    broken_link: str | None
    """The first line, or file, that contradicts the recorded hashes; None if all agree.

    They also agree if somebody recomputed all of them: only the rules can prove the contents.
    """

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order in which they joined."""
        return tuple(seat.name for seat in self.header.seats)


def read(folder: Path) -> Transcript:
    """Read a game, ignoring a half-written last line. Raises `TranscriptError`."""
    head, log = contents(folder, HEADER), contents(folder, LOG, missing=b"")
    header = header_of(head)
    lines = lines_of(log)[0]
    records, broken = _lines(LOG, lines, record_of_line)
    said = contents(folder, CALLS, missing=None if records else b"")
    calls, broken_call = _lines(CALLS, lines_of(said)[0], _call_record)
    return Transcript(
        folder=folder, header=header, records=records, lines=lines, calls=calls,
        finished=bool(records) and isinstance(records[-1].data, Sealed),
        broken_link=broken or broken_call or _broken_seal(records, head, said),
    )  # fmt: skip


def _broken_seal(records: Sequence[Record], head: bytes, calls: bytes) -> str | None:
    """Return the name of a file that differs from its digest in the log; None if none does."""
    if not records:
        return None
    opened, last = records[0].data, records[-1].data
    if not isinstance(opened, Opened) or opened.digest != digest(head):
        return HEADER
    is_other = isinstance(last, Sealed) and last.calls["digest"] != digest(calls)
    return CALLS if is_other else None


def games(folder: Path) -> list[Path]:
    """Return the games of a folder: itself if it is one, else those directly below it, by name.

    The games of a tournament are in a folder of their own, where they are found. Raises
    `ConfigError` if there is none.
    """
    try:
        if folder.is_file():
            raise ConfigError(
                f"{folder} is a file. Possible: the folder that it is in, {folder.parent}."
            )
        if not folder.is_dir():
            raise ConfigError(
                f"there is no folder {folder}. Possible: a game's folder, or one of games."
            )
        if _is_game(folder):
            return [folder]
        inside = folder / GAMES if (folder / GAMES).is_dir() else folder
        found = sorted(path for path in inside.iterdir() if path.is_dir() and _is_game(path))
    except OSError as error:
        raise ConfigError(
            f"the folder {folder} can't be read: {error.strerror}. Possible: a game's folder."
        ) from error
    if not found:
        raise ConfigError(
            f"the folder {folder} holds no game. Possible: a game's folder, or one of games."
        )
    return found


def is_sealed(folder: Path) -> bool:
    """Return True if a game's last whole line is a seal."""
    lines = lines_of(contents(folder, LOG, missing=b""))[0]
    return bool(lines) and b'"type":"sealed"' in lines[-1]


def contents(folder: Path, name: str, *, missing: bytes | None = None) -> bytes:
    """Return the contents of a game's file, or `missing`.

    Raises `TranscriptError` for a file that can't be read, or is a pipe, a device or a folder.
    """
    path = str(folder / name)
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(file, "rb") as opened:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise TranscriptError(path, None, "is no regular file")
            return opened.read()
    except IsADirectoryError as error:
        raise TranscriptError(path, None, "is no regular file") from error
    except OSError as error:
        if missing is not None and not os.path.lexists(path):
            return missing
        raise TranscriptError(path, None, f"can't be read: {error.strerror}") from error


def header_of(data: bytes) -> GameHeader:
    """Parse the header in `game.json`. Raises `TranscriptError`."""
    try:
        return GameHeader.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        keys = [str(part) for part in first["loc"]]
        line = _broken_line(data) if not keys else line_of(data, keys[0])
        if keys == ["schema"] and type(first["input"]) is int:
            why = _of_another_version(data, first["input"])
            raise TranscriptError(HEADER, line, why) from error
        raise TranscriptError(HEADER, line, f"{'.'.join(keys) or 'it'}: {first['msg']}") from error


def _of_another_version(data: bytes, version: int) -> str:
    """Return the message for a game in another version of the format."""
    versions = parsed(data).get("versions")
    wrote = versions.get("horror-arena") if isinstance(versions, dict) else None
    by = f", by horror-arena {wrote}" if isinstance(wrote, str) else ""
    return f"was written in version {version} of the format{by}; this arena reads version {SCHEMA}"


def line_of(data: bytes, key: str) -> int | None:
    """Return the line of a key in `game.json`, from 1; None if it is not there."""
    lines = enumerate(data.split(b"\n"), start=1)
    return next((at for at, line in lines if line.startswith(f'"{key}":'.encode())), None)


def lines_of(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the whole lines, newline included, and the rest after the last newline."""
    *lines, rest = data.split(b"\n")
    return [line + b"\n" for line in lines], rest


def _is_game(folder: Path) -> bool:
    return any(os.path.lexists(folder / name) for name in (HEADER, LOG))


def _broken_line(data: bytes) -> int | None:
    try:
        parsed(data)
    except JSONDecodeError as error:
        return error.lineno
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    except ValueError:
        pass
    return None


def record_of_line(number: int, line: LogBody) -> Record:
    """Decode a checked line of `log.jsonl`. Raises `TranscriptError`."""
    try:
        return decoded(line)
    except (LookupError, ValueError, TypeError, ClaimError) as error:
        why = f"makes no sense: as {line['type']!r:.40} its data is {line['data']!r:.80}"
        raise TranscriptError(LOG, number, why) from error


def _call_record(number: int, line: CallLine) -> CallRecord:
    try:
        return call_of_line(line)
    except ValueError as error:
        raise TranscriptError(CALLS, number, str(error)) from error


def _lines(
    name: str, lines: Sequence[bytes], read_as: Callable[[int, Form], Line]
) -> tuple[list[Line], str | None]:
    """Return the records of a file, and its first line that breaks the hash chain."""
    found: list[Line] = []
    previous, broken, keys = GENESIS, None, KEYS[name]
    for number, line in enumerate(lines, start=1):
        try:
            record = parsed(line)
        except ValueError as error:
            raise TranscriptError(name, number, f"is no JSON ({error})") from error
        if not isinstance(record, dict) or tuple(record) != keys:
            raise TranscriptError(name, number, f"has not the keys {', '.join(keys)}")
        try:
            TYPES[name].validate_python(record, strict=True)
        except ValidationError as error:
            key = str(error.errors(include_url=False)[0]["loc"][0])
            why = f"makes no sense: {key} is {record[key]!r:.80}"
            raise TranscriptError(name, number, why) from error
        found.append(read_as(number, cast("Form", record)))
        if broken is None:
            body, mark = split(line)
            if digest(previous.encode() + body) != mark:
                broken = f"{name} line {number}"
            previous = mark
    return found, broken
