"""Recovers an unfinished game: its whole lines, and the replies that it already has.

What a crash cut off is dropped: a half-written last line, and a reply whose records are incomplete.
A failure that is in `calls.jsonl` and not yet in `log.jsonl` counts as a reply.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.calls.lines import decoded_call
from arena.calls.past import PastCalls, past_calls
from arena.errors import ConfigError, InvalidRecord, TranscriptError
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import parsed
from arena.records.game import REPLACEMENT, STAND_IN, SeatReplaced
from arena.records.lines import decoded
from arena.seats.human.proof import who_answers
from arena.table.header_proof import table_of_header, written_header
from arena.table.recorded_replies import recorded_replies, whole_replies
from arena.table.replies import SeatReply
from arena.table.verify import verify_bytes
from arena.text import shell_path
from arena.transcript.call_log_check import failures
from arena.transcript.disk import Lock
from arena.transcript.header import GameHeader
from arena.transcript.reader import contents, lines_of
from arena.transcript.writer import ChainedFile, GameFiles


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """The recovered contents of an unfinished game's folder."""

    folder: Path
    header: GameHeader
    log: tuple[bytes, ...]
    """Whole lines of `log.jsonl`."""
    calls: tuple[bytes, ...]
    """Whole lines of `calls.jsonl`."""
    replies: Mapping[str, SeatReply]
    """The reply to each question and turn, by id."""
    failed: frozenset[str]
    """Questions and turns whose failure is in `calls.jsonl`."""
    cut: int
    """Number of bytes cut off after the last whole record."""
    past: PastCalls
    """The recorded calls to language models."""
    replaced: Mapping[str, SeatReplaced]
    """Models' seats for which a bot answers: `by` and `reason`."""
    left: Mapping[str, SeatReplaced]
    """The same for people's seats."""


def recovered(folder: Path) -> Recovered:
    """Read an unfinished game.

    Raises `ConfigError` for a finished game, `TranscriptError` for an invalid one.
    """
    data = contents(folder, HEADER)
    left = {name: contents(folder, name, missing=b"") for name in (LOG, CALLS)}
    log, calls = whole_replies(lines_of(left[LOG])[0]), lines_of(left[CALLS])[0]
    try:
        header = _proven(data, log, calls)
    except InvalidRecord as untrue:
        raise TranscriptError(str(folder / untrue.file), untrue.line, untrue.why) from untrue
    if log and b'"type":"sealed"' in log[-1]:
        raise ConfigError(f"{folder} is finished. Possible: arena replay {shell_path(folder)}")
    if not log:
        calls = []  # killed before its first record: start again
    call_records = [decoded_call(parsed(line)) for line in calls]
    records = [decoded(parsed(line)) for line in log]
    replies = recorded_replies(records, call_records)
    halves = (lines_of(each)[1] for each in left.values())
    return Recovered(
        folder=folder,
        header=header,
        log=tuple(log),
        calls=tuple(calls),
        replies=replies,
        failed=frozenset(each.decision for each in failures(call_records)),
        cut=sum(map(len, halves)) + sum(map(len, lines_of(left[LOG])[0][len(log) :])),
        past=past_calls(call_records, replies),
        replaced={
            each.actor: each.data
            for each in records
            if each.actor is not None
            and isinstance(each.data, SeatReplaced)
            and each.data in (REPLACEMENT, STAND_IN)
        },
        left={
            seat: last
            for seat, changes in who_answers(call_records).items()
            if (last := list(changes.values())[-1]) is not None
        },
    )


def reopened_files(folder: Path) -> tuple[GameFiles, Recovered]:
    """Open the files of an unfinished game and cut off what a crash left half-written.

    Raises `ConfigError` if another process plays the game or it is finished, `TranscriptError` if
    it is invalid, `WriteError` if it can't be written.
    """
    lock = Lock(folder)
    try:
        found = recovered(folder)
        calls = ChainedFile(folder / CALLS, written=found.calls)
        log = ChainedFile(folder / LOG, written=found.log)
        calls.cut()  # only now that both are open
        log.cut()
    except BaseException:
        lock.close()
        raise
    files = GameFiles(
        folder=folder,
        header=found.header,
        lock=lock,
        header_file=None,
        calls=calls,
        log=log,
        lines=found.log,
        failed=found.failed,
        cut=found.cut,
    )
    return files, found


def _proven(data: bytes, log: list[bytes], calls: list[bytes]) -> GameHeader:
    """Verify a game, finished or not, and return its header; raises `InvalidRecord`."""
    header = written_header(data)
    table_of_header(header, data)
    verdict = verify_bytes({HEADER: data, LOG: b"".join(log), CALLS: b"".join(calls)}, fast=True)
    if not verdict.sound:
        raise InvalidRecord(verdict.file or LOG, verdict.line, verdict.why or "is not true")
    return header
