"""What a killed game left: the whole lines of its files, and the replies it already got.

What a crash cut off is left out: a half-written last line, and the public half of a whisper whose
words are missing. A failure that `calls.jsonl` has and `log.jsonl` not yet is a reply too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.errors import ConfigError, TranscriptError
from arena.transcript.canonical import FILES, parsed
from arena.transcript.header import GameHeader
from arena.transcript.reader import contents, header_of, lines_of
from arena.transcript.verify import verify_bytes

__all__ = ["Recorded", "recorded"]

HEADER, LOG, CALLS = FILES
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What stands in an unfinished game's folder."""

    folder: Path
    header: GameHeader
    log: tuple[bytes, ...]
    """The whole lines of `log.jsonl`."""
    calls: tuple[bytes, ...]
    """The whole lines of `calls.jsonl`."""
    replies: Mapping[str, dict[str, Any]]
    """What each question and turn got, by id, as the table takes it."""
    failed: frozenset[str]
    """Questions and turns whose failure stands in `calls.jsonl`."""
    cut: int
    """Bytes after the last whole record, which are cut off."""


def recorded(folder: Path) -> Recorded:
    """Read what can be gone on with.

    Raises `ConfigError` for a game that is finished, `TranscriptError` for one that is not true.
    """
    header = contents(folder, HEADER)
    left = {name: _if_there(folder, name) for name in (LOG, CALLS)}
    log, calls = _whole(left[LOG]), _whole(left[CALLS])
    if not log:
        calls = []  # killed before its first record: it begins again
    elif b'"type":"sealed"' in log[-1]:
        raise ConfigError(f"{folder} is finished. Possible: arena replay {folder}.")
    if log:
        files = {HEADER: header, LOG: b"".join(log), CALLS: b"".join(calls)}
        verdict = verify_bytes(files)
        if not verdict.sound:
            file = str(folder / (verdict.file or LOG))
            raise TranscriptError(file, verdict.line, verdict.why or "is not true")
    failures = [each["data"] for each in map(parsed, calls) if each["type"] == "answer_failed"]
    kept = sum(map(len, log)) + sum(map(len, calls))
    return Recorded(
        folder=folder,
        header=header_of(header),
        log=tuple(log),
        calls=tuple(calls),
        replies=_replies(map(parsed, log), failures),
        failed=frozenset(each["decision"] for each in failures),
        cut=sum(map(len, left.values())) - kept,
    )


def _if_there(folder: Path, name: str) -> bytes:
    return contents(folder, name) if (folder / name).exists() else b""


def _whole(data: bytes) -> list[bytes]:
    lines = lines_of(data)[0]
    if lines and b'"type":"whispered"' in lines[-1]:
        lines.pop()
    return lines


def _replies(records: Iterable[Record], failures: Iterable[Record]) -> dict[str, dict[str, Any]]:
    replies: dict[str, dict[str, Any]] = {
        each["decision"]: {"reason": each["reason"], "why": each["why"]} for each in failures
    }
    for record in records:
        data = record["data"]
        match record["type"]:
            case "answer":
                replies[data["decision"]] = {"option": data["option"]}
            case "said":
                replies[data["turn"]] = {"speech": data}
            case "silent":
                replies[data["turn"]] = {"speech": None}
            case "bid":
                replies[data["turn"]] = {"bid": data["bid"]}
            case _:
                pass
    return replies
